#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# configure.sh [--all-gpus] BUILD [CMAKE ARGUMENT...]: what `make` does before it builds. More than cmake does:
# - Unless the caller sets CMAKE_CUDA_ARCHITECTURES, or says --all-gpus, CUDA code is compiled for the GPU of this machine
#   only: a build for several takes as many times longer. Where there is none, it says how long the compilation takes.
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

architectures=${CMAKE_CUDA_ARCHITECTURES:-${CUDAARCHS:-}}
choose=no
[ -n "$architectures" ] || [ $all_gpus = yes ] || choose=yes
if [ $choose = yes ]; then
    capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sed -n 's/^\([0-9]*\)\.\([0-9]\)$/\1\2-real/p' |
        sort -u | paste -s -d ';' -) || true
fi
nvcc=${CUDACXX:-}
if [ -z "$nvcc" ] && [ -n "${CUDA_PATH:-}" ] && [ -x "$CUDA_PATH/bin/nvcc" ]; then
    nvcc=$CUDA_PATH/bin/nvcc
fi
[ -n "$nvcc" ] || nvcc=$(command -v nvcc || true)

# A GPU older than sm_80 has no use for the CUDA backend, and one that nvcc does not know takes the PTX of the default.
if [ $choose = yes ]; then
    known=$({ "$nvcc" --list-gpu-arch 2>/dev/null || true; } | sed -n 's/^compute_//p')
    for candidate in $(printf '%s' "${capability:-}" | tr ';' ' '); do
        number=${candidate%-real}
        if [ "$number" -ge 80 ] && printf '%s\n' "$known" | grep -qx "$number"; then
            architectures=${architectures:+$architectures;}$candidate
        fi
    done
    if [ -z "$architectures" ]; then
        [ -z "${capability:-}" ] && architectures=90-real || architectures='80-real;90'
    fi
fi

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
cmake -S "$here" -B "$build" "$@"

if [ $choose = yes ] && [ -z "${capability:-}" ] && [ ! -e "$build/libtcu.so" ] &&
    grep -q '^cuda=.' "$build/build-info" && grep -q '^TCU_CUDA:.*=AUTO$' "$build/CMakeCache.txt"; then
    cores=$(nproc 2>/dev/null || echo 2)
    # It takes one core nine minutes.
    minutes=$(((9 + cores - 1) / cores))
    echo
    echo "There is nvcc on this machine, but no GPU: compiling the CUDA backend, which cannot run here, takes about"
    echo "$minutes min on $cores cores. To go without it: the same command with CMAKE_ARGS=-DTCU_CUDA=OFF"
    echo
fi
