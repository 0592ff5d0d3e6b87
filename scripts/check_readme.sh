#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The README's examples are text of examples/quickstart.c, examples/equalize.c and examples/cells_host.c (C) and examples/particles.cu (CUDA),
# which are compiled: so they compile too.
set -eu
cd "$(dirname "$0")/.."

check() { # check LANGUAGE FILE...
    language=$1
    shift
    sed -n "/^\`\`\`$language\$/,/^\`\`\`\$/p" README.md | grep -v '^```' | while IFS= read -r line; do
        cat "$@" | grep -qxF -- "$line" || {
            echo "README.md: no line \"$line\" in $*"
            exit 1
        }
    done
}

check c examples/quickstart.c examples/equalize.c examples/cells_host.c
check cuda examples/particles.cu
echo "README: the examples are those of examples/quickstart.c, examples/equalize.c, examples/cells_host.c and examples/particles.cu"
