# SPDX-License-Identifier: Apache-2.0
"""Polynomials: pages, bars, names of rows, columns, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import cell, of_roof, over_cub, over_plain

PAGES = {"polynomial": ("polynomial",)}
FIGURES = {"polynomial": ("polynomial",)}
REALS = ("f64", "f32", "f16", "bf16")
DEGREES = (3, 7, 15, 31, 63, 127, 255)


def _polynomials(case, types, degrees, test=lambda r: True):
    """Large rows of polynomials; of grids and reductions those of 1024, unless `test` says more."""
    return lambda r: (r["op"] == "polynomial" and r["case"] == case and r["in"] in types and r["param"] in degrees and
                      r["polynomials"] * r["n"] >= 1 << 27 and test(r))


def _1024(r):
    return r["polynomials"] == 1024 and r["n"] == 1 << 20


def _16(r):
    return r["polynomials"] == 16


BARS = {
    "polynomial": [
        ("1024 polynomials, f64, d = 63", _polynomials("grid", ("f64",), (63,), _1024), over_plain, 1.7),
        ("1024 polynomials, f64, d = 255", _polynomials("grid", ("f64",), (255,), _1024), over_plain, 1.85),
        ("1024 polynomials, f32, d = 63", _polynomials("grid", ("f32",), (63,), _1024), over_plain, 1.9),
        ("1024 polynomials, f32, d = 255", _polynomials("grid", ("f32",), (255,), _1024), over_plain, 2.5),
        ("1024 polynomials, f16, d = 63", _polynomials("grid", ("f16",), (63,), _1024), over_plain, 1.9),
        ("1024 polynomials, f16, d = 255", _polynomials("grid", ("f16",), (255,), _1024), over_plain, 6),
        ("1024 polynomials, d <= 15", _polynomials("grid", REALS, (3, 7, 15), _1024), of_roof, 90),
        ("reduction over 1024, f64, d = 15", _polynomials("reduce", ("f64",), (15,)), over_plain, 1.3),
        ("reduction over 1024, f64, d = 63", _polynomials("reduce", ("f64",), (63,)), over_plain, 1.75),
        ("reduction over 1024, f32, d = 15", _polynomials("reduce", ("f32",), (15,)), over_plain, 2.1),
        ("reduction over 1024, f32, d = 63", _polynomials("reduce", ("f32",), (63,)), over_plain, 2.6),
        ("16 polynomials, d = 63 and 255", _polynomials("grid", REALS, (63, 255), _16), over_plain, 1.2),
        ("one polynomial, d <= 31", _polynomials("one", REALS, (3, 7, 15, 31)), of_roof, 93),
        ("one polynomial, against Thrust", _polynomials("one", REALS, DEGREES), over_cub, 1),
        ("spline, f32, 1024 pieces, d = 3", _polynomials("table", ("f32",), (3,)), of_roof, 85),
        ("spline, f32, 1024 pieces, d = 7", _polynomials("table", ("f32",), (7,)), of_roof, 70),
    ],
}


def parts(row):
    dist = ["%s breakpoints" % row["dist"]] if row["dist"] != "uniform" else []
    number = ["%d polynomials" % row["polynomials"]] if row["polynomials"] > 1 else []
    return dist + ["degree %d" % row["param"]] + number


def gigavalues(row, key):
    """Values of polynomials, each of n points, a nanosecond."""
    at_each = row["polynomials"] if row["case"] in ("grid", "reduce", "argmax", "sum") else 1
    return at_each * row["n"] / row[key] * 1e-6 if row.get(key) else None


def columns(op):
    return (["plain ms", "times plain", "matrix ms", "Gvalues/s"],
            [lambda r: cell(r["plain_ms"], "%.4g"), lambda r: cell(over_plain(r), "%.2f"),
             lambda r: cell(r.get("matrix_ms"), "%.4g"), lambda r: cell(gigavalues(r, "tcu_ms"), "%.4g")])


def draw(plot, name, gpu, rows):
    """Gvalues/s over the degree, a diagram for each form and type."""
    series = [plot.SERIES[0], plot.SERIES[1], ("plain_ms", "tcu, plain Horner", *plot.SERIES[2][2:]),
              ("cub_ms", "CUB or Thrust, the faster", *plot.SERIES[3][2:]), plot.SERIES[4]]
    titles = (("grid", 1024, "1024 polynomials at 2^20 points"), ("reduce", 1024, "their maximum"),
              ("one", 1, "one polynomial at 2^27 points"))
    shown = [("%s, %s" % (title, t), [r for r in rows if r["op"] == "polynomial" and r["polynomials"] == number and
                                      (r["case"], r["in"], r["out"]) == (case, t, t) and r["n"] >= 1 << 20])
             for case, number, title in titles for t in ("f64", "f32", "f16")]
    plot.panels(name + "-polynomial", "polynomials, " + gpu, shown, "param", gigavalues, "degree", "Gvalues/s",
           series, log_x=True)


def numpy_function(numpy, row, x, generator):
    if row["case"] != "one":
        return None
    coefficients = generator.random(int(row["param"]) + 1).astype(x.dtype)
    return "numpy.polyval", lambda: numpy.polyval(coefficients, x)
