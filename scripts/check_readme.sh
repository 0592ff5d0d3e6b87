#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# README's examples in C and CUDA are text of files of examples/, which are compiled: so they compile too. The first one
# is the whole of examples/quickstart.c but for the comments at its top: it can be pasted as it is.
set -eu
cd "$(dirname "$0")/.."

awk '
FILENAME != "README.md" {
    text[FILENAME] = text[FILENAME] "\n" $0
    next
}
/^```(c|cuda)$/ {
    inside = 1
    line = FNR
    block = ""
    next
}
/^```$/ && inside {
    inside = 0
    found = ""
    for (file in text) {
        at = index(text[file] "\n", block "\n")
        if (at > 0)
            found = file
        if (at > 0 && file == "examples/quickstart.c" && at + length(block) > length(text[file]) && block ~ /^\n#include/)
            whole = blocks == 0
    }
    blocks++
    if (found == "") {
        printf "README.md:%d: this example is not text of a file of examples/\n", line
        failed = 1
    }
}
inside { block = block "\n" $0 }
END {
    if (!whole) {
        print "README.md: the first example is not the whole of examples/quickstart.c"
        failed = 1
    }
    if (!failed)
        printf "README: %d examples are text of files of examples/\n", blocks
    exit failed
}' examples/*.c examples/*/*.c examples/*/*.cu README.md
