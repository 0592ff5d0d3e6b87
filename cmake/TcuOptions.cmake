# SPDX-License-Identifier: Apache-2.0
# What a user can choose. By default the library alone is built. What is ON is required: if something that it needs is
# not on this machine, that is an error which says what; only what is AUTO adapts to the machine.

set(TCU_CUDA AUTO CACHE STRING "CUDA backend: AUTO (when a working nvcc is found), ON, OFF")
set(TCU_OPENMP AUTO CACHE STRING "OpenMP in the host backend: AUTO (when found), ON, OFF")
foreach(choice TCU_CUDA TCU_OPENMP)
  set_property(CACHE ${choice} PROPERTY STRINGS AUTO ON OFF)
  if(NOT "${${choice}}" MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "${choice} is \"${${choice}}\"; it has to be AUTO, ON or OFF")
  endif()
endforeach()

option(TCU_TESTS "Build the tests, which need Criterion and a C++ compiler" OFF)
option(TCU_TEST_ALL "Tests: all suites; OFF: of the slow ones a part that TCU_TEST_SEED draws" ON)
option(TCU_EXAMPLES "Build the examples" OFF)
option(TCU_COURSE "Build the course's lessons, which need a C++ compiler" OFF)
option(TCU_EMULATED_DEVICE
       "Build tcu_emulated_device, a CUDA device on the processor for teaching (needs a C++ compiler)" OFF)
option(TCU_BENCH "Build the benchmark, which needs Google Benchmark and a C++ compiler" OFF)
option(TCU_TOOLS "Build the tools in tools/, which need a C++ compiler (TCU_TESTS builds them, too)" OFF)
option(TCU_INSTALL "Generate the install target" ${PROJECT_IS_TOP_LEVEL})
option(TCU_DOCS "Build the HTML reference and the man pages (needs Doxygen)" OFF)
option(TCU_WERROR "Treat warnings as errors" OFF)
option(TCU_INJECT_WRONG_ORDER
       "Sorts on GPUs put equal digits into a wrong order, to be found and repaired: for tests" OFF)
option(TCU_SANITIZE "Build host code with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type: Release, RelWithDebInfo, Debug" FORCE)
endif()
