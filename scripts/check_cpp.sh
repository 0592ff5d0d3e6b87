#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_cpp.sh: no function of C is missing in C++. Each function that the public headers declare and that returns a
# status, takes a context or is about one is called by the headers of include/tcu/cpp/; each function of C++ that carries
# the name of one of C is called by a test of tests/cpp/, and each option of C is one of C++.
set -eu
cd "$(dirname "$0")/.."
status=0

# The public headers without comments.
without_comments() {
    cat include/tcu/*.h | awk '
    {
        while (match($0, /\/\*([^*]|\*+[^*\/])*\*+\//)) # a comment within a line
            $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH)
        if (inside && sub(/^.*\*\//, "")) inside = 0
        if (inside) next
        if (sub(/\/\*.*$/, "")) inside = 1
        print
    }'
}

declarations=$(without_comments | tr '\n' ' ' | tr ';' '\n' | grep -o 'TCU_API[^()]*(.*')
functions=$(printf '%s\n' "$declarations" | grep -E 'TCU_API tcu_status|tcu_context ' | grep -oE 'tcu_[a-z0-9_]+ *\(' |
    tr -d ' (' | grep -v '^tcu_status_string$' | LC_ALL=C sort -u)
number=$(printf '%s\n' "$functions" | wc -l)
for function in $functions; do
    if ! grep -qE "(^|[^a-z0-9_])$function\(|, ${function}[>,)]" include/tcu/cpp/*.hpp; then
        echo "include/tcu/cpp: nothing calls $function"
        status=1
    fi
done

tested=0
for function in $functions; do
    name=${function#tcu_}
    if grep -qE "(^| )$name\(.*(Context|basic_context<Errors>) &" include/tcu/cpp/*.hpp; then
        tested=$((tested + 1))
        if ! grep -qE "tcu::$name(<[a-z]+>)?\(" tests/cpp/*.cpp; then
            echo "tests/cpp: nothing calls tcu::$name"
            status=1
        fi
    fi
done

# Fields of C's structures of options, by structure.
options=0
while read -r structure field; do
    [ -n "$field" ] || continue
    options=$((options + 1))
    if ! sed -n "/^struct ${structure#tcu_} {/,/^};/p" include/tcu/cpp/*.hpp | grep -qE "[ *]$field = "; then
        echo "include/tcu/cpp: ${structure#tcu_} has no field $field"
        status=1
    fi
done <<END
$(without_comments | awk '
/^typedef struct tcu_[a-z0-9_]*_(options|desc) \{/ { structure = $3; next }
/^\}/ { structure = "" }
structure != "" && match($0, /[a-z_]+(\[[A-Z_]+\])?;/) {
    field = substr($0, RSTART, RLENGTH)
    sub(/[\[;].*/, "", field)
    if (field != "reserved" && field != "type" && field != "num_taps") print structure, field
}')
END

if [ "$number" -le 100 ] || [ "$tested" -le 60 ] || [ "$options" -le 50 ]; then
    echo "check_cpp.sh: $number functions, $tested of them tested, $options options: the headers were not read"
    status=1
fi
[ $status -ne 0 ] || echo "C++: $number functions of C are called, $tested by tests; $options options are there"
exit $status
