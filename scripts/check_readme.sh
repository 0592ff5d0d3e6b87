#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The README's C example is the text of examples/quickstart.c, which is compiled: so it compiles too.
set -eu
cd "$(dirname "$0")/.."
sed -n '/^```c$/,/^```$/p' README.md | grep -v '^```' | while IFS= read -r line; do
    grep -qxF -- "$line" examples/quickstart.c || {
        echo "README.md: examples/quickstart.c has no line \"$line\""
        exit 1
    }
done
echo "README: the example is that of examples/quickstart.c"
