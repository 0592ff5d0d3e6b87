# SPDX-License-Identifier: Apache-2.0
"""Histograms: pages, bars, names of rows, columns, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import GIB, of_fastest, of_roof, over_cub, power

PAGES = {"histogram": ("histogram_even", "histogram_range", "histogram_multi", "histogram_weighted")}
FIGURES = {"histogram": ("histogram", "histogram-small")}
SHOWS_FORMS = ("histogram_even",)
HALVES, WORDS = ("u16", "f16", "bf16"), ("i32", "u32")
# Where a row of histograms begins and ends (family.cpp), but for one bin a value.
LEVELS = {"u8": (0, 256), "u16": (100, 60100), "i32": (-1e9, 1000000007), "u32": (0, 4000000007), "f32": (-1.5, 1.5),
          "f64": (-1.5, 1.5)}


def _bins(types, bins, test=lambda r: True):
    """Large rows of even bins with counts of 32 bits."""
    return lambda r: (r["op"] == "histogram_even" and r["in"] in types and r["param"] in bins and r["out"] == "u32" and
                      r["bytes"] >= 0.98 * GIB and test(r))


def _other_histogram(op, test=lambda r: True):
    return lambda r: r["op"] == op and r["bytes"] >= 0.98 * GIB and test(r)


BARS = {
    "histogram": [
        ("histogram of u8, 256 bins, every distribution", _bins(("u8",), (256,)), of_roof, 92),
        ("histogram of u8, 256 bins, against the fastest distribution", _bins(("u8",), (256,)), of_fastest, 97),
        ("histogram of u8, 256 bins, against CUB", _bins(("u8",), (256,)), over_cub, 1.8),
        ("histogram of u16, f16, bf16, 256 and 1024 bins", _bins(HALVES, (256, 1024)), of_roof, 92),
        ("histogram of u16, f16, bf16, 4096 bins", _bins(HALVES, (4096,)), of_roof, 88),
        ("histogram of u16, f16, bf16, against CUB", _bins(HALVES, (256, 1024, 4096)), over_cub, 4),
        ("histogram of i32, u32, 256, 1024, 4096 bins", _bins(WORDS, (256, 1024, 4096)), of_roof, 94),
        ("histogram of i32, u32, 32768 bins", _bins(WORDS, (32768,)), of_roof, 91),
        ("histogram of i32, u32, against CUB", _bins(WORDS, (256, 1024, 4096, 32768)), over_cub, 4.5),
        ("histogram of f32, 256, 1024, 4096 bins", _bins(("f32",), (256, 1024, 4096)), of_roof, 94),
        ("histogram of f32, 256 bins, against CUB", _bins(("f32",), (256,)), over_cub, 1),
        ("histogram of f32, 1024 and 4096 bins, against CUB", _bins(("f32",), (1024, 4096)), over_cub, 2),
        ("histogram of u16, 65536 bins", _bins(("u16",), (65536,)), of_roof, 55),
        ("histogram of u16, 65536 bins, against CUB", _bins(("u16",), (65536,)), over_cub, 5),
        ("histogram of i32, 2^20 bins, uniform, against CUB",
         _bins(("i32",), (1 << 20,), lambda r: r["dist"] == "uniform"), over_cub, 2),
        ("histogram of i32, 2^20 bins, against CUB", _bins(("i32",), (1 << 20,)), over_cub, 1),
        ("histogram between 257 levels, f32", _other_histogram("histogram_range"), of_roof, 75),
        ("histogram between 257 levels, f32, against CUB", _other_histogram("histogram_range"), over_cub, 8),
        ("histograms of RGBA, 3 channels of u8", _other_histogram("histogram_multi"), of_roof, 92),
        ("histogram of f64, 256 bins", _bins(("f64",), (256,)), of_roof, 90),
        ("weighted histogram of f32, 256 bins", _other_histogram("histogram_weighted"), of_roof, 50),
        ("histograms of 256 bins, n = 2^10 ... 2^22, against CUB",
         lambda r: r["n"] <= 1 << 22, over_cub, 1),
    ],
}


def parts(row):
    return ["%s bins" % power(int(row["param"]))] + ([row["dist"]] if row["dist"] != "uniform" else [])


def histogram_case(row):
    """A case's place in the order of the figure, and its name."""
    types = ["u8", "u16", "f16", "bf16", "i32", "u32", "f32", "f64"]
    bins = power(int(row["param"]))
    if row["op"] == "histogram_even":
        return (0, types.index(row["in"]), row["param"]), "%s, %s" % (row["in"], bins)
    if row["op"] == "histogram_range":
        return (1, row["case"]), "range, " + row["case"]
    return (2, row["op"]), "RGBA" if row["op"] == "histogram_multi" else "weighted"


def draw(plot, name, gpu, rows):
    """Percent of the read roof by case, a diagram for each distribution; and small arrays over n."""
    large = [r for r in rows if r["n"] > 1 << 22 and r["out"] != "u64" and r["roof_ms"]]
    shown = [(dist, sorted((r for r in large if r["dist"] == dist), key=lambda r: histogram_case(r)[0]))
             for dist in ("uniform", "zipf", "peak", "constant")]
    if all(some for _, some in shown):
        figure, grid = plot.plt.subplots(4, 1, figsize=(9.5, 11), sharex=True)
        titles = {"uniform": "uniform over the bins", "zipf": "Zipf, exponent 1.1", "peak": "78% in one bin",
                  "constant": "all in one bin"}
        for axes, (dist, some) in zip(grid, shown):
            for k, (key, legend, colour, _) in enumerate([plot.SERIES[0], plot.SERIES[3]]):
                places = [i + 0.4 * (k - 0.5) for i in range(len(some))]
                axes.bar(places, [100 * r["roof_ms"] / r[key] if r.get(key) else 0 for r in some], 0.4, label=legend,
                         color=colour)
            axes.set_ylabel("% of the read roof")
            axes.set_title(titles[dist], fontsize=9)
            axes.set_ylim(0, 105)
            axes.axhline(100, color="#7f7f7f", linestyle="--", linewidth=1)
            axes.set_xticks(range(len(some)), [histogram_case(r)[1] for r in some], rotation=45, ha="right")
        handles, legends = grid[0].get_legend_handles_labels()
        figure.legend(handles, legends, fontsize=8, ncols=2, loc="lower center", bbox_to_anchor=(0.5, -0.02))
        figure.suptitle("histograms of 2 GiB: samples and bins, " + gpu)
        figure.tight_layout()
        plot.save(figure, name + "-histogram")
    small = [("histogram of %s, 256 bins" % t, [r for r in rows if r["op"] == "histogram_even" and r["in"] == t and
                                                r["param"] == 256 and r["dist"] == "uniform" and r["n"] <= 1 << 22])
             for t in ("u8", "i32", "f32")]
    plot.panels(name + "-histogram-small", "small arrays, one call after another, " + gpu, small, "n",
           lambda r, key: 1000 * r[key], "n", "us a call", plot.SERIES, log_x=True)


def numpy_function(numpy, row, x, generator):
    bins = int(row["param"])
    if row["op"] != "histogram_even" or row["dist"] != "uniform":
        return None
    if bins == 65536 or (row["in"] == "u8" and bins == 256):
        samples = x if row["in"] in ("u8", "u16") else (x % bins).astype(x.dtype)
        return "numpy.bincount", lambda: numpy.bincount(samples, minlength=bins)
    return "numpy.histogram", lambda: numpy.histogram(x, bins, LEVELS[row["in"]])
