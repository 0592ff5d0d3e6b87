#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_links.py FOLDER: every link of the HTML pages in a folder that leads to a file leads to one that is there, and to a
place in it that is. Prints a line for each that does not; links to the web are not followed."""

import html.parser
import os
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.names, self.links = set(), []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (name == "name" and tag == "a"):
                self.names.add(value)
            elif value and (name, tag) in (("href", "a"), ("href", "link"), ("src", "img"), ("src", "script"),
                                           ("data", "object")):
                self.links.append((self.getpos()[0], value))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = sys.argv[1]
    pages = {}
    for directory, _, files in os.walk(folder):
        for file in files:
            if file.endswith(".html"):
                path = os.path.normpath(os.path.join(directory, file))
                pages[path] = Page(path)
    count = failed = 0
    for path, page in sorted(pages.items()):
        for line, link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = path
            if parts.path:
                target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path)))
            anchor = urllib.parse.unquote(parts.fragment)
            if not os.path.exists(target):
                why = "there is no such file"
            elif anchor and target in pages and anchor not in pages[target].names:
                why = "the file has no such place"
            else:
                continue
            print("%s:%d: dead link %s: %s" % (os.path.relpath(path, folder), line, link, why))
            failed += 1
    print("links: %d in %d pages, %d dead" % (count, len(pages), failed))
    sys.exit(failed > 0 or count == 0)


if __name__ == "__main__":
    main()
