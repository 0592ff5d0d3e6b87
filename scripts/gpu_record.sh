#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# gpu_record.sh run [--build DIR] [--output FILE] [--state DIR] [--steps "suite injected memcheck racecheck"]
#     On a machine with a GPU: runs the test suite on the CUDA backend (long tier); the sorts' tests with tiles that are
#     put into a wrong order (tcu_injected_tests, medium); the suite under compute-sanitizer's memcheck and racecheck
#     (short); and writes the record, tests/gpu-record.json. Works in a build of the tree (default build/; build the
#     target tcu_injected_tests too) and inside a bundle of `make gpu-bundle`. Exit 0 if everything passed. Where one
#     sitting is too short, --steps does some steps now and --state keeps their results for the others, also if these
#     run at the same time; the record is written when all are there.
# gpu_record.sh check   Is the record of these very sources, and did all pass? If not: one line why, and exit 1.
# gpu_record.sh show    Prints the record.
# gpu_record.sh hash    Prints the hash of the sources that a record covers.
#
# TCU_GPU_SUITE_TIER (default long): the suite's tier, where there is no time for the long one. TCU_GPU_JOBS (default
# 4): test processes at a time, of either of the two test programs. TCU_GPU_SANITIZE_FILTER: Criterion pattern
# (suite/test) of the tests to run under compute-sanitizer; default all under memcheck, and under racecheck, which is very slow, those that go through every operation in place and misaligned, compactions by tiles, and
# every way of histograms and sorts. Not what racecheck does not follow, and reports: one-pass kernels and passes over
# pairs, whose warps hand over by mbarriers that bulk copies complete, and sums of real weights, whose warps hand over by
# bar.arrive and bar.sync. (Of the latter it reports even the PTX ISA's own example, producer and consumer, in a kernel
# of nothing else; with bar.sync for bar.arrive nothing.) tests/emulation runs all of these with warps in an order left
# to chance and bulk copies that arrive as late as they may.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
record=$here/tests/gpu-record.json

fail() {
    echo "gpu_record: $*" >&2
    exit 1
}

all_steps="suite injected memcheck racecheck"

# ------------------------------------------------------------------------------------------------------- sources ---

# Over paths and contents, sorted, of everything that the GPU run covers; not the record, nor the consumer project.
hash_sources() {
    if [ -f "$here/sources_sha256" ]; then # a bundle
        cat "$here/sources_sha256"
        return
    fi
    cd "$here"
    find include primitives algorithms backends tests cmake CMakeLists.txt -path tests/consumer -prune -o -type f \
        \( -name '*.c' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' -o -name '*.cmake' -o -name CMakeLists.txt \) \
        -print 2>/dev/null |
        LC_ALL=C sort | while read -r path; do
        printf '%s %s\n' "$path" "$(sha256sum <"$path" | cut -d ' ' -f 1)"
    done | sha256sum | cut -d ' ' -f 1
}

# One value of a record, which this script wrote itself: one "key": value a line.
value_of() { # value_of SECTION KEY; SECTION "" is the top
    awk -v section="$1" -v key="$2" '
        /^  "[a-z_0-9]+": \{/ { split($0, part, "\""); inside = part[2]; next }
        /^  \}/ { inside = ""; next }
        inside == section && index($0, "\"" key "\":") {
            value = $0
            sub(/^[^:]*: */, "", value)
            sub(/,$/, "", value)
            gsub(/"/, "", value)
            print value
            exit
        }' "$record"
}

# --------------------------------------------------------------------------------------------------------- check ---

check() {
    if [ ! -f "$record" ]; then
        echo "gpu_record: there is no record of a GPU run (tests/gpu-record.json)"
        return 1
    fi
    if [ "$(value_of '' sources_sha256)" != "$(hash_sources)" ]; then
        echo "gpu_record: stale: the sources changed since the suite last ran on a GPU ($(value_of '' date))"
        return 1
    fi
    for step in $all_steps; do
        if [ "$(value_of $step failed)" != 0 ] || [ "$(value_of $step errors)" != 0 ]; then
            echo "gpu_record: the recorded $step did not pass"
            return 1
        fi
    done
    echo "gpu_record: fresh: $(value_of suite passed) tests passed on $(value_of '' gpu), $(value_of '' date)"
}

show() {
    [ -f "$record" ] || fail "there is no record (tests/gpu-record.json)"
    for key in gpu driver cuda architectures date commit sources_sha256; do
        printf '%-16s %s\n' "$key" "$(value_of '' $key)"
    done
    for step in $all_steps; do
        printf '%-16s tier %s%s: %s tests, %s passed, %s failed, %s errors, %s s\n' $step "$(value_of $step tier)" \
            "$(value_of $step filter | sed 's/./, filter &/')" \
            "$(value_of $step tests)" "$(value_of $step passed)" "$(value_of $step failed)" \
            "$(value_of $step errors)" "$(value_of $step seconds)"
    done
}

# ----------------------------------------------------------------------------------------------------------- run ---

find_sanitizer() {
    for candidate in compute-sanitizer "${CUDA_PATH:-/nonexistent}/bin/compute-sanitizer" \
        /usr/local/cuda/bin/compute-sanitizer; do
        if command -v "$candidate" >/dev/null 2>&1; then
            command -v "$candidate"
            return
        fi
    done
    fail "compute-sanitizer, which comes with the CUDA toolkit, is not on this machine"
}

# Adds up what Criterion says at its end: "Synthesis: Tested: 5 | Passing: 5 | Failing: 0 | Crashing: 0".
count_tests() { # count_tests LOG: prints tests, passed, failed
    awk '/Synthesis: Tested:/ {
            gsub(/\033\[[0-9;]*m/, "")
            for (i = 1; i < NF; i++) {
                if ($i == "Tested:") tests += $(i + 1)
                if ($i == "Passing:") passed += $(i + 1)
            }
        }
        END { print tests + 0, passed + 0, tests - passed }' "$1"
}

# One line per process that the tool watched: "ERROR SUMMARY: 0 errors", "RACECHECK SUMMARY: 0 hazards displayed ...".
count_sanitizer() { # count_sanitizer LOG: prints processes, errors
    awk '/(ERROR|RACECHECK) SUMMARY:/ {
            processes++
            for (i = 1; i < NF; i++)
                if ($i == "SUMMARY:") errors += $(i + 1)
        }
        END { print processes + 0, errors + 0 }' "$1"
}

racecheck_filter='@(!(large*|compaction_paths|radix_sort)/*@(in_place|misaligned)*|compaction_paths/by_*@(in_place|misaligned)*)'

# Tests past 2^32 elements need up to 40 GB each.
large_jobs=3

# What of a program's tests run in one process, in the background; its output and exit status are left in LOG.
start_part() { # start_part LOG PROGRAM JOBS FILTER TOOL...
    part=$1
    program=$2
    part_jobs=$3
    part_filter=$4
    shift 4
    [ -x "$bin/$program" ] || fail "$bin/$program is not there"
    echo "== $step: $program, tier $tier${part_filter:+, filter $part_filter}"
    { TCU_TEST_BACKEND=cuda TCU_TEST_TIER=$tier "$@" "$bin/$program" --jobs "$part_jobs" \
        ${part_filter:+--filter "$part_filter"} 2>&1 || echo "exit status $?"; } >"$part" &
}

# Runs both programs side by side under a tool (or none), writes STATE/step.json lines; 1 if anything failed.
run_step() { # run_step STEP TIER TOOL...
    step=$1
    tier=$2
    shift 2
    log=$state/$step.log
    : >"$log"
    begin=$(date +%s)
    broken=0
    filter=
    case $step in
    memcheck) filter=${TCU_GPU_SANITIZE_FILTER:-} ;;
    racecheck) filter=${TCU_GPU_SANITIZE_FILTER:-$racecheck_filter} ;;
    esac
    if [ "$step" = injected ]; then
        start_part "$log.tests" tcu_injected_tests "$jobs" ""
    elif [ "$step" = suite ]; then
        start_part "$log.large" tcu_tests $large_jobs 'large*/*' "$@"
        start_part "$log.tests" tcu_tests "$jobs" '!(large*)/*' "$@"
    else
        start_part "$log.tests" tcu_tests "$jobs" "$filter" "$@"
    fi
    [ "$step" = injected ] || start_part "$log.cuda" tcu_cuda_tests "$jobs" "$filter" "$@"
    wait
    for part in "$log".*; do
        status=0
        grep -q '^exit status' "$part" && status=1
        grep -q 'Synthesis: Tested:' "$part" || status=1
        cat "$part" >>"$log"
        if [ $status -ne 0 ]; then
            broken=1
            tail -n 60 "$part"
        else
            grep -E 'Synthesis|TCU_TEST_SEED' "$part" | tail -n 2
        fi
        rm -f "$part"
    done
    seconds=$(($(date +%s) - begin))

    tool=$#
    # shellcheck disable=SC2046
    set -- $(count_tests "$log") $(count_sanitizer "$log")
    tests=$1 passed=$2 failed=$3 processes=$4 errors=$5
    if [ "$tool" -gt 0 ] && [ "$processes" -eq 0 ]; then
        echo "gpu_record: $step left no summary: it watched nothing"
        broken=1
    fi
    # What went wrong without a failed test or a counted error (a crash, say) has to show too.
    if [ $broken -ne 0 ] && [ "$failed" -eq 0 ] && [ "$errors" -eq 0 ]; then
        failed=1
    fi
    {
        echo "    \"tier\": \"$tier\","
        echo "    \"filter\": \"$filter\","
        echo "    \"tests\": $tests,"
        echo "    \"passed\": $passed,"
        echo "    \"failed\": $failed,"
        echo "    \"errors\": $errors,"
        echo "    \"seconds\": $seconds"
    } >"$state/$step.json"
    echo "== $step: $passed passed, $failed failed, $errors errors, $seconds s"
    [ "$failed" -eq 0 ] && [ "$errors" -eq 0 ] && [ "$passed" -gt 0 ]
}

write_record() {
    gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)
    commit=unknown
    if [ -f "$here/commit" ]; then
        commit=$(cat "$here/commit")
    elif command -v git >/dev/null 2>&1; then
        commit=$(git -C "$here" describe --always --dirty --abbrev=40 --exclude '*' 2>/dev/null || echo unknown)
    fi
    {
        echo "{"
        echo "  \"sources_sha256\": \"$(hash_sources)\","
        echo "  \"commit\": \"$commit\","
        echo "  \"date\": \"$(date -u +%Y-%m-%dT%H:%M:%SZ)\","
        echo "  \"gpu\": \"${gpu%%, *}\","
        echo "  \"driver\": \"${gpu##*, }\","
        echo "  \"cuda\": \"$(sed -n 's/^cuda=//p' "$info")\","
        echo "  \"architectures\": \"$(sed -n 's/^architectures=//p' "$info")\","
        for step in $all_steps; do
            echo "  \"$step\": {"
            cat "$state/$step.json"
            [ "$step" = "${all_steps##* }" ] && echo "  }" || echo "  },"
        done
        echo "}"
    } >"$output"
}

run() {
    build=$here/build
    output=$record
    state=
    steps=$all_steps
    while [ $# -gt 0 ]; do
        [ $# -ge 2 ] || fail "$1 needs a value"
        case $1 in
        --build) build=$2 ;;
        --output) output=$2 ;;
        --state) state=$2 ;;
        --steps) steps=$2 ;;
        *) fail "unknown option $1" ;;
        esac
        shift 2
    done
    bin=$build
    info=$build/build-info
    if [ -f "$here/sources_sha256" ]; then
        bin=$here/bin
        info=$here/build-info
    fi
    jobs=${TCU_GPU_JOBS:-4}
    nvidia-smi -L >/dev/null 2>&1 || fail "nvidia-smi finds no GPU on this machine"
    if [ -z "$state" ]; then
        state=$(mktemp -d)
        trap 'rm -rf "$state"' EXIT
    fi
    mkdir -p "$state"
    # Results that were kept are good only for the same sources.
    if [ "$(cat "$state/sources_sha256" 2>/dev/null)" != "$(hash_sources)" ]; then
        rm -f "$state"/*.json
        hash_sources >"$state/sources_sha256"
    fi

    result=0
    for step in $steps; do
        case $step in
        suite) run_step suite "${TCU_GPU_SUITE_TIER:-long}" || result=1 ;;
        injected) run_step injected medium || result=1 ;;
        memcheck | racecheck)
            sanitizer=$(find_sanitizer)
            # Errors that the tests provoke on purpose (a null pointer, too much memory) are no findings. Criterion runs
            # every test in a process of its own.
            report=
            [ $step = racecheck ] || report="--report-api-errors no"
            # shellcheck disable=SC2086
            run_step $step "${TCU_GPU_SANITIZE_TIER:-short}" "$sanitizer" --tool $step $report \
                --target-processes all --error-exitcode 77 || result=1
            ;;
        *) fail "unknown step $step" ;;
        esac
    done
    missing=
    for step in $all_steps; do
        [ -f "$state/$step.json" ] || missing="$missing $step"
    done
    if [ -z "$missing" ]; then
        write_record
        echo "gpu_record: wrote $output"
    else
        echo "gpu_record: no record yet:$missing to be run ($state)"
    fi
    return $result
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
run) run "$@" ;;
check) check ;;
show) show ;;
hash) hash_sources ;;
*)
    sed -n '3,30s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
