#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# studies.sh [BUILD [NAME...]]: runs all studies, or those that are named, on this machine's GPU, enters them into
# bench/studies/results/<gpu>.json and, where matplotlib is, draws their figures; then writes the pages of docs/studies/.
# BUILD (default build) is a build with -DTCU_BENCH=ON. RESULTS=FILE writes elsewhere, and no pages.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$here/build}
[ $# -gt 0 ] && shift

program=$build/bench/tcu-study
if [ ! -x "$program" ]; then
    echo "studies.sh: $program is not there: build it with make CMAKE_ARGS=-DTCU_BENCH=ON (it needs CUDA)" >&2
    exit 2
fi
if [ -z "${TCU_COMMIT:-}" ]; then
    TCU_COMMIT=$(git -C "$here" describe --always --dirty --abbrev=40 --exclude '*' 2>/dev/null || echo unknown)
fi
export TCU_COMMIT

run=$(mktemp)
trap 'rm -f "$run"' EXIT
status=0
"$program" --json "$run" "$@" || status=$?
if [ ! -s "$run" ]; then
    echo "studies.sh: nothing was measured" >&2
    [ "$status" -ne 0 ] || status=1
    exit "$status"
fi
# What was measured is kept, and the pages are written, whatever fails behind it.
report=$here/bench/studies/report.py
results=${RESULTS:-$here/bench/studies/results/$(python3 "$report" --name-of "$run").json}
mkdir -p "$(dirname "$results")"
if [ -f "$results" ]; then # studies that did not run stay
    python3 "$report" --merge "$results" "$results" "$run"
else
    python3 "$report" --merge "$results" "$run"
fi
echo "studies.sh: wrote $results"
if [ -z "${RESULTS:-}" ]; then
    if ! python3 -c 'import matplotlib' 2>/dev/null; then
        echo "studies.sh: no figures drawn: run bench/studies/report.py --draw where matplotlib is"
    elif ! python3 "$report" --draw; then
        echo "studies.sh: the figures were not drawn" >&2
        status=1
    fi
    python3 "$report" || status=1
fi
exit "$status"
