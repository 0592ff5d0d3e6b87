# SPDX-License-Identifier: Apache-2.0
"""Drawings as SVG, with nothing but Python's standard library.

Coordinates are pixels of a drawing that is 800 wide, y downwards. A drawing is refused where a text leaves it or two
texts overlap, so that a changed number cannot spoil a picture unnoticed. The background is white, also where a page is
dark. Colours are those of M. Okabe and K. Ito ("Color Universal Design", 2008), which the colour-blind tell apart.
"""

import math
import os
import sys
from xml.sax.saxutils import escape

INK, QUIET, LINE, WHITE = "#222222", "#666666", "#9a9a9a", "#ffffff"
ORANGE, SKY, GREEN, YELLOW = "#e69f00", "#56b4e9", "#009e73", "#f0e442"
BLUE, RED, PURPLE, GREY = "#0072b2", "#d55e00", "#cc79a7", "#bbbbbb"

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
DEFAULTS = {"stroke_width": 1, "text_anchor": "middle"}
COURSE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def pale(color, share=0.4):
    """`share` of the colour, the rest white: to write on."""
    parts = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join("%02x" % round(255 - (255 - part) * share) for part in parts)


def text_width(text, size):
    """About that of the wide fonts which may stand in for Helvetica."""
    em = 0
    for letter in text:
        if letter in "iljtfI.,:;'|! ":
            em += 0.33
        elif letter in "mwMW@+=<>→×∑%":
            em += 0.84
        else:
            em += 0.70 if letter.isupper() else 0.61
    return em * size


def number(value):
    """Without digits that nobody sees."""
    return ("%.2f" % value).rstrip("0").rstrip(".")


class Drawing:
    def __init__(self, height, title, width=800):
        self.width, self.height, self.title = width, height, title
        self.parts, self.texts, self.problems = [], [], []

    def add(self, form, *values, **attributes):
        """An element: names of attributes have _ for -. What all have by default is left out."""
        listed = "".join(
            ' %s="%s"' % (name.replace("_", "-"), number(value) if isinstance(value, (int, float)) else value)
            for name, value in attributes.items()
            if value is not None and DEFAULTS.get(name) != value
        )
        self.parts.append("<%s%s%s" % (form, listed, "/>" if not values else ">%s</%s>" % (values[0], form)))

    def rect(self, x, y, width, height, fill="none", stroke=INK, line=1, dash=None, round_by=None):
        self.add(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            fill=fill,
            stroke=stroke,
            stroke_width=line,
            stroke_dasharray=dash,
            rx=round_by,
        )

    def circle(self, x, y, radius, fill=WHITE, stroke=INK, line=1):
        self.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke, stroke_width=line)

    def polygon(self, points, fill="none", stroke=INK, line=1):
        listed = " ".join(number(x) + "," + number(y) for x, y in points)
        self.add("polygon", points=listed, fill=fill, stroke=stroke, stroke_width=line, stroke_linejoin="round")

    def line(self, x1, y1, x2, y2, color=INK, line=1, dash=None):
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=color, stroke_width=line, stroke_dasharray=dash)

    def arrow(self, x1, y1, x2, y2, color=INK, line=1.2, head=6, dash=None):
        length = math.hypot(x2 - x1, y2 - y1)
        along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
        back_x, back_y = x2 - head * along_x, y2 - head * along_y
        self.line(x1, y1, back_x, back_y, color, line, dash)
        side_x, side_y = -along_y * head * 0.45, along_x * head * 0.45
        self.polygon(
            [(x2, y2), (back_x + side_x, back_y + side_y), (back_x - side_x, back_y - side_y)], color, color, 0.5
        )

    def text(self, x, y, text, size=14, anchor="middle", color=INK, bold=False, italic=False):
        """y is the middle of the text's height."""
        text = str(text)
        width = text_width(text, size) * (1.12 if bold else 1)
        left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]
        box = (left, y - 0.42 * size, left + width, y + 0.42 * size)
        if box[0] < 1 or box[2] > self.width - 1 or box[1] < 1 or box[3] > self.height - 1:
            self.problems.append('"%s" leaves the drawing: %s' % (text, box))
        for other, other_text in self.texts:
            if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]:
                self.problems.append('"%s" overlaps "%s" at %s' % (text, other_text, box))
        self.texts.append((box, text))
        self.add(
            "text",
            escape(text),
            x=x,
            y=y + 0.35 * size,
            font_size=size,
            fill=color,
            text_anchor=anchor,
            font_weight="bold" if bold else None,
            font_style="italic" if italic else None,
        )

    def cell(self, x, y, width, height, text="", fill=WHITE, size=14, stroke=INK, line=1, color=INK, bold=False):
        """A box with a text in it, which has to fit."""
        if text_width(str(text), size) > width:
            self.problems.append('"%s" does not fit into a box of %g' % (text, width))
        self.rect(x, y, width, height, fill, stroke, line)
        if str(text) != "":
            self.text(x + width / 2, y + height / 2, text, size, color=color, bold=bold)

    def cells(self, x, y, width, height, values, fill=WHITE, size=14):
        """A row of boxes; `fill` is a colour, or one each."""
        for i, value in enumerate(values):
            self.cell(x + i * width, y, width, height, value, fill if isinstance(fill, str) else fill[i], size)

    def matrix(self, x, y, side, values, fill=WHITE, size=14):
        """Rows of boxes; `fill` is a colour, or a function of row and column."""
        for i, row in enumerate(values):
            self.cells(
                x,
                y + i * side,
                side,
                side,
                row,
                fill if isinstance(fill, str) else [fill(i, j) for j in range(len(row))],
                size,
            )

    def source(self):
        size = (self.width, self.height)
        root = 'xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"' % (size + size)
        lines = [
            '<svg %s role="img" font-family="%s" text-anchor="middle">' % (root, FONT),
            "<title>%s</title>" % escape(self.title),
            '<rect width="%d" height="%d" fill="#ffffff"/>' % size,
        ]
        return "\n".join(lines + self.parts + ["</svg>", ""])


def main(drawings):
    """The program of a lesson: writes {"NN_name/picture.svg": drawing()} into a folder, by default the course's."""
    if len(sys.argv) > 2:
        sys.exit("usage: %s [FOLDER]" % sys.argv[0])
    folder = sys.argv[1] if len(sys.argv) == 2 else COURSE
    failed = False
    for name, draw in drawings.items():
        drawing = draw()
        for problem in drawing.problems:
            print("%s: %s" % (name, problem))
            failed = True
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(drawing.source())
    sys.exit(1 if failed else 0)
