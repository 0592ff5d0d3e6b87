# SPDX-License-Identifier: Apache-2.0
# Networks, by items: of 32 and 64 bits, and wide ones.
tcu_instances(items_32 launch_block_sort<uint32_t>)
tcu_instances(items_64 launch_block_sort<uint64_t>)
tcu_instances(items_wide launch_block_sort<wide_item>)
