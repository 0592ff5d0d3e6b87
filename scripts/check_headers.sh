#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_headers.sh CC CXX: every public C header compiles alone, as C11 and as C++17, without a warning and without
# any header of the CUDA toolkit; those for C++ (*.hpp) likewise as C++17, and all together as C++20 and without exceptions.
# Of the headers for kernels (include/tcu/device/) layout.cuh compiles alone as C++17, without the toolkit, too; and each of
# them with nvcc, where there is one.
set -eu
cd "$(dirname "$0")/.."
cc=${1:-cc}
cxx=${2:-c++}
warnings="-Wall -Wextra -Wpedantic -Werror"

count=0
failed=0
for header in include/tcu/*.h; do
    name=tcu/$(basename "$header")
    # Twice: the include guard is part of the test.
    source="#include <$name>
#include <$name>
int tcu_header_check;"
    # shellcheck disable=SC2086
    if ! printf '%s\n' "$source" | "$cc" -std=c11 $warnings -Iinclude -fsyntax-only -x c -; then
        echo "$header: does not compile alone as C11"
        failed=$((failed + 1))
    fi
    # shellcheck disable=SC2086
    if ! printf '%s\n' "$source" | "$cxx" -std=c++17 $warnings -Iinclude -fsyntax-only -x c++ -; then
        echo "$header: does not compile alone as C++17"
        failed=$((failed + 1))
    fi
    if printf '%s\n' "$source" | "$cc" -std=c11 -Iinclude -M -x c - | tr ' ' '\n' | grep -E '/(cuda[^/]*|driver_types)\.h$'; then
        echo "$header: includes a CUDA header"
        failed=$((failed + 1))
    fi
    count=$((count + 1))
done
echo "public headers: $count checked as C11 and C++17, $failed failed"

# check_cpp HEADER FLAGS
check_cpp() {
    source="#include <${1#include/}>
#include <${1#include/}>
int tcu_header_check;"
    # shellcheck disable=SC2086
    if ! printf '%s\n' "$source" | "$cxx" $2 $warnings -Wshadow -Wconversion -Iinclude -fsyntax-only -x c++ -; then
        echo "$1: does not compile alone with $2"
        failed=$((failed + 1))
    fi
}
wrappers=0
for header in include/tcu/*.hpp include/tcu/cpp/*.hpp; do
    check_cpp "$header" -std=c++17
    wrappers=$((wrappers + 1))
done
check_cpp include/tcu/tcu.hpp -std=c++20
check_cpp include/tcu/tcu.hpp "-std=c++17 -fno-exceptions"
if printf '#include <tcu/tcu.hpp>\n' | "$cxx" -std=c++17 -Iinclude -M -x c++ - | tr ' ' '\n' |
    grep -E '/(cuda[^/]*|driver_types)\.h$'; then
    echo "include/tcu/tcu.hpp: includes a CUDA header"
    failed=$((failed + 1))
fi
echo "headers for C++: $wrappers checked as C++17, tcu.hpp as C++20 and without exceptions, too"

layout='#include <tcu/device/layout.cuh>
#include <tcu/device/layout.cuh>
static_assert(tcu::device::fragment_layout<tcu::device::use::a, tcu::device::m16n8k16, 16>::elements == 8, "of 256 in 32 lanes");'
# shellcheck disable=SC2086
if ! printf '%s\n' "$layout" | "$cxx" -std=c++17 $warnings -Iinclude -fsyntax-only -x c++ -; then
    echo "include/tcu/device/layout.cuh: does not compile alone as C++17"
    failed=$((failed + 1))
fi
nvcc=${CUDACXX:-${CUDA_PATH:+$CUDA_PATH/bin/nvcc}}
nvcc=$(command -v "${nvcc:-nvcc}" || true)
if [ -n "$nvcc" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    devices=0
    for header in $(find include/tcu/device -name '*.cuh' | LC_ALL=C sort); do
        name=${header#include/}
        printf '#include <%s>\n#include <%s>\n__global__ void kernel() {}\n' "$name" "$name" >"$work/header.cu"
        if ! "$nvcc" -std=c++17 -arch=sm_80 -Werror all-warnings -Xcompiler -Wall,-Wextra -Iinclude -c \
            -o "$work/header.o" "$work/header.cu"; then
            echo "$header: does not compile alone with nvcc"
            failed=$((failed + 1))
        fi
        devices=$((devices + 1))
    done
    echo "device headers: $devices checked with nvcc"
else
    echo "device headers: there is no nvcc here; layout.cuh checked as C++17"
fi
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
