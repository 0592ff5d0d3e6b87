# SPDX-License-Identifier: Apache-2.0
"""Sorts: pages, bars, names of rows, columns, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import cell, over_cub, power

PAGES = {"radix_sort": ("radix_sort", "radix_sort_pairs", "argsort", "segmented_sort", "segmented_sort_offsets")}
FIGURES = {"radix_sort": ("sort", "sort-segments", "sort-small")}
SHOWS_FORMS = PAGES["radix_sort"]
KEYS = ("u32", "i32", "f32")
DISTRIBUTIONS = {"four": "four values a byte", "two": "two values"}


def _sort(op, types, test=lambda r: True):
    """Large rows of a sort that leaves its input alone, but for those with values of 16 bytes."""
    return lambda r: (r["op"] == op and r["case"] is None and r["in"] in types and r["out"] != "b128" and
                      r["n"] > 1 << 24 and test(r))


def _short(r):
    return r["op"] in ("radix_sort", "radix_sort_pairs") and r["n"] <= 1 << 24 and r["out"] != "b128"


def _uniform(r):
    return r["dist"] == "uniform"


BARS = {
    "radix_sort": [
        ("radix_sort u32, f32, uniform", _sort("radix_sort", ("u32", "f32"), _uniform), over_cub, 1.7),
        ("radix_sort i32, uniform", _sort("radix_sort", ("i32",), _uniform), over_cub, 1.65),
        ("radix_sort u32, i32, f32, other distributions",
         _sort("radix_sort", KEYS, lambda r: not _uniform(r)), over_cub, 1.2),
        ("radix_sort u64, f64", _sort("radix_sort", ("u64", "f64")), over_cub, 2.4),
        ("radix_sort u8, i8", _sort("radix_sort", ("u8", "i8")), over_cub, 10),
        ("radix_sort u16, i16, f16, bf16", _sort("radix_sort", ("u16", "i16", "f16", "bf16")), over_cub, 5),
        ("radix_sort_pairs u32, uniform", _sort("radix_sort_pairs", ("u32",), _uniform), over_cub, 1.45),
        ("radix_sort_pairs u32, other distributions",
         _sort("radix_sort_pairs", ("u32",), lambda r: not _uniform(r)), over_cub, 1.05),
        ("radix_sort_pairs u64", _sort("radix_sort_pairs", ("u64",)), over_cub, 2.2),
        ("argsort u32", _sort("argsort", ("u32",)), over_cub, 1.45),
        ("radix_sort and radix_sort_pairs, n = 2^10 ... 2^21", lambda r: _short(r) and r["n"] <= 1 << 21, over_cub, 1),
        ("radix_sort and radix_sort_pairs, n = 2^22 ... 2^24", lambda r: _short(r) and r["n"] >= 1 << 22, over_cub, 1.2),
        ("segmented_sort u32, u64, segments of 16 ... 2^20", _sort("segmented_sort", ("u32", "u64")), over_cub, 1),
        ("segmented_sort_offsets u32, power law", _sort("segmented_sort_offsets", ("u32",)), over_cub, 1),
    ],
}


def parts(row):
    if row["dist"] != "uniform":
        return [DISTRIBUTIONS.get(row["dist"], row["dist"])]
    if row["param"]:
        return [("mean " if row["op"].endswith("offsets") else "segment ") + power(row["param"])]
    return []


def gigakeys(row, key):
    return row["n"] / row[key] * 1e-6 if row.get(key) else None


def columns(op):
    return (["Gkeys/s", "documented ranking, ms"],
            [lambda r: cell(gigakeys(r, "tcu_ms"), "%.4g"), lambda r: cell(r.get("documented_ms"), "%.4g")])


def sort_groups(rows):
    """(title, rows in their order) of the large sorts of keys and of pairs, by distribution."""
    order = ["uniform", "sorted", "reversed", "four", "two", "zipf", "constant", "spaced", "countdown"]
    for op, types in (("radix_sort", ("u32", "i32", "f32")), ("radix_sort_pairs", ("u32",))):
        for t in types:
            some = [r for r in rows if r["op"] == op and r["in"] == t and r["case"] is None and r["out"] != "b128" and
                    r["n"] > 1 << 24]
            yield "%s, %s" % (op, t), sorted(some, key=lambda r: order.index(r["dist"]))


def draw(plot, name, gpu, rows):
    """Gkeys/s by distribution, over the size of segments, and times of small arrays over n."""
    series = [("tcu_ms", "tcu", "#1f77b4", "o"), ("documented_ms", "tcu, documented ranking", "#9467bd", "^"),
              plot.SERIES[3]]
    shown = [(what, some) for what, some in sort_groups(rows) if len(some) > 1]
    if shown:
        figure, grid = plot.plt.subplots(2, 2, figsize=(9.5, 6.4), squeeze=False)
        for axes in grid.flat[len(shown):]:
            axes.axis("off")
        for axes, (what, some) in zip(grid.flat, shown):
            for k, (key, legend, colour, _) in enumerate(series):
                places = [i + 0.27 * (k - 1) for i in range(len(some))]
                axes.bar(places, [gigakeys(r, key) or 0 for r in some], 0.27, label=legend, color=colour)
            axes.set_xticks(range(len(some)), [r["dist"] for r in some], rotation=30, ha="right")
            axes.set_ylabel("Gkeys/s")
            axes.set_title("%s, n = %s" % (what, power(some[0]["n"])), fontsize=9)
        handles, legends = grid.flat[0].get_legend_handles_labels()
        figure.legend(handles, legends, fontsize=8, ncols=3, loc="lower center", bbox_to_anchor=(0.5, -0.04))
        figure.suptitle("sorts, " + gpu)
        figure.tight_layout()
        plot.save(figure, name + "-sort")
    segmented = [r for r in rows if r["op"] == "segmented_sort" and r["in"] == "u32"]
    plot.panels(name + "-sort-segments", "sorts of segments, " + gpu, [("segmented_sort, u32, 2^28 keys", segmented)],
           "param", gigakeys, "segment size", "Gkeys/s", series, log_x=True)

    def of_size(op, in_type):
        return [r for r in rows if r["op"] == op and r["in"] == in_type and r["out"] == in_type and r["n"] <= 1 << 24 and
                r["case"] is None]

    small = [("%s, %s" % (op, t), of_size(op, t)) for op, t in (
        ("radix_sort", "u32"), ("radix_sort_pairs", "u32"), ("radix_sort", "u8"), ("radix_sort", "u16"))]
    plot.panels(name + "-sort-small", "short arrays, uniform, one call after another, " + gpu, small, "n",
           gigakeys, "n", "Gkeys/s", series, log_x=True)


def numpy_function(numpy, row, x, generator):
    if row["dist"] != "uniform" or row["case"]:
        return None
    if row["op"] == "radix_sort":
        return "numpy.sort", lambda: numpy.sort(x)
    if row["op"] == "argsort":
        return "numpy.argsort", lambda: numpy.argsort(x, kind="stable")
    if row["op"] == "segmented_sort":
        table = x.reshape(-1, int(row["param"]))
        return "numpy.sort", lambda: numpy.sort(table, axis=1)
    return None
