#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Includes go one way only: public headers -> context -> call, threads -> tile -> pipeline -> reduce, scan, ... ->
# algorithms -> backends, where "a -> b" means that b may include a. Of another algorithm a file includes backend.h alone:
# what both need lies in a lower layer. The headers for kernels (include/tcu/device) include none of the library but each
# other, and CUDA code alone includes them. The headers for C++ (*.hpp) are for users alone. What the host and the reference backend do stays in their folders, but
# for the elements of primitives/tile: so a change to it needs no run on a GPU. Run without arguments from anywhere; exit 1
# and a line for each violation.
set -eu
cd "$(dirname "$0")/.."

files=$(find include primitives algorithms backends -type f \
    \( -name '*.h' -o -name '*.hpp' -o -name '*.c' -o -name '*.cu' -o -name '*.cuh' \) 2>/dev/null | LC_ALL=C sort)

# shellcheck disable=SC2086  # paths of the tree hold no spaces
awk '
function layer(path) {
    if (path ~ /^include\/tcu\//) return 0
    if (path ~ /^primitives\/context\//) return 1
    if (path ~ /^primitives\/(call|threads)\//) return 2
    if (path ~ /^primitives\/tile\//) return 3
    if (path ~ /^primitives\/pipeline\//) return 4
    if (path ~ /^primitives\//) return 5
    if (path ~ /^algorithms\//) return 6
    if (path ~ /^backends\//) return 7
    return -1
}
function of_other_backends(path) { # than CUDA
    return path !~ /^primitives\/tile\// && path ~ /^(primitives|algorithms)\/(.*\/)?(host|reference)\/|^backends\/host/
}
function for_kernels(path) { # of users, too
    return path ~ /^include\/tcu\/device\//
}
function algorithm(path) {
    return split(path, folders, "/") > 2 && folders[1] == "algorithms" ? folders[2] : ""
}
function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    bad++
}
FNR == 1 { checked++ }
/^[ \t]*#[ \t]*include[ \t]*["<]/ {
    name = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
    quoted = substr(name, 1, 1) == "\""
    name = substr(name, 2)
    sub(/[">].*$/, "", name)

    from = layer(FILENAME)
    if (from == 0 && !for_kernels(FILENAME) && name ~ /^(cuda|cooperative_groups|mma\.h|nv\/|cub\/|thrust\/)/)
        complain("a public header includes the CUDA header " name)
    if (name ~ /^\.\.?\//) {
        complain("write " name " as a path from the top of the tree")
        next
    }
    if (name ~ /\.hpp$/ && FILENAME !~ /^include\/tcu\/.*\.hpp$/)
        complain("the headers for C++ are for users alone, not " name)
    if (name ~ /^tcu\//)
        name = "include/" name
    else if (name !~ /\//) # a system header, or a file beside this one
        next
    to = layer(name)
    if (for_kernels(FILENAME) && to >= 0 && !for_kernels(name))
        complain("a header for kernels includes " name ", which is none")
    if (for_kernels(name) && (from == 0 && !for_kernels(FILENAME) || FILENAME ~ /\.c$|\/(host|reference)\//))
        complain("CUDA code alone includes " name)
    if (of_other_backends(name) && !of_other_backends(FILENAME))
        complain("only the host and the reference backend include " name)
    if (from == 6 && to == 6 && algorithm(name) != algorithm(FILENAME) && name !~ /\/backend\.h$/)
        complain("of another algorithm only backend.h is included, not " name)
    if (to > from)
        complain("the lower layer includes " name " of a higher one")
    else if (to < 0 && quoted)
        complain("the library includes " name ", which is outside it")
}
END {
    if (bad) {
        printf "include direction: %d violation(s) in %d files\n", bad, checked
        exit 1
    }
    printf "include direction: %d files, all one way\n", checked
}' $files
