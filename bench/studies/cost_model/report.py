# SPDX-License-Identifier: Apache-2.0
"""The cost model beside measured times."""

from figures import cell, number, panels, ratio, size, table

FIGURES = ("cost_model",)
KINDS = (("all_ones_us", "all-ones products, a launch a level"), ("tcu_us", "tcu_reduce"),
         ("empty_us", "as many empty launches"))


def unit(rows):
    """Microseconds of a unit of the model, such that it meets the all-ones reduction at the smallest n."""
    return ratio(rows[0]["all_ones_us"], rows[0]["model"])


def modelled(row, scale):
    """The model's time, or None."""
    return scale * row["model"] if scale and row["model"] is not None else None


def sections(rows):
    scale = unit(rows)
    columns = [("n", size()), ("levels", number("levels", "%d")), ("T(n), units", number("model", "%.1f")),
               ("T(n), us", lambda r: cell(modelled(r, scale), "%.4g")), ("all-ones, us", number("all_ones_us")),
               ("times T(n)", lambda r: cell(ratio(r["all_ones_us"], modelled(r, scale)), "%.2f")),
               ("empty launches, us", number("empty_us")), ("tcu_reduce, us", number("tcu_us")),
               ("tcu_reduce, GB/s", number("tcu_gbs", "%.0f")), ("all-ones, error", number("all_ones_error", "%.1e")),
               ("tcu_reduce, error", number("tcu_error", "%.1e"))]
    departs = [r for r in rows if (ratio(r["all_ones_us"], modelled(r, scale)) or 0) > 2]
    lines = ["A unit of the model is taken as %s us, so that it meets the all-ones reduction at n = %d." % (
        cell(scale, "%.3g"), rows[0]["n"])]
    if departs:
        lines += ["From n = %s on the measured time is more than twice the model's." % size()(departs[0])]
    return lines + [""] + table(rows, columns)


def draw(plot, name, gpu, rows):
    scale = unit(rows)
    ns = [r["n"] for r in rows]
    lines = [(legend, ns, [r[key] for r in rows]) for key, legend in KINDS]
    lines.append(("T(n) = 5 log n to the base 256", ns, [modelled(r, scale) for r in rows]))
    panels(plot, name + "-cost_model", "reductions of f16, " + gpu, [("", lines)], "n", "us", columns=1)
