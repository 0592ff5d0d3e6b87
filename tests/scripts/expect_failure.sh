#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# expect_failure.sh PATTERN COMMAND...: succeeds if the command ends with exit status 1 and what it prints, its lines joined
# by spaces, matches the pattern of the shell. TCU_EMULATOR, if set, holds the words that go before a program of another
# architecture to run it.
pattern=$1
shift
status=0
# shellcheck disable=SC2086
output=$(${TCU_EMULATOR:-} "$@" 2>&1) || status=$?
output=$(printf '%s' "$output" | tr '\n' ' ')
printf 'exit status %s: %s\n' "$status" "$output"
[ "$status" -eq 1 ] || exit 1
# shellcheck disable=SC2254  # a pattern
case $output in
$pattern) ;;
*) exit 1 ;;
esac
