# SPDX-License-Identifier: Apache-2.0
# Reductions by operators other than the plain sum: the kernels of every path, by operator and elements.
include("${CMAKE_CURRENT_LIST_DIR}/classes.cmake")
foreach(name IN LISTS TCU_OPERATORS)
  tcu_instances(${name} "reduce_by<${TCU_OPERATOR_${name}}>")
endforeach()
# Dot products.
foreach(bits u8 u16 u32 u64)
  tcu_instances(products_${bits} "reduce_by<products<integer_terms<${bits}>>>")
endforeach()
tcu_instances(products_f16 "reduce_by<products<real_terms<f16, f32>>>")
tcu_instances(products_bf16 "reduce_by<products<real_terms<bf16, f32>>>")
tcu_instances(products_f32 "reduce_by<products<real_terms<f32, f32>>>")
tcu_instances(products_f32_f64 "reduce_by<products<real_terms<f32, f64>>>")
tcu_instances(products_f64 "reduce_by<products<real_terms<f64, f64>>>")
