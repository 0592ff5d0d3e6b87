#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The record of the tests' last run on a GPU, tests/gpu-record.json.

On a machine with a GPU `run` goes through these steps, in a build of the tree (with the target tcu_injected_tests) or
inside a bundle of `make gpu-bundle`; it needs no more than Python there:

  suite      both test programs on the CUDA backend, side by side, without the tests of large arrays
  large      the tests of large arrays
  memcheck, memcheck_cuda
             tcu_tests and tcu_cuda_tests under compute-sanitizer's memcheck
  racecheck  some of the tests under its racecheck
  initcheck  some of the tests under its initcheck: every code path of every operation
  injected   the tests of sorts whose tiles are put into a wrong order
  course     the versions and solutions of the course's lessons (TCU_COURSE=ON)
  device, device_memcheck, device_racecheck
             the tests of the headers for kernels of users' own (include/tcu/device), plainly and under these tools
  fuzz       random calls (tests/fuzz) for ten minutes, in several processes with a seed each
  fuzz_memcheck
             two minutes of them under memcheck

The last two are optional: `check` does not ask for them, and `run` does them where --steps names them. Each step is entered into the record when it ends, with its date, the machine and the hash of the sources. So where time
is short a run may do some of the steps (--steps) and another run the rest; `merge` joins records of several machines.
`check` says whether each step passed, of these very sources.
"""
import argparse
import contextlib
import datetime
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import typing
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests" / "gpu-record.json"
OF_DEVICE_HEADERS = ("device", "device_memcheck", "device_racecheck")
OF_FUZZ = ("fuzz", "fuzz_memcheck")
TOOLS = {"memcheck": "memcheck", "memcheck_cuda": "memcheck", "racecheck": "racecheck", "initcheck": "initcheck", "device_memcheck": "memcheck",
         "device_racecheck": "racecheck", "fuzz_memcheck": "memcheck"}  # compute-sanitizer's
STEPS = ("suite", "large", "memcheck", "memcheck_cuda", "racecheck", "initcheck", "injected", "course", *OF_DEVICE_HEADERS)
ALL_STEPS = (*STEPS, *OF_FUZZ)


class RecordError(Exception):
    """What keeps this script from doing its work, as a sentence for the user."""


# ------------------------------------------------------------------------------------------------------- sources ---

COVERED_FOLDERS = ("include", "primitives", "algorithms", "backends", "tests", "cmake")
DEVICE_FOLDERS = ("include/tcu/device/", "tests/device/")
# What the versions and solutions of lessons are built from, for a GPU.
COURSE = ("CMakeLists.txt", "gpu/*", "support/[!e]*", "[0-9][0-9]_*/*.h", "[0-9][0-9]_*/versions.cu",
          "[0-9][0-9]_*/solution.cu", "[0-9][0-9]_*/cub.cu", "[0-9][0-9]_*/task.cpp")
COVERED_SUFFIXES = (".c", ".cpp", ".h", ".cu", ".cuh", ".c.in", ".h.in", ".cu.in", ".cuh.in", ".cmake")


def is_of_other_backends(name):
    """Whether no kernel and no code of the CUDA backend includes this file, as scripts/check_includes.sh sees to."""
    folders = name.split("/")[:-1]
    if name.startswith("backends/host") or folders[:2] in (["tests", "emulation"], ["tests", "course"]):
        return True
    of_operation = folders[:1] in (["primitives"], ["algorithms"]) and folders[1:2] != ["tile"]
    return of_operation and ("host" in folders or "reference" in folders)


def library_includes_device_headers():
    sources = [path for folder in ("primitives", "algorithms", "backends") for path in (ROOT / folder).rglob("*.cu*")]
    return any("tcu/device/" in path.read_text() for path in sources)


def covered_files(step):
    """Paths, from the root, of all that a step on a GPU depends on. (The consumer project is built by users alone.)"""
    headers_apart = not library_includes_device_headers()
    paths = [path for folder in COVERED_FOLDERS for path in (ROOT / folder).rglob("*")]
    if step == "course":
        paths += [path for pattern in COURSE for path in (ROOT / "course").glob(pattern)]
    paths.append(ROOT / "CMakeLists.txt")
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        if name.startswith("tests/consumer/") or is_of_other_backends(name) or path.is_symlink() or not path.is_file():
            continue
        if name.startswith("tests/fuzz/") and step not in OF_FUZZ:
            continue
        if headers_apart and name.startswith(DEVICE_FOLDERS) != (step in OF_DEVICE_HEADERS):
            continue
        if path.name == "CMakeLists.txt" or path.name.endswith(COVERED_SUFFIXES):
            yield name


def hash_sources(step="suite"):
    """SHA-256 over the lines "PATH HASH-OF-CONTENT" in the order of the paths' bytes. A bundle holds four of them: of the
    library's steps, of the course, of the headers for kernels of users' own and of random calls."""
    in_bundle = ROOT / "sources_sha256"
    if in_bundle.exists():
        lines = in_bundle.read_text().split()
        line = 1 if step == "course" else 2 if step in OF_DEVICE_HEADERS else 3 if step in OF_FUZZ else 0
        return lines[min(line, len(lines) - 1)]
    total = hashlib.sha256()
    for name in sorted(covered_files(step), key=os.fsencode):
        content = hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
        total.update(os.fsencode(f"{name} {content}\n"))
    return total.hexdigest()


def commit():
    in_bundle = ROOT / "commit"
    if in_bundle.exists():
        return in_bundle.read_text().strip()
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=40", "--exclude", "*"]
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              universal_newlines=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


# -------------------------------------------------------------------------------------------------------- record ---


def read_record(path):
    """The steps of a record by name."""
    try:
        record = json.loads(Path(path).read_text())
    except json.JSONDecodeError as error:
        raise RecordError(f"{path} is no JSON: {error}") from error
    if not isinstance(record, dict) or not all(isinstance(record.get(name, {}), dict) for name in ALL_STEPS):
        raise RecordError(f"{path} is no record of a GPU run")
    return {name: record[name] for name in ALL_STEPS if name in record}


@contextlib.contextmanager
def locked(folder):
    """One process at a time: runs of different steps may end at the same moment."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def enter_steps(path, steps, replaces=lambda new, old: True):
    """Puts steps into the record at `path`, which keeps its others. The file is never seen half written."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path.parent):
        record = read_record(path) if path.exists() else {}
        for name, step in steps.items():
            if name not in record or replaces(step, record[name]):
                record[name] = step
        in_order = {name: record[name] for name in ALL_STEPS if name in record}
        partial = path.with_name(path.name + ".partial")
        partial.write_text(json.dumps(in_order, indent=2) + "\n")
        partial.replace(path)


def passed(step):
    return step.get("passed", 0) > 0 and step.get("failed") == 0 and step.get("errors") == 0


def complaint(record, name):
    """What is wrong with a step of a record, or None."""
    if name not in record:
        return f"{name} is missing"
    step = record[name]
    if step.get("sources_sha256") != hash_sources(name):
        return f"{name} is stale, the sources changed since {step.get('date')}"
    if not passed(step):
        return f"{name} did not pass"
    return None


# ------------------------------------------------------------------------------------------------ what tools say ---


def count_tests(output):
    """Tests and how many of them passed; what Criterion says at its end, summed over the programs."""
    plain = re.sub(r"\033\[[0-9;]*m", "", output)
    counts = re.findall(r"Synthesis: Tested: (\d+) \| Passing: (\d+)", plain)
    # Of several tests in one process Criterion counts the first one.
    others = len(re.findall(r"\[PASS\] .*, behind others", plain))
    return sum(int(tested) for tested, _ in counts) + others, sum(int(passing) for _, passing in counts) + others


def count_findings(output):
    """Processes that compute-sanitizer watched (it leaves a line for each) and what it found in them."""
    counts = re.findall(r"(?:ERROR|RACECHECK) SUMMARY: (\d+)", output)
    return len(counts), sum(int(count) for count in counts)


def find_sanitizer():
    toolkits = [os.environ.get("CUDA_PATH", "/nonexistent"), "/usr/local/cuda"]
    for candidate in ["compute-sanitizer"] + [f"{toolkit}/bin/compute-sanitizer" for toolkit in toolkits]:
        found = shutil.which(candidate)
        if found:
            return found
    raise RecordError("compute-sanitizer, which comes with the CUDA toolkit, is not on this machine")


def sanitizer_command(tool):
    # Criterion runs each test in a process of its own. Errors that the tests provoke on purpose (a null pointer, too
    # much memory) are no findings.
    options = ["--report-api-errors", "no"] if tool == "memcheck" else []
    return [find_sanitizer(), "--tool", tool, *options, "--target-processes", "all", "--error-exitcode", "77"]


def machine():
    """The GPU that tests take, CUDA's device 0, and its driver."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        answer = subprocess.run(query, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
        gpu, driver = answer.splitlines()[0].rsplit(", ", 1)
    except (OSError, subprocess.CalledProcessError, IndexError, ValueError) as error:
        raise RecordError("nvidia-smi finds no GPU on this machine") from error
    return {"gpu": gpu, "driver": driver}


def build_info(folder):
    """What CMake wrote about the build: lines key=value."""
    try:
        lines = (folder / "build-info").read_text().splitlines()
    except OSError as error:
        raise RecordError(f"{folder} is no build folder: {error}") from error
    info = dict(line.split("=", 1) for line in lines if "=" in line)
    return {key: info.get(key, "") for key in ("cuda", "architectures")}


# --------------------------------------------------------------------------------------------------------- steps ---

NOT_LARGE = "!(large*)/*"
LARGE = "large*/*"
# racecheck is very slow, so it gets the tests that go through every operation in place and misaligned, compactions by
# tiles, and all paths of histograms and sorts. Left out is what it does not follow, and reports: one-pass kernels and
# passes over pairs, whose warps hand over by mbarriers that bulk copies complete, and sums of real weights, whose warps
# hand over by bar.arrive and bar.sync. (It reports even the PTX ISA's own example of these, producer and consumer, in a
# kernel of nothing else; with bar.sync for bar.arrive nothing.) tests/emulation runs all of these with warps in an
# order left to chance and bulk copies that arrive as late as they may.
RACECHECK = ("@(!(large*|compaction_paths|radix_sort)/*@(in_place|misaligned)*|"
             "compaction_paths/by_*@(in_place|misaligned)*)")
# initcheck finds memory of the device that is read before it is written. What is read depends on the path, what a plan's
# memory holds on its shape; so it gets the tests that force every path, those of all degrees of polynomials, and graphs
# whose calls learn from memory how many elements there are.
# It does not follow what one-pass scans store by bulk copies, and reports each read of their results in the context's own
# memory: tests that have such reads run with the kernels for devices that have no bulk copies (BULK_RESULTS).
INITCHECK = ("@(cuda_forced_paths/!(of_run_length_decodings)|*_paths/every_path*|"
             "polynomial/every_degree_form_and_type)")
BULK_RESULTS = "@(cuda_counts/*|cuda_forced_paths/of_run_length_decodings)"
OF_SANITIZER = {"memcheck": "", "memcheck_cuda": "", "racecheck": RACECHECK, "initcheck": INITCHECK}

# With 16 processes of tcu_cuda_tests at a time compute-sanitizer reported internal errors of its own, with 10 a run did not
# end in ten minutes (why is not known); with 9 all tests passed on an H100.
MEMCHECK_CUDA_JOBS = 8
# Tests that share a process (tests/support/test_together.c): on a GPU the driver makes contexts one after the other, each in a
# quarter of a second, under compute-sanitizer in a second, so that 660 processes alone took nine minutes.
TOGETHER = 12
# Tests past 2^32 elements need up to 40 GB of the GPU's memory each.
LARGE_JOBS = 3


class Part(typing.NamedTuple):
    """One test program, how many of its tests run at a time, and which."""

    program: str
    jobs: int
    pattern: str = ""
    environment: typing.Mapping[str, str] = {}


def default_jobs():
    """Test processes at a time of tcu_tests and of tcu_cuda_tests, which has fewer tests; two cores are left free."""
    cores = max(len(os.sched_getaffinity(0)) - 2, 2)
    of_cuda_tests = max(cores * 5 // 14, 1)
    return cores - of_cuda_tests, of_cuda_tests


def plan_step(name, options):
    """The tier, pattern, tool and parts of a step."""
    jobs, cuda_jobs = options.jobs or default_jobs()
    devices = options.devices
    if name == "suite":
        return options.tier, NOT_LARGE, [], [Part("tcu_tests", jobs, NOT_LARGE), Part("tcu_cuda_tests", cuda_jobs)]
    if name == "large":
        return options.tier, LARGE, [], [Part("tcu_tests", LARGE_JOBS * devices, LARGE)]
    if name == "injected":
        return "medium", "", [], [Part("tcu_injected_tests", jobs + cuda_jobs)]
    if name == "device":
        return options.tier, "", [], [Part("tcu_device_tests", jobs + cuda_jobs)]
    if name in OF_DEVICE_HEADERS:
        return "short", "", sanitizer_command(TOOLS[name]), [Part("tcu_device_tests", jobs + cuda_jobs)]
    pattern = options.filter if options.filter is not None else OF_SANITIZER[name]
    parts = [Part("tcu_tests", jobs, pattern), Part("tcu_cuda_tests", cuda_jobs, pattern)]
    # (Of all tests each program takes minutes, so that it is a step of its own, and has all cores.)
    if name == "memcheck":
        parts = [Part("tcu_tests", jobs + cuda_jobs, pattern)]
    elif name == "memcheck_cuda":
        parts = [Part("tcu_cuda_tests", min(jobs + cuda_jobs, MEMCHECK_CUDA_JOBS * devices), pattern)]
    elif name == "initcheck" and options.filter is None:
        parts.append(Part("tcu_cuda_tests", cuda_jobs, BULK_RESULTS, {"TCU_TEST_WITHOUT_BULK_COPIES": "1"}))
    return "short", pattern, sanitizer_command(TOOLS[name]), parts


@contextlib.contextmanager
def multi_process_service():
    """CUDA's Multi-Process Service while the block runs: the tests' processes use the GPU at the same time. Without it
    the GPU goes from one process to the next, and each small copy waits for its turn: tests that take 7 s alone took
    158 s beside 14 other processes, and the suite 267 s in place of 86 (H200)."""
    control = shutil.which("nvidia-cuda-mps-control")
    if control is None:
        raise RecordError("--mps needs nvidia-cuda-mps-control, which comes with the driver")
    with tempfile.TemporaryDirectory() as folder:
        names = {"CUDA_MPS_PIPE_DIRECTORY": f"{folder}/pipe", "CUDA_MPS_LOG_DIRECTORY": f"{folder}/log"}
        for path in names.values():
            os.mkdir(path)
        os.environ.update(names)
        if subprocess.run([control, "-d"], check=False).returncode != 0:
            raise RecordError("--mps: nvidia-cuda-mps-control did not start")
        try:
            yield
        finally:
            subprocess.run([control], input=b"quit\n", check=False, stdout=subprocess.DEVNULL)
            for name in names:
                del os.environ[name]


def start_part(part, programs, tier, tool, log_path, devices):
    # (Verbose: the log says how long each test took.)
    command = [*tool, str(programs / part.program), "--verbose", "--jobs", str(part.jobs)]
    if part.pattern:
        command += ["--filter", part.pattern]
    environment = dict(os.environ, TCU_TEST_BACKEND="cuda", TCU_TEST_TIER=tier, TCU_TEST_TOGETHER=str(TOGETHER),
                       **part.environment)
    if devices > 1:
        environment["TCU_TEST_DEVICES"] = str(devices)
    with log_path.open("wb") as log:
        return subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)


def run_parts(name, parts, programs, tier, tool, logs, devices):
    """Runs the parts side by side; returns their output and whether all ended as a program does whose tests pass."""
    for part in parts:
        if not os.access(programs / part.program, os.X_OK):
            raise RecordError(f"{programs / part.program} is not there")
    running = []
    for number, part in enumerate(parts):
        pattern = f", filter {part.pattern}" if part.pattern else ""
        print(f"== {name}: {part.program}, tier {tier}, {part.jobs} jobs{pattern}", flush=True)
        log_path = logs / f"{name}.{number}.{part.program}.log"
        running.append((start_part(part, programs, tier, tool, log_path, devices), log_path))
    statuses = [process.wait() for process, _ in running]

    outputs = [log_path.read_text(errors="replace") for _, log_path in running]
    succeeded = True
    for part, status, output in zip(parts, statuses, outputs):
        lines = output.splitlines()
        if status != 0 or "Synthesis: Tested:" not in output:
            succeeded = False
            print("\n".join(lines[-60:]))
            print(f"== {name}: {part.program} ended with status {status}")
        else:
            print("\n".join([line for line in lines if "Synthesis" in line or "TCU_TEST_SEED" in line][-2:]))
    return "".join(outputs), succeeded


def run_course(programs, logs):
    """Runs the lessons' programs for a GPU; what they say of each version and step. Returns a step's results."""
    in_build = programs / "course" / "gpu"
    folder = in_build if in_build.exists() else programs
    lessons = sorted(folder.glob("[0-9][0-9]_versions")) + sorted(folder.glob("[0-9][0-9]_solution"))
    if not lessons:
        raise RecordError(f"there are no lessons in {folder} (TCU_COURSE=ON builds them)")
    begin = time.monotonic()
    print(f"== course: {len(lessons)} programs", flush=True)
    tests, passing = 0, 0
    for program in lessons:
        # Results are what stands on standard output; progress and messages of crashes are on the other stream.
        ended = subprocess.run([str(program), "--json"], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               universal_newlines=True)
        (logs / f"course.{program.name}.log").write_text(ended.stderr + ended.stdout)
        try:
            results = json.loads(ended.stdout)["results"]
        except (ValueError, KeyError):
            results = [{"name": program.name, "right": False, "failure": (ended.stderr + ended.stdout)[-500:]}]
        for result in results:
            if not result["right"]:
                print(f"{program.name}: {result['name']}: {result['failure']}")
        tests += len(results)
        passing += sum(result["right"] for result in results)
    seconds = round(time.monotonic() - begin)
    print(f"== course: {passing} passed, {tests - passing} failed, {seconds} s", flush=True)
    return {"tier": "short", "filter": "", "tests": tests, "passed": passing, "failed": tests - passing, "errors": 0,
            "seconds": seconds}


FUZZ_SECONDS = {"fuzz": 600, "fuzz_memcheck": 120}


def run_fuzz(name, options, programs, logs):
    """Random calls in several processes, each with a seed of its own. Returns a step's results: cases are its tests."""
    program = programs / "tcu_fuzz"
    if not os.access(program, os.X_OK):
        raise RecordError(f"{program} is not there")
    tool = sanitizer_command(TOOLS[name]) if name in TOOLS else []
    jobs = sum(options.jobs or default_jobs())
    jobs = min(jobs, MEMCHECK_CUDA_JOBS * options.devices) if tool else jobs
    environment = dict(os.environ, TCU_TEST_BACKEND="cuda")
    if options.devices > 1:
        environment["TCU_TEST_DEVICES"] = str(options.devices)
    print(f"== {name}: {jobs} processes for {FUZZ_SECONDS[name]} s", flush=True)
    begin = time.monotonic()
    running = []
    for job in range(jobs):
        log_path = logs / f"{name}.{job}.log"
        with log_path.open("wb") as log:
            running.append((subprocess.Popen([*tool, str(program), "--seconds", str(FUZZ_SECONDS[name])], stdout=log,
                                             stderr=subprocess.STDOUT, env=environment), log_path))
    cases, failures, errors = 0, 0, 0
    for process, log_path in running:
        status = process.wait()
        output = log_path.read_text(errors="replace")
        counts = re.findall(r"^fuzz: (\d+) cases, (\d+) failures, seed \d+$", output, re.MULTILINE)
        processes, found = count_findings(output)
        errors += found
        cases += sum(int(count) for count, _ in counts)
        failed = sum(int(count) for _, count in counts)
        # What went wrong without a failed case or a counted error has to show too.
        if failed == 0 and found == 0 and (status != 0 or not counts or (tool and processes == 0)):
            failed = 1
        failures += failed
        if status != 0 or failed:
            print("\n".join(output.splitlines()[-60:]))
            print(f"== {name}: {log_path.name}: the program ended with status {status}")
    seconds = round(time.monotonic() - begin)
    print(f"== {name}: {cases} cases, {failures} failed, {errors} errors, {seconds} s", flush=True)
    return {"tier": "short", "filter": "", "tests": cases, "passed": max(cases - failures, 0), "failed": failures,
            "errors": errors, "seconds": seconds}


def run_step(name, options, programs, logs):
    """Runs a step and returns its results."""
    if name == "course":
        return run_course(programs, logs)
    if name in OF_FUZZ:
        return run_fuzz(name, options, programs, logs)
    tier, pattern, tool, parts = plan_step(name, options)
    begin = time.monotonic()
    output, succeeded = run_parts(name, parts, programs, tier, tool, logs, options.devices)
    tests, passing = count_tests(output)
    processes, errors = count_findings(output)
    if tool and processes == 0:
        print(f"gpu_record: {name} left no summary: it watched nothing")
        succeeded = False
    failed = tests - passing
    # What went wrong without a failed test or a counted error (a crash, say) has to show too.
    if not succeeded and failed == 0 and errors == 0:
        failed = 1
    seconds = round(time.monotonic() - begin)
    print(f"== {name}: {passing} passed, {failed} failed, {errors} errors, {seconds} s", flush=True)
    return {"tier": tier, "filter": pattern, "tests": tests, "passed": passing, "failed": failed, "errors": errors,
            "seconds": seconds}


# -------------------------------------------------------------------------------------------------- sub-commands ---


def run(options):
    in_bundle = (ROOT / "sources_sha256").exists()
    programs = ROOT / "bin" if in_bundle else Path(options.build)
    # First all that can be wrong with the machine or the build.
    origin = {"commit": commit(), **machine(),
              **build_info(ROOT if in_bundle else programs)}
    if any(name in TOOLS for name in options.steps):
        find_sanitizer()
    all_passed = True
    with contextlib.ExitStack() as stack:
        logs = options.logs or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        logs.mkdir(parents=True, exist_ok=True)
        if options.mps:
            stack.enter_context(multi_process_service())
        for name in options.steps:
            results = run_step(name, options, programs, logs)
            now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            step = {**results, "date": now, "sources_sha256": hash_sources(name), **origin}
            enter_steps(options.output, {name: step})
            all_passed = all_passed and passed(step)
    print(f"gpu_record: {', '.join(options.steps)} entered into {options.output}")
    return 0 if all_passed else 1


def merge(options):
    """Puts the steps of several records into this one; of the same step the newest stays."""
    for path in options.records:
        enter_steps(options.output, read_record(path), lambda new, old: new.get("date", "") > old.get("date", ""))
    print(f"gpu_record: merged into {options.output}")
    return 0


def check(options):
    if not options.record.exists():
        print("gpu_record: there is no record of a GPU run (tests/gpu-record.json)")
        return 1
    record = read_record(options.record)
    complaints = [text for text in (complaint(record, name) for name in STEPS) if text]
    if complaints:
        print("gpu_record: " + "; ".join(complaints))
        return 1
    tests = record["suite"]["passed"] + record["large"]["passed"]
    gpus = sorted({step["gpu"] for step in record.values()})
    date = max(step["date"] for step in record.values())
    print(f"gpu_record: fresh: {tests} tests (tier {record['suite']['tier']}) passed on {', '.join(gpus)}, {date}")
    return 0


def show(options):
    if not options.record.exists():
        raise RecordError(f"there is no record ({options.record})")
    record = read_record(options.record)
    for name in ALL_STEPS:
        step = record.get(name)
        if step is None and name in OF_FUZZ:
            continue
        if step is None:
            print(f"{name:10} missing")
            continue
        state = complaint(record, name)
        print(f"{name:10} tier {step['tier']}{', filter ' + step['filter'] if step['filter'] else ''}: "
              f"{step['tests']} tests, {step['passed']} passed, {step['failed']} failed, {step['errors']} errors, "
              f"{step['seconds']} s")
        print(f"{'':10} {step.get('date')}, commit {step.get('commit')}, {state or 'of these sources'}")
        print(f"{'':10} {step.get('gpu')}, driver {step.get('driver')}, CUDA {step.get('cuda')}, "
              f"for {step.get('architectures')}")
    return 0


def print_hash(options):
    print(hash_sources(options.step))
    return 0


# --------------------------------------------------------------------------------------------------- the command ---


def step_list(text):
    names = text.replace(",", " ").split()
    unknown = [name for name in names if name not in ALL_STEPS]
    if unknown or not names:
        raise argparse.ArgumentTypeError(f"no step \"{', '.join(unknown)}\"; there are {', '.join(ALL_STEPS)}")
    return names


def job_pair(text):
    numbers = text.split(",")
    if len(numbers) != 2 or not all(number.isdigit() and int(number) > 0 for number in numbers):
        raise argparse.ArgumentTypeError(f"\"{text}\" is not two numbers above 0 with a comma between them")
    return int(numbers[0]), int(numbers[1])


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("run", help="run the tests on this machine's GPU and enter the results")
    command.add_argument("--steps", type=step_list, default=list(STEPS), metavar="STEP,...",
                         help="these steps, in this order; default: all but the optional ones")
    command.add_argument("--build", type=Path, default=ROOT / "build", metavar="DIR",
                         help="the build folder, where this is no bundle; default: build")
    command.add_argument("--output", type=Path, default=RECORD, metavar="FILE",
                         help="the record to enter the results into; default: tests/gpu-record.json")
    command.add_argument("--logs", type=Path, metavar="DIR", help="keep the programs' whole output here")
    command.add_argument("--tier", choices=("short", "medium", "long"), default="long",
                         help="tier of suite and large; default: long")
    command.add_argument("--filter", metavar="PATTERN",
                         help="Criterion pattern (suite/test) of the tests for memcheck, racecheck and initcheck, "
                              "where there is no time for all")
    command.add_argument("--jobs", type=job_pair, metavar="N,M",
                         help="test processes at a time of tcu_tests and of tcu_cuda_tests; default: by the number of "
                              "cores, 9,5 on 16")
    command.add_argument("--devices", type=int, default=1, metavar="N",
                         help="share the tests among this machine's first N GPUs, which should be alike; default: 1")
    command.add_argument("--mps", action="store_true",
                         help="let the tests' processes use the GPU at the same time, by CUDA's Multi-Process Service: the "
                              "suite takes a third of the time; a kernel that fails fails the tests beside it, too")
    command.set_defaults(function=run)

    command = commands.add_parser("merge", help="join records of several runs")
    command.add_argument("records", nargs="+", type=Path, metavar="FILE")
    command.add_argument("--output", type=Path, default=RECORD, metavar="FILE", help="default: tests/gpu-record.json")
    command.set_defaults(function=merge)

    for name, function, text in (("check", check, "is each step of the record of these sources, and did it pass?"),
                                 ("show", show, "print the record")):
        command = commands.add_parser(name, help=text)
        command.add_argument("--record", type=Path, default=RECORD, metavar="FILE")
        command.set_defaults(function=function)
    command = commands.add_parser("hash", help="print the hash of the sources that a record covers")
    command.add_argument("--step", choices=ALL_STEPS, default="suite", help="those of this step; default: suite")
    command.set_defaults(function=print_hash)
    return parser.parse_args(arguments)


def main():
    options = parse_arguments(sys.argv[1:])
    try:
        return options.function(options)
    except (RecordError, OSError) as error:
        print(f"gpu_record: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
