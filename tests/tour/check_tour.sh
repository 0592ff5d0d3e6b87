#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_tour.sh TOUR BACKEND FOLDER: what the example `tour` makes of files of all kinds, and of outputs that fail.
# FOLDER, whose name may hold spaces, is where the files are made. TCU_EMULATOR, if set, holds the words that go before a
# program of another architecture to run it.
# shellcheck disable=SC2086
set -eu
emulator=${TCU_EMULATOR:-}
tour=$1
backend=$2
folder=$3
here=$(cd "$(dirname "$0")/../.." && pwd)
rm -rf "$folder"
mkdir -p "$folder"
failures=0

fail() {
    echo "FAILED: $*"
    head -n 40 "$folder/out" "$folder/err"
    failures=$((failures + 1))
}

run() { # run STATUS ARGUMENT...
    expected=$1
    shift
    status=0
    $emulator "$tour" --backend "$backend" --elements 100 "$@" >"$folder/out" 2>"$folder/err" || status=$?
    [ "$status" -eq "$expected" ] || fail "exit status $status, expected $expected: tour $*"
}

says() { # says TEXT...: each is a part of a line that was printed
    for text in "$@"; do
        tr -s ' ' <"$folder/out" | grep -qF -- "$text" || fail "no \"$text\" on standard output"
    done
}

accepts() { # accepts NAME FORMAT TEXT...: a file of printf's text, and parts of what is said of it
    printf "$2" >"$folder/$1"
    run 0 "$folder/$1"
    shift 2
    says "$@"
}

refuses() { # refuses NAME FORMAT TEXT: a file of printf's text, and a part of why it is refused
    printf "$2" >"$folder/$1"
    run 2 "$folder/$1"
    grep -qF -- "$folder/$1: $3" "$folder/err" || fail "no \"$folder/$1: $3\" on standard error"
    [ ! -s "$folder/out" ] || fail "output in spite of bad input"
}

# Answers that are known.
seq 1 9 >"$folder/nine"
run 0 "$folder/nine"
says " count 9" " sum 45" " smallest 1" " median 5" " largest 9" "radix_sort u8 -> u8" "101 of 101 agree"
accepts even '4\n1\n2\n10\n' " count 4" " sum 17" " smallest 1" " median 3" " largest 10"
accepts one '0.1' " count 1" " sum 0.1" " smallest 0.1" " median 0.1" " largest 0.1"
accepts flat '30000\n30000\n' " median 30000" "30000 <= x < "
accepts zeros '0\n-0\n0.0\n0e-999\n' " count 4" " sum 0"
# A number on an edge belongs to the bin that begins there.
accepts edges '0\n0.1\n0.2\n0.3\n0.3\n0.8\n0.9\n1\n1.6' " 0.3 <= x < 0.4 2 " " 0.9 <= x < 1.0 1 " " 1.6 <= x < 1.7 1 "
run 0
says " count 8760" "Left out: i32, since -1.9 is not an integer" "64 of 64 agree"
sed -n '/^Numbers/,$p' "$folder/out" | sed -n '2,/^Arrays/p' >"$folder/made"
run 0 "$here/examples/data/temperatures.txt"
sed -n '/^Numbers/,$p' "$folder/out" | sed -n '2,/^Arrays/p' | cmp -s - "$folder/made" || fail "the bundled file's numbers"

# Lines and bytes around the numbers.
accepts blank_lines '\n  \n# a comment\n\t7 \n\n8' " count 2" " sum 15"
accepts crlf '1\r\n2\r\n\r\n3\r\n' " count 3" " sum 6"
accepts byte_order_mark '\357\273\2771\n2\n' " count 2" " sum 3"
accepts 'a name with spaces' '1\n2\n' " count 2" "a name with spaces"
$emulator "$tour" --backend "$backend" --elements 10 - <"$folder/nine" >"$folder/out" 2>"$folder/err" || fail "standard input"
says " count 9" "Numbers: standard input"

# What is refused, and why.
refuses empty '' 'there are no numbers in it'
refuses comments '# nothing\n\n' 'there are no numbers in it'
refuses word '1\ntwo\n3\n' 'line 2: "two" is not a number'
refuses two_on_a_line '1 2\n' 'line 1: "1 2" is not a number'
refuses underflow '1\n1e-400\n' 'line 2: "1e-400" is too close to 0'
refuses subnormal '1\n-1e-310\n' 'line 2: "-1e-310" is too close to 0'
refuses overflow '1\n\n1e400\n' 'line 3: "1e400" is too large'
refuses large '\t-1e201' 'line 1: "-1e201" is too large'
refuses infinity '1\ninf\n' 'line 2: "inf" is not finite'
refuses not_a_number 'nan\n' 'line 1: "nan" is not a number'
refuses nul '1\n2\0003\n' 'line 2: "2" is followed by a NUL'
refuses utf16 '\377\3761\0\n\0' 'line 1: "??1" is followed by a NUL'
refuses second_mark '1\n\357\273\2772\n' 'line 2: "???2" is not a number'
refuses escape '\033[31m1\n' 'line 1: "?[31m1" is not a number'
run 2 "$folder/not there"
grep -qxF -- "tour: $folder/not there: No such file or directory" "$folder/err" || fail "no word about a missing file"
run 2 "$folder"
grep -qxF -- "tour: $folder: Is a directory" "$folder/err" || fail "no word about a directory"
run 2 "$folder/nine" "$folder/nine"
run 2 --elements 0 "$folder/nine"
run 2 --elements -1 "$folder/nine"
run 2 --elements 1e3 "$folder/nine"
run 2 --backend abacus "$folder/nine"
grep -qF -- '--backend does not take "abacus"' "$folder/err" || fail "no word about a backend that is none"
run 0 --help
says "usage: tour" "auto|host|cuda|reference" "--elements N" "--help"

# Types that do not hold the numbers are left out, and named.
accepts integers_32 '300\n-5\n' "Left out: u8, since 300 is out of its range" "82 of 82 agree"
accepts large_for_halves '70000\n' "Left out: f16, since 70000 is out of its range"
accepts small_for_halves '1e-5\n' "Left out: f16, since 1e-05 is too close to 0"
accepts large_for_floats '1e38\n' "Left out: f32, since sums of 1e+38 may be out of the range of f32"
accepts doubles_only '1e200\n1e-200\n' "Left out: f32" "Left out: i32" "21 of 21 agree"
accepts rounded '2049\n' "Rounded: f16, to 11 significant bits"
if grep -q "Rounded: f32" "$folder/out"; then
    fail "2049 is a number of f32"
fi

# Arrays of lengths other than the file's.
for elements in 1 23 24 25 745; do
    $emulator "$tour" --backend "$backend" --elements "$elements" "$folder/nine" >"$folder/out" 2>"$folder/err" ||
        fail "--elements $elements"
    says "101 of 101 agree"
done

# Output that cannot be written.
if [ -w /dev/full ]; then
    for option in --help --elements=10; do
        status=0
        $emulator "$tour" --backend "$backend" $option >/dev/full 2>"$folder/err" || status=$?
        : >"$folder/out"
        [ "$status" -eq 1 ] || fail "exit status $status, expected 1: tour $option >/dev/full"
        grep -q "cannot be written" "$folder/err" || fail "no word on standard error about /dev/full"
    done
fi

echo "check_tour: $failures failures"
[ "$failures" -eq 0 ]
