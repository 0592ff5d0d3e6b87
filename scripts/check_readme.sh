#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_readme.sh: README.md has at most 200 lines; each of its programs is the whole of a file of examples/, which is
# compiled, but for the comments at its top, so it can be pasted as it is; files and headings that README.md links to are
# there, and so are the targets of the Makefile that it names. (check_guide.sh checks the other documents.)
#
# check_readme.sh run [--without PATTERN]...: runs the commands of README.md's blocks of shell, in their order, in a fresh
# copy of the tree and with an empty home folder, and compares what they print with the comment behind them, if there is
# one, but for the kind of white space. The first one that fails ends it. Commands that match a pattern of the shell are
# left out. On a machine without a GPU CUDA is left out (by CMAKE_ARGS, unless it is set), and programs for a GPU are to be.
set -eu
cd "$(dirname "$0")/.."
limit=200

check_text() {
    failed=0
    lines=$(wc -l <README.md)
    if [ "$lines" -gt $limit ]; then
        echo "README.md has $lines lines; $limit are the most"
        failed=1
    fi
    links=$(sed 's/](/\n](/g' README.md | sed -n 's/^](\([^)]*\)).*/\1/p' | grep -v '^https*:' || true)
    for link in $links; do
        file=${link%%#*}
        if [ ! -e "$file" ]; then
            echo "README.md: links to $link, which is not there"
            failed=1
        elif [ "$link" != "$file" ] &&
            ! sed -n 's/^##* //p' "$file" | tr '[:upper:] ' '[:lower:]-' | tr -cd '[:alnum:]_\n-' |
            grep -qxF "${link#*#}"; then
            echo "README.md: $file has no heading #${link#*#}"
            failed=1
        fi
    done
    [ -n "$links" ] || failed=1
    # (lesson-01 is made by the rule lesson-%.)
    for target in $(grep -o '`make [a-z-]*' README.md | sed 's/.* //; s/^lesson-$/lesson-%/' | sort -u); do
        if ! grep -q "^$target:" Makefile; then
            echo "README.md: make $target is no target of the Makefile"
            failed=1
        fi
    done
    # shellcheck disable=SC2046  # paths of the tree hold no spaces
    awk '
    FILENAME != "README.md" {
        if (FNR == 1)
            in_comment = 1
        if (in_comment && (/^\/\*/ || /^ \*/ || /^\/\//)) # the comments at the top
            next
        in_comment = 0
        program[FILENAME] = program[FILENAME] "\n" $0
        next
    }
    /^```(c|cpp|cuda)$/ {
        inside = 1
        line = FNR
        block = ""
        next
    }
    /^```$/ && inside {
        inside = 0
        found = 0
        for (file in program)
            if (block == program[file])
                found = 1
        programs++
        if (!found) {
            printf "README.md:%d: this program is not the whole of a file of examples/\n", line
            failed = 1
        }
    }
    inside { block = block "\n" $0 }
    END {
        if (programs != 3) {
            printf "README.md: %d programs instead of 3\n", programs
            failed = 1
        }
        if (!failed)
            printf "README.md: %d lines, %d programs, all of them files of examples/\n", lines, programs
        exit failed
    }' lines="$lines" $(find examples -name '*.c' -o -name '*.cpp' -o -name '*.cu') README.md || failed=1
    [ $failed -eq 0 ]
}

run_commands() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/tcu" "$work/home"
    git ls-files -z --cached --others --exclude-standard | tar -c --null --files-from=- | tar -x -C "$work/tcu"
    awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md >"$work/commands"

    CCACHE_DIR=${CCACHE_DIR:-$(ccache --get-config cache_dir 2>/dev/null || true)}
    if [ -n "$CCACHE_DIR" ]; then
        # (Of files in another copy of the tree, and in another build folder, the same is compiled.)
        export CCACHE_DIR CCACHE_BASEDIR="$work" CCACHE_NOHASHDIR=1
    else
        unset CCACHE_DIR
    fi
    export HOME="$work/home"
    if [ -z "${CMAKE_ARGS+set}" ] && [ -z "$(scripts/usable_gpus.sh)" ]; then
        export CMAKE_ARGS=-DTCU_CUDA=OFF
    fi
    cd "$work/tcu"
    set +u # as in a user's shell
    count=0
    while IFS= read -r line <&3; do
        command=${line%% # *}
        [ -n "$command" ] || continue
        for pattern in "$@"; do
            # shellcheck disable=SC2254  # a pattern
            case $command in
            $pattern)
                echo "== left out: $command"
                printf '%s\n' "$pattern" >>"$work/left out"
                continue 2
                ;;
            esac
        done
        expected=${line#"$command"}
        expected=${expected# # }
        echo "== $command"
        begin=$(date +%s)
        if ! eval "$command" >"$work/output" 2>&1; then
            cat "$work/output"
            echo "README.md: this command failed: $command"
            exit 1
        fi
        printed=$(tr -s '[:space:]' ' ' <"$work/output" | sed 's/ $//')
        if [ -n "$expected" ] && [ "$printed" != "$expected" ]; then
            cat "$work/output"
            echo "README.md: this command was to print: $expected"
            exit 1
        fi
        tail -n 3 "$work/output"
        echo "== $(($(date +%s) - begin)) s"
        count=$((count + 1))
    done 3<"$work/commands"
    for pattern in "$@"; do
        if ! grep -Fqx -e "$pattern" "$work/left out" 2>/dev/null; then
            echo "README.md: no command matches --without $pattern"
            exit 1
        fi
    done
    echo "README.md: $count commands work one after another"
    [ $count -gt 0 ]
}

case ${1-} in
'')
    check_text
    ;;
run)
    shift
    patterns=$#
    while [ "$patterns" -gt 0 ]; do
        if [ "$1" != --without ] || [ "$patterns" -lt 2 ]; then
            echo "usage: check_readme.sh [run [--without PATTERN]...]" >&2
            exit 2
        fi
        pattern=$2
        shift 2
        set -- "$@" "$pattern"
        patterns=$((patterns - 2))
    done
    run_commands "$@"
    ;;
*)
    echo "usage: check_readme.sh [run [--without PATTERN]...]" >&2
    exit 2
    ;;
esac
