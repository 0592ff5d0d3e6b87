# SPDX-License-Identifier: Apache-2.0
# Segments by digits, by items.
tcu_instances(bare launch_block_radix_by_size<radix_bare>)
tcu_instances(tagged launch_block_radix_by_size<radix_tagged>)
tcu_instances(tagged_wide launch_block_radix_by_size<radix_tagged_wide>)
