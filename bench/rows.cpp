/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/rows.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <stdexcept>

#include "bench/family.h"

namespace bench
{
#define DECLARE(family) extern const Family &family##_family;
BENCH_FAMILIES(DECLARE)

const Family &family_of(bench_op op)
{
#define OF_OP(family, OP, name, segments) &family##_family,
    static const Family *const by_op[] = {BENCH_OPS(OF_OP)};
    return *by_op[op];
}

std::vector<const Family *> families()
{
#define ENTER(family) &family##_family,
    return {BENCH_FAMILIES(ENTER)};
}

void check(tcu_status status, const tcu_context *context)
{
    if (status != TCU_SUCCESS) {
        throw std::runtime_error(std::string("tcu: ") + tcu_context_last_error(context));
    }
}

Sizes powers(int first, int last)
{
    Sizes sizes;
    for (int k = first; k <= last; k++) {
        sizes.push_back(pow2(k));
    }
    return sizes;
}

Pairs same(const std::vector<tcu_type> &types)
{
    Pairs pairs;
    for (tcu_type type : types) {
        pairs.push_back({type, type});
    }
    return pairs;
}

namespace
{
bool listed(const std::vector<std::string> &list, const std::string &value)
{
    return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

Row context_row()
{
    Row row;
    row.timed = Timed::context;
    row.function = "tcu_context_create";
    return row;
}

std::vector<Row> whole_table(const Selection &selection)
{
    Table table = {selection, {}};
    for (const Family *family : families()) {
        if (selection.host) {
            family->add_host_rows(table);
        } else {
            family->add_rows(table);
        }
    }
    if (!selection.host && table.wants("calls")) {
        table.rows.push_back(context_row());
    }
    return table.rows;
}
} // namespace

bool Table::wants(const char *set) const
{
    return listed(selection.sets, set);
}

void Table::add(bench_op op, bench_form form, const Pairs &pairs, const Sizes &sizes, const Params &params,
                const Names &dists, uint64_t polynomials)
{
    for (const Pair &pair : pairs) {
        for (double param : params) {
            for (const std::string &dist : dists) {
                for (uint64_t n : sizes) {
                    rows.push_back({op, form, pair.in, pair.out, n, param, dist, Timed::work, polynomials});
                    if (n == 0) {
                        rows.back().n = family_of(op).elements(rows.back(), selection.input_bytes);
                    }
                }
            }
        }
    }
}

void Table::add_call(Row row)
{
    row.timed = Timed::calls;
    if (row.function.empty()) {
        row.function = std::string("tcu_") + op_name(row.op);
    }
    for (uint64_t n : row.n != 0 ? Sizes{row.n} : Sizes{pow2(10), pow2(16), pow2(20)}) {
        row.n = n;
        rows.push_back(row);
    }
}

const char *op_name(bench_op op)
{
#define OP_NAME(family, OP, name, segments) name,
    static const char *const names[] = {BENCH_OPS(OP_NAME)};
    return names[op];
}

const char *form_name(bench_form form)
{
#define FORM_NAME(FORM, name, what) name,
    static const char *const names[] = {"", BENCH_FORMS(FORM_NAME)};
    return names[form];
}

std::string type_name(tcu_type type)
{
    return type == BENCH_B128 ? "b128" : tcu_type_name(type);
}

std::string param_text(double param)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.12g", param);
    return text;
}

const std::vector<std::string> &level_names()
{
    static const std::vector<std::string> names = {"baseline", "avx2", "avx512"};
    return names;
}

std::string Row::group() const
{
    return timed == Timed::work ? op_name(op) : "calls";
}

std::string Row::case_name() const
{
    return timed == Timed::work ? form_name(form) : function;
}

std::vector<std::string> function_names()
{
    Selection calls;
    calls.sets = {"calls"};
    std::vector<std::string> names;
    for (const Row &row : whole_table(calls)) {
        names.push_back(row.function);
    }
    return names;
}

std::string Row::name() const
{
    if (timed == Timed::context) {
        return group() + "/" + case_name();
    }
    std::string text = group() + "/" + type_name(in) + "/" + type_name(out) + "/" + dist;
    if (has_param()) {
        text += "/" + param_text(param);
    }
    if (!case_name().empty()) {
        text += "/" + case_name();
    }
    if (polynomials > 0) {
        text += "/p:" + std::to_string(polynomials);
    }
    for (const auto &[letter, value] :
         {std::pair("/w:", width), std::pair("/h:", height), std::pair("/r:", uint64_t(radius))}) {
        text += value > 0 ? letter + std::to_string(value) : "";
    }
    text += "/n:" + std::to_string(n);
    return level == kAnyLevel ? text : text + "/" + level_names()[size_t(level)];
}

bench_problem problem_without_arrays(const Row &row)
{
    bench_problem p = {};
    p.op = row.op;
    p.form = row.form;
    p.in_type = row.in;
    p.out_type = row.out;
    p.n = row.n;
    p.num_segments = 1;
    if (bench_has_segment_size(row.op)) {
        p.segment_size = uint64_t(row.param);
        p.num_segments = (row.n + p.segment_size - 1) / p.segment_size;
    }
    family_of(row.op).set_problem(row, p);
    return p;
}

std::vector<Row> select_rows(const Selection &selection)
{
    std::vector<Row> chosen;
    std::set<std::string> seen;
    std::vector<int> levels;
    for (const std::string &level : selection.levels) {
        levels.push_back(int(std::find(level_names().begin(), level_names().end(), level) - level_names().begin()));
    }
    if (levels.empty()) {
        levels.push_back(kAnyLevel);
    }
    const auto take = [&](Row row) {
        if (!family_of(row.op).fit(row)) {
            return;
        }
        if (bench_has_segment_size(row.op)) {
            const uint64_t size = uint64_t(row.param);
            if (size > row.n) {
                return;
            }
            row.n -= row.n % size; // whole segments, so that every variant of every contestant applies
            row.param = double(size);
        }
        for (const int level : levels) {
            row.level = level;
            if (row.n > 0 && seen.insert(row.name()).second) {
                chosen.push_back(row);
            }
        }
    };
    for (const Row &row : whole_table(selection)) {
        if (!listed(selection.ops, row.group()) ||
            (!row.case_name().empty() && !listed(selection.cases, row.case_name()))) {
            continue;
        }
        if (row.timed == Timed::context) { // the other options name what it does not have
            chosen.push_back(row);
            continue;
        }
        if (!listed(selection.ins, type_name(row.in)) || !listed(selection.outs, type_name(row.out)) ||
            !listed(selection.dists, row.dist)) {
            continue;
        }
        for (uint64_t n : selection.ns.empty() ? Sizes{row.n} : selection.ns) {
            for (double param : selection.params.empty() || !row.has_param() ? Params{row.param} : selection.params) {
                Row variant = row;
                variant.n = n;
                variant.param = param;
                take(variant);
            }
        }
    }
    // Rows that share an input stand together.
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const Row &a, const Row &b) { return a.timed != b.timed ? a.timed < b.timed : a.op < b.op; });
    return chosen;
}
} // namespace bench
