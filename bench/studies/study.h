/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file study.h What a study is, for tcu-study.
 *
 * A study repeats an experiment of a paper, or checks one of its claims, on the GPU at hand. It is a folder
 * bench/studies/<name>/ and a page docs/studies/<name>.md; nothing else names it. To add one, say `shift`:
 *
 * 1. bench/studies/shift/study.cu: a function that measures and adds rows, and a static object that enters it:
 *
 *        void run(study::Gpu &gpu, study::Table &table)
 *        {
 *            const bool right = error <= bound; // of values that were compared with a loop in f64
 *            table.add(study::Row().text("kernel", "naive").count("n", n).number("ms", ms), right);
 *        }
 *        const study::Study entry("shift", "what it shows, in one sentence", run);
 *
 *    Kernels lie in .cuh files beside it, one concept each; gpu.cuh has arrays, launches and times, reduction.cuh the
 *    library's sums, bounds.h what rounding may do.
 * 2. bench/studies/shift/report.py: its tables and figures (bench/studies/report.py says how).
 * 3. docs/studies/shift.md with the two marker lines of the others, and a line in docs/studies/README.md.
 */
#ifndef TCU_BENCH_STUDIES_STUDY_H
#define TCU_BENCH_STUDIES_STUDY_H

#include <cstdint>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "tcu/tcu.h"

namespace study
{
/** A row of a study: named values in the order in which they are shown. */
class Row
{
  public:
    Row &text(const std::string &name, const std::string &value);
    Row &count(const std::string &name, uint64_t value);
    /** NaN and infinity are shown as they are, and are null in JSON. */
    Row &number(const std::string &name, double value);

    struct Value {
        std::string name, shown, json;
        int width;
    };
    const std::vector<Value> &values() const { return values_; }

  private:
    std::vector<Value> values_;
};

/** The rows of one study. Prints each as it is added, below a heading where the names are others than before. */
class Table
{
  public:
    /** `right`: whether the row's values are within what the study allows; a wrong row makes tcu-study fail. */
    void add(const Row &row, bool right = true);
    const std::vector<std::string> &json() const { return json_; }
    bool has_wrong() const { return wrong_; }

  private:
    std::vector<std::string> json_; // of each row
    std::string heading_;
    bool wrong_ = false;
};

/** Where studies run. */
struct Gpu {
    int device;
    cudaDeviceProp properties;
    cudaStream_t stream;
    tcu_context *context; // of the CUDA backend, on `stream`
    bool quick;           // small sizes alone: every kernel runs, no time means anything
};

/** An entry of the list of studies: a static object of a study's file. */
class Study
{
  public:
    /** `run` throws std::exception if it cannot go on. All strings are literals. */
    Study(const char *name, const char *what, void (*run)(Gpu &, Table &));
    /** All studies, by name. */
    static std::vector<const Study *> all();

    const char *const name;
    const char *const what;
    void (*const run)(Gpu &, Table &);
};

/** JSON text of a string. */
std::string quoted(const std::string &text);

/** What stands in the result file about a study that has run. */
struct Outcome {
    std::string name, date, commit, command;
    double seconds;
    std::vector<std::string> rows;
};

/**
 * Writes {"header": {gpu, ...}, "studies": [{"name", "date", "commit", "command", "seconds", "rows": [{...}, ...]}, ...]};
 * false, with a line on stderr, if it cannot.
 */
bool write_json(const std::string &path, const Row &header, const std::vector<Outcome> &outcomes);
} // namespace study

#endif
