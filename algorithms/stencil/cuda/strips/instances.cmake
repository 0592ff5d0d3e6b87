# SPDX-License-Identifier: Apache-2.0
# Strips, by elements.
tcu_instances(f64 launch_strips<f64>)
tcu_instances(f32 launch_strips<f32>)
tcu_instances(f16 launch_strips<f16>)
tcu_instances(bf16 launch_strips<bf16>)
tcu_instances(u8 launch_strips<u8>)
