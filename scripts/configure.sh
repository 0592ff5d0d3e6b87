#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# configure.sh BUILD [CMAKE ARGUMENT...]: what `make` does before it builds. Two things more than cmake: unless the
# caller sets CMAKE_CUDA_ARCHITECTURES, CUDA code is compiled for the GPU of this machine only (a build for several
# takes as many times longer); and a build folder that was configured with another compiler is configured anew.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=$1
shift

architectures=${CMAKE_CUDA_ARCHITECTURES:-${CUDAARCHS:-}}
if [ -z "$architectures" ]; then
    capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sed -n 's/^\([0-9]*\)\.\([0-9]\)$/\1\2-real/p' |
        sort -u | paste -s -d ';' -) || true
fi
nvcc=${CUDACXX:-}
if [ -z "$nvcc" ] && [ -n "${CUDA_PATH:-}" ] && [ -x "$CUDA_PATH/bin/nvcc" ]; then
    nvcc=$CUDA_PATH/bin/nvcc
fi
[ -n "$nvcc" ] || nvcc=$(command -v nvcc || true)

# A GPU older than sm_80 has no use for the CUDA backend, and one that nvcc does not know takes the PTX of the default.
if [ -z "$architectures" ]; then
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

settings="source $here
cc ${CC:-}
cxx ${CXX:-}
nvcc $nvcc $({ "$nvcc" --version 2>/dev/null || true; } | sed -n 's/.*release //p')"
if [ -f "$build/CMakeCache.txt" ] && [ "$(cat "$build/tcu-settings" 2>/dev/null)" != "$settings" ]; then
    echo "$build was configured with other compilers: configuring anew"
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
fi
mkdir -p "$build"
printf '%s\n' "$settings" >"$build/tcu-settings"
cmake -S "$here" -B "$build" "-DCMAKE_CUDA_ARCHITECTURES=$architectures" "$@"
