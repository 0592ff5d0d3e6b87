#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# configure.sh [--all-gpus] BUILD [CMAKE ARGUMENT...]: what `make` does before it builds. More than cmake does, unless
# the caller sets CMAKE_CUDA_ARCHITECTURES, or says --all-gpus:
# - CUDA code is compiled for the GPUs of this machine only: a build for several takes as many times longer.
# - Where there is no GPU that the CUDA backend runs on, it is left out, unless the caller sets TCU_CUDA.
# And always:
# - ccache, where it is installed, keeps what was compiled, unless the caller sets CMAKE_<LANGUAGE>_COMPILER_LAUNCHER.
# - A build folder that was configured with another compiler is configured anew.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
all_gpus=no
if [ "$1" = --all-gpus ]; then
    all_gpus=yes
    shift
fi
build=$1
shift

# The last -DTCU_CUDA=... of the arguments, as cmake takes it. (AUTO again where a run before this one said OFF.)
cuda=
for argument in "$@"; do
    case $argument in
    -DTCU_CUDA=* | -DTCU_CUDA:*=*) cuda=${argument#*=} ;;
    esac
done
nvcc=${CUDACXX:-}
if [ -z "$nvcc" ] && [ -n "${CUDA_PATH:-}" ] && [ -x "$CUDA_PATH/bin/nvcc" ]; then
    nvcc=$CUDA_PATH/bin/nvcc
fi
[ -n "$nvcc" ] || nvcc=$(command -v nvcc || true)

architectures=${CMAKE_CUDA_ARCHITECTURES:-${CUDAARCHS:-}}
if [ -z "$architectures" ] && [ $all_gpus = no ]; then
    gpus=$("$here/scripts/usable_gpus.sh")
    if [ -z "$gpus" ] && [ -z "$cuda" ]; then
        cuda=OFF
        [ -z "$nvcc" ] || echo "No GPU of compute capability 8.0 or newer: building the host library alone (CUDA too: CMAKE_ARGS=-DTCU_CUDA=ON)."
    fi
    # A GPU that nvcc does not know takes the PTX of the default.
    known=$({ "$nvcc" --list-gpu-arch 2>/dev/null || true; } | sed -n 's/^compute_//p')
    for gpu in $gpus; do
        if printf '%s\n' "$known" | grep -qx "$gpu"; then
            architectures=${architectures:+$architectures;}$gpu-real
        fi
    done
    if [ -z "$architectures" ]; then
        [ -z "$gpus" ] && architectures=90-real || architectures='80-real;90'
    fi
    if [ -n "$gpus" ] && [ -z "$nvcc" ] && [ "$cuda" != OFF ]; then
        echo "There is a GPU, but no nvcc on PATH: building the host library alone (nvcc comes with the CUDA toolkit)."
    fi
fi
[ -n "$cuda" ] || cuda=AUTO

# (ccache fails where it cannot write. CMake reads these variables when a folder is configured for the first time.)
cache=$(ccache --get-config cache_dir 2>/dev/null || true)
if [ -n "$cache" ] && mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ]; then
    export CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER-ccache}"
    export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
    export CMAKE_CUDA_COMPILER_LAUNCHER="${CMAKE_CUDA_COMPILER_LAUNCHER-ccache}"
fi
launchers="${CMAKE_C_COMPILER_LAUNCHER-} ${CMAKE_CXX_COMPILER_LAUNCHER-} ${CMAKE_CUDA_COMPILER_LAUNCHER-}"

settings="source $here
launchers $launchers
cc ${CC:-}
cxx ${CXX:-}
nvcc $nvcc $({ "$nvcc" --version 2>/dev/null || true; } | sed -n 's/.*release //p')"
if [ -f "$build/CMakeCache.txt" ] && [ "$(cat "$build/tcu-settings" 2>/dev/null)" != "$settings" ]; then
    echo "$build was configured with other compilers or launchers: configuring anew"
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
fi
mkdir -p "$build"
printf '%s\n' "$settings" >"$build/tcu-settings"
[ -z "$architectures" ] || set -- "-DCMAKE_CUDA_ARCHITECTURES=$architectures" "$@"
cmake -S "$here" -B "$build" "-DTCU_CUDA=$cuda" "$@"

# The kernels of one architecture take one core 24 minutes.
if grep -q '^cuda=.' "$build/build-info" && [ ! -e "$build/libtcu.so" ]; then
    cores=$(nproc 2>/dev/null || echo 2)
    count=$(sed -n 's/^architectures=//p' "$build/build-info" | tr ';' '\n' | wc -l)
    echo "Compiling the CUDA kernels for $(sed -n 's/^architectures=//p' "$build/build-info") takes about $(((24 * count + cores - 1) / cores)) min on $cores cores."
fi
