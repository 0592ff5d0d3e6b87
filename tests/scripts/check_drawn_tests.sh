#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_drawn_tests.sh SUITE: with TCU_TEST_PARTS some of the suite's tests run, by the same seed the same ones.
set -eu
suite=$1
list=$(mktemp)
trap 'rm -f "$list"' EXIT
ran() { # ran SEED: the number of tests that were drawn, then the tests that ran
    TCU_TEST_TIER=short TCU_TEST_PARTS=2 TCU_TEST_SEED=$1 "$suite" --tap="$list" --filter 'context/*' 2>&1 |
        sed -n 's/^tcu tests: \([0-9]*\) tests, one in .*/\1/p'
    sed -n -e '/SKIP/d' -e 's/^ok - \([a-z_0-9:]*\).*/\1/p' "$list" | sort
}
first=$(ran 1)
number=$(printf '%s\n' "$first" | head -n 1)
listed=$(printf '%s\n' "$first" | tail -n +2 | wc -l)
[ "$number" -eq "$listed" ] || {
    echo "$number tests drawn, $listed ran"
    exit 1
}
[ "$(ran 1)" = "$first" ] || {
    echo "the same seed draws other tests"
    exit 1
}
for seed in 2 3 4 5 6 7 8 9; do
    if [ "$(ran $seed)" != "$first" ]; then
        echo "$number tests by seed 1, others by seed $seed"
        exit 0
    fi
done
echo "every seed draws the same tests"
exit 1
