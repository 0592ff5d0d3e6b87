#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# expect_output.sh TEXT COMMAND...: succeeds if the command does, and prints this text and nothing else.
# TCU_EMULATOR, if set, holds the words that go before a program of another architecture to run it.
expected=$1
shift
# shellcheck disable=SC2086
output=$(${TCU_EMULATOR:-} "$@") || {
    echo "exit status $?"
    exit 1
}
printf '%s\n' "$output"
[ "$output" = "$expected" ] || {
    printf 'expected:\n%s\n' "$expected"
    exit 1
}
