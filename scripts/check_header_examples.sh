#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_header_examples.sh CC CXX LIBRARY: the example (@code) at the top of every public header compiles as C11 and as
# C++17 (that of tcu.hpp as C++17 and C++20) without a warning, links the library, runs on a host context, and what it
# asserts holds. (export.h has none, since
# a program needs nothing from there.) TCU_EMULATOR, if set, holds the words that go before a program of another
# architecture to run it.
set -eu
cd "$(dirname "$0")/.."
cc=$1
cxx=$2
library=$3
warnings="-Wall -Wextra -Wpedantic -Werror"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count=0
failed=0
for header in include/tcu/*.h include/tcu/tcu.hpp; do
    name=$(basename "$header" .h)
    languages="c c++17"
    case $header in *.hpp) languages="c++17 c++20" ;; esac
    [ "$name" != export ] || continue
    example=$(sed -n '/^ \* @code$/,/^ \* @endcode$/p' "$header" | sed -e '/^ \* @\(end\)*code$/d' -e 's/^ \*$//' -e 's/^ \* //')
    case $example in
    '')
        echo "$header: has no example"
        failed=$((failed + 1))
        continue
        ;;
    *'int main('*)
        printf '%s\n' "$example" >"$work/$name.c"
        ;;
    *) # statements that use a context
        cat >"$work/$name.c" <<END
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <tcu/context.h>
#include <tcu/$name.h>

static void example(tcu_context *context)
{
    (void)context;
    {
$example
    }
}

int main(void)
{
    tcu_context *context;
    if (tcu_context_create(&context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS) {
        return 1;
    }
    example(context);
    return tcu_context_destroy(context) != TCU_SUCCESS;
}
END
        ;;
    esac
    for standard in $languages; do
        language=${standard%[12]*}
        [ "$language" = c ] && compiler="$cc -std=c11" || compiler="$cxx -std=$standard"
        # shellcheck disable=SC2086
        if ! $compiler $warnings -Iinclude -x $language "$work/$name.c" -x none -o "$work/$name" "$library" \
            "-Wl,-rpath,$(dirname "$library")"; then
            echo "$header: its example does not compile as $language"
            failed=$((failed + 1))
        elif ! ${TCU_EMULATOR:-} "$work/$name" >/dev/null; then
            echo "$header: its example, compiled as $language, fails"
            failed=$((failed + 1))
        fi
    done
    count=$((count + 1))
done
echo "examples of public headers: $count compiled and run as C11 and C++17, $failed failed"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
