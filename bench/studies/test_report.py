# SPDX-License-Identifier: Apache-2.0
"""Tests of report.py: pages of rows whose numbers are all null, which is what a wrong result leaves, in a folder of its own.
The rows are made from what each study's .cu adds to its table, so that a study that is added is tested too."""

import glob
import importlib.util
import json
import os
import re
import shutil
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("studies_report", os.path.join(HERE, "report.py"))
report = importlib.util.module_from_spec(spec)
spec.loader.exec_module(report)

ADDED = re.compile(r'\.(text|count|number)\("(\w+)"')
# What a page shows depends on these values; a row for each.
VALUES = {"gemm": {"kind": ("gemm", "gemv"), "precision": ("mixed", "half"), "method": ("naive", "cuBLAS")},
         "energy": {"arithmetic": ("matrix", "plain")},
         "collectives": {"operation": ("warp_reduce", "warp_segmented_scan"), "type": ("f16",), "items": (8,),
                         "by": ("matrix", "plain", "cub", "loop")},
         "device_examples": {"version": ("device headers", "shared memory", "other")}}


def rows_of(study, number):
    """Rows with every key of a study's table: texts and counts are there, each number is `number`."""
    with open(os.path.join(HERE, study, "study.cu"), encoding="utf-8") as file:
        keys = ADDED.findall(file.read())
    row = {key: {"text": key, "count": 256, "number": number}[kind] for kind, key in keys}
    rows = [dict(row, right=False)]
    for key, values in VALUES.get(study, {}).items():
        assert key in row, "the study %s has no %s" % (study, key)
        rows = [dict(r, **{key: value}) for r in rows for value in values]
    return rows


class Pages(unittest.TestCase):
    def setUp(self):
        self.top = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.top)
        self.modules = report.load_modules()
        others = [path for module in self.modules.values() for path in getattr(module, "OTHER_PAGES", {})]
        for path in glob.glob(os.path.join(report.TOP, report.FOLDER, "*.md")):
            others.append(os.path.relpath(path, report.TOP))
        for path in others:
            os.makedirs(os.path.dirname(os.path.join(self.top, path)), exist_ok=True)
            shutil.copy(os.path.join(report.TOP, path), os.path.join(self.top, path))
        self.measured = [s for s in self.modules if not getattr(self.modules[s], "FROM_BENCHMARKS", False)]

    def results(self, number):
        header = {"gpu": "NVIDIA Test", "driver": "1", "cuda": "13.0"}
        runs = [{"name": study, "date": "2026-01-01", "commit": "0", "command": "tcu-study", "seconds": 1,
                 "rows": rows_of(study, number)} for study in self.measured]
        return [("test", {"header": header, "studies": runs})]

    def test_rows_of_nulls(self):
        results = self.results(None)
        report.write_pages(self.modules, results, self.top)
        for study in self.measured:
            with open(os.path.join(self.top, report.FOLDER, study + ".md"), encoding="utf-8") as file:
                page = file.read()
            self.assertRegex(page, r"\*\*(\d+) of \1 rows are wrong\.\*\*", study)
            self.assertNotIn("None", page, study)

    if importlib.util.find_spec("matplotlib"):
        def test_figures(self):
            measured = {study: self.modules[study] for study in self.measured}
            for number in (None, 2.5):
                report.draw(measured, self.results(number), self.top)
            for study, module in measured.items():
                figures = getattr(module, "FIGURES", ()) if study != "collectives" else ("collectives_warp_segmented_scan",)
                for figure in figures:
                    path = os.path.join(self.top, "docs", "figures", report.figure_of("test", figure) + ".svg")
                    self.assertTrue(os.path.exists(path), figure)

    def test_written_pages_are_the_same_again(self):
        results = self.results(2.5)
        report.write_pages(self.modules, results, self.top)
        self.assertTrue(report.write_pages(self.modules, results, self.top, check=True))

    def test_a_changed_page_is_found(self):
        results = self.results(2.5)
        report.write_pages(self.modules, results, self.top)
        self.assertFalse(report.write_pages(self.modules, self.results(3.5), self.top, check=True))

    def test_a_result_without_study_is_refused(self):
        results = self.results(2.5)
        results[0][1]["studies"].append(dict(results[0][1]["studies"][0], name="nobody"))
        with self.assertRaises(SystemExit):
            report.write_pages(self.modules, results, self.top)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, gpu, studies):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"header": {"gpu": gpu}, "studies": studies}, file)
        return path

    def test_names(self):
        for gpu, name in (("NVIDIA H200", "h200"), ("NVIDIA H100 80GB HBM3", "h100"), ("NVIDIA A40", "a40")):
            self.assertEqual(report.name_of(self.write("run.json", gpu, [])), name)

    def test_merge_keeps_what_did_not_run(self):
        old = self.write("old.json", "NVIDIA A40", [{"name": "a", "rows": [{"x": 1}]}, {"name": "b", "rows": [{"x": 2}]}])
        new = self.write("new.json", "NVIDIA A40", [{"name": "b", "rows": [{"x": 3}]}])
        report.merge(old, [old, new])
        with open(old, encoding="utf-8") as file:
            rows = {run["name"]: run["rows"] for run in json.load(file)["studies"]}
        self.assertEqual(rows, {"a": [{"x": 1}], "b": [{"x": 3}]})

    def test_merge_of_two_gpus_is_refused(self):
        with self.assertRaises(SystemExit):
            files = [self.write("a.json", "NVIDIA A40", []), self.write("b.json", "NVIDIA H200", [])]
            report.merge(os.path.join(self.folder, "out.json"), files)


if __name__ == "__main__":
    unittest.main()
