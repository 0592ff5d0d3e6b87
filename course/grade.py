#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points of the exercises: one for each of a lesson's three steps, and one for a broken.cu that is mended."""

import argparse
import json
import sys

sys.dont_write_bytecode = True
import programs

MOST = 4  # a lesson


def grade(folder, lesson):
    steps = programs.results(folder, lesson, "exercise")
    broken = programs.results(folder, lesson, "broken")
    if steps is None or broken is None:
        failure = "the exercise or broken.cu does not compile"
        return {"lesson": lesson, "points": 0, "of": MOST, "open": [failure]}
    all_results = steps + [dict(broken[0], name="broken.cu")]
    return {"lesson": lesson, "points": sum(result["right"] for result in all_results), "of": MOST,
            "open": [result["name"] for result in all_results if not result["right"]]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="of the programs: build/course, or build/course/gpu")
    parser.add_argument("--json", metavar="FILE", help="write the points there, too")
    options = parser.parse_args()
    grades = [grade(options.folder, lesson) for lesson in programs.lessons()]
    total = {"points": sum(one["points"] for one in grades), "of": MOST * len(grades), "lessons": grades}
    for one in grades:
        left = "open: " + ", ".join(name.split()[0] for name in one["open"]) if one["open"] else ""
        print("%-16s %2d of %d points  %s" % (one["lesson"], one["points"], one["of"], left))
    print("%-16s %2d of %d points" % ("all", total["points"], total["of"]))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(total, file, indent=2)
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
