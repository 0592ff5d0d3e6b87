#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points of the exercises: one for each of a lesson's three steps, and one for a broken.cu that is mended."""

import argparse
import json
import sys

sys.dont_write_bytecode = True
import programs

MOST = programs.STEPS + 1  # a lesson


def points(folder, lesson, program, steps):
    """Of a program that has this many steps: points, the names of what is open, and sentences on what gives none."""
    source = program + ".cu"
    if not programs.is_built(folder, lesson, program):
        return 0, [source], ["%s does not compile" % source]
    found = programs.results(folder, lesson, program)
    if found and "ended" in found[0]:
        return 0, [source], ["%s: %s" % (source, found[0]["failure"])]
    if len(found) != steps:
        return 0, [source], ["%s has %d steps, expected %d" % (source, len(found), steps)]
    missing = [one["name"] for one in found if not one["right"]]
    return steps - len(missing), missing, []


def grade(folder, lesson):
    of_steps, steps, said_of_steps = points(folder, lesson, "exercise", programs.STEPS)
    of_broken, broken, said_of_broken = points(folder, lesson, "broken", 1)
    return {"lesson": lesson, "points": of_steps + of_broken, "of": MOST,
            "open": steps + ["broken.cu" for _ in broken], "failures": said_of_steps + said_of_broken}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="of the programs: build/course, or build/course/gpu")
    parser.add_argument("--json", metavar="FILE", help="write the points there, too")
    options = parser.parse_args()
    grades = [grade(options.folder, lesson) for lesson in programs.lessons()]
    total = {"points": sum(one["points"] for one in grades), "of": MOST * len(grades), "lessons": grades}
    for one in grades:
        left = "open: " + ", ".join(name.split(" ")[0] for name in one["open"]) if one["open"] else ""
        print(("%-16s %2d of %d points  %s" % (one["lesson"], one["points"], one["of"], left)).rstrip())
        for failure in one["failures"]:
            print("    " + failure)
    print("%-16s %2d of %d points" % ("all", total["points"], total["of"]))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(total, file, indent=2)
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
