# SPDX-License-Identifier: Apache-2.0
# Passes, by the room of a value.
tcu_instances(keys launch_pass<0>)
tcu_instances(values launch_pass<4>)
tcu_instances(wide_values launch_pass<8>)
tcu_instances(vectors launch_large_pass<16> launch_index_pass<4>)
