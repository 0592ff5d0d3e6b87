#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bench.sh [tcu-bench OPTION...]: measures the whole table (or what the options select) on this machine's GPU, writes
# bench/results/<gpu>.json and, where matplotlib is, the figures, the pages of docs/benchmarks/ and README.md's table of
# speeds. Works in a build of the tree (BUILD, default build/) and inside a bundle of `make gpu-bundle`. RESULTS=FILE
# writes elsewhere.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)

program=${BUILD:-$here/build}/bench/tcu-bench
[ -x "$here/bin/tcu-bench" ] && program=$here/bin/tcu-bench
if [ ! -x "$program" ]; then
    echo "bench.sh: $program is not there: build it with make CMAKE_ARGS=-DTCU_BENCH=ON (Debian: libbenchmark-dev)" >&2
    exit 1
fi
gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1) || true
if [ -z "$gpu" ]; then
    echo "bench.sh: no GPU here: the host backend, on stdout only" >&2
    exec "$program" "$@"
fi
if [ -z "${TCU_COMMIT:-}" ]; then
    if [ -f "$here/commit" ]; then # a bundle
        TCU_COMMIT=$(cat "$here/commit")
    else
        TCU_COMMIT=$(git -C "$here" describe --always --dirty --abbrev=40 --exclude '*' 2>/dev/null || echo unknown)
    fi
fi
export TCU_COMMIT

# "NVIDIA H200" -> h200
name=$(echo "$gpu" | tr '[:upper:] ' '[:lower:]-' | sed 's/^nvidia-//; s/[^a-z0-9-]//g')
results=${RESULTS:-$here/bench/results/$name.json}
mkdir -p "$(dirname "$results")"
status=0
"$program" --backend cuda --json "$results" "$@" || status=$?
echo "bench.sh: wrote $results"
if [ -f "$here/bench/plot.py" ] && [ -z "${RESULTS:-}" ]; then
    python3 "$here/bench/plot.py" || echo "bench.sh: no figures drawn: run python3 bench/plot.py where matplotlib is"
fi
exit $status
