#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_consumer.sh BUILD CC CXX: installs BUILD into an empty prefix and builds and runs a C and a C++ program against
# what lies there, with the shared and the static library, through find_package and through pkg-config; the latter
# also README's first examples and the guide's programs, compiled as README and the guide say, and a program by the headers
# for C++ with each compiler that is here; and where the emulated device is built, its example; and where there is nvcc,
# kernels that include the installed device headers, for sm_80, sm_90 and sm_100 (as far as this nvcc knows them), and
# Thrust's arrays by the headers for C++. Where BUILD was cross-compiled, TCU_EMULATOR holds the words that go before a
# program to run it, and CMAKE_TOOLCHAIN_FILE is CMake's own variable.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=$1
cc=${2:-cc}
cxx=${3:-c++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
programs=0

cmake --install "$build" --prefix "$prefix" >"$work/install.log" || {
    cat "$work/install.log"
    exit 1
}

run() { # run PROGRAM...: with the installed shared library at hand
    # shellcheck disable=SC2086
    LD_LIBRARY_PATH="$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" ${TCU_EMULATOR:-} "$@"
    programs=$((programs + 1))
}
libdir=$(dirname "$(find "$prefix" -name 'libtcu.so' | head -n 1)")

for shared in ON OFF; do
    echo "== find_package, BUILD_SHARED_LIBS=$shared"
    if ! { cmake -S "$here/tests/consumer" -B "$work/cmake-$shared" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" -DBUILD_SHARED_LIBS=$shared &&
        cmake --build "$work/cmake-$shared"; } >"$work/log" 2>&1; then
        cat "$work/log"
        exit 1
    fi
    run "$work/cmake-$shared/consumer_c"
    run "$work/cmake-$shared/consumer_cxx"
    run "$work/cmake-$shared/wrapper_cxx17"
    run "$work/cmake-$shared/wrapper_cxx20"
done

if [ -e "$libdir/libtcu_emulated_device.a" ]; then
    echo "== find_package, the emulated device"
    if ! { cmake -S "$here/emulation/example" -B "$work/emulated" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_CXX_COMPILER="$cxx" && cmake --build "$work/emulated"; } >"$work/log" 2>&1; then
        cat "$work/log"
        exit 1
    fi
    run "$work/emulated/first_kernel"
fi

nvcc=${CUDACXX:-${CUDA_PATH:+$CUDA_PATH/bin/nvcc}}
nvcc=$(command -v "${nvcc:-nvcc}" || true)
if [ -n "$nvcc" ] && [ -z "${TCU_EMULATOR:-}" ]; then
    architectures=$("$nvcc" --list-gpu-arch | sed -n 's/^compute_\(80\|90\|100\)$/\1-real/p' | paste -sd ';')
    echo "== find_package, tcu::device, with nvcc for $architectures"
    if ! { cmake -S "$here/tests/consumer/device" -B "$work/device" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CUDA_COMPILER="$nvcc" -DCMAKE_CUDA_ARCHITECTURES="$architectures" &&
        cmake --build "$work/device"; } >"$work/log" 2>&1; then
        cat "$work/log"
        exit 1
    fi
    run "$work/device/layout_consumer"
    run "$work/device/device_consumer"
    for standard in 17 20; do
        "$nvcc" -std=c++$standard -arch=sm_80 -Werror all-warnings -Xcompiler -Wall,-Wextra -I"$prefix/include" \
            -o "$work/thrust$standard" "$here/tests/consumer/thrust.cu" -L"$libdir" -ltcu
        run "$work/thrust$standard"
    done
    for program in hadamard cumulative; do
        "$nvcc" -std=c++17 -arch=sm_80 -I"$prefix/include" -o "$work/$program" "$here/examples/device/$program.cu"
    done
else
    echo "== tcu::device: there is no nvcc here"
fi

if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$libdir/pkgconfig
    export PKG_CONFIG_PATH
    warnings="-Wall -Wextra -Wpedantic -Werror"
    echo "== pkg-config, shared ($(pkg-config --modversion tcu))"
    # shellcheck disable=SC2046,SC2086
    "$cc" -std=c11 $warnings "$here/tests/consumer/consumer.c" -o "$work/pc_c" $(pkg-config --cflags --libs tcu)
    # shellcheck disable=SC2046,SC2086
    "$cxx" -std=c++17 $warnings "$here/tests/consumer/consumer.cpp" -o "$work/pc_cxx" $(pkg-config --cflags --libs tcu)
    # shellcheck disable=SC2046
    "$cc" "$here/examples/quickstart.c" -o "$work/quickstart" $(pkg-config --cflags --libs tcu)
    # The headers for C++, by every compiler that is here; without the flags by which CMake treats headers as the system's.
    compilers=$cxx
    if [ -z "${TCU_EMULATOR:-}" ]; then
        compilers=$(for one in "$cxx" g++ clang++; do command -v "$one" || true; done | sort -u)
    fi
    for compiler in $compilers; do
        for standard in 17 20; do
            # shellcheck disable=SC2046,SC2086
            "$compiler" -std=c++$standard $warnings -Wshadow -Wconversion "$here/tests/consumer/wrapper.cpp" \
                -o "$work/wrapper" $(pkg-config --cflags --libs tcu)
            run "$work/wrapper"
        done
    done
    run "$work/pc_c"
    run "$work/pc_cxx"
    # shellcheck disable=SC2046
    "$cxx" -std=c++17 "$here/examples/quickstart.cpp" -o "$work/quickstart_cpp" $(pkg-config --cflags --libs tcu)
    run "$work/quickstart"
    run "$work/quickstart_cpp"
    for program in "$here"/examples/guide/*.c "$here"/examples/guide/*.cpp; do
        task=$(basename "${program%.*}")
        compiler=$cc
        [ "$program" = "${program%.cpp}" ] || compiler="$cxx -std=c++17"
        # shellcheck disable=SC2046,SC2086
        $compiler "$program" -o "$work/$task" $(pkg-config --cflags --libs tcu)
        run "$work/$task" >"$work/output"
        cmp "$work/output" "$here/examples/guide/expected/$task.txt"
    done
    echo "== pkg-config, static"
    # The archive by name, since -ltcu prefers the shared library that lies beside it.
    # shellcheck disable=SC2046
    "$cc" -std=c11 "$here/tests/consumer/consumer.c" -o "$work/pc_static" \
        $(pkg-config --static --cflags --libs tcu | sed "s|-ltcu|$libdir/libtcu.a|")
    run "$work/pc_static"
else
    echo "== pkg-config is not on this machine: tcu.pc not tried"
fi
echo "consumer: $programs programs built against the installed package and run"
