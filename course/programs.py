# SPDX-License-Identifier: Apache-2.0
"""Runs programs of lessons, for grade.py and check.py."""

import glob
import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 300  # a program that takes longer does not end
STEPS = 3  # of each exercise


def lessons():
    """Their folders' names, in order."""
    return sorted(os.path.basename(path) for path in glob.glob(os.path.join(HERE, "[0-9][0-9]_*")))


def is_built(folder, lesson, program):
    """It is there and no older than its source. (A build that fails leaves the program of the one before.)"""
    path = os.path.join(folder, "%s_%s" % (lesson[:2], program))
    source = os.path.join(HERE, lesson, program + ".cu")
    return os.access(path, os.X_OK) and os.path.exists(source) and os.path.getmtime(path) >= os.path.getmtime(source)


def results(folder, lesson, program):
    """What a program says of each version or step: a list of {name, right, failure}; None if there is no such program.
    A program that ends without a word on them, or does not end, has one result, which is not right and has "ended"."""
    path = os.path.join(folder, "%s_%s" % (lesson[:2], program))
    if not os.access(path, os.X_OK):
        return None
    try:
        run = subprocess.run([path, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS,
                             check=False)
    except subprocess.TimeoutExpired as stopped:
        return [failed(program, "it does not end", stopped.stderr)]
    except OSError as error:
        return [failed(program, "it does not run: %s" % error, None)]
    # (Kernels may print, too.)
    lines = [line for line in text(run.stdout).splitlines() if line.startswith('{"lesson"')]
    try:
        return [{"name": str(one["name"]), "right": one["right"] is True, "failure": str(one["failure"])}
                for one in json.loads(lines[-1])["results"]]
    except (IndexError, ValueError, KeyError, TypeError):
        how = "signal %d" % -run.returncode if run.returncode < 0 else "status %d" % run.returncode
        return [failed(program, "it ended with %s" % how, run.stderr)]


def text(output):
    return (output or b"").decode("utf-8", "replace")


def failed(program, failure, messages):
    """The result of a program that says nothing of its steps. Each begins with a line "running NAME" in `messages`."""
    lines = [line for line in text(messages).splitlines() if line.strip()]
    begun = [line[len("running "):] for line in lines if line.startswith("running ")]
    if begun and not lines[-1].startswith(begun[-1] + ":"):
        failure += ", in " + begun[-1]
    if lines and not lines[-1].startswith("running "):
        failure += ": " + lines[-1]
    return {"name": program, "right": False, "failure": failure, "ended": True}
