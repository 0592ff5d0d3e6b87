#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# expect_output.sh TEXT COMMAND...: succeeds if the command does, and prints this text and nothing else.
expected=$1
shift
output=$("$@") || {
    echo "exit status $?"
    exit 1
}
printf '%s\n' "$output"
[ "$output" = "$expected" ] || {
    printf 'expected:\n%s\n' "$expected"
    exit 1
}
