#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutants.py: whether tests find faults. Each fault of faults.py is planted, alone, into a copy of the tree; the program of
random calls is built and runs the calls that have to notice. A line for each fault says whether it was found; the exit status is
1 if one was not. First the same calls run without faults, and must pass.

The copy, and the build in it, lie in a folder that --scratch keeps for a next time. Faults of kernels need the emulated device,
whose build takes long; --host leaves them out.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True  # of the module beside this file
from faults import FAULTS  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
SEED = 1  # a fault that was found is found again
LONGEST_RUN = 600  # seconds; a run that takes longer has found the fault: a deadlock


class MutantsError(Exception):
    """What keeps this script from its work, as a sentence for the user."""


def copy_tree(tree):
    """The files of the working tree that git does not ignore. One that is the same stays, so that it is not built anew."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, stdout=subprocess.PIPE).stdout.decode()
    for name in listed.split("\0"):
        source, target = ROOT / name, tree / name
        if not name or not source.is_file():
            continue
        if not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def run_logged(command, log, **more):
    with log.open("ab") as to:
        return subprocess.run(command, stdout=to, stderr=subprocess.STDOUT, check=False, **more).returncode


def build(tree, programs, jobs, log):
    command = ["cmake", "--build", str(tree / "build"), "--parallel", str(jobs), "--target", *sorted(programs)]
    if run_logged(command, log) != 0:
        raise MutantsError(f"{' and '.join(sorted(programs))}: the build failed, see {log}")


def run_calls(tree, fault, log):
    """Whether all calls passed."""
    program = str(tree / "build" / fault.program)
    listed = subprocess.run([program, "--list"], check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
    command = [program, "--seed", str(SEED), "--failures", "1", "--only", fault.families,
               "--cases", str(len(listed.split()) * fault.cases)]  # numbers of cases go round the families
    try:
        return run_logged(command, log, timeout=LONGEST_RUN) == 0
    except subprocess.TimeoutExpired:
        return False


def check_faults(faults):
    for fault in faults:
        count = (ROOT / fault.file).read_text().count(fault.old)
        if count != 1:
            raise MutantsError(f"{fault.file} has this text {count} times, not once: {fault.old.strip()}")


def try_fault(tree, fault, jobs, log):
    """Whether the fault is found. The copy is then what it was."""
    path = tree / fault.file
    text = path.read_text()
    path.write_text(text.replace(fault.old, fault.new))
    try:
        build(tree, {fault.program}, jobs, log)
        return not run_calls(tree, fault, log)
    finally:
        path.write_text(text)


def run(options, scratch):
    faults = [fault for fault in FAULTS if not options.host or fault.program == "tcu_fuzz"]
    faults = [fault for fault in faults if not options.only or options.only in fault.file]
    check_faults(faults)
    tree, log = scratch / "tree", scratch / "log"
    log.unlink(missing_ok=True)
    copy_tree(tree)
    configure = ["cmake", "-S", str(tree), "-B", str(tree / "build"), "-DCMAKE_BUILD_TYPE=Release", "-DTCU_CUDA=OFF",
                 "-DTCU_TESTS=ON", "-DTCU_TEST_ALL=OFF"]
    if run_logged(configure, log) != 0:
        raise MutantsError(f"CMake does not configure the copy, see {log}")
    build(tree, {fault.program for fault in faults}, options.jobs, log)
    calls = {(fault.program, fault.families): fault for fault in faults}
    for fault in calls.values():
        if not run_calls(tree, fault, log):
            raise MutantsError(f"without a fault, {fault.families} fail on {fault.program}, see {log}")
    missed = 0
    for number, fault in enumerate(faults, 1):
        begin = time.monotonic()
        found = try_fault(tree, fault, options.jobs, log)
        missed += not found
        print(f"{number:2} {'found    ' if found else 'NOT FOUND'} {time.monotonic() - begin:4.0f} s  {fault.file}: "
              f"{fault.breaks}", flush=True)
    print(f"mutants: {len(faults) - missed} of {len(faults)} faults found")
    return 1 if missed or not faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch", type=Path, metavar="DIR", help="where the copy lies; default: a folder that is removed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="of the build; default: all cores")
    parser.add_argument("--host", action="store_true", help="without the faults of kernels")
    parser.add_argument("--only", metavar="TEXT", help="faults in files whose path has this text")
    parser.add_argument("--list", action="store_true", help="print the faults")
    parser.add_argument("--check", action="store_true", help="only look whether the tree has the text of each, once")
    options = parser.parse_args()
    if options.list:
        for fault in FAULTS:
            print(f"{fault.program:13} {fault.file}: {fault.breaks}")
        return 0
    try:
        if options.check:
            check_faults(FAULTS)
            print(f"mutants: the text of {len(FAULTS)} faults is there")
            return 0
        if options.scratch:
            options.scratch.mkdir(parents=True, exist_ok=True)
            return run(options, options.scratch.resolve())
        with tempfile.TemporaryDirectory() as folder:
            return run(options, Path(folder))
    except (MutantsError, OSError, subprocess.CalledProcessError) as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
