#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_grades.sh PYTHON COURSE PROGRAMS: grade.py gives no points for unsolved exercises, four a lesson for
# solutions, and none, with a sentence, for programs that are missing, older than their source, end early, or say
# something else.
set -eu
python=$1
course=$2
programs=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

points() { # points FOLDER
    "$python" "$course/grade.py" --json "$work/grades.json" "$1" >"$work/table"
    "$python" -c 'import json, sys; grades = json.load(open(sys.argv[1])); print(grades["points"], grades["of"])' \
        "$work/grades.json"
}
fail() {
    echo "$1"
    cat "$work/table"
    exit 1
}
lessons=$(find "$course" -maxdepth 1 -name '[0-9][0-9]_*' | wc -l)
all=$((4 * lessons))
unsolved=$(points "$programs")
[ "$unsolved" = "0 $all" ] || fail "points of unsolved exercises: $unsolved"

# Solutions in the places of the exercises. (Copies, as a program has to be newer than its source.)
solved=$work/solved
mkdir "$solved"
for solution in "$programs"/[0-9][0-9]_solution; do
    number=$(basename "$solution" _solution)
    cp "$solution" "$solved/${number}_exercise"
    printf '#!/bin/sh\necho %s\n' \''{"lesson": "", "results": [{"name": "a", "right": true, "failure": ""}]}'\' \
        >"$solved/${number}_broken"
    chmod +x "$solved/${number}_broken"
done
got=$(points "$solved")
[ "$got" = "$all $all" ] || fail "points of solved exercises: $got"

# Of a course of one lesson: in place of its exercise, what says, or does, something else.
mkdir "$work/course"
cp -Rp "$course/grade.py" "$course/programs.py" "$course"/01_* "$work/course"
course=$work/course
expect() { # expect SENTENCE SCRIPT: of the lesson with this exercise, no points but the one of broken.cu
    printf '#!/bin/sh\n%s\n' "$2" >"$solved/01_exercise"
    got=$(points "$solved")
    [ "$got" = "1 4" ] || fail "points of a lesson's exercise that says '$2': $got"
    grep -q "$1" "$work/table" || fail "no sentence '$1'"
}
step='{"name": "1 a", "right": true, "failure": ""}'
expect 'has 4 steps, expected 3' "echo '{\"lesson\": \"\", \"results\": [$step, $step, $step, $step]}'"
expect 'has 1 steps, expected 3' "echo '{\"lesson\": \"\", \"results\": [$step]}'"
expect 'has 0 steps, expected 3' "echo '{\"lesson\": \"\", \"results\": []}'"
expect 'ended with status 0' "echo '{\"lesson\": \"\", \"results\": 5}'"
expect 'ended with status 3, in 2 b: no more' 'echo running 1 a >&2; echo running 2 b >&2; echo no more >&2; exit 3'
expect 'ended with signal 11, in 1 a' 'echo running 1 a >&2; kill -SEGV $$'
touch -d 2001-01-01 "$solved/01_exercise"
got=$(points "$solved")
[ "$got" = "1 4" ] && grep -q 'exercise.cu does not compile' "$work/table" ||
    fail "an exercise that is older than its source: $got"
rm "$solved/01_exercise" "$solved/01_broken"
got=$(points "$solved")
[ "$got" = "0 4" ] && grep -q 'broken.cu does not compile' "$work/table" ||
    fail "an exercise that is not there: $got"
# A kernel's words before the results do no harm.
printf '#!/bin/sh\nprintf "thread 0\\n"; exec "%s/01_solution" "$@"\n' "$programs" >"$solved/01_exercise"
chmod +x "$solved/01_exercise"
got=$(points "$solved")
[ "$got" = "3 4" ] || fail "points of an exercise that prints: $got"
