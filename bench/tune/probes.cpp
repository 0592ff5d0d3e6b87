/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/tune/probes.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "bench/family.h"

namespace tune
{
namespace
{
// (A function's own, since static objects of other files use it.)
std::vector<const Probing *> &entered()
{
    static std::vector<const Probing *> all;
    return all;
}

// "f16.chunks": "chunks", and the type; of other names the whole.
const char *without_type(const char *name, tcu_type &type)
{
    const char *const point = std::strchr(name, '.');
    for (int t = 0; point != nullptr && t < TCU_TYPE_COUNT; t++) {
        if (std::string(name, point) == tcu_type_name(tcu_type(t))) {
            type = tcu_type(t);
            return point + 1;
        }
    }
    return name;
}

Range allowed_by(const tcui_tuning_row &row)
{
    return {row.least, row.most};
}

// With quick two sizes, of which the threshold is between.
void thin_out(Candidates &candidates)
{
    const size_t first = candidates.present > 0 ? candidates.present - 1 : 0;
    if (candidates.sizes.size() <= 2) {
        return;
    }
    const size_t begin = std::min(first, candidates.sizes.size() - 2);
    candidates.sizes = {candidates.sizes[begin], candidates.sizes[begin + 1]};
    candidates.numbers = {candidates.numbers[begin], candidates.numbers[begin + 1], candidates.numbers[begin + 2]};
    candidates.present -= begin;
}

// False, with less `sizes`, where there is a size without any problem: its neighbours have none either. (Problems that
// differ by their size alone are neighbours, since they share their input.)
bool add_problems(Subject &subject, const Probes &probes, Range &sizes)
{
    const std::vector<uint64_t> &tried = subject.candidates.sizes;
    std::vector<size_t> found(tried.size());
    for (const bench::Row &row : probes.problems) {
        for (size_t place = 0; place < tried.size(); place++) {
            bench::Row problem = row;
            probes.set_size(problem, tried[place]);
            problem = fitted(problem);
            if (problem.n > 0) {
                subject.problems.push_back(problem);
                subject.places.push_back(place);
                found[place]++;
            }
        }
    }
    const size_t none = size_t(std::find(found.begin(), found.end(), 0u) - found.begin());
    if (none < tried.size()) {
        (none == 0 ? sizes.least : sizes.most) = none == 0 ? tried[none] + 1 : tried[none] - 1;
    }
    return none == tried.size();
}

void add_sizes(Subject &subject, const Probes &probes, bool quick)
{
    Range sizes = probes.sizes;
    do {
        subject.candidates =
            around_threshold(probes.acts, subject.present, allowed_by(*subject.row), sizes, probes.snap);
        if (quick) {
            thin_out(subject.candidates);
        }
        subject.problems.clear();
        subject.places.clear();
    } while (!add_problems(subject, probes, sizes));
}

Subject subject_of(const tcui_tuning_family &family, const tcui_tuning_row &row, const Scale &scale, bool quick)
{
    const Probes probes = Probing::of(family, row, scale);
    Subject subject = {&family, &row, probes.acts, tcui_tuning_get(family.policy, &row), {}, {}, {}};
    if (probes.acts == Acts::value) {
        subject.candidates = around_value(subject.present, allowed_by(row));
        for (const bench::Row &row : probes.problems) {
            const bench::Row problem = fitted(row);
            if (problem.n > 0) {
                subject.problems.push_back(problem);
            }
        }
    } else {
        add_sizes(subject, probes, quick);
    }
    if (subject.problems.empty()) {
        throw std::logic_error("the row " + subject.name() + " has no probes: enter some in bench/tune/probes/" +
                               family.name + ".cpp");
    }
    return subject;
}
} // namespace

uint64_t Scale::elements(tcu_type type) const
{
    return bytes / bench_size(type);
}

bool Subject::is_at_end(uint64_t number) const
{
    const bool has_all = acts == Acts::value && candidates.numbers.front() == row->least &&
                         candidates.numbers.size() == row->most - row->least + 1;
    return !has_all && (number <= candidates.numbers.front() || number >= candidates.numbers.back() ||
                        number == row->least || number == row->most);
}

void set_n(bench::Row &problem, uint64_t n)
{
    problem.n = n;
}

void set_bytes(bench::Row &problem, uint64_t bytes)
{
    problem.n = bytes / bench_size(problem.in);
}

void set_segment(bench::Row &problem, uint64_t size)
{
    problem.param = double(size);
}

void set_segment_bytes(bench::Row &problem, uint64_t bytes)
{
    problem.param = double(bytes / bench_size(problem.in));
}

Probing::Probing(const char *family, MakeTable make) : family_(family), make_(make)
{
    entered().push_back(this);
}

Probes Probing::of(const tcui_tuning_family &family, const tcui_tuning_row &row, const Scale &scale)
{
    tcu_type type = TCU_TYPE_F32;
    const char *const name = without_type(row.name, type);
    for (const Probing *probing : entered()) {
        if (std::strcmp(probing->family_, family.name) != 0) {
            continue;
        }
        for (Entry &entry : probing->make_(type, scale)) {
            if (std::strcmp(entry.row, name) == 0) {
                return std::move(entry.probes);
            }
        }
    }
    return {Acts::value, {}};
}

std::vector<Subject> subjects_of(const tcui_tuning_family &family, const Scale &scale, bool quick)
{
    std::vector<Subject> subjects;
    for (size_t r = 0; r < family.num_rows; r++) {
        subjects.push_back(subject_of(family, family.rows[r], scale, quick));
    }
    return subjects;
}

std::vector<const tcui_tuning_family *> families()
{
    std::vector<const tcui_tuning_family *> all;
    while (const tcui_tuning_family *family = tcui_tuning_family_at(all.size())) {
        all.push_back(family);
    }
    return all;
}

std::string number_text(const tcui_tuning_row &row, uint64_t number)
{
    return row.kind == TCUI_TUNING_ARITHMETIC ? (number == TCU_ARITHMETIC_MATRIX ? "matrix" : "plain")
                                              : std::to_string(number);
}

bench::Row fitted(bench::Row row)
{
    if (row.n == 0 || !bench::family_of(row.op).fit(row)) {
        row.n = 0;
    } else if (bench_has_segment_size(row.op)) {
        row.n -= row.n % uint64_t(row.param); // whole segments; none, if one is longer than the array
    }
    return row;
}

Snap multiples_of(uint64_t step)
{
    return [step](uint64_t size) { return size < step ? step : size / step * step; };
}
} // namespace tune
