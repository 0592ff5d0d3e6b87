# SPDX-License-Identifier: Apache-2.0
# Kernels whose compilation takes long are compiled for some types each, side by side. A path with such kernels has a
# list beside its launch.cuh, instances.cmake, of which each line makes a source file:
#
#   tcu_instances(f16 "launch_plain<f16, f16>" "launch_plain<f16, f32>")
#
# makes f16.cu, which instantiates these two functions of launch.cuh. TCU_INSTANCES has all files.
function(tcu_instances name)
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_LIST_DIR}")
  set(text "/* Made from ${folder}/instances.cmake. */\n#include \"${folder}/launch.cuh\"\n\nnamespace tcu\n{\n")
  foreach(instance IN LISTS ARGN)
    string(APPEND text "\ntemplate decltype(${instance}) ${instance};\n")
  endforeach()
  string(APPEND text "\n} // namespace tcu\n")
  set(file "${PROJECT_BINARY_DIR}/instances/${folder}/${name}.cu")
  file(CONFIGURE OUTPUT "${file}" CONTENT "${text}" @ONLY)
  set(TCU_INSTANCES ${TCU_INSTANCES} "${file}" PARENT_SCOPE)
endfunction()

set(TCU_INSTANCES)
file(GLOB_RECURSE lists CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/primitives/*/instances.cmake"
     "${PROJECT_SOURCE_DIR}/algorithms/*/instances.cmake")
foreach(list IN LISTS lists)
  include("${list}")
endforeach()
