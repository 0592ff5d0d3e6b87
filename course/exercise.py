#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the exercise of a lesson from its solution: what stands between FILL IN and END is left out.

exercise.py FOLDER ...          writes exercise.cu (or .c) of these folders of lessons
exercise.py --check FOLDER ...  says which is not what its solution gives; exit status 1
"""

import glob
import os
import re
import sys

HOLE = re.compile(r"^( *)/\* FILL IN (\d) \*/\n(.*?)^ */\* END \*/\n", re.MULTILINE | re.DOTALL)


def exercise(solution):
    """The text with holes: three, of 3 to 20 lines each."""
    holes = HOLE.findall(solution)
    if [number for _, number, _ in holes] != ["1", "2", "3"]:
        raise ValueError("there have to be holes 1, 2 and 3, in this order")
    for _, number, lines in holes:
        if not 3 <= lines.count("\n") <= 20:
            raise ValueError("hole %s has %d lines; 3 to 20 are wanted" % (number, lines.count("\n")))
    return HOLE.sub(lambda hole: "%s/* FILL IN %s */\n" % (hole.group(1), hole.group(2)), solution)


def main(arguments):
    check = arguments[:1] == ["--check"]
    failed = False
    for folder in arguments[1:] if check else arguments:
        for path in glob.glob(os.path.join(folder, "solution.*")):
            target = path.replace("solution.", "exercise.")
            try:
                with open(path, encoding="utf-8") as file:
                    text = exercise(file.read())
            except ValueError as error:
                print("%s: %s" % (path, error))
                failed = True
                continue
            if not check:
                with open(target, "w", encoding="utf-8") as file:
                    file.write(text)
                continue
            with open(target, encoding="utf-8") as file:
                if file.read() != text:
                    print("%s is not what %s gives: run course/exercise.py %s" % (target, path, folder))
                    failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
