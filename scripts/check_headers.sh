#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_headers.sh CC CXX: every public C header compiles alone, as C11 and as C++17, without a warning and without
# any header of the CUDA toolkit.
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
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
