# SPDX-License-Identifier: Apache-2.0
# Boxes by products, by elements.
tcu_instances(lines_f16 launch_lines<f16>)
tcu_instances(lines_bf16 launch_lines<bf16>)
tcu_instances(planes_f16 "launch_boxes<f16, plane_shapes, plane_shapes_of_half>")
tcu_instances(planes_bf16 "launch_boxes<bf16, plane_shapes, plane_shapes_of_half>")
tcu_instances(volumes_f16 "launch_boxes<f16, volume_shapes, volume_shapes_of_half>")
tcu_instances(volumes_bf16 "launch_boxes<bf16, volume_shapes, volume_shapes_of_half>")
