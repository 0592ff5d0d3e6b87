#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# handout.sh FILE.tar.gz: packs this tree without the solutions of the exercises, to be handed out to students, who run
# make lesson-01, ... in it. What git ignores is left out where there is git, else the build folders.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$(dirname "$1")"
list=$(mktemp)
trap 'rm -f "$list"' EXIT
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard
else
    find . -type f -not -path './build*' -not -path './gpu-bundle/*' | sed 's|^\./||'
fi | grep -v '^course/[0-9][0-9]_[a-z0-9_]*/solution\.' | while read -r file; do
    [ ! -e "$file" ] || echo "$file"
done | LC_ALL=C sort >"$list"
tar -czf "$1" --transform 's|^|tcu-course/|' -T "$list"
echo "handout: $1, $(wc -l <"$list") files, no solutions"
