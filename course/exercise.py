#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the exercise of a lesson from its solution: what stands between FILL IN and END is left out.

exercise.py FOLDER ...          writes exercise.cu (or .c) of these folders of lessons
exercise.py --check FOLDER ...  says which is not there, or is not what its solution gives; exit status 1
"""

import os
import re
import sys

SOLUTIONS = ("solution.cu", "solution.c")
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


def problem(path, check):
    """Writes, or checks, the exercise beside the solution `path`; what is wrong, or None."""
    target = os.path.join(os.path.dirname(path), os.path.basename(path).replace("solution.", "exercise.", 1))
    try:
        with open(path, encoding="utf-8") as file:
            text = exercise(file.read())
    except ValueError as error:
        return "%s: %s" % (path, error)
    if not check:
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
        return None
    if not os.path.exists(target):
        return "there is no %s: run course/exercise.py %s" % (target, os.path.dirname(path))
    with open(target, encoding="utf-8", errors="replace") as file:
        if file.read() != text:
            return "%s is not what %s gives: run course/exercise.py %s" % (target, path, os.path.dirname(path))
    return None


def main(arguments):
    check = arguments[:1] == ["--check"]
    folders = arguments[1:] if check else arguments
    if not folders:
        print(__doc__.strip())
        return 2
    problems = []
    for folder in folders:
        solutions = [path for path in (os.path.join(folder, name) for name in SOLUTIONS) if os.path.exists(path)]
        if not solutions:
            problems.append("there is no solution in %s" % folder)
        problems += [problem(path, check) for path in solutions]
    problems = [one for one in problems if one]
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
