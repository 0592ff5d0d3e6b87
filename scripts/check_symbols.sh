#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_symbols.sh LIBRARY [NM]: the shared library exports tcu_* and nothing else, and tcu_version is among it.
set -eu
exported=$("${2:-nm}" -D --defined-only "$1" | awk '{ print $NF }')
others=$(printf '%s\n' "$exported" | grep -v '^tcu_' || true)
if [ -n "$others" ]; then
    echo "$1 exports symbols that do not begin with tcu_:"
    printf '%s\n' "$others"
    exit 1
fi
printf '%s\n' "$exported" | grep -qx tcu_version || {
    echo "$1 does not export tcu_version"
    exit 1
}
echo "exported symbols: $(printf '%s\n' "$exported" | wc -l), all tcu_*"
