# SPDX-License-Identifier: Apache-2.0
# Scans by operators other than the plain sum: the kernels of every path, by operator, elements and results.
include("${PROJECT_SOURCE_DIR}/primitives/reduce/cuda/operators/classes.cmake")
foreach(name IN LISTS TCU_OPERATORS)
  foreach(out IN LISTS TCU_RESULTS_${name})
    tcu_instances(${name}_to_${out} "scan_by<by_reduction<${TCU_OPERATOR_${name}}>, ${out}>")
  endforeach()
endforeach()
