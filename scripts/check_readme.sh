#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The README's examples are text of examples/quickstart.c (C) and examples/particles.cu (CUDA), which are compiled: so
# they compile too.
set -eu
cd "$(dirname "$0")/.."

check() { # check LANGUAGE FILE
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" README.md | grep -v '^```' | while IFS= read -r line; do
        grep -qxF -- "$line" "$2" || {
            echo "README.md: $2 has no line \"$line\""
            exit 1
        }
    done
}

check c examples/quickstart.c
check cuda examples/particles.cu
echo "README: the examples are those of examples/quickstart.c and examples/particles.cu"
