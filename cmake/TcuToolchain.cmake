# SPDX-License-Identifier: Apache-2.0
# Languages, flags and dependencies. Sets TCU_WITH_CUDA, TCU_WITH_OPENMP, TCU_STATIC_LIBS, TCU_STATIC_LIBS_PC, and
# defines the interface targets tcu_build_flags (how our sources are compiled) and tcu_dependencies (what they need).

include(CheckLanguage)

# ------------------------------------------------------------------------------------------------------------- CUDA ---
set(TCU_WITH_CUDA OFF)
if(NOT TCU_CUDA STREQUAL "OFF")
  if(NOT CMAKE_CUDA_COMPILER AND "$ENV{CUDACXX}" STREQUAL "")
    # Where a user says: PATH or CUDA_PATH. (By itself CMake also looks into system folders that are not on PATH.)
    find_program(TCU_NVCC nvcc HINTS "$ENV{CUDA_PATH}" PATH_SUFFIXES bin NO_CMAKE_SYSTEM_PATH NO_CACHE)
    if(TCU_NVCC)
      check_language(CUDA)
    endif()
  else()
    check_language(CUDA)
  endif()
  if(CMAKE_CUDA_COMPILER)
    set(tcu_default_architectures OFF)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
      # Which architectures nvcc knows depends on its version, known only after this probe.
      set(tcu_default_architectures ON)
      set(CMAKE_CUDA_ARCHITECTURES 80-real)
    endif()
    enable_language(CUDA)
    if(tcu_default_architectures)
      # Machine code for each, and PTX of the newest for GPUs to come.
      if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
        set(CMAKE_CUDA_ARCHITECTURES 80-real 90-real 100)
      else()
        set(CMAKE_CUDA_ARCHITECTURES 80-real 90)
      endif()
    endif()
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 11.8)
      message(FATAL_ERROR "tcu: the CUDA backend needs nvcc 11.8 or newer; this one is ${CMAKE_CUDA_COMPILER_VERSION}. "
                          "Set TCU_CUDA=OFF to build without it.")
    endif()
    foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
      if(architecture MATCHES "^([0-9]+)" AND CMAKE_MATCH_1 LESS 80)
        message(FATAL_ERROR "tcu: CMAKE_CUDA_ARCHITECTURES holds ${architecture}; the kernels need 80 or newer")
      endif()
    endforeach()
    find_package(CUDAToolkit REQUIRED)
    set(TCU_WITH_CUDA ON)
    message(STATUS "tcu: CUDA backend ON (nvcc ${CMAKE_CUDA_COMPILER_VERSION}, for ${CMAKE_CUDA_ARCHITECTURES})")
  elseif(TCU_CUDA STREQUAL "ON")
    message(FATAL_ERROR "TCU_CUDA is ON, but no working nvcc was found. Put it on PATH, or set CUDACXX to it.")
  else()
    message(STATUS "tcu: no working nvcc found: building WITHOUT the CUDA backend (host backend only)")
  endif()
else()
  message(STATUS "tcu: TCU_CUDA is OFF: building WITHOUT the CUDA backend (host backend only)")
endif()

# The host backend is C alone.
if(TCU_WITH_CUDA OR TCU_TESTS OR TCU_TOOLS OR TCU_BENCH OR TCU_COURSE OR TCU_EMULATED_DEVICE)
  enable_language(CXX)
elseif(TCU_EXAMPLES)
  include(CheckLanguage)
  check_language(CXX)
  if(CMAKE_CXX_COMPILER)
    enable_language(CXX)
  else()
    message(STATUS "tcu: no C++ compiler found: the examples in C++ are not built")
  endif()
endif()

# ----------------------------------------------------------------------------------------------------------- OpenMP ---
set(TCU_WITH_OPENMP OFF)
if(NOT TCU_OPENMP STREQUAL "OFF")
  find_package(OpenMP QUIET COMPONENTS C)
  if(OpenMP_C_FOUND)
    set(TCU_WITH_OPENMP ON)
  elseif(TCU_OPENMP STREQUAL "ON")
    message(FATAL_ERROR "TCU_OPENMP is ON, but the C compiler has no OpenMP")
  else()
    message(STATUS "tcu: no OpenMP found: the host backend runs on one thread")
  endif()
endif()

# ------------------------------------------------------------------------------------------------------------ flags ---
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

add_library(tcu_build_flags INTERFACE)
set(tcu_c_flags
    -Wall
    -Wextra
    -Wpedantic
    -Wshadow
    -Wstrict-prototypes
    # Rounding must not depend on which instruction set a function was cloned for.
    -ffp-contract=off)
if(NOT TCU_WITH_OPENMP)
  list(APPEND tcu_c_flags -Wno-unknown-pragmas)
endif()
if(TCU_WERROR)
  list(APPEND tcu_c_flags -Werror)
endif()
target_compile_options(tcu_build_flags INTERFACE "$<$<COMPILE_LANGUAGE:C>:${tcu_c_flags}>")
if(TCU_WITH_CUDA)
  # Without exceptions and guarded statics the objects need nothing of the C++ library, so that C programs can link
  # the archive with a C compiler.
  set(tcu_cuda_flags -Xcompiler=-Wall,-Wextra,-fno-exceptions,-fno-rtti,-fno-threadsafe-statics)
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.9)
    # Hundreds of small kernels that are alike: a fifth of the size.
    list(APPEND tcu_cuda_flags --compress-mode=size)
  endif()
  if(TCU_WERROR)
    list(APPEND tcu_cuda_flags -Werror=all-warnings)
  endif()
  target_compile_options(tcu_build_flags INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:${tcu_cuda_flags}>")
  target_compile_definitions(tcu_build_flags INTERFACE TCU_WITH_CUDA=1)
  if(TCU_INJECT_WRONG_ORDER)
    target_compile_definitions(tcu_build_flags INTERFACE TCU_INJECT_WRONG_ORDER=1)
  endif()
endif()

if(TCU_SANITIZE)
  set(tcu_sanitize -fsanitize=address,undefined -fno-sanitize-recover=all)
  # Reports name functions and lines, for which little debug information does, and compiles a third faster.
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:${tcu_sanitize};-fno-omit-frame-pointer;-g1>")
  add_link_options(${tcu_sanitize})
endif()

# ----------------------------------------------------------------------------------------------------- dependencies ---
# The package links by name what a user's machine finds by name: TCU_STATIC_LIBS for CMake, .._PC for pkg-config.
add_library(tcu_dependencies INTERFACE)
target_link_libraries(tcu_dependencies INTERFACE m pthread)
set(TCU_STATIC_LIBS m pthread)
set(TCU_STATIC_LIBS_PC -lm -lpthread)
if(TCU_WITH_CUDA)
  target_link_libraries(tcu_dependencies INTERFACE CUDA::cudart_static)
  list(APPEND TCU_STATIC_LIBS CUDA::cudart_static)
  list(APPEND TCU_STATIC_LIBS_PC -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt)
endif()
if(TCU_WITH_OPENMP)
  target_link_libraries(tcu_dependencies INTERFACE OpenMP::OpenMP_C)
  list(APPEND TCU_STATIC_LIBS ${OpenMP_C_FLAGS})
  list(APPEND TCU_STATIC_LIBS_PC ${OpenMP_C_FLAGS})
endif()
