#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/gpu_record.py in a bundle whose programs, nvidia-smi and compute-sanitizer are shell scripts."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "gpu_record.py"

STEPS = ["suite", "large", "memcheck", "memcheck_cuda", "racecheck", "initcheck", "injected", "course", "device",
         "device_memcheck", "device_racecheck"]

# As Criterion writes its end, colours included.
PASSING = r"""printf 'TCU_TEST_SEED=1\n[\033[0;34m====\033[0m] Synthesis: Tested: \033[0;34m5\033[0m | '
printf 'Passing: \033[0;32m5\033[0m | Failing: 0 | Crashing: 0\n'"""
FAILING = "echo 'Synthesis: Tested: 5 | Passing: 3 | Failing: 1 | Crashing: 1'; exit 1"
COURSE = '''echo 'running 1' >&2
echo '{"results": [{"name": "1", "right": true, "failure": ""}, {"name": "2", "right": true, "failure": ""}]}' '''
FUZZ = "echo 'fuzz: 100 cases, 0 failures, seed 7'"
SANITIZER = """while [ "${1#--}" != "$1" ]; do
    case $1 in --error-exitcode | --tool | --report-api-errors | --target-processes) shift 2 ;; esac
done
"$@"
echo '========= ERROR SUMMARY: 0 errors'"""


class Bundle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "scripts").mkdir()
        shutil.copy(SCRIPT, self.root / "scripts")
        self.record = self.root / "tests" / "gpu-record.json"
        self.sources("a" * 64)
        (self.root / "commit").write_text("c" * 40 + "\n")
        (self.root / "build-info").write_text("version=0\ncuda=13.0\narchitectures=90-real\n")
        for name in ("tcu_tests", "tcu_cuda_tests", "tcu_injected_tests", "tcu_device_tests"):
            note = f'echo "$TCU_TEST_BACKEND $TCU_TEST_TIER $*" >>"{self.root}/{name}.calls"\n'
            self.program("bin/" + name, note + PASSING)
        self.program("bin/tcu_fuzz", f'echo "$TCU_TEST_BACKEND $*" >>"{self.root}/tcu_fuzz.calls"\n' + FUZZ)
        self.program("bin/01_versions", COURSE)
        self.program("path/nvidia-smi", "echo 'NVIDIA H200, 580.1'")
        self.program("path/compute-sanitizer", SANITIZER)

    def sources(self, value):
        (self.root / "sources_sha256").write_text(value + "\n")

    def program(self, name, text):
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n" + text + "\n")
        path.chmod(0o755)

    def command(self, *arguments):
        path = f"{self.root}/path:{os.environ['PATH']}"
        return [sys.executable, str(self.root / "scripts" / "gpu_record.py"), *arguments], dict(os.environ, PATH=path)

    def call(self, *arguments, status=0):
        command, environment = self.command(*arguments)
        result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(result.returncode, status, result.stdout)
        return result.stdout

    def calls(self, name):
        return (self.root / (name + ".calls")).read_text().splitlines()

    def test_all_steps(self):
        self.assertIn("there is no record", self.call("check", status=1))
        self.call("run", "--jobs", "9,5")
        record = json.loads(self.record.read_text())
        self.assertEqual(list(record), STEPS)
        self.assertEqual([step["passed"] for step in record.values()], [10, 5, 5, 5, 10, 15, 5, 2, 5, 5, 5])
        self.assertEqual({step["tier"] for step in record.values()}, {"long", "short", "medium"})
        for step in record.values():
            self.assertEqual((step["failed"], step["errors"]), (0, 0))
            self.assertEqual((step["sources_sha256"], step["commit"]), ("a" * 64, "c" * 40))
            self.assertEqual((step["gpu"], step["driver"], step["cuda"]), ("NVIDIA H200", "580.1", "13.0"))
        self.assertEqual(self.calls("tcu_tests")[:3],
                         ["cuda long --verbose --jobs 9 --filter !(large*)/*", "cuda long --verbose --jobs 3 --filter large*/*",
                          "cuda short --verbose --jobs 14"])
        self.assertTrue(self.calls("tcu_tests")[4].startswith("cuda short --verbose --jobs 9 --filter @(cuda_forced_paths/"))
        self.assertEqual(self.calls("tcu_cuda_tests")[:1], ["cuda long --verbose --jobs 5"])
        self.assertEqual(self.calls("tcu_injected_tests"), ["cuda medium --verbose --jobs 14"])
        self.assertEqual(self.calls("tcu_device_tests"), ["cuda long --verbose --jobs 14"] + ["cuda short --verbose --jobs 14"] * 2)
        self.assertIn("fresh: 15 tests (tier long) passed on NVIDIA H200", self.call("check"))
        self.assertIn("of these sources", self.call("show"))

    def test_several_runs(self):
        self.call("run", "--steps", "suite,large", "--tier", "short")
        self.assertIn("; ".join(name + " is missing" for name in STEPS[2:]), self.call("check", status=1))
        self.call("run", "--steps", " ".join(STEPS[2:]), "--filter", "scan/*")
        self.assertIn("fresh", self.call("check"))
        self.assertIn("cuda short --verbose --jobs", self.calls("tcu_tests")[-1])
        self.assertIn("--filter scan/*", self.calls("tcu_tests")[-1])

    def test_random_calls_are_optional(self):
        self.call("run")
        self.assertNotIn("fuzz", self.call("check"))
        self.call("run", "--steps", "fuzz,fuzz_memcheck", "--jobs", "9,5")
        record = json.loads(self.record.read_text())
        self.assertEqual(list(record), STEPS + ["fuzz", "fuzz_memcheck"])
        self.assertEqual((record["fuzz"]["passed"], record["fuzz_memcheck"]["passed"]), (1400, 800))
        self.assertEqual(self.calls("tcu_fuzz"), ["cuda --seconds 600"] * 14 + ["cuda --seconds 120"] * 8)
        self.assertIn("fuzz_memcheck", self.call("show"))
        self.assertIn("fresh", self.call("check"))

    def test_random_calls_that_fail(self):
        self.program("bin/tcu_fuzz", "echo 'fuzz: 100 cases, 2 failures, seed 7'; exit 1")
        self.call("run", "--steps", "fuzz", "--jobs", "1,1", status=1)
        step = json.loads(self.record.read_text())["fuzz"]
        self.assertEqual((step["tests"], step["passed"], step["failed"]), (200, 196, 4))
        self.program("bin/tcu_fuzz", "kill -SEGV $$")
        self.call("run", "--steps", "fuzz", "--jobs", "1,1", status=1)
        self.assertEqual(json.loads(self.record.read_text())["fuzz"]["failed"], 2)

    def test_several_devices(self):
        self.program("bin/tcu_cuda_tests", f'echo "$TCU_TEST_DEVICES $*" >>"{self.root}/tcu_cuda_tests.calls"\n' + PASSING)
        self.call("run", "--steps", "memcheck_cuda", "--jobs", "20,10")
        self.call("run", "--steps", "memcheck_cuda", "--jobs", "20,10", "--devices", "2")
        self.assertEqual(self.calls("tcu_cuda_tests"), [" --verbose --jobs 8", "2 --verbose --jobs 16"])

    def test_several_tests_in_one_process(self):
        self.program("bin/tcu_injected_tests", f'echo "$TCU_TEST_TOGETHER" >>"{self.root}/together"\n' + PASSING +
                     "\necho '[PASS] a::b: (0.1s), behind others'; echo '[PASS] a::c: (0.1s)'")
        self.call("run", "--steps", "injected")
        self.assertEqual(json.loads(self.record.read_text())["injected"]["passed"], 6)
        self.assertEqual((self.root / "together").read_text(), "12\n")

    def test_stale_steps(self):
        self.call("run")
        self.sources("b" * 64)
        self.call("run", "--steps", "suite")
        said = self.call("check", status=1)
        self.assertNotIn("suite is stale", said)
        for name in STEPS[1:]:
            self.assertIn(name + " is stale", said)

    def test_runs_at_the_same_time(self):
        processes = []
        for name in STEPS:
            command, environment = self.command("run", "--steps", name)
            processes.append(subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL))
        self.assertEqual([process.wait() for process in processes], [0] * len(STEPS))
        self.assertIn("fresh", self.call("check"))

    def test_merge_takes_the_newest(self):
        self.call("run")
        record = json.loads(self.record.read_text())
        older = dict(record, suite=dict(record["suite"], date="2000-01-01T00:00:00Z", passed=1))
        newer = {"large": dict(record["large"], date="2999-01-01T00:00:00Z", passed=7)}
        for name, content in (("older", older), ("newer", newer)):
            (self.root / name).write_text(json.dumps(content))
        self.call("merge", str(self.root / "older"), str(self.root / "newer"))
        merged = json.loads(self.record.read_text())
        self.assertEqual((merged["suite"]["passed"], merged["large"]["passed"]), (10, 7))

    def test_a_test_that_fails(self):
        self.program("bin/tcu_cuda_tests", FAILING)
        self.call("run", "--steps", "suite", status=1)
        step = json.loads(self.record.read_text())["suite"]
        self.assertEqual((step["tests"], step["passed"], step["failed"]), (10, 8, 2))
        self.assertIn("suite did not pass", self.call("check", status=1))

    def test_a_program_that_crashes(self):
        self.program("bin/tcu_tests", "kill -SEGV $$")
        self.call("run", "--steps", "suite", status=1)
        self.assertEqual(json.loads(self.record.read_text())["suite"]["failed"], 1)

    def test_a_program_without_tests(self):
        self.program("bin/tcu_injected_tests", "echo 'Synthesis: Tested: 0 | Passing: 0 | Failing: 0 | Crashing: 0'")
        self.call("run", "--steps", "injected", status=1)
        self.assertIn("injected did not pass", self.call("check", status=1))

    def test_a_lesson_that_is_wrong(self):
        self.program("bin/02_solution", """echo 'running 1' >&2
echo '{"results": [{"name": "1", "right": false, "failure": "y is 5"}]}'; exit 1""")
        self.assertIn("02_solution: 1: y is 5", self.call("run", "--steps", "course", status=1))
        step = json.loads(self.record.read_text())["course"]
        self.assertEqual((step["tests"], step["passed"], step["failed"]), (3, 2, 1))
        self.program("bin/02_solution", "echo 'no GPU'; exit 1")
        self.assertIn("no GPU", self.call("run", "--steps", "course", status=1))

    def test_the_course_has_sources_of_its_own(self):
        self.call("run")
        self.sources("a" * 64 + "\n" + "b" * 64)
        said = self.call("check", status=1)
        self.assertIn("course is stale", said)
        self.assertNotIn("suite is stale", said)

    def test_what_the_sanitizer_finds(self):
        self.program("path/compute-sanitizer", SANITIZER.replace("ERROR SUMMARY: 0", "ERROR SUMMARY: 4"))
        self.call("run", "--steps", "memcheck", status=1)
        self.assertEqual(json.loads(self.record.read_text())["memcheck"]["errors"], 4)

    def test_a_sanitizer_that_watches_nothing(self):
        self.program("path/compute-sanitizer", SANITIZER.replace("========= ERROR SUMMARY: 0 errors", ""))
        self.assertIn("watched nothing", self.call("run", "--steps", "racecheck", status=1))
        self.assertEqual(json.loads(self.record.read_text())["racecheck"]["failed"], 1)

    def test_bad_input(self):
        self.call("run", "--steps", "suit", status=2)
        self.call("run", "--jobs", "0,1", status=2)
        (self.root / "bin" / "tcu_tests").unlink()
        self.assertIn("bin/tcu_tests is not there", self.call("run", status=1))
        self.program("path/nvidia-smi", "exit 9")
        self.assertIn("finds no GPU", self.call("run", status=1))
        self.record.parent.mkdir(exist_ok=True)
        self.record.write_text("{")
        self.assertIn("is no JSON", self.call("check", status=1))


class Hash(unittest.TestCase):
    """Of a small tree: what is covered, and that the value is the one that it always was."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("scripts/gpu_record.py", SCRIPT.read_text())
        self.write("CMakeLists.txt", "project(x)\n")
        self.write("include/tcu/a.h", "int a;\n")
        self.write("tests/a/test_a.c", "int b;\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def hash(self, step="suite"):
        command = [sys.executable, str(self.root / "scripts" / "gpu_record.py"), "hash", "--step", step]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def test_value(self):
        expected = subprocess.run(
            "for path in CMakeLists.txt include/tcu/a.h tests/a/test_a.c; do"
            " echo \"$path $(sha256sum <$path | cut -d ' ' -f 1)\"; done | sha256sum | cut -d ' ' -f 1",
            shell=True, cwd=self.root, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        self.assertEqual(self.hash(), expected)

    def test_what_is_covered(self):
        before = self.hash()
        for name in ("README.md", "docs/a.md", "bench/a.c", "tests/gpu-record.json", "tests/consumer/a.c",
                     "tests/cpp/a.cpp", "scripts/a", "algorithms/a/host/a.c", "algorithms/a/host/b/b.h",
                     "primitives/a/reference/a.c", "backends/host.c", "backends/host_memory.h",
                     "tests/emulation/device/a.h", "tests/emulation/CMakeLists.txt"):
            self.write(name, "changed\n")
            self.assertEqual(self.hash(), before, name)
        for name in ("CMakeLists.txt", "tests/a/test_a.c", "primitives/a/a.cuh", "algorithms/a.cu.in", "cmake/a.cmake",
                     "primitives/tile/host/a.h", "algorithms/a/cuda/a.cu", "tests/reference/a.c", "algorithms/host.c"):
            self.write(name, "changed\n")
            self.assertNotEqual(self.hash(), before, name)
            before = self.hash()

    def test_random_calls(self):
        before, of_fuzz = self.hash(), self.hash("fuzz")
        self.write("tests/fuzz/a.c", "changed\n")
        self.assertEqual(self.hash(), before)
        self.assertNotEqual(self.hash("fuzz"), of_fuzz)

    def test_headers_for_kernels_of_users(self):
        library, headers = self.hash(), self.hash("device")
        for name in ("include/tcu/device/a.cuh", "tests/device/test_a.c"):
            self.write(name, "changed\n")
            self.assertEqual(self.hash(), library, name)
            self.assertNotEqual(self.hash("device"), headers, name)
            headers = self.hash("device")
        # From when on the library includes one, the library's steps depend on them, too.
        self.write("primitives/a/a.cuh", "#include <tcu/device/a.cuh>\n")
        library = self.hash()
        self.write("include/tcu/device/a.cuh", "changed again\n")
        self.assertNotEqual(self.hash(), library)


class Includes(unittest.TestCase):
    """scripts/check_includes.sh on a small tree: what the record does not cover is included by other backends alone."""

    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "scripts").mkdir()
            shutil.copy(SCRIPT.parent / "check_includes.sh", Path(folder) / "scripts")
            for top in ("include", "primitives", "algorithms", "backends"):
                (Path(folder) / top).mkdir()
            for name, included in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f'#include "{included}"\n')
            command = ["sh", str(Path(folder) / "scripts" / "check_includes.sh")]
            return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_what_may_be_included(self):
        result = self.check({"algorithms/a/host/a.c": "algorithms/a/host/b/b.h", "backends/host.c": "backends/host_memory.h",
                             "algorithms/a/cuda/a.cu": "primitives/tile/host/tile.h"})
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_what_must_not_be_included(self):
        for name, included in (("algorithms/a/cuda/a.cu", "algorithms/a/host/a.h"),
                               ("algorithms/a/a.c", "primitives/a/reference/a.h"),
                               ("backends/cuda/a.c", "backends/host_memory.h")):
            result = self.check({name: included})
            self.assertEqual(result.returncode, 1, name)
            self.assertIn(f"only the host and the reference backend include {included}", result.stdout)


if __name__ == "__main__":
    unittest.main()
