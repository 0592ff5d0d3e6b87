#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs each notebook of this folder from its beginning to its end; one that fails ends it. Nothing is written."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import nbclient
import nbformat


def main() -> int:
    notebooks = sorted(Path(__file__).parent.glob("*.ipynb"))
    for path in notebooks:
        begin = time.monotonic()
        notebook = nbformat.read(path, as_version=4)
        if any(cell.get("outputs") for cell in notebook.cells):
            print(f"{path.name}: has outputs, which are not to be committed")
            return 1
        nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
        print(f"{path.name}: {time.monotonic() - begin:.0f} s")
    return 0 if notebooks else 1


if __name__ == "__main__":
    sys.exit(main())
