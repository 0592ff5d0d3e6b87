# SPDX-License-Identifier: Apache-2.0
# The classes of operators of one array that dispatch_operator() names (../dispatch.cuh), once for reductions, scans and
# operations by key, whose instances.cmake include this file: tcu_operator(a name for files, the class, its results' types).
set(TCU_OPERATORS)
macro(tcu_operator name class)
  list(APPEND TCU_OPERATORS ${name})
  set(TCU_OPERATOR_${name} "${class}")
  set(TCU_RESULTS_${name} ${ARGN})
endmacro()

foreach(bits u8 u16 u32 u64)
  tcu_operator(min_max_${bits} "min_max<${bits}>" ${bits})
  tcu_operator(bitwise_${bits} "bitwise<${bits}>" ${bits})
endforeach()
tcu_operator(integer_terms_u8 "integer_terms<u8>" u8 u32 u64)
tcu_operator(integer_terms_u16 "integer_terms<u16>" u16 u32 u64)
tcu_operator(integer_terms_u32 "integer_terms<u32>" u32 u64)
tcu_operator(integer_terms_u64 "integer_terms<u64>" u64)
tcu_operator(real_terms_f16 "real_terms<f16, f32>" f16 f32)
tcu_operator(real_terms_bf16 "real_terms<bf16, f32>" bf16 f32)
tcu_operator(real_terms_f32 "real_terms<f32, f32>" f32)
tcu_operator(real_terms_f32_f64 "real_terms<f32, f64>" f64)
tcu_operator(real_terms_f64 "real_terms<f64, f64>" f64)
