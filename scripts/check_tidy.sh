#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_tidy.sh [CLANG_TIDY]: clang-tidy, with the checks of .clang-tidy, finds nothing in the C of a build without CUDA:
# the library and the examples.
set -eu
cd "$(dirname "$0")/.."
clang_tidy=${1:-clang-tidy}
build=build-tidy
log=$build/tidy.log

mkdir -p $build
if ! cmake -S . -B $build -DTCU_CUDA=OFF -DTCU_OPENMP=OFF -DTCU_EXAMPLES=ON -DTCU_TESTS=OFF -DTCU_BENCH=OFF \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    >$build/configure.log 2>&1; then
    cat $build/configure.log
    exit 1
fi
files=$(sed -n 's/^  "file": "\(.*\.c\)",*$/\1/p' $build/compile_commands.json | sort -u | grep -v "/$build/")
count=$(printf '%s\n' "$files" | wc -l)
[ "$count" -gt 1 ] || {
    echo "clang-tidy: no sources in $build/compile_commands.json"
    exit 1
}
# A process takes several files, so that no core waits for the longest.
if ! printf '%s\n' "$files" | xargs -P "$(nproc)" -n 3 "$clang_tidy" -p $build --quiet >$log 2>&1; then
    grep -vE '^[0-9]+ warnings? (generated|treated)|^Suppressed ' $log
    echo "clang-tidy: mend the above (.clang-tidy says which checks are on)"
    exit 1
fi
echo "clang-tidy: $count files, $("$clang_tidy" --version | sed -n 's/.*version \([0-9.]*\).*/version \1/p'), nothing found"
