/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file probes.h The problems by which a row is tuned: those whose path, or whose kernels' shape, depends on the row.
 *
 * A file probes/<family>.cpp enters them by the names of rows, with a static object:
 *
 *     const tune::Probing entered("moments", {{"warp_bytes", warp_bytes}});
 *
 * where warp_bytes(type, scale) gives the probes. A row of one element type, "f16.thread_elements", is found by what is
 * behind its point, and its function gets the type. tcu-tune refuses to work if a row has no probes.
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

struct Probes {
    Acts acts;
    /** Of a threshold: the problem of a size, in the row's unit; with n = 0 if there is none. */
    std::function<bench::Row(uint64_t size)> at;
    Range sizes = {1, UINT64_MAX}; /**< that at() has problems of */
    Snap snap = nullptr;           /**< and which of these */
    /** Of Acts::value. */
    std::vector<bench::Row> problems = {};
};

using MakeProbes = Probes (*)(tcu_type type, const Scale &scale);

class Probing
{
  public:
    struct Entry {
        const char *row; /**< its name without a type */
        MakeProbes make;
    };
    Probing(const char *family, std::vector<Entry> entries);
    /** NULL: nobody has entered the row. `type` becomes that of its name, or F32. */
    static MakeProbes of(const tcui_tuning_family &family, const tcui_tuning_row &row, tcu_type &type);

  private:
    const char *family_;
    std::vector<Entry> entries_;
};

/** A row with its candidates and problems. */
struct Subject {
    const tcui_tuning_family *family;
    const tcui_tuning_row *row;
    Acts acts;
    uint64_t present;
    Candidates candidates;
    std::vector<bench::Row> problems; /**< of a threshold one for each of candidates.sizes */

    std::string name() const { return std::string(family->name) + "." + row->name; }
};

/**
 * All rows of a family. Throws std::logic_error, with the row's name, if one has no probes. `quick`: one problem a row, or
 * one on each side of a threshold.
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
