#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_format.sh [CLANG_FORMAT]: every C and CUDA source is as clang-format, with .clang-format, writes it. The tree is
# formatted by version 15, the first that inserts braces; later ones differ in details, so they only warn. And no comment
# is wider than 125 columns.
set -eu
cd "$(dirname "$0")/.."
clang_format=${1:-clang-format-15}

if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    files=$(git ls-files --cached --others --exclude-standard -- '*.c' '*.cpp' '*.h' '*.hpp' '*.cu' '*.cuh')
else
    files=$(find include primitives algorithms backends tests bench examples -type f \
        \( -name '*.c' -o -name '*.cpp' -o -name '*.h' -o -name '*.hpp' -o -name '*.cu' -o -name '*.cuh' \) 2>/dev/null)
fi
# clang-format leaves comments alone (ReflowComments: false).
# shellcheck disable=SC2086  # paths of the tree hold no spaces
if ! awk 'length($0) > 125 && /^[ \t]*(\/\/|\/?\*)/ { print FILENAME ":" FNR ": a comment of " length($0) " columns"; bad = 1 }
          END { exit bad }' $files; then
    echo "format: wrap these comments at 120 columns"
    exit 1
fi
version=$("$clang_format" --version | sed 's/.*version \([0-9]*\).*/\1/')
if [ "$version" -lt 15 ]; then
    echo "format: this is clang-format $version, which cannot insert braces: version 15 is wanted"
    exit 1
fi
status=0
# shellcheck disable=SC2086  # paths of the tree hold no spaces
"$clang_format" --dry-run -Werror $files || status=$?
if [ "$status" -eq 0 ]; then
    echo "format: $(printf '%s\n' "$files" | wc -l) files as clang-format writes them"
elif [ "$version" -gt 15 ]; then
    echo "format: differences, but this is clang-format $version and the tree is formatted by version 15: not an error"
else
    echo "format: run clang-format -i over the files above"
    exit 1
fi
