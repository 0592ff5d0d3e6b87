#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""doxygen_markdown.py FILE: a Markdown file of this tree as Doxygen has to read it; docs/Doxyfile.in's filter.

Links between pages of the reference, also by labels, become references to them, links to public headers and to examples
lead to their pages, and of links to other files of the tree only the text stays. Headings get the names that links on the web give them, and the
pages stand below the one that lists them: those of the guide below docs/guide/README.md, others below docs/reference.md.
"""

import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MAIN = "docs/reference.md"
LINK = re.compile(r"(!?)\[((?:[^][]|\[[^]]*\])*)\]\(([^()\s]+)\)")
DEFINITION = re.compile(r"\[([^]]+)\]: (\S+)")  # of a label, which stands for a link's target
USE = re.compile(r"\[([^][]+)\]\[\]")


def page_of(path):
    """A Markdown file's page, or None where it is none of the reference; docs/Doxyfile.in has the same files as input."""
    if path in (MAIN, "README.md"):
        return "index"
    one = re.fullmatch(r"docs/((?:(?:guide|design)/)?\w+)\.md", path) or re.fullmatch(r"docs/(benchmarks/README)\.md", path)
    return one and one[1].replace("/", "_").replace("_README", "")


def slug(heading):
    """A heading's name in a link, as GitHub makes it."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.strip().lower()))


def example_page(path):
    """The file that Doxygen writes for an example: / is _2 and . is _8."""
    name = path[len("examples/"):].replace("/", "_2").replace(".", "_8")
    return name + "-example.html"


class Filter:
    def __init__(self, path):
        self.path, self.subpages, self.in_table, self.headings = path, set(), False, {}

    def command(self, page):
        """Of a link: whether the page is listed here, by its first one, on the main page the first outside the table."""
        parent = "docs/guide/README.md" if page.startswith("guide_") else MAIN
        is_table_of_main_page = self.path == MAIN and self.in_table
        if self.path != parent or page in self.subpages or page == page_of(parent) or is_table_of_main_page:
            return "@ref"
        self.subpages.add(page)
        return "@subpage"

    def link(self, match):
        image, text, target = match.groups()
        is_code = match.string[:match.start()].count("`") % 2
        if is_code or re.match(r"\w+:", target):
            return match[0]
        name, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(self.path), name)) if name else self.path
        if image:
            return "![%s](%s)" % (text, os.path.basename(path))
        text, title = (text, text.replace("`", "").replace('"', "'"))
        page = page_of(path)
        if page and os.path.exists(os.path.join(TOP, path)):
            if anchor:
                return '@ref %s_%s "%s"' % (page, anchor, title)
            return '%s %s "%s"' % (self.command(page), page, title)
        if re.fullmatch(r"include/tcu/\w+\.h", path):
            return '@ref %s "%s"' % (os.path.basename(path), title)
        if re.fullmatch(r"examples/.+\.(c|cu)", path):
            return "[%s](%s)" % (text, example_page(path))
        if path == "examples":
            return "[%s](examples.html)" % text
        return text

    def line(self, text):
        heading = re.match(r"(#+) (.*)", text)
        self.in_table = text.startswith("|")
        text = LINK.sub(self.link, text)
        # To Doxygen a ' ends a code span with single backticks, but not one with double ones.
        text = re.sub(r"(^|[^`])`([^`]*'[^`]*)`([^`]|$)", r"\1``\2``\3", text)
        if heading and self.path != MAIN:
            name = slug(heading[2])
            count = self.headings[name] = self.headings.get(name, -1) + 1
            page = page_of(self.path)
            text += " {#%s}" % (page if heading[1] == "#" else page + "_" + name + ("-%d" % count if count else ""))
        return text

    def filtered(self, lines):
        fenced = False
        labels = dict(match.groups() for match in map(DEFINITION.fullmatch, lines) if match)
        for line in lines:
            fence = line.lstrip().startswith("```")
            fenced ^= fence
            if not fenced and DEFINITION.fullmatch(line):
                continue
            if not fenced:
                line = USE.sub(lambda use: "[%s](%s)" % (use[1], labels[use[1]]), line)
            # (Doxygen knows no language of the name cuda.)
            yield line.replace("```cuda", "```cpp") if fenced or fence else self.line(line)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    path = os.path.relpath(os.path.abspath(sys.argv[1]), TOP)
    with open(sys.argv[1], encoding="utf-8") as file:
        print("\n".join(Filter(path).filtered(file.read().split("\n"))), end="")


if __name__ == "__main__":
    main()
