#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# python_wheels.sh OUT [tcu] [libtcu]: builds the wheels of the Python package and of the C library (both unless one is
# named) with the python3 of PATH, into the folder OUT. auditwheel, where it is installed, makes them run on other Linux
# systems of the same age. A wheel above its limit of size is an error: PyPI takes none above 100 MB, and what grows by
# itself is to be noticed. CMAKE_ARGS chooses what is built, as in CMAKE_ARGS="-DTCU_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=90".
set -eu
cd "$(dirname "$0")/.."
if [ $# -lt 1 ]; then
    echo "usage: python_wheels.sh OUT [tcu] [libtcu]" >&2
    exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- tcu libtcu
limit_of_tcu=10  # MB, on the CPU alone
limit_of_libtcu=100

cache=$(ccache --get-config cache_dir 2>/dev/null || true)
if [ -n "$cache" ] && mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ]; then
    export CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER-ccache}"
    export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
    export CMAKE_CUDA_COMPILER_LAUNCHER="${CMAKE_CUDA_COMPILER_LAUNCHER-ccache}"
fi

for wheel in "$@"; do
    case $wheel in
    tcu) tree=. limit=$limit_of_tcu ;;
    libtcu) tree=python/libtcu limit=$limit_of_libtcu ;;
    *)
        echo "python_wheels.sh: there is no wheel $wheel" >&2
        exit 2
        ;;
    esac
    work=$(mktemp -d)
    python3 -m pip wheel --quiet --no-deps --wheel-dir "$work" "./$tree"
    made=$(echo "$work"/*.whl)
    # (The library is the wheel's own, or, with CUDA, that of libtcu: it is not to be renamed.)
    if [ "$wheel" = tcu ] && command -v auditwheel >/dev/null && command -v patchelf >/dev/null; then
        auditwheel repair --exclude 'libtcu.so*' --wheel-dir "$work/repaired" "$made"
        made=$(echo "$work"/repaired/*.whl)
    fi
    megabytes=$(($(wc -c <"$made") / 1000000))
    if [ "$megabytes" -ge "$limit" ]; then
        echo "python_wheels.sh: $(basename "$made") has $megabytes MB; $limit are the most"
        exit 1
    fi
    cp "$made" "$out/"
    echo "python_wheels.sh: $(basename "$made"), $megabytes MB"
    rm -rf "$work"
done
