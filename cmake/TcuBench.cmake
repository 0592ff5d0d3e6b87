# SPDX-License-Identifier: Apache-2.0
# The benchmarks. They may look inside the library, so they link the archive.
#   host_yardstick   the host backend's promise, plain C
#   tcu-bench        all operations; needs Google Benchmark

function(tcu_bench_program name)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE tcu_static tcu_dependencies)
endfunction()

add_executable(host_yardstick "${PROJECT_SOURCE_DIR}/bench/host_yardstick.c")
tcu_bench_program(host_yardstick)
target_link_libraries(host_yardstick PRIVATE tcu_build_flags)

find_package(benchmark QUIET)
if(NOT benchmark_FOUND OR NOT CMAKE_CXX_COMPILER)
  message(STATUS "tcu: Google Benchmark (Debian: libbenchmark-dev) not found: building WITHOUT tcu-bench")
  return()
endif()

set(TCU_CCCL_ROOT "" CACHE PATH "CCCL to measure against instead of the CUDA toolkit's own (a checkout or a package)")

set(tcu_bench_dir "${PROJECT_SOURCE_DIR}/bench")
add_executable(tcu-bench
  "${tcu_bench_dir}/main.cpp" "${tcu_bench_dir}/options.cpp" "${tcu_bench_dir}/rows.cpp"
  "${tcu_bench_dir}/report.cpp" "${tcu_bench_dir}/host_runner.cpp" "${tcu_bench_dir}/serial.c")
tcu_bench_program(tcu-bench)
target_link_libraries(tcu-bench PRIVATE benchmark::benchmark ${CMAKE_DL_LIBS})
target_compile_options(tcu-bench PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:-Wall;-Wextra;-ffp-contract=off>")

find_package(Git QUIET)
set(tcu_bench_commit unknown)
if(GIT_FOUND)
  execute_process(COMMAND "${GIT_EXECUTABLE}" describe --always --dirty --abbrev=40 "--exclude=*"
                  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE tcu_bench_commit_found
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE tcu_bench_git_failed)
  if(NOT tcu_bench_git_failed)
    set(tcu_bench_commit "${tcu_bench_commit_found}")
  endif()
endif()
set_source_files_properties("${tcu_bench_dir}/options.cpp" PROPERTIES
  COMPILE_DEFINITIONS "TCU_BENCH_COMMIT=\"${tcu_bench_commit}\"")

if(TCU_WITH_CUDA)
  file(GLOB tcu_bench_cuda_sources CONFIGURE_DEPENDS "${tcu_bench_dir}/device/*.cu" "${tcu_bench_dir}/cub/*.cu")
  target_sources(tcu-bench PRIVATE ${tcu_bench_cuda_sources}
    "${tcu_bench_dir}/cub/cub_variants.c" "${tcu_bench_dir}/gpu_runner.cpp" "${tcu_bench_dir}/gpu_contestants.cpp"
    "${tcu_bench_dir}/gpu_data.cpp" "${tcu_bench_dir}/energy.cpp")
  target_compile_definitions(tcu-bench PRIVATE TCU_BENCH_CUDA=1)
  # CUB's templates take minutes for each architecture: of several, only one gets them.
  list(LENGTH CMAKE_CUDA_ARCHITECTURES tcu_bench_architectures)
  if(tcu_bench_architectures GREATER 1)
    set(tcu_bench_architecture 90-real)
    if(NOT "90-real" IN_LIST CMAKE_CUDA_ARCHITECTURES)
      list(GET CMAKE_CUDA_ARCHITECTURES -1 tcu_bench_architecture)
    endif()
    set_target_properties(tcu-bench PROPERTIES CUDA_ARCHITECTURES ${tcu_bench_architecture})
    message(STATUS "tcu: tcu-bench is built for ${tcu_bench_architecture} only")
  endif()
  if(TCU_CCCL_ROOT)
    # The top of a checkout (cub/cub, thrust/thrust, libcudacxx/include), an installation, a Python package.
    if(EXISTS "${TCU_CCCL_ROOT}/libcudacxx/include")
      set(tcu_cccl_includes "${TCU_CCCL_ROOT}/cub" "${TCU_CCCL_ROOT}/thrust" "${TCU_CCCL_ROOT}/libcudacxx/include")
    else()
      find_path(TCU_CCCL_INCLUDE cub/version.cuh NO_DEFAULT_PATH PATHS "${TCU_CCCL_ROOT}"
        PATH_SUFFIXES . include include/cccl nvidia/cu13/include/cccl nvidia/cuda_cccl/include
                      nvidia/cuda_cccl/include/cccl)
      if(NOT TCU_CCCL_INCLUDE)
        message(FATAL_ERROR "TCU_CCCL_ROOT is \"${TCU_CCCL_ROOT}\", but cub/version.cuh is not below it")
      endif()
      set(tcu_cccl_includes "${TCU_CCCL_INCLUDE}")
    endif()
    # Not as a system directory: the toolkit's own would be searched first.
    foreach(directory IN LISTS tcu_cccl_includes)
      target_compile_options(tcu-bench PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-I${directory}>")
    endforeach()
    message(STATUS "tcu: tcu-bench measures against the CCCL of ${tcu_cccl_includes}")
  endif()
endif()
