#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_guide.sh: what docs/guide/ and docs/reference.md show is what is compiled and run, and no document has a dead link
# (README.md is check_readme.sh's):
# - each block of C, C++ or CUDA is text of a file of examples/, each block of output of one of examples/guide/expected/;
# - each program of examples/guide/ is named by the guide and has an output that is expected;
# - each relative link of the other documents leads to a file, and to a heading that is there;
# - each file that a document names, `like/this.c`, is in the tree, from its top or from some folder.
set -eu
cd "$(dirname "$0")/.."
status=0

awk '
FILENAME !~ /^docs\// {
    text[FILENAME] = text[FILENAME] "\n" $0
    next
}
/^```(c|cpp|cuda|text)$/ {
    inside = 1
    is_output = $0 == "```text"
    line = FNR
    block = ""
    next
}
/^```$/ && inside {
    inside = 0
    blocks++
    found = 0
    for (file in text) {
        if ((file ~ /\.txt$/) == is_output && index(text[file] "\n", block "\n") > 0)
            found = 1
    }
    if (!found) {
        printf "%s:%d: this block is not text of a file of %s\n", FILENAME, line,
               is_output ? "examples/guide/expected/" : "examples/"
        failed = 1
    }
}
inside { block = block "\n" $0 }
END {
    if (!blocks) {
        print "docs/guide: there are no examples"
        failed = 1
    }
    if (!failed)
        printf "guide: %d blocks are text of files of examples/\n", blocks
    exit failed
}' examples/*.c examples/*.cpp examples/*/*.c examples/*/*.cpp examples/*/*.cu examples/guide/expected/*.txt docs/guide/*.md docs/reference.md || status=1

for program in examples/guide/*.c examples/guide/*.cpp; do
    task=$(basename "${program%.*}")
    if ! grep -qF "(../../$program)" docs/guide/*.md; then
        echo "docs/guide: no page links to $program"
        status=1
    fi
    if [ ! -s "examples/guide/expected/$task.txt" ]; then
        echo "examples/guide/expected/$task.txt is missing: what $program prints"
        status=1
    fi
done

# Documents' headings, as "file#anchor" in the way of GitHub, and their links, as "file:line target".
documents=$(find . -maxdepth 1 -name '*.md' | sed 's|^\./||'; find docs course emulation python -name '*.md')
read_documents() {
    # shellcheck disable=SC2086  # paths of the tree hold no spaces
    awk -v want="$1" '
    FNR == 1 { inside = 0 }
    /^ *```/ {
        inside = !inside
        next
    }
    inside { next }
    /^#+ / && want == "anchors" {
        heading = tolower($0)
        sub(/^#+ /, "", heading)
        gsub(/[^a-z0-9 _-]/, "", heading)
        gsub(/ /, "-", heading)
        print FILENAME "#" heading
    }
    want == "links" && FILENAME != "README.md" {
        rest = $0
        gsub(/`[^`]*`/, "", rest)
        if (match(rest, /^\[[^]]+\]: /)) { # a definition, which [label][] in this file names
            named[FILENAME, substr(rest, 2, RLENGTH - 4)] = 1
            rest = "](" substr(rest, RLENGTH + 1) ")"
        }
        while (match(rest, /\]\([^() ]+\)/)) {
            target = substr(rest, RSTART + 2, RLENGTH - 3)
            rest = substr(rest, RSTART + RLENGTH)
            if (target !~ /^[a-z]+:/)
                print FILENAME ":" FNR " " target
        }
        rest = $0
        while (match(rest, /\[[^][]+\]\[\]/)) {
            uses++
            place[uses] = FILENAME ":" FNR
            use[uses] = FILENAME SUBSEP substr(rest, RSTART + 1, RLENGTH - 4)
            rest = substr(rest, RSTART + RLENGTH)
        }
    }
    END {
        for (i = 1; i <= uses; i++)
            if (!(use[i] in named))
                print place[i] " an-undefined-label"
    }' $documents
}
anchors=$(read_documents anchors)
links=$(read_documents links)
number=0
while read -r place target; do
    [ -n "$place" ] || continue
    number=$((number + 1))
    file=${place%:*}
    path=${target%%#*}
    if [ -n "$path" ]; then
        path=$(realpath -m --relative-to=. "$(dirname "$file")/$path")
    else
        path=$file
    fi
    if [ ! -e "$path" ]; then
        echo "$place: the link $target leads nowhere"
        status=1
    elif [ "$target" != "${target#*#}" ] && [ "${path%.md}" != "$path" ] &&
        ! printf '%s\n' "$anchors" | grep -qxF "$path#${target#*#}"; then
        echo "$place: $path has no heading #${target#*#}"
        status=1
    fi
done <<END
$links
END
[ "$number" -gt 0 ] || status=1

# (shift is the operation that CONTRIBUTING.md adds.)
# shellcheck disable=SC2086  # paths of the tree hold no spaces
find algorithms backends bench cmake course docs emulation examples include primitives python scripts tests -type f | awk '
FILENAME == "-" {
    for (path = $0; path != ""; path = index(path, "/") ? substr(path, index(path, "/") + 1) : "")
        there[path] = 1
    next
}
{
    rest = $0
    while (match(rest, /`[A-Za-z0-9_.\/-]+\/[A-Za-z0-9_.-]+\.(c|h|hpp|cu|cuh|cpp|py|sh|cmake|md)`/)) {
        path = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        named++
        if (path ~ /(^|\/)shift[.\/]/ || path in there)
            continue
        print FILENAME ":" FNR ": there is no " path
        failed = 1
    }
}
END {
    if (!failed)
        printf "documents: %d files that are named are there\n", named
    exit failed || !named
}' - $documents || status=1
[ "$status" -ne 0 ] || echo "documents: $number relative links lead somewhere"
exit $status
