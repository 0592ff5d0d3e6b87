# SPDX-License-Identifier: Apache-2.0
"""Stencils, convolutions, differences: pages, bars, names of rows, columns, figures, NumPy (bench/families/bars.py says what
each is)."""

from measures import cell, of_roof, over_cub, over_cudnn, over_dense, over_plain, over_sweeps

PAGES = {"stencil": ("adjacent_difference", "stencil", "stencil_iterate", "convolve", "convolution_layer")}
FIGURES = {"stencil": ("stencil",)}


def _stencils(op, cases, types):
    """Large rows of stencils, convolutions and differences."""
    return lambda r: r["op"] == op and r["case"] in cases and r["in"] in types and r["n"] > 1 << 22


BARS = {
    "stencil": [
        ("1D 17 taps, 2D 5 and 9 points, 3D 7 points, f64 and f32",
         _stencils("stencil", ("1d_17", "2d_5point", "2d_box9", "3d_7point"), ("f64", "f32")), of_roof, 85),
        ("2D 5 points, f16", _stencils("stencil", ("2d_5point",), ("f16",)), of_roof, 80),
        ("3D box of 27, f32", _stencils("stencil", ("3d_27box",), ("f32",)), of_roof, 72),
        ("3D star of 13, f64", _stencils("stencil", ("3d_13star",), ("f64",)), of_roof, 72),
        ("first difference", lambda r: r["op"] == "adjacent_difference" and r["n"] > 1 << 22, of_roof, 97),
        ("first difference, against CUB",
         lambda r: r["op"] == "adjacent_difference" and r["n"] > 1 << 22, over_cub, 1),
        ("2D box of 49, f16", _stencils("stencil", ("2d_box49",), ("f16",)), over_plain, 1.5),
        ("2D box of 81, f16", _stencils("stencil", ("2d_box81",), ("f16",)), over_plain, 2.2),
        ("2D box of 289, f16", _stencils("stencil", ("2d_box289",), ("f16",)), over_plain, 3),
        ("3D box of 125, f16", _stencils("stencil", ("3d_box125",), ("f16",)), over_plain, 2.2),
        ("1D 65 taps, f16", _stencils("stencil", ("1d_65",), ("f16",)), over_plain, 1.9),
        ("1D 129 taps, f16", _stencils("stencil", ("1d_129",), ("f16",)), over_plain, 2.8),
        ("64 steps of 2D 5 points, f64 and f32",
         _stencils("stencil_iterate", ("2d_5point",), ("f64", "f32")), over_sweeps, 5),
        ("64 steps of 3D 7 points, f64 and f32",
         _stencils("stencil_iterate", ("3d_7point",), ("f64", "f32")), over_sweeps, 1.8),
        ("17 x 17 product, f32", _stencils("stencil", ("separable_17",), ("f32",)), over_dense, 3),
        ("u8 images, 5 x 5", _stencils("convolve", ("u8_5x5",), ("u8",)), of_roof, 70),
        ("convolution layer 3 x 3, f16", _stencils("convolution_layer", ("layer_3x3",), ("f16",)), over_cudnn, 0.6),
    ],
}


def parts(row):
    return ["%d steps" % row["param"]] if row["param"] else []


def gigapoints(row, key):
    """Results of a stencil, of all time steps, a nanosecond."""
    steps = row["param"] if row["op"] == "stencil_iterate" else 1
    return steps * row["n"] / row[key] * 1e-6 if row.get(key) else None


# What a stencil's row is compared with besides: the key of its time, its heading, how many times as fast the row is.
RELATIVES = {"stencil": ("dense_ms", "full box ms", over_dense), "convolve": ("dense_ms", "full box ms", over_dense),
             "stencil_iterate": ("sweep_ms", "one sweep ms", over_sweeps),
             "convolution_layer": ("cudnn_ms", "cuDNN ms", over_cudnn)}


def plain_over_real(row):
    """How many times the speed with weights that are no elements of the type is plain arithmetic's, or None."""
    return row["plain_ms"] / row["real_ms"] if row.get("plain_ms") and row.get("real_ms") else None


def columns(op):
    head = ["plain ms", "times plain", "matrix ms", "Gpoints/s"]
    measure = [lambda r: cell(r["plain_ms"], "%.4g"), lambda r: cell(over_plain(r), "%.2f"),
               lambda r: cell(r.get("matrix_ms"), "%.4g"), lambda r: cell(gigapoints(r, "tcu_ms"), "%.4g")]
    if op in RELATIVES:
        key, heading, over = RELATIVES[op]
        head += [heading, "times that"]
        measure += [lambda r: cell(r.get(key), "%.4g"), lambda r: cell(over(r), "%.2f")]
    if op == "stencil":
        head += ["real weights ms", "plain over that"]
        measure += [lambda r: cell(r.get("real_ms"), "%.4g"), lambda r: cell(plain_over_real(r), "%.2f")]
    return head, measure


def draw(plot, name, gpu, rows):
    """Gpoints/s by case, a diagram for each type, the copy roof as a mark."""
    series = [plot.SERIES[0], plot.SERIES[1], plot.SERIES[2], ("cub_ms", "a transform by CUB", *plot.SERIES[3][2:])]
    shown = [(t, [r for r in rows if r["op"] == "stencil" and r["in"] == t and r["n"] > 1 << 22 and r["roof_ms"]])
             for t in ("f64", "f32", "f16")]
    if not all(some for _, some in shown):
        return
    figure, grid = plot.plt.subplots(3, 1, figsize=(9.5, 9))
    for axes, (t, some) in zip(grid, shown):
        for k, (key, legend, colour, _) in enumerate(series):
            places = [i + 0.2 * (k - 1.5) for i in range(len(some))]
            axes.bar(places, [gigapoints(r, key) or 0 for r in some], 0.2, label=legend, color=colour)
        for i, r in enumerate(some):
            axes.plot([i - 0.45, i + 0.45], [gigapoints(r, "roof_ms")] * 2, color="#7f7f7f", linestyle="--",
                      linewidth=1)
        axes.set_xticks(range(len(some)), [r["case"] for r in some], rotation=30, ha="right")
        axes.set_ylabel("Gpoints/s")
        axes.set_title("%s; dashes: a copy" % t, fontsize=9)
    handles, legends = grid[0].get_legend_handles_labels()
    figure.legend(handles, legends, fontsize=8, ncols=4, loc="lower center", bbox_to_anchor=(0.5, -0.03))
    figure.suptitle("stencils, one sweep, " + gpu)
    figure.tight_layout()
    plot.save(figure, name + "-stencil")


def numpy_function(numpy, row, x, generator):
    if row["op"] != "adjacent_difference":
        return None
    result = numpy.empty_like(x)
    return "numpy.subtract", lambda: numpy.subtract(x[1:], x[:-1], out=result[1:])
