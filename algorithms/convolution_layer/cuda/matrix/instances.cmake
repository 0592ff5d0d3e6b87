# SPDX-License-Identifier: Apache-2.0
# Layers by products, by elements.
tcu_instances(f16 launch_matrix_layer<f16>)
tcu_instances(bf16 launch_matrix_layer<bf16>)
