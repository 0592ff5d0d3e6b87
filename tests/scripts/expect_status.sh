#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# expect_status.sh STATUS COMMAND...: succeeds if the command ends with this exit status. TCU_EMULATOR, if
# set, holds the words that go before a program of another architecture to run it.
expected=$1
shift
status=0
# shellcheck disable=SC2086
${TCU_EMULATOR:-} "$@" || status=$?
echo "exit status $status, expected $expected"
[ "$status" -eq "$expected" ]
