#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# handout.sh FILE.tar.gz: packs this tree without the solutions of the exercises, to be handed out to students, who run
# make lesson-01, ... in it. Of a git repository the tracked files are packed, else all but build folders. Exit status
# 1, and nothing is packed, if an exercise is not what course/exercise.py makes of its solution: it may be solved.
set -eu
cd "$(dirname "$0")/.."
python3 -B course/exercise.py --check course/[0-9][0-9]_*/ || {
    echo "handout.sh: nothing is packed, as the exercises above may be solved" >&2
    exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# (A tree inside another repository that does not track it is none.)
if git ls-files --error-unmatch course/handout.sh >/dev/null 2>&1; then
    git ls-files --cached -z
elif [ -e CMakeCache.txt ]; then
    echo "handout.sh: nothing is packed, as this tree is a build folder, too: build in a folder of its own" >&2
    exit 1
else
    find . -mindepth 1 -type d \( -name .git -o -name __pycache__ -o -path './build*' -o -path ./gpu-bundle \
        -o -exec test -e '{}/CMakeCache.txt' \; \) -prune -o \( -type f -o -type l \) -print0 | sed -z 's|^\./||'
fi >"$work/all"
# Solutions, and what editors keep of them: .solution.cu.swp, #solution.cu#
grep -zv '^course/[0-9][0-9]_.*/[.#]*solution[^/]*$' "$work/all" |
    xargs -0 sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' sh | LC_ALL=C sort -zu >"$work/files"
tar -czf "$work/archive" --transform 's|^|tcu-course/|' --null --verbatim-files-from -T "$work/files"
mkdir -p "$(dirname "$1")"
cp "$work/archive" "$1"
echo "handout: $1, $(tr -dc '\0' <"$work/files" | wc -c) files, no solutions"
