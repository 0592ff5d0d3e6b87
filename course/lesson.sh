#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lesson.sh NUMBER: builds a lesson and runs it, on the emulated device, and on the GPU where there is one and CUDA is
# built (DEVICE=emulated or DEVICE=gpu: there alone). BUILD: the build folder, default build/; JOBS; further CMake options
# are in CMAKE_ARGS. Exit status 1 if a version is wrong; the exercise's and broken.cu's are the reader's to mend.
set -eu
cd "$(dirname "$0")/.."
number=$1
build=${BUILD:-build}
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
device=${DEVICE:-auto}

lesson=$(cd course && ls -d "${number}"_* 2>/dev/null) || {
    echo "lesson.sh: there is no lesson $number; there are: $(cd course && ls -d [0-9][0-9]_* | tr '\n' ' ')" >&2
    exit 2
}
scripts/deps.sh --course
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086 # options
scripts/configure.sh "$build" -DTCU_COURSE=ON ${CMAKE_ARGS:-} >"$log" 2>&1 || {
    cat "$log"
    exit 1
}
heading() {
    printf '\n--- %s\n' "$1"
}

# The pattern first: it is there in seconds, the library takes some more.
cmake --build "$build" --target "lesson_${number}_pattern" >"$log" 2>&1 || {
    cat "$log"
    exit 1
}
heading "course/$lesson/pattern.c: the pattern as a plain program"
"$build/course/${number}_pattern"
scripts/build.sh "$build" "$jobs" "lesson_$number" >"$log" 2>&1 || {
    cat "$log"
    exit 1
}

status=0
run() { # run PROGRAM TEXT
    heading "$2"
    if [ "$device" != emulated ] && [ -x "$build/course/gpu/${number}_$1" ]; then
        "$build/course/gpu/${number}_$1" || return 1
        [ "$device" = gpu ] || [ "$1" != versions ] || "$build/course/${number}_$1"
    else
        "$build/course/${number}_$1"
    fi
}
run versions "course/$lesson/versions.cu: from the plain version to the library" || status=1
run exercise "course/$lesson/exercise.cu: your turn" || true
heading "course/$lesson/broken.cu: what the emulated device finds in it"
"$build/course/${number}_broken" || true
printf '\nRead course/%s/README.md, change a file, and run make lesson-%s again.\n' "$lesson" "$number"
exit $status
