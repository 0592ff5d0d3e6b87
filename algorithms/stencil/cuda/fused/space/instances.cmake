# SPDX-License-Identifier: Apache-2.0
# Steps on volumes, by elements.
tcu_instances(f64 space_pass<f64>)
tcu_instances(f32 space_pass<f32>)
tcu_instances(f16 space_pass<f16>)
tcu_instances(bf16 space_pass<bf16>)
