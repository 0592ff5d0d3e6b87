#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_aarch64.sh: cross-compiles library, host suite and examples for 64-bit Arm, warnings are errors, and runs under
# qemu's user mode the quicker half of the suite in its short tier, the short examples, and programs built against the
# installed package. (cmake/aarch64-linux-gnu.cmake; `ctest` in build-aarch64 runs all.)
#
# Criterion and libpng for arm64 are unpacked into the build's folder: the machine gets no package of another
# architecture. Where apt has none (Ubuntu keeps them on other servers), library and examples are compiled and run. The
# last line says what was done.
set -eu
cd "$(dirname "$0")/.."
build=$PWD/build-aarch64
root=$build/root
apt=$build/apt
begin=$(date +%s)

# Tests of every family that take an emulated processor few seconds: two minutes of one core in all, of about fifteen.
suites='arithmetic|bad_*|compact_*|context|convolution_@(refusals|values)|element_types|finite_difference_weights|gather*|half'
suites="$suites|histogram_*|large_@(compact|histogram|polynomial|radix_sort)|library|moments*|by_key*|group_by|paths|recurrence*|run_length"
suites="$suites|polynomial_@(arguments|splines)|radix_sort_*|reduce|scan|segmented_*_offsets|stencil_refusals|tile_host|workspace"
tests='by_hand|in_place|misaligned_slices|same_bits_from_run_to_run|at_their_own_points|indexed|special_points'
tests="$tests|a_workspace_*|derivatives_are_of_their_order|sums_over_a_torus_are_0"
examples='quickstart|guide_|group_by|particles_host_|cells_host_|wave3d_host_|equalize(_file|_bad.*)?$|.*_bad_usage'

finish() { # finish SENTENCE
    echo "aarch64: $1 ($(($(date +%s) - begin)) s)"
    exit 0
}

scripts/deps.sh --aarch64 || finish "NOT CHECKED: no cross-compiler or no qemu, see above"

# apt for arm64, by the machine's sources, with a state of its own in which nothing is installed.
arm64_apt() {
    apt-get -q -y -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Install-Recommends=0 \
        -o Dir::State="$apt" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt" -o Debug::NoLocking=1 \
        -o APT::Sandbox::User= -o Acquire::Languages=none "$@"
}

fetch_packages() { # fetch_packages PACKAGE...: they, and what they need, unpacked below $root
    rm -rf "$apt" "$root"
    mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$root"
    : >"$apt/status"
    arm64_apt update >"$apt/log" 2>&1 || return 1
    arm64_apt install --download-only "$@" >>"$apt/log" 2>&1 || return 1
    for package in "$apt"/archives/*.deb; do
        dpkg-deb -x "$package" "$root" || return 1
    done
    # Packages' links to /lib/... mean the root's.
    find "$root" -type l -lname '/*' | while read -r link; do
        ln -sfn "$root$(readlink "$link")" "$link"
    done
    rm -rf "$apt/archives"
    : >"$root/complete"
}

if [ -e "$root/complete" ] ||
    { command -v apt-get >/dev/null && fetch_packages libcriterion-dev libpng-dev libgomp1 libstdc++6; }; then
    set -- -DTCU_TESTS=ON "-DCMAKE_SYSROOT=$root"
    ran="compiled; the host suite's quicker tests, examples and installed package run under qemu"
else
    echo "aarch64: apt has no packages for arm64 here: without Criterion, library and examples only"
    set -- -DTCU_TESTS=OFF
    ran="compiled, but for the tests (no Criterion for arm64 here); examples and installed package run under qemu"
fi

rm -f "$build/CMakeCache.txt"
cmake --toolchain cmake/aarch64-linux-gnu.cmake -S . -B "$build" -DTCU_CUDA=OFF -DTCU_EXAMPLES=ON -DTCU_WERROR=ON \
    "$@" >"$build/configure.log" || {
    cat "$build/configure.log"
    exit 1
}
cmake --build "$build" --parallel "$(nproc)" >"$build/build.log" 2>&1 || {
    grep -v 'Building\|Linking\|Built target' "$build/build.log"
    exit 1
}
echo "aarch64: compiled after $(($(date +%s) - begin)) s"

sysroot=/usr/aarch64-linux-gnu
[ ! -e "$root/complete" ] || sysroot=$root
TCU_EMULATOR="$(command -v qemu-aarch64 || command -v qemu-aarch64-static) -L $sysroot"
# (Threads that wait by turning round take an emulated processor from those that work.)
export TCU_EMULATOR OMP_WAIT_POLICY=passive TCU_TEST_TIER=short

if [ "$sysroot" = "$root" ]; then
    $TCU_EMULATOR "$build/tcu_tests" --filter "@(@($suites)/*|*/@($tests))" --jobs "$(nproc)" >"$build/tests.log" 2>&1 || {
        cat "$build/tests.log"
        exit 1
    }
    grep 'Synthesis' "$build/tests.log"
    cd "$build"
    ctest --output-on-failure --no-tests=error --parallel "$(nproc)" \
        -R "^($examples|consumer|exported_symbols|public_headers)"
else
    tests/scripts/expect_output.sh "3 4 8 9 14 23 25 31 sum 31" "$build/examples/quickstart"
    $TCU_EMULATOR "$build/examples/group_by" --backend host
    $TCU_EMULATOR "$build/examples/cells_host" 1000
    $TCU_EMULATOR "$build/examples/particles_host" 1 1
    $TCU_EMULATOR "$build/examples/wave3d_host" 10 2
    CMAKE_TOOLCHAIN_FILE=$PWD/cmake/aarch64-linux-gnu.cmake \
        scripts/check_consumer.sh "$build" aarch64-linux-gnu-gcc aarch64-linux-gnu-g++
fi
finish "$ran"
