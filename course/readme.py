#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What READMEs of lessons show of their programs' output, between <!-- output of NN_program --> and <!-- end -->.

readme.py PROGRAMS            checks it, with the programs of the folder PROGRAMS (build/course), and that a README has
                              300 to 700 words of its own, and every picture and file that it names
readme.py --write PROGRAMS    writes it
readme.py --measured FOLDER WORDS   writes what NN_versions printed on a GPU, files FOLDER/NN.txt, below
                              <!-- measured -->, after WORDS: GPU, date, commit

What versions cost is compared, and written, with the compiler only that course/README.md names: how often a kernel
accesses memory is also the compiler's choice. With others the versions' names, and what is right, are compared.
"""

import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OUTPUT = re.compile(r"(<!-- output of (\w+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+?)(?:#[^)]*)?\)")
TABLE = re.compile(r"^version .*\n((?:.+\n)*)", re.MULTILINE)  # of what versions cost
COUNTS_OF = re.compile(r"counts are those of\s+(GCC|Clang)\s+(\d+)")
COMPILER_IDS = {"GCC": "GNU", "Clang": "Clang"}  # what CMake calls them
MEASURED = re.compile(r"<!-- measured -->\n(?:.*?<!-- end of measured -->\n)?", re.DOTALL)


def write_measured(folder, origin):
    for path in glob.glob(os.path.join(HERE, "[0-9][0-9]_*", "README.md")):
        number = os.path.basename(os.path.dirname(path))[:2]
        output = os.path.join(folder, number + ".txt")
        if not os.path.exists(output):
            print("there is no %s" % output)
            continue
        with open(output, encoding="utf-8") as file:
            block = "<!-- measured -->\n%s:\n\n```\n%s```\n<!-- end of measured -->\n" % (origin, file.read())
        with open(path, encoding="utf-8") as file:
            text = MEASURED.sub(lambda _: block, file.read())
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


def output_of(programs, name):
    run = subprocess.run([os.path.join(programs, name)], stdout=subprocess.PIPE, check=False, text=True)
    return "```\n%s```\n" % run.stdout


def is_compiler_of_counts(programs):
    """The build of the programs has the compiler that course/README.md names."""
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        name, major = COUNTS_OF.search(file.read()).groups()
    with open(os.path.join(programs, "..", "build-info"), encoding="utf-8") as file:
        return re.search(r"^cxx=%s %s\." % (COMPILER_IDS[name], major), file.read(), re.MULTILINE) is not None


def without_counts(text):
    """Of the outputs of versions the names and what is right. (Rows of their tables begin with 22 columns of name.)"""
    def names(part):
        table = TABLE.search(part.group(0))
        if not table:
            return part.group(0)
        rows = [row[:22].rstrip() + (" WRONG" if row.endswith(" WRONG") else "") for row in table.group(1).splitlines()]
        return part.group(0)[:table.start()] + "\n".join(rows) + part.group(0)[table.end():]
    return OUTPUT.sub(names, text)


def words(text):
    """Without code, output, comments and addresses."""
    text = re.sub(r"```.*?```", "", MEASURED.sub("", text), flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    return len(re.sub(r"\]\([^)]*\)", "", text).split())


def main(arguments):
    if arguments[:1] == ["--measured"]:
        return write_measured(*arguments[1:])
    write = arguments[:1] == ["--write"]
    programs = arguments[-1]
    problems = []
    exact = is_compiler_of_counts(programs)
    if write and not exact:
        print("readme.py: this is not the compiler that course/README.md names for the counts")
        return 1
    for path in sorted(glob.glob(os.path.join(HERE, "[0-9][0-9]_*", "README.md"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        wanted = OUTPUT.sub(lambda part: part.group(1) + output_of(programs, part.group(2)) + part.group(3), text)
        name = os.path.relpath(path, os.path.dirname(HERE))
        if write:
            with open(path, "w", encoding="utf-8") as file:
                file.write(wanted)
        elif wanted != text and (exact or without_counts(wanted) != without_counts(text)):
            problems.append("%s does not show what its programs print: run course/readme.py --write %s"
                            % (name, programs))
        if not 300 <= words(wanted) <= 700:
            problems.append("%s has %d words; 300 to 700 are wanted" % (name, words(wanted)))
        for link in LINK.findall(wanted):
            if "://" not in link and not os.path.exists(os.path.join(os.path.dirname(path), link)):
                problems.append("%s names %s, which is not there" % (name, link))
    print("\n".join(problems) if problems else "course: READMEs show what their programs print")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
