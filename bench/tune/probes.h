/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file probes.h The problems by which a row is tuned: those whose path, or whose kernels' shape, depends on the row.
 *
 * A file probes/<family>.cpp enters them with a static object, the family's name and a function that makes a table of its
 * rows' probes. A row of one element type, "f16.thread_elements", is found by what is behind its point, and the function
 * gets the type. tcu-tune refuses to work if a row has no probes.
 *
 * Where a row decides on several types and shapes, it has problems of the narrowest and the widest type and of each shape: a
 * number that is better for one of them may be worse for the others (decide.h).
 */
#ifndef TCU_BENCH_TUNE_PROBES_H
#define TCU_BENCH_TUNE_PROBES_H

#include <functional>
#include <string>

#include "bench/rows.h"
#include "bench/tune/decide.h"
#include "primitives/context/tuning.h"

namespace tune
{
/** How large problems are. */
struct Scale {
    uint64_t bytes; /**< of a large problem's input */
    uint64_t elements(tcu_type type) const;
};

/** Makes a problem one of a size, in the row's unit; n = 0 if there is none. */
using SetSize = void (*)(bench::Row &problem, uint64_t size);

struct Probes {
    Acts acts;
    std::vector<bench::Row> problems; /**< of each type and shape that the row decides on */
    SetSize set_size = nullptr;       /**< of a threshold */
    Range sizes = {1, UINT64_MAX};    /**< that there are problems of */
    Snap snap = nullptr;              /**< and which of these */
};

inline Probes up_to(Range sizes, std::vector<bench::Row> problems, SetSize set_size, Snap snap = nullptr)
{
    return {Acts::up_to, std::move(problems), set_size, sizes, std::move(snap)};
}
inline Probes from(Range sizes, std::vector<bench::Row> problems, SetSize set_size, Snap snap = nullptr)
{
    return {Acts::from, std::move(problems), set_size, sizes, std::move(snap)};
}
inline Probes no_threshold(std::vector<bench::Row> problems)
{
    return {Acts::value, std::move(problems)};
}

/** The sizes are lengths of arrays, in elements or in bytes; lengths of segments, in either. */
void set_n(bench::Row &problem, uint64_t n);
void set_bytes(bench::Row &problem, uint64_t bytes);
void set_segment(bench::Row &problem, uint64_t size);
void set_segment_bytes(bench::Row &problem, uint64_t bytes);

class Probing
{
  public:
    struct Entry {
        const char *row; /**< its name without a type */
        Probes probes;
    };
    using MakeTable = std::vector<Entry> (*)(tcu_type type, const Scale &scale);
    Probing(const char *family, MakeTable make);
    /** Without problems: nobody has entered the row. */
    static Probes of(const tcui_tuning_family &family, const tcui_tuning_row &row, const Scale &scale);

  private:
    const char *family_;
    MakeTable make_;
};

/** A row with its candidates and problems. */
struct Subject {
    const tcui_tuning_family *family;
    const tcui_tuning_row *row;
    Acts acts;
    uint64_t present;
    Candidates candidates;
    std::vector<bench::Row> problems; /**< of a threshold those of each of candidates.sizes */
    std::vector<size_t> places;       /**< of a threshold, of each problem: which of candidates.sizes it has */

    std::string name() const { return std::string(family->name) + "." + row->name; }
    uint64_t size_of(size_t problem) const { return candidates.sizes[places[problem]]; }
    /** Whether better numbers may lie beyond: it is the first or the last one that was tried, or that is allowed. */
    bool is_at_end(uint64_t number) const;
};

/**
 * All rows of a family. Throws std::logic_error, with the row's name, if one has no probes. `quick`: one size on each
 * side of a threshold.
 */
std::vector<Subject> subjects_of(const tcui_tuning_family &family, const Scale &scale, bool quick);

/** The families, in the library's order. */
std::vector<const tcui_tuning_family *> families();

/** As in tuning files: "matrix", "plain", "4096". */
std::string number_text(const tcui_tuning_row &row, uint64_t number);

/** The row with a length that its operation has problems of; n = 0 if there is none up to its n. */
bench::Row fitted(bench::Row row);

/** Multiples of `step`, from itself on. */
Snap multiples_of(uint64_t step);
} // namespace tune

#endif
