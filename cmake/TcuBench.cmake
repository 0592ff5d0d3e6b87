# SPDX-License-Identifier: Apache-2.0
# host_yardstick: the host backend against serial loops; then whatever bench/CMakeLists.txt adds.
if(EXISTS "${PROJECT_SOURCE_DIR}/bench/host/yardstick.c")
  add_executable(host_yardstick "${PROJECT_SOURCE_DIR}/bench/host/yardstick.c")
  set_target_properties(host_yardstick PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
  target_include_directories(host_yardstick PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(host_yardstick PRIVATE tcu_build_flags tcu_static tcu_dependencies)
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/bench/CMakeLists.txt")
  add_subdirectory(bench)
endif()
