#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build.sh [--keep-going] BUILD JOBS [TARGET...]: builds what configure.sh configured; with --keep-going also what
# does not need what fails. On a terminal one line says how far it is; what the compiler has to say is shown if the
# build fails, or warns, and all of it is in BUILD/build.log. Elsewhere all is shown.
set -eu
keep_going=no
if [ "$1" = --keep-going ]; then
    keep_going=yes
    shift
fi
build=$1
jobs=$2
shift 2
# (Not to hand make's options on to the one that CMake calls.)
unset MAKEFLAGS MAKELEVEL
set -- cmake --build "$build" --parallel "$jobs" ${1:+--target "$@"}
if [ $keep_going = yes ]; then
    if grep -q '^CMAKE_GENERATOR:INTERNAL=Ninja' "$build/CMakeCache.txt"; then
        set -- "$@" -- -k 0
    else
        set -- "$@" -- -k
    fi
fi
if [ ! -t 1 ]; then
    exec "$@"
fi
log=$build/build.log
{
    "$@" 2>&1 && echo "built"
} | tee "$log" | awk -v start="$(date +%s)" '
    function seconds() { "date +%s" | getline now; close("date +%s"); return now - start }
    match($0, /^\[ *[0-9]+%\]/) { printf "\rbuilding %s %d s ", substr($0, RSTART, RLENGTH), seconds(); fflush() }
    /warning:/ { warns = 1 }
    { built = $0 == "built" }
    END { printf "\r%s after %d s%s\n", built ? "built" : "build FAILED", seconds(), warns ? ", with warnings" : "" }'
if [ "$(tail -n 1 "$log")" != "built" ]; then
    grep -v '^\[ *[0-9]*%\]' "$log" | tail -n 60
    echo "all of it: $log"
    exit 1
fi
grep -A 4 'warning:' "$log" | head -n 60 || true
