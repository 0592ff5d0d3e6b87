#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lesson.sh NUMBER [CMAKE ARGUMENT...]: builds a lesson and runs it. The environment says where: DEVICE=emulated on
# the emulated device, DEVICE=gpu on the GPU, DEVICE=auto (or nothing) on the emulated device and, where there is one
# and CUDA is built, on the GPU; BUILD is the build folder, default build/; JOBS. Exit status 1 if a version is wrong,
# 2 for a wrong command line; the exercise and broken.cu are the reader's to mend.
set -eu
cd "$(dirname "$0")/.."
number=$1
shift
build=${BUILD:-build}
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
device=${DEVICE:-auto}

lesson=$(cd course && ls -d "${number}"_* 2>/dev/null) || {
    echo "lesson.sh: there is no lesson $number; there are: $(cd course && ls -d [0-9][0-9]_* | tr '\n' ' ')" >&2
    exit 2
}
case $device in
auto | emulated | gpu) ;;
*)
    echo "lesson.sh: DEVICE is $device; it is auto, emulated or gpu" >&2
    exit 2
    ;;
esac
scripts/deps.sh --course
log=$(mktemp)
trap 'rm -f "$log"' EXIT
scripts/configure.sh "$build" -DTCU_COURSE=ON "$@" >"$log" 2>&1 || {
    cat "$log"
    exit 1
}
gpu=no
if grep -q '^cuda=.' "$build/build-info"; then
    [ "$device" != gpu ] || gpu=yes
    [ "$device" != auto ] || [ -z "$(scripts/usable_gpus.sh)" ] || gpu=yes
elif [ "$device" = gpu ]; then
    echo "lesson.sh: DEVICE=gpu, but CUDA is not built: it takes nvcc and a GPU of compute capability 8.0 or newer" >&2
    exit 1
fi

heading() {
    printf '\n--- %s\n' "$1"
}
build() { # build PROGRAM: its output is shown if it fails
    target=lesson_${number}_$1
    scripts/build.sh "$build" "$jobs" "$target" >"$log" 2>&1 && return
    grep -v -e '^\[ *[0-9]*%\]' -e '^g*make[:[]' "$log"
    return 1
}
emulated=$build/course/${number}
on_gpu=$build/course/gpu/${number}

# The pattern first: it is there in seconds, the library takes some more.
build pattern || exit 1
heading "course/$lesson/pattern.c: the pattern as a plain program"
"${emulated}_pattern"

status=0
if [ $gpu = yes ]; then
    build versions_gpu || exit 1
    heading "course/$lesson/versions.cu: from the plain version to the library"
    "${on_gpu}_versions" || status=1
fi
if [ "$device" != gpu ]; then
    build versions || exit 1
    heading "course/$lesson/versions.cu: from the plain version to the library"
    "${emulated}_versions" || status=1
fi

heading "course/$lesson/exercise.cu: your turn"
if [ $gpu = yes ]; then
    build exercise_gpu && "${on_gpu}_exercise" || true
else
    build exercise && "${emulated}_exercise" || true
fi
heading "course/$lesson/broken.cu: what the emulated device finds in it"
build broken && "${emulated}_broken" || true
printf '\nRead course/%s/README.md, change a file, and run make lesson-%s again.\n' "$lesson" "$number"
exit $status
