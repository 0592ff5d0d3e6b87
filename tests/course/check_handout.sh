#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_handout.sh HANDOUT: the hand-out has the exercises, and no solution.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" "$work/course.tar.gz"
tar -tzf "$work/course.tar.gz" >"$work/files"
if grep '/solution\.' "$work/files" || ! grep -q '^tcu-course/course/01_reduction/exercise.cu$' "$work/files"; then
    echo "the hand-out has solutions, or no exercises"
    exit 1
fi
