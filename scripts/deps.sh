#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deps.sh [--examples] [--course] [--pictures] [--test] [--bench] [--docs] [--aarch64] [--python] [--ci]: makes sure that
# what the library's build needs is on this machine; with --examples, what the examples need too; with --course, what the
# lessons need; with --pictures, what draws their pictures; with --test, all that and what the tests need; with
# --bench, what the benchmark needs; with --docs, what `make docs` needs; with --aarch64, what cross-compiles for
# 64-bit Arm and runs that; with --python, what builds and tests the Python package; with --ci, all that .ci/run needs, which
# is all but --aarch64. On Debian and Ubuntu installs what is missing, elsewhere says what to install. Asks nothing. CUDA is
# optional and is never installed.
set -eu

want_examples=no
want_course=no
want_pictures=no
want_test=no
want_bench=no
want_docs=no
want_aarch64=no
want_python=no
want_ci=no
for want in "$@"; do
    case $want in
    --examples) want_examples=yes ;;
    --course) want_course=yes ;;
    --pictures) want_examples=yes want_course=yes want_pictures=yes ;;
    --test) want_examples=yes want_course=yes want_test=yes ;;
    --bench) want_bench=yes ;;
    --docs) want_docs=yes ;;
    --aarch64) want_aarch64=yes ;;
    --python) want_python=yes ;;
    --ci) want_examples=yes want_course=yes want_test=yes want_bench=yes want_docs=yes want_python=yes want_ci=yes ;;
    *)
        echo "usage: deps.sh [--examples] [--course] [--pictures] [--test] [--bench] [--docs] [--aarch64] [--python] [--ci]" >&2
        exit 2
        ;;
    esac
done

missing=
need() { # need PACKAGE WHY
    missing="$missing $1"
    echo "deps: missing: $1 ($2)"
}
have() {
    command -v "$1" >/dev/null 2>&1
}
cmake_is_recent() {
    version=$(cmake --version | sed -n '1s/.*version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
    # shellcheck disable=SC2086
    set -- $version
    [ "$1" -gt 3 ] || { [ "$1" -eq 3 ] && [ "$2" -ge 22 ]; }
}

have "${CC:-cc}" || have gcc || have clang || need gcc "the C compiler"
have "${CC:-cc}" && [ ! -e /usr/include/stdio.h ] && have apt-get && need libc6-dev "the C library's headers"
if [ $want_course = yes ] || [ $want_bench = yes ] || have nvcc || [ -n "${CUDACXX:-}${CUDA_PATH:-}" ]; then
    have "${CXX:-c++}" || have g++ || have clang++ ||
        need g++ "compiles lessons, tests and benchmark; nvcc's host compiler"
fi
have make || need make "runs the build"
have cmake && cmake_is_recent || need cmake "configures the build, 3.22 or newer"
if [ $want_examples = yes ]; then
    echo '#include <png.h>' | "${CC:-cc}" -E - >/dev/null 2>&1 ||
        need libpng-dev "the examples equalize and heat write pictures"
fi
if [ $want_course = yes ]; then
    have python3 || need python3 "packs hand-outs of the course and prints the points of exercises"
    have addr2line || need binutils "names the line of a mistake on the emulated device"
fi
if [ $want_pictures = yes ]; then
    python3 -c 'import PIL' 2>/dev/null || need python3-pil "puts the frames of a film together"
fi
if [ $want_test = yes ]; then
    have pkg-config || need pkg-config "finds Criterion"
    if ! have pkg-config || ! pkg-config --exists criterion; then
        need libcriterion-dev "the framework of the test suite"
    fi
fi
if [ $want_docs = yes ]; then
    have python3 || [ $want_course = yes ] || need python3 "checks the reference's links"
    have doxygen || need doxygen "writes the reference and the man pages"
fi
if [ $want_bench = yes ]; then
    have pkg-config || [ $want_test = yes ] || need pkg-config "finds Google Benchmark"
    if ! have pkg-config || ! pkg-config --exists benchmark; then
        need libbenchmark-dev "Google Benchmark, which tcu-bench is built on"
    fi
fi
if [ $want_aarch64 = yes ]; then
    have aarch64-linux-gnu-gcc || need gcc-aarch64-linux-gnu "compiles C for 64-bit Arm"
    have aarch64-linux-gnu-g++ || need g++-aarch64-linux-gnu "compiles the C++ program that uses the package"
    [ -e /usr/aarch64-linux-gnu/include/stdio.h ] || need libc6-dev-arm64-cross "the C library for 64-bit Arm"
    have qemu-aarch64 || have qemu-aarch64-static || need qemu-user "runs programs for 64-bit Arm"
    have pkg-config || need pkg-config "finds Criterion"
fi
if [ $want_python = yes ]; then
    have "${CXX:-c++}" || have g++ || have clang++ || need g++ "compiles the extension module"
    have python3 || need python3 "runs the Python package"
    python3 -c 'import ensurepip, venv' 2>/dev/null || need python3-venv "makes the virtual environments of its tests"
    python3 -c 'import os, sysconfig; open(os.path.join(sysconfig.get_path("include"), "Python.h"))' 2>/dev/null ||
        need python3-dev "the headers of Python"
fi
if [ $want_ci = yes ]; then
    have git || need git "lists the sources to check"
    have clang-format-15 || need clang-format-15 "checks the formatting"
    have clang-tidy || need clang-tidy "looks for defects in the host's C"
    have clang++ || need clang "compiles the programs by the headers for C++, beside g++"
fi

[ -n "$missing" ] || exit 0

if ! have apt-get; then
    echo "deps: this is neither Debian nor Ubuntu. Please install the above, for example:"
    echo "  Fedora:      dnf install gcc gcc-c++ make cmake pkgconf-pkg-config criterion-devel libpng-devel \\"
    echo "                   google-benchmark-devel python3 doxygen clang-tools-extra git"
    echo "  Arch Linux:  pacman -S base-devel cmake pkgconf criterion libpng benchmark python doxygen clang git"
    echo "  Criterion:   https://github.com/Snaipe/Criterion"
    exit 1
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    # Without a question: a password prompt would stop an unattended build.
    if ! have sudo || ! sudo -n true 2>/dev/null; then
        echo "deps: not root, and sudo is not there or wants a password. Please run:"
        echo "  sudo apt-get update && sudo apt-get install --no-install-recommends$missing"
        exit 1
    fi
    as_root="sudo -n"
fi
echo "deps: installing with apt-get:$missing"
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update ||
    echo "deps: apt-get update failed; trying with the package lists that are there"
# shellcheck disable=SC2086
if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $missing; then
    echo "deps: apt-get could not install:$missing"
    exit 1
fi
if ! cmake_is_recent; then
    echo "deps: this system's cmake is older than 3.22: please install a newer one (https://cmake.org/download)"
    exit 1
fi
