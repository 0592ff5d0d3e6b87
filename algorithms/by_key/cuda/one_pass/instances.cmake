# SPDX-License-Identifier: Apache-2.0
# Operations by key in one pass: the kernels of reductions and scans by operator; without values those of runs alone.
include("${PROJECT_SOURCE_DIR}/primitives/reduce/cuda/operators/classes.cmake")
foreach(name IN LISTS TCU_OPERATORS)
  tcu_instances(${name} "by_key_one_pass<${TCU_OPERATOR_${name}}>")
endforeach()
tcu_instances(sum_f32 "by_key_one_pass<sum_by_key<f32>>")
tcu_instances(sum_u32 "by_key_one_pass<sum_by_key<u32>>")
tcu_instances(no_values "by_key_one_pass<no_values>")
