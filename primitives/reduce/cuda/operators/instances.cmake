# SPDX-License-Identifier: Apache-2.0
# Reductions by operators other than the plain sum: the kernels of every path, by operator and elements.
foreach(bits u8 u16 u32 u64)
  tcu_instances(min_max_${bits} "reduce_by<min_max<${bits}>>")
  tcu_instances(bitwise_${bits} "reduce_by<bitwise<${bits}>>")
  tcu_instances(integer_terms_${bits} "reduce_by<integer_terms<${bits}>>")
  tcu_instances(products_${bits} "reduce_by<products<integer_terms<${bits}>>>")
endforeach()
tcu_instances(real_terms_f16 "reduce_by<real_terms<f16, f32>>")
tcu_instances(real_terms_bf16 "reduce_by<real_terms<bf16, f32>>")
tcu_instances(real_terms_f32 "reduce_by<real_terms<f32, f32>>")
tcu_instances(real_terms_f32_f64 "reduce_by<real_terms<f32, f64>>")
tcu_instances(real_terms_f64 "reduce_by<real_terms<f64, f64>>")
# Dot products.
tcu_instances(products_f16 "reduce_by<products<real_terms<f16, f32>>>")
tcu_instances(products_bf16 "reduce_by<products<real_terms<bf16, f32>>>")
tcu_instances(products_f32 "reduce_by<products<real_terms<f32, f32>>>")
tcu_instances(products_f32_f64 "reduce_by<products<real_terms<f32, f64>>>")
tcu_instances(products_f64 "reduce_by<products<real_terms<f64, f64>>>")
