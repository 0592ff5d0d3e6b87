# SPDX-License-Identifier: Apache-2.0
"""Probes of the matrix unit's rounding."""

from figures import table, text


def sections(rows):
    lines = []
    for name in dict.fromkeys(r["format"] for r in rows):
        lines += ["", "### %s" % name, ""]
        lines += table([r for r in rows if r["format"] == name],
                       [("probe", text("probe")), ("result", lambda r: "`%s`" % r["result"]), ("meaning", text("meaning"))])
    return lines[1:]
