# SPDX-License-Identifier: Apache-2.0
# The benchmark, where the sources have it.
if(EXISTS "${PROJECT_SOURCE_DIR}/bench/CMakeLists.txt")
  add_subdirectory(bench)
endif()
