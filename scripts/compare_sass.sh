#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare_sass.sh OLD NEW [--allow FILE]: whether two builds have the same machine code, kernel by kernel (compare_sass.py).
exec python3 "$(dirname "$0")/compare_sass.py" "$@"
