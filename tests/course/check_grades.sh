#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_grades.sh PYTHON COURSE PROGRAMS: grade.py gives no points for unsolved exercises and four a lesson for solutions.
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
lessons=$(find "$course" -maxdepth 1 -name '[0-9][0-9]_*' | wc -l)
unsolved=$(points "$programs")
# Solutions in the places of the exercises, and of what is broken.
mkdir "$work/solved"
for solution in "$programs"/[0-9][0-9]_solution; do
    number=$(basename "$solution" _solution)
    ln -s "$solution" "$work/solved/${number}_exercise"
    ln -s "$solution" "$work/solved/${number}_broken"
done
solved=$(points "$work/solved")
if [ "$unsolved" != "0 $((4 * lessons))" ] || [ "$solved" != "$((4 * lessons)) $((4 * lessons))" ]; then
    echo "points of unsolved exercises: $unsolved; of solved ones: $solved; lessons: $lessons"
    cat "$work/table"
    exit 1
fi
