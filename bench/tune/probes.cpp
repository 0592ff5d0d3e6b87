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

void add_sizes(Subject &subject, const Probes &probes, const tcui_tuning_row &row, bool quick)
{
    // Sizes without a problem have none in the neighbourhood either: the range ends there.
    Range sizes = probes.sizes;
    for (;;) {
        subject.candidates = around_threshold(probes.acts, subject.present, allowed_by(row), sizes, probes.snap);
        if (quick) {
            thin_out(subject.candidates);
        }
        subject.problems.clear();
        for (const uint64_t size : subject.candidates.sizes) {
            subject.problems.push_back(fitted(probes.at(size)));
            if (subject.problems.back().n == 0) {
                break;
            }
        }
        if (subject.problems.empty() || subject.problems.back().n != 0) {
            return;
        }
        const uint64_t missing = subject.candidates.sizes[subject.problems.size() - 1];
        (subject.problems.size() == 1 ? sizes.least : sizes.most) =
            subject.problems.size() == 1 ? missing + 1 : missing - 1;
    }
}

Subject subject_of(const tcui_tuning_family &family, const tcui_tuning_row &row, const Scale &scale, bool quick)
{
    tcu_type type;
    const MakeProbes make = Probing::of(family, row, type);
    Subject subject = {&family, &row, Acts::value, tcui_tuning_get(family.policy, &row), {}, {}};
    if (make != nullptr) {
        const Probes probes = make(type, scale);
        subject.acts = probes.acts;
        if (probes.acts == Acts::value) {
            subject.candidates = around_value(subject.present, allowed_by(row));
            for (const bench::Row &problem : probes.problems) {
                subject.problems.push_back(fitted(problem));
            }
            if (quick && subject.problems.size() > 1) {
                subject.problems.resize(1);
            }
        } else {
            add_sizes(subject, probes, row, quick);
        }
    }
    if (subject.problems.empty() || subject.problems.back().n == 0) {
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

Probing::Probing(const char *family, std::vector<Entry> entries) : family_(family), entries_(std::move(entries))
{
    entered().push_back(this);
}

MakeProbes Probing::of(const tcui_tuning_family &family, const tcui_tuning_row &row, tcu_type &type)
{
    type = TCU_TYPE_F32;
    const char *const name = without_type(row.name, type);
    for (const Probing *probing : entered()) {
        for (const Entry &entry : probing->entries_) {
            if (std::strcmp(probing->family_, family.name) == 0 && std::strcmp(entry.row, name) == 0) {
                return entry.make;
            }
        }
    }
    return nullptr;
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
