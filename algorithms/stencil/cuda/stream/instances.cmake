# SPDX-License-Identifier: Apache-2.0
# Stencils along an axis, by elements and dimensions.
tcu_instances(f64_2d "launch_stream_along<f64, 2>")
tcu_instances(f64_3d "launch_stream_along<f64, 3>")
tcu_instances(f32_2d "launch_stream_along<f32, 2>")
tcu_instances(f32_3d "launch_stream_along<f32, 3>")
tcu_instances(f16_2d "launch_stream_along<f16, 2>")
tcu_instances(f16_3d "launch_stream_along<f16, 3>")
tcu_instances(bf16_2d "launch_stream_along<bf16, 2>")
tcu_instances(bf16_3d "launch_stream_along<bf16, 3>")
tcu_instances(u8_2d "launch_stream_along<u8, 2>")
