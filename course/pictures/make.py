#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of all lessons.

make.py [--programs FOLDER] [OUTPUT]    writes NN_name/picture into OUTPUT, by default the course's folder
make.py [--programs FOLDER] --check     makes them elsewhere; says which is not what the course's folder has; status 1

Diagrams (SVG) are drawn by Python alone. PNG files are made by paint, filters, edges and film in the folder of
--programs; without it they are left out. film.gif is made where Pillow is.
"""

import argparse
import glob
import importlib.util
import os
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
COURSE = os.path.dirname(HERE)
NO_DIAGRAMS = ("make.py", "svg.py", "film.py")


def has_pillow():
    return importlib.util.find_spec("PIL") is not None


def make(programs, output):
    for program in sorted(glob.glob(os.path.join(HERE, "*.py"))):
        if os.path.basename(program) not in NO_DIAGRAMS:
            subprocess.run([sys.executable, program, output], check=True)
    if programs:

        def path(name):
            os.makedirs(os.path.join(output, os.path.dirname(name)), exist_ok=True)
            return os.path.join(output, name)

        def run(name, *arguments):
            subprocess.run([os.path.join(programs, name), *arguments], check=True)

        picture = path("06_pictures/picture.png")
        run("paint", picture)
        run("filters", picture, path("06_pictures/filters.png"))
        run("edges", picture, path("08_edges/stages.png"))
        with tempfile.TemporaryDirectory() as frames:
            run("film", path("07_stencils/film.png"), frames)
            if has_pillow():
                subprocess.run(
                    [sys.executable, os.path.join(HERE, "film.py"), frames, path("07_stencils/film.gif")],
                    check=True,
                )
            else:
                print("pictures: no film.gif without Pillow (Debian: python3-pil)")


def pixels(path):
    """Width, height, bits, colour type and the bytes of a PNG file that is not interlaced, filters undone."""
    with open(path, "rb") as file:
        data = file.read()
    header, packed, at = None, b"", 8
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if name == b"IHDR":
            header = struct.unpack(">IIBB", body[:10])
        elif name == b"IDAT":
            packed += body
        at += length + 12
    rows, step = zlib.decompress(packed), {0: 1, 2: 3, 3: 1}[header[3]]
    width, result, above = header[0] * step, bytearray(), bytes(header[0] * step)
    for begin in range(0, len(rows), width + 1):
        kind, row = rows[begin], bytearray(rows[begin + 1 : begin + 1 + width])
        for i in range(width):
            left, up, corner = (row[i - step], above[i], above[i - step]) if i >= step else (0, above[i], 0)
            if kind == 4:
                guess = left + up - corner
                nearest = min(
                    (abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner)
                )[2]
            row[i] = (row[i] + (0, left, up, (left + up) // 2, nearest if kind == 4 else 0)[kind]) % 256
        result += row
        above = row
    return header, bytes(result)


def difference(made, kept):
    """What differs between two files, or None. Numbers of floating point may be rounded otherwise elsewhere."""
    if not os.path.exists(kept):
        return "is not there"
    with open(made, "rb") as file, open(kept, "rb") as other:
        made_bytes, kept_bytes = file.read(), other.read()
    if made_bytes == kept_bytes:
        return None
    if made.endswith(".png"):
        (header, values), (kept_header, kept_values) = pixels(made), pixels(kept)
        if header != kept_header:
            return "has another size or kind"
        off = sum(abs(a - b) > 2 for a, b in zip(values, kept_values))
        return "differs in %d values" % off if off > len(values) / 1000 else None
    if made.endswith(".gif") and made_bytes[:10] == kept_bytes[:10]:
        return None
    return "differs"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("output", nargs="?", default=COURSE)
    arguments = parser.parse_args()
    if not arguments.check:
        make(arguments.programs, arguments.output)
        return 0
    with tempfile.TemporaryDirectory() as output:
        make(arguments.programs, output)
        names = sorted(os.path.relpath(path, output) for path in glob.glob(os.path.join(output, "*", "*")))
        problems = [(name, difference(os.path.join(output, name), os.path.join(COURSE, name))) for name in names]
    problems = [(name, problem) for name, problem in problems if problem]
    for name, problem in problems:
        print("course/%s %s: run course/pictures/make.py" % (name, problem))
    print("pictures: %d of %d are what the programs draw" % (len(names) - len(problems), len(names)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
