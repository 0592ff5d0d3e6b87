# SPDX-License-Identifier: Apache-2.0
"""Runs programs of lessons, for grade.py and check.py."""

import glob
import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 300  # a program that takes longer does not end


def lessons():
    """Their folders' names, in order."""
    return sorted(os.path.basename(path) for path in glob.glob(os.path.join(HERE, "[0-9][0-9]_*")))


def results(folder, lesson, program):
    """What a program says of each version or step: a list of {name, right, failure}; None if there is no such program."""
    path = os.path.join(folder, "%s_%s" % (lesson[:2], program))
    if not os.access(path, os.X_OK):
        return None
    try:
        run = subprocess.run([path, "--json"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS,
                             check=False, universal_newlines=True)
        return json.loads(run.stdout)["results"]
    except subprocess.TimeoutExpired:
        return [{"name": program, "right": False, "failure": "it does not end"}]
    except (ValueError, KeyError):
        lines = run.stdout.strip().splitlines() or ["no output"]
        return [{"name": program, "right": False, "failure": "it ended with status %d: %s" % (run.returncode, lines[-1])}]
