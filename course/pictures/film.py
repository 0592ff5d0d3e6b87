#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""film.py FOLDER FILM.gif: the frames that the program film wrote, as a film. Needs Pillow (Debian: python3-pil)."""

import glob
import os
import sys

from PIL import Image


def main(folder, film):
    # A quarter of the palette's 256 colours is enough, and halves the file.
    frames = [
        Image.open(path).point(lambda color: color // 4 * 4)
        for path in sorted(glob.glob(os.path.join(folder, "frame_*.png")))
    ]
    if not frames:
        sys.exit("film.py: no frames in %s" % folder)
    # (All frames have the same palette. The last one stays.)
    durations = [120] * (len(frames) - 1) + [1500]
    frames[0].save(film, save_all=True, append_images=frames[1:], duration=durations, loop=0)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: film.py FOLDER FILM.gif")
    main(*sys.argv[1:])
