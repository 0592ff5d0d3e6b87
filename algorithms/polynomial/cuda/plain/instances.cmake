# SPDX-License-Identifier: Apache-2.0
# The plain kernels, by elements and results.
tcu_instances(f64 "launch_plain<f64, f64>")
tcu_instances(f32 "launch_plain<f32, f32>")
tcu_instances(f16 "launch_plain<f16, f16>" "launch_plain<f16, f32>")
tcu_instances(bf16 "launch_plain<bf16, bf16>" "launch_plain<bf16, f32>")
