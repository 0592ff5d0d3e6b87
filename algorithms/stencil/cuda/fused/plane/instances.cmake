# SPDX-License-Identifier: Apache-2.0
# Steps on planes, by elements.
tcu_instances(f64 plane_pass<f64>)
tcu_instances(f32 plane_pass<f32>)
tcu_instances(f16 plane_pass<f16>)
tcu_instances(bf16 plane_pass<bf16>)
