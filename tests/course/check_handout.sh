#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_handout.sh COURSE CMAKE: the hand-out has the exercises, no solution and nothing else that a lecturer keeps in
# the tree, in a git repository and elsewhere; a lesson builds from it; and there is none while an exercise is solved.
set -eu
course=$1
cmake=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    exit 1
}
check_list() { # check_list ARCHIVE: of its files
    tar -tzf "$1" >"$work/list"
    ! grep -i solution "$work/list" || fail "the hand-out has solutions"
    ! grep -i secret "$work/list" || fail "the hand-out has files that are none of the tree's"
    grep -q '^tcu-course/course/01_reduction/exercise.cu$' "$work/list" || fail "the hand-out has no exercises"
}
"$course/handout.sh" "$work/course.tar.gz"
check_list "$work/course.tar.gz"

# What students do with it first.
tar -xzf "$work/course.tar.gz" -C "$work"
copy=$work/tcu-course
{
    "$cmake" -S "$copy" -B "$work/students" -DTCU_CUDA=OFF -DTCU_COURSE=ON &&
        "$cmake" --build "$work/students" --target lesson_01_pattern
} >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "the pattern of lesson 01 does not build from the hand-out"
}
"$work/students/course/01_pattern" >/dev/null || fail "the pattern of lesson 01 fails"

# A lecturer's tree without git: what is in the hand-out, solutions, a lesson of their own, an editor's file, the
# history that git would have, and a build folder.
for lesson in "$course"/[0-9][0-9]_*; do
    cp "$lesson"/solution.* "$copy/course/$(basename "$lesson")"
done
own=$copy/course/11_My-own
mkdir "$own" "$copy/.git" "$copy/out"
cp "$copy/course/01_reduction/solution.cu" "$copy/course/01_reduction/exercise.cu" "$own"
touch "$own/.solution.cu.swp" "$own/solution notes.txt"
touch "$copy/.git/secret" "$copy/out/CMakeCache.txt" "$copy/out/secret"
"$copy/course/handout.sh" "$work/own.tar.gz"
check_list "$work/own.tar.gz"
grep -q '^tcu-course/course/11_My-own/exercise.cu$' "$work/list" || fail "the hand-out has no exercise of an own lesson"
rm -r "$copy/out"

# With git, what is not tracked stays.
rm -r "$copy/.git"
if git -C "$copy" init -q 2>/dev/null; then
    git -C "$copy" add .
    touch "$copy/secret" "$own/secret.txt"
    "$copy/course/handout.sh" "$work/tracked.tar.gz"
    check_list "$work/tracked.tar.gz"
    rm "$copy/secret" "$own/secret.txt"
fi

cp "$own/solution.cu" "$own/exercise.cu"
! "$copy/course/handout.sh" "$work/solved.tar.gz" >"$work/log" 2>&1 || fail "a solved exercise is handed out"
[ ! -e "$work/solved.tar.gz" ] || fail "a solved exercise is packed"
grep -q '11_My-own/*exercise.cu' "$work/log" || fail "the solved exercise is not named"
