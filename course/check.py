#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a lesson's programs: versions and solution are right, of the exercise no step is, and broken.cu goes wrong.

check.py FOLDER LESSON [--gpu]   FOLDER: of the programs. On a GPU a race may have no effect, so broken.cu is not looked
                                 at.
"""

import sys

sys.dont_write_bytecode = True
import programs


def problems(folder, lesson, on_gpu):
    for program, wanted in (("versions", True), ("solution", True), ("exercise", False), ("broken", False)):
        if program == "broken" and on_gpu:
            continue
        found = programs.results(folder, lesson, program)
        if found is None:
            yield "there is no program %s" % program
            continue
        if program in ("solution", "exercise") and len(found) != programs.STEPS:
            yield "%s has %d steps; %d are wanted" % (program, len(found), programs.STEPS)
        for result in found:
            if result["right"] != wanted:
                how = "right, but should not be" if result["right"] else "wrong, " + result["failure"]
                yield "%s: %s is %s" % (program, result["name"], how)


def main(arguments):
    on_gpu = "--gpu" in arguments
    folder, lesson = [argument for argument in arguments if argument != "--gpu"]
    found = list(problems(folder, lesson, on_gpu))
    well = "%s: versions, solution, exercise and broken.cu are as they should be" % lesson
    print("\n".join(found) if found else well)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
