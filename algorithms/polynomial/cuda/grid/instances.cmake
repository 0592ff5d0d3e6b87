# SPDX-License-Identifier: Apache-2.0
# Grids, by operands and results.
tcu_instances(f64 "launch_grid_in_shape<double_operands, f64>")
tcu_instances(f32 "launch_grid_in_shape<split_operands, f32>")
tcu_instances(halves_f32 "launch_grid_in_shape<single_half_operands, f32>")
tcu_instances(f16 "launch_grid_in_shape<single_half_operands, f16>")
tcu_instances(bf16 "launch_grid_in_shape<single_half_operands, bf16>")
