#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# expect_status.sh STATUS COMMAND...: succeeds if the command ends with this exit status.
expected=$1
shift
status=0
"$@" || status=$?
echo "exit status $status, expected $expected"
[ "$status" -eq "$expected" ]
