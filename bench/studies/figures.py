# SPDX-License-Identifier: Apache-2.0
"""Tables and diagrams that studies share. What the benchmarks have is imported from there."""

from measures import cell, power # as benchmarks write numbers

COLOURS = ("#1f77b4", "#2ca02c", "#ff7f0e", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#17becf", "#bcbd22", "#7f7f7f")
MARKERS = "o^vsDPX*<>"


def table(rows, columns):
    """Markdown: columns are (heading, function of a row that returns its text)."""
    lines = ["| %s |" % " | ".join(heading for heading, _ in columns), "|---" * len(columns) + "|"]
    return lines + ["| %s |" % " | ".join(text(row) for _, text in columns) for row in rows]


def number(key, form="%.4g"):
    """A column's text: a number of the row, "-" where there is none."""
    return lambda row: cell(row.get(key), form)


def ratio(numerator, denominator):
    """How many times the second number the first one is, or None where one of them is missing; wrong rows lack some."""
    return numerator / denominator if numerator is not None and denominator else None


def size(key="n"):
    return lambda row: power(row[key])


def text(key):
    return lambda row: row[key]


def best(values, choose):
    """The least or the greatest of the values that are there, or None."""
    return choose((value for value in values if value is not None), default=None)


def series(rows, line, x, y):
    """[(legend, xs, ys)] for panels(): a line for each value of the key `line`, without rows that have no y."""
    lines = {}
    for row in rows:
        if row.get(y) is not None:
            xs, ys = lines.setdefault(row[line], ([], []))
            xs.append(row[x])
            ys.append(row[y])
    return [(legend, xs, ys) for legend, (xs, ys) in lines.items()]


def with_points(lines, log_y):
    """The lines without points that have no y, or no place where y is logarithmic, and without lines of no points."""
    for legend, xs, ys in lines:
        points = [p for p in zip(xs, ys) if p[1] is not None and (p[1] > 0 or not log_y)]
        if points:
            yield legend, *zip(*points)


NARROW = 30  # times: the range of a logarithmic axis up to which its marks are numbers and not powers of ten


def panels(plot, name, title, shown, xlabel, ylabel, columns=2, log_y=True):
    """A diagram for each (title, [(legend, xs, ys)]), x in powers of 2; one legend has one colour in all of them."""
    shown = [(what, list(with_points(lines, log_y))) for what, lines in shown]
    shown = [(what, lines) for what, lines in shown if lines]
    if not shown:
        return
    legends = list(dict.fromkeys(legend for _, lines in shown for legend, _, _ in lines))
    count = (len(shown) + columns - 1) // columns
    across = min(columns, len(shown))
    figure, grid = plot.plt.subplots(count, across, figsize=(4.75 * across if across > 1 else 7, 3.3 * count), squeeze=False)
    for axes in grid.flat[len(shown):]:
        axes.axis("off")
    for axes, (what, lines) in zip(grid.flat, shown):
        for legend, xs, ys in lines:
            k = legends.index(legend)
            axes.plot(xs, ys, label=legend, color=COLOURS[k % len(COLOURS)], marker=MARKERS[k % len(MARKERS)],
                      markersize=3.5, linewidth=1.2)
        axes.set_xscale("log", base=2)
        if log_y:
            axes.set_yscale("log")
            if axes.get_ylim()[1] < NARROW * axes.get_ylim()[0]:
                axes.yaxis.set_major_formatter("{x:g}")
                axes.yaxis.set_minor_formatter("{x:g}")
        else:
            axes.set_ylim(bottom=0)
        axes.set_title(what, fontsize=9)
        axes.set_xlabel(xlabel)
        axes.set_ylabel(ylabel)
    handles = {}
    for axes in grid.flat:
        handles.update(zip(*axes.get_legend_handles_labels()[::-1]))
    figure.suptitle(title)
    figure.tight_layout()
    figure.legend(handles.values(), handles.keys(), fontsize=8, ncols=min(2 * across, len(handles)), loc="upper center",
                  bbox_to_anchor=(0.5, 0.0))
    plot.save(figure, name)
