#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the measured parts of docs/benchmarks/*.md, a page for each family of operations on GPUs, one for the host
backend and a table of all operations, and README.md's table of ten rows, from bench/results/*.json. What stands outside the
markers of these files stays.

report.py                         Writes the pages, and those of the studies (bench/studies/report.py), of which one shows the
                                  same results.
report.py --check                 Writes nothing: fails, with a line for each page that is not what would be written.
report.py --merge OUT IN...       Joins results of several runs into one file instead; of a row that is in several, the
                                  last one given stays.
report.py --energy OUT IN ENERGY  Adds to the rows of IN the energy of those that ENERGY has too: loops of seconds for
                                  each contestant take longer than the rest of the table, and need not be run as often.
"""

import glob
import importlib.util
import json
import os
import statistics
import sys
from datetime import datetime

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "families"))
from bars import FIGURES, MODULE_OF, PAGES, judge, label
from measures import (HOST_AVX2_BAR, HOST_BAR, cell, is_below, of_roof, over_avx2, over_best, over_cub, power, threads_bar,
                      threads_over_best)
from overview import is_large, table

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(TOP, "docs", "benchmarks")
BEGIN, END = "<!-- measured: written by bench/report.py -->\n", "<!-- end of measured -->\n"
KEY = ("op", "case", "in", "out", "n", "param", "dist", "polynomials", "level")
LEVELS = ("baseline", "avx2", "avx512")
ENERGY = ("_nj_per_element", "_nj_per_element_raw", "_mhz")


def load_results(place="gpu"):
    """(name, header, rows) of every result file of a GPU, or of a host."""
    for path in sorted(glob.glob(os.path.join(TOP, "bench", "results", "*.json"))):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        if bool(data["header"].get("gpu")) == (place == "gpu"):
            rows = [r for r in data["rows"] if not r.get("error")]
            yield os.path.splitext(os.path.basename(path))[0], data["header"], rows


def last_first(result):
    """Sorts results: those of all operations before others, of these the last measured first."""
    name, header, rows = result
    return len({row["op"] for row in rows}) < len(MODULE_OF), -datetime.fromisoformat(header["date"][:19]).timestamp()


def key_of(row):
    """What tells a row from others; lengths that are not uniform have a mean that is only known when they are drawn."""
    is_drawn = row["dist"] in ("powerlaw", "giant", "empty")
    return tuple(None if k == "param" and is_drawn else row.get(k) for k in KEY)


def merge(out, paths):
    """The header is the last one's, with the runs as "parts"; a row's "part" is the run that it was measured in."""
    header, rows, parts = None, {}, []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        if header and any(header.get(k) != data["header"].get(k) for k in ("gpu", "host")):
            sys.exit("report.py: %s is of another machine" % path)
        energy_run = (header or {}).get("energy")
        header = dict(data["header"])
        if energy_run:
            header.setdefault("energy", energy_run)
        first = len(parts)
        parts += [{k: part.get(k, header.get(k))
                   for k in ("date", "commit", "command", "cccl", "torch", "copy_gbs", "read_gbs", "write_gbs")}
                  for part in header.pop("parts", None) or [header]]
        for row in data["rows"]:
            key = key_of(row)
            energy_of_row = {k: v for k, v in rows.get(key, {}).items() if k.endswith(ENERGY) or k == "energy_part"}
            rows[key] = dict(energy_of_row, **row)
            rows[key]["part"] = first + row.get("part", 0)
    used = sorted({row["part"] for row in rows.values()})
    for row in rows.values():
        row["part"] = used.index(row["part"])
    header["parts"] = [parts[i] for i in used]
    for index, part in enumerate(header["parts"]):
        part["ops"] = list(dict.fromkeys(row["op"] for row in rows.values() if row["part"] == index))
    write(out, header, rows.values())


def add_energy(out, path, energy_path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    with open(energy_path, encoding="utf-8") as file:
        measured_energy = json.load(file)
    if data["header"]["gpu"] != measured_energy["header"]["gpu"]:
        sys.exit("report.py: %s is of another GPU" % energy_path)
    of_row = {key_of(row): row for row in measured_energy["rows"]}
    runs = data["header"].setdefault("energy", [])
    for row in data["rows"]:
        found = of_row.get(key_of(row))
        if found:
            row.update((k, v) for k, v in found.items() if k.endswith(ENERGY))
            row["energy_part"] = len(runs)
    runs.append({k: measured_energy["header"].get(k) for k in ("date", "commit", "command", "idle_watts")})
    write(out, data["header"], data["rows"])


def write(out, header, rows):
    with open(out, "w", encoding="utf-8") as file:
        file.write('{\n  "header": %s,\n  "rows": [\n    ' % json.dumps(header))
        file.write(",\n    ".join(json.dumps(r) for r in rows))
        file.write("\n  ]\n}\n")


def form(row):
    """CUB's form, how far its result is another one, and where all of them were measured to the end, the others."""
    differs = row.get("cub_differs", {})

    def described(name, text):
        return "%s (%s)" % (text, differs[name]) if name in differs else text

    others = [described(name, "%s: %.4g ms" % (name, ms)) for name, ms in row.get("cub_forms", {}).items()
              if name != row["cub_variant"]]
    return "; ".join([described(row["cub_variant"], row["cub_variant"] or "-")] +
                     (others if row["op"] in getattr(MODULE_OF[row["op"]], "SHOWS_FORMS", ()) else []))


def plain_columns(op):
    return (["plain ms", "matrix ms"],
            [lambda r: cell(r["plain_ms"], "%.4g"), lambda r: cell(r.get("matrix_ms"), "%.4g")])


def details(rows):
    """Every row of an operation, as a table."""
    op = rows[0]["op"]
    head, measure = getattr(MODULE_OF[op], "columns", plain_columns)(op)
    lines = ["| row | n | ms | %% of roof | CUB ms | times CUB | %s | CUB's form |" % " | ".join(head),
             "|---|---|---|---|---|---|---|%s" % ("---|" * len(head))]
    for r in rows:
        mark = "" if r["verified"] else " **wrong**"
        lines.append("| %s%s | %s | %s | %s | %s | %s | %s | %s |" % (
            label(r), mark, power(r["n"]), cell(r["tcu_ms"], "%.4g"), cell(of_roof(r), "%.1f"),
            cell(r["cub_ms"], "%.4g"), cell(over_cub(r), "%.2f"), " | ".join(m(r) for m in measure), form(r)))
    return lines


def call_details(rows):
    """Every row of single calls, as a table."""
    columns = [("enqueue_us", "enqueue"), ("enqueue_cpp_us", "in C++"), ("enqueue_unchecked_us", "unchecked"),
               ("cub_enqueue_us", "CUB"), ("launch_us", "empty kernel"), ("call_us", "call and wait"),
               ("call_default_us", "without a workspace"), ("cub_call_us", "CUB"), ("launch_call_us", "empty kernel")]
    # (Older results lack some.)
    columns = [column for column in columns if any(r.get(column[0]) is not None for r in rows)]
    lines = ["Microseconds of the calling thread.", "",
             "| call | n | %s | CUB's form |" % " | ".join(head for _, head in columns),
             "|---|---|%s---|" % ("---|" * len(columns))]
    for r in rows:
        if r.get("create_us") is None:
            mark = "" if r["verified"] else " **wrong**"
            lines.append("| %s%s | %s | %s | %s |" % (
                label(r), mark, power(r["n"]), " | ".join(cell(r.get(key), "%.2f") for key, _ in columns),
                r["cub_variant"] or "-"))
    for r in rows:
        if r.get("create_us") is not None:
            lines += ["", "`%s` and `tcu_context_destroy`, while the device has another context: %.4g us." % (
                r["case"], r["create_us"])]
    return lines


def energy(header, rows):
    """Rows with energy, or nothing."""
    rows = [r for r in rows if r.get("tcu_nj_per_element") is not None]
    if not rows:
        return []
    lines = ["", "### Energy", "",
             "Picojoules an element, idle power subtracted (in parentheses: with it), by NVML's counter."]
    for index, run in enumerate(header.get("energy", [header])):
        ops = sorted({r["op"] for r in rows if r.get("energy_part", 0) == index})
        if ops:
            lines += ["%s: idle %s W, %s, commit %s." % (", ".join(ops), run.get("idle_watts", "?"), run["date"][:10],
                                                         (run["commit"] or "?")[:12])]
    lines += ["", "| row | n | default | matrix unit | plain adds | CUB | SM clock MHz |",
              "|---|---|---|---|---|---|---|"]
    for r in rows:
        def pico(key):
            net, raw = r.get(key + "_nj_per_element"), r.get(key + "_nj_per_element_raw")
            return "%.0f (%.0f)" % (1000 * net, 1000 * raw) if net is not None else "-"
        lines.append("| %s, %s | %s | %s | %s | %s | %s | %s |" % (
            r["op"], label(r), power(r["n"]), pico("tcu"), pico("matrix"), pico("plain"), pico("cub"),
            cell(r.get("tcu_sm_mhz"), "%.0f")))
    return lines


def measured(name, header, page, rows):
    """A page's rows of one GPU: its runs, its bars, its figures, every row, energy."""
    of_page = [(part, [op for op in PAGES[page] if op in part.get("ops", PAGES[page])])
               for part in header.get("parts", [header])]
    cccl = sorted({part.get("cccl") or header["cccl"] for part, ops in of_page if ops})
    torch = sorted({part["torch"] for part, ops in of_page if ops and part.get("torch")})
    lines = ["## %s" % header["gpu"], "",
             "Driver %s, CUDA %s, CCCL %s%s. Memory, on 2 GiB, in GB/s:" % (
                 header["driver"], header["cuda"], ", ".join(cccl), "".join(", PyTorch " + t for t in torch)), ""]
    for part, ops in of_page:
        if ops:
            lines += ["- %s: %s, commit %s: copy %s, read %s, write %s" % (
                ", ".join(ops), part["date"][:10], (part["commit"] or "?")[:12],
                *(part.get(k, "?") for k in ("copy_gbs", "read_gbs", "write_gbs")))]
    lines += [
        "", "| what | has to reach | worst row reaches | which | verdict |", "|---|---|---|---|---|"]
    for what, bar, worst, row, count, verdict in judge(page, rows):
        which = "%s, n = %s; %d rows" % (label(row), power(row["n"]), count) if row else "-"
        lines.append("| %s | %s | %s | %s | %s |" % (what, bar, worst, which, verdict))
    lines += [""]
    for figure in FIGURES.get(page, ()):
        path = "%s-%s.svg" % (name, figure)
        if os.path.exists(os.path.join(TOP, "docs", "figures", path)):
            lines += ["![%s](../figures/%s)" % (figure.replace("-", " "), path), ""]
    for op in dict.fromkeys(r["op"] for r in rows):
        lines += ["<details><summary>%s: every row</summary>" % op, ""]
        lines += (call_details if op == "calls" else details)([r for r in rows if r["op"] == op])
        lines += ["", "</details>", ""]
    return lines + energy(header, rows) + [""]


def index(name, header, rows):
    """A line for each family: its rows, and how many of its bars are reached."""
    lines = ["## %s" % header["gpu"], "", "| page | rows | bars reached | not reached |", "|---|---|---|---|"]
    for family, ops in PAGES.items():
        some = [r for r in rows if r["op"] in ops]
        if not some:
            continue
        verdicts = list(judge(family, some))
        reached = sum(1 for v in verdicts if v[-1] == "pass")
        missed = ["%s: %s" % (v[0], v[2]) for v in verdicts if v[-1] not in ("pass", "not measured")]
        lines.append("| [%s](%s.md) | %d | %d of %d | %s |" % (
            family, family, len(some), reached, len(verdicts), "; ".join(missed) or "-"))
    return lines + [""]


def is_small(row):
    return row["n"] * (row.get("polynomials") or 1) <= 1 << 22


def typical_and_worst(values, form):
    return "%s (%s)" % (form % statistics.median(values), form % min(values)) if values else "-"


def speed(name, header, rows):
    """A line for each operation on large arrays, and one for each family on small ones."""
    lines = ["| %s, median (worst row) | %% of the memory roof | times CUB |" % header["gpu"], "|---|---|---|"]
    for ops in PAGES.values():
        for op in ops:
            some = [r for r in rows if r["op"] == op and is_large(r)]
            if some:
                lines.append("| `%s` | %s | %s |" % (
                    op, typical_and_worst([v for v in map(of_roof, some) if v is not None], "%.0f"),
                    typical_and_worst([v for v in map(over_cub, some) if v is not None], "%.2f")))
    for family, ops in PAGES.items():
        some = [r for r in rows if r["op"] in ops and is_small(r) and over_cub(r) is not None]
        if some:
            lines.append("| %s, 2^10 to 2^22 elements | - | %s |" % (
                family, typical_and_worst([over_cub(r) for r in some], "%.2f")))
    return lines


def below(rows, measure, bar):
    """(how many rows are below their bar, the one that is farthest below it)"""
    missed = [(measure(r) / bar(r), index) for index, r in enumerate(rows) if is_below(measure(r), bar(r))]
    return len(missed), rows[min(missed)[1]] if missed else None


def host_summary(op, rows, threads):
    """A line for an operation: on one thread, then on all."""
    cells = []
    for measure, bar in ((over_best, lambda r: HOST_BAR), (threads_over_best, lambda r: threads_bar(r, threads))):
        values = [measure(r) for r in rows if measure(r) is not None]
        count, worst = below(rows, measure, bar)
        cells += ["%.2f" % statistics.median(values) if values else "-", "%d" % count if values else "-",
                  "%.2f: %s, n = %s" % (measure(worst), label(worst), power(worst["n"])) if worst else "-"]
    return "| `%s` | %d | %s |" % (op, len(rows), " | ".join(cells))


def host_details(rows, threads):
    lines = ["| row | n | ms | fastest yardstick | its ms | times that | on %d threads, ms | times that | bar | copy's gain |"
             % threads, "|---|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        def marked(value, bar):
            return ("**%s**" if is_below(value, bar) else "%s") % cell(value, "%.2f")
        bar = threads_bar(r, threads)
        lines.append("| %s%s | %s | %s | %s | %s | %s | %s | %s | %.2f | %s |" % (
            label(r), "" if r["verified"] else " **wrong**", power(r["n"]), cell(r["tcu_ms_min"], "%.4g"), r["best"],
            cell(r["best_ms"], "%.4g"), marked(over_best(r), HOST_BAR), cell(r.get("threads_ms_min"), "%.4g"),
            marked(threads_over_best(r), bar), bar, cell(r.get("copy_speed_up"), "%.2f")))
    return lines


def level_details(rows):
    """Rows that were measured with kernels of several instruction sets: how many times as fast each is as the one below."""
    by_row = {}
    for r in rows:
        by_row.setdefault(key_of(dict(r, level=None)), {})[r["level"]] = r
    lines = ["| row | n | %s | fewer than 5%% over the one below |" % " | ".join("%s, ms" % level for level in LEVELS),
             "|---|---|%s---|" % ("---|" * len(LEVELS))]
    for levels in by_row.values():
        measured_levels = [level for level in LEVELS if level in levels]
        row, ms = levels[measured_levels[0]], {level: levels[level]["tcu_ms_min"] for level in measured_levels}
        slow = ["%s (%.2f)" % (high, ms[low] / ms[high]) for low, high in zip(measured_levels, measured_levels[1:])
                if ms[low] / ms[high] < 1.05]
        lines.append("| %s, %s | %s | %s | %s |" % (
            row["op"], label(row), power(row["n"]), " | ".join(cell(ms.get(level), "%.4g") for level in LEVELS),
            ", ".join(slow) or "-"))
    return lines


def host_page(header, rows):
    """The host backend's rows on one machine: how many are below their bar, then all; and those of several levels."""
    of_levels = [r for r in rows if r.get("level")]
    rows = [r for r in rows if not r.get("level")]
    threads = header.get("threads") or 1
    one, all_of = (below(rows, m, b)[0] for m, b in (
        (over_best, lambda r: HOST_BAR), (threads_over_best, lambda r: threads_bar(r, threads))))
    wide = [r for r in rows if r["op"] == "polynomial" and over_avx2(r) is not None]
    lines = ["## %s, %d threads" % (header["host"], threads), "",
             "%s%s. Measured %s." % (header.get("compiler", "?"), ", NumPy " + header["numpy"] if header.get("numpy") else "",
                                     "; ".join("%s, commit %s, `%s`" % (part["date"][:10], (part["commit"] or "?")[:12],
                                                                        part["command"])
                                               for part in header.get("parts", [header]))), "",
             "**%d of %d rows are below %g on one thread, %d below their bar on %d threads.**" % (
                 one, len(rows), HOST_BAR, all_of, threads), ""]
    if wide:
        count, worst = below(wide, over_avx2, lambda r: HOST_AVX2_BAR)
        lines += ["Of %d rows of polynomials %d are below %g times the speed of a Horner loop compiled for AVX2%s." % (
            len(wide), count, HOST_AVX2_BAR,
            " (worst: %.2f, %s, n = %s)" % (over_avx2(worst), label(worst), power(worst["n"])) if worst else ""), ""]
    lines += ["| operation | rows | one thread: median | below | worst | %d threads: median | below | worst |" % threads,
              "|---|---|---|---|---|---|---|---|"]
    ops = list(dict.fromkeys(r["op"] for r in rows))
    lines += [host_summary(op, [r for r in rows if r["op"] == op], threads) for op in ops] + [""]
    for op in ops:
        lines += ["<details><summary>%s: every row</summary>" % op, ""]
        lines += host_details([r for r in rows if r["op"] == op], threads) + ["", "</details>", ""]
    if of_levels:
        lines += ["<details><summary>by instruction set, one thread</summary>", ""]
        lines += level_details(of_levels) + ["", "</details>", ""]
    return lines


def write_between(path, begin, end, lines, check):
    """Replaces what stands between the two markers of a file; to check, only says whether that would change it."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    before, begin_found, rest = page.partition(begin)
    _, end_found, after = rest.partition(end)
    if not begin_found or not end_found:
        sys.exit("report.py: %s lacks the line %s" % (path, (end if begin_found else begin).strip()))
    written = before + begin + "\n" + "\n".join(lines) + "\n" + end + after
    if check and written != page:
        print("report.py: %s is not what the results say: run bench/report.py" % os.path.relpath(path, TOP))
    elif not check:
        with open(path, "w", encoding="utf-8") as file:
            file.write(written)
    return written == page


def write_pages(check=False):
    """Whether all pages were already what they are to be."""
    same = True
    results = sorted(load_results(), key=last_first)
    of_family = {op: family for family, ops in PAGES.items() for op in ops}
    for path, _, rows in results:
        unknown = {r["op"] for r in rows} - set(of_family)
        if unknown:
            sys.exit("report.py: no family has %s of %s" % (", ".join(sorted(unknown)), path))
    nothing = ["No results of a GPU yet: run `scripts/bench.sh` on a machine with one.", ""]
    for family in PAGES:
        sections = []
        for name, header, rows in results:
            of_page = [r for r in rows if of_family[r["op"]] == family]
            sections += measured(name, header, family, of_page) if of_page else []
        same &= write_between(os.path.join(FOLDER, family + ".md"), BEGIN, END, sections or nothing, check)
    hosts = [line for _, header, rows in load_results("host") for line in host_page(header, rows)]
    hosts = hosts or ["No results yet: `tcu-bench --backend host --json bench/results/host.json`.", ""]
    same &= write_between(os.path.join(FOLDER, "host.md"), BEGIN, END, hosts, check)
    lines = [line for result in results for line in index(*result) + speed(*result) + [""]]
    same &= write_between(os.path.join(FOLDER, "README.md"), BEGIN, END, lines or nothing, check)
    # README: those measured last, of hosts on which more than some operations were.
    all_hosts = sorted((result for result in load_results("host") if any(r["op"] == "reduce" for r in result[2])),
                       key=lambda result: result[1]["date"])
    if results and all_hosts:
        lines = table(results[0], all_hosts[-1]) + [""]
        same &= write_between(os.path.join(TOP, "README.md"), BEGIN, END, lines, check)
    return same


def write_studies(check):
    """The same of the studies' pages, by their own report.py, which imports this file."""
    path = os.path.join(TOP, "bench", "studies", "report.py")
    spec = importlib.util.spec_from_file_location("studies_report", path)
    studies = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(studies)
    return studies.write_all(check)


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[1] == "--merge":
        merge(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) == 5 and sys.argv[1] == "--energy":
        add_energy(*sys.argv[2:])
    elif sys.argv[1:] in ([], ["--check"]):
        check = len(sys.argv) > 1
        same = write_pages(check)
        same &= write_studies(check)
        sys.exit(check and not same)
    else:
        sys.exit(__doc__)
