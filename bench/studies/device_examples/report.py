# SPDX-License-Identifier: Apache-2.0
"""The examples of use of the device headers: time and accuracy beside shared memory and CUB."""

from figures import best, cell, number, ratio, table, text


def of_example(rows, name):
    """The rows of an example, the version with the device headers first."""
    return [r for r in rows if r["example"] == name]


def names(rows):
    return list(dict.fromkeys(r["example"] for r in rows))


def times(us, own):
    """A time, and how many times as long as the version with the device headers it is."""
    return "%s (%s)" % (cell(us, "%.4g"), cell(ratio(us, own), "%.2f x"))


def fastest(rows):
    """Of some rows the one with the least time; the first one where none has a time."""
    least = best((r["us"] for r in rows), min)
    return next((r for r in rows if r["us"] == least), rows[0])


def summary(rows):
    """A line an example, for examples/device/README.md."""
    lines = []
    for name in names(rows):
        own, shared, *others = of_example(rows, name)
        others = others or [{"us": None, "version": "-"}] # (a build without CUB)
        other = fastest(others)
        lines.append({"name": name, "own": cell(own["us"], "%.4g"), "gbs": cell(own["gbs"], "%.0f"),
                      "shared": times(shared["us"], own["us"]), "other": times(other["us"], own["us"]),
                      "by": other["version"], "fastest": fastest((own, shared, other))["version"]})
    columns = [("example", text("name")), ("device headers, us", text("own")), ("GB/s", text("gbs")),
               ("shared memory (WMMA), us", text("shared")), ("other, us", text("other")), ("other is", text("by")),
               ("fastest", text("fastest"))]
    return table(lines, columns)


def sections(rows):
    lines = summary(rows)
    for name in names(rows):
        of = of_example(rows, name)
        columns = [("version", text("version")), ("us", number("us")),
                   ("times", lambda r, of=of: cell(ratio(r["us"], of[0]["us"]), "%.2f")), ("GB/s", number("gbs", "%.0f")),
                   ("TFLOP/s", number("tflops", "%.3g")), ("error", number("error", "%.1e")),
                   ("allowed", number("allowed", "%.1e"))]
        lines += ["", "### %s" % name, "", of[0]["problem"] + ".", ""] + table(of, columns)
    return lines


OTHER_PAGES = {"examples/device/README.md": summary}
