/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file family.h
 * What the benchmark asks a family of operations, on any backend. Each folder beside this file has a class for its own; what
 * is asked on a GPU besides is in bench/gpu/family.h.
 */
#ifndef TCU_BENCH_FAMILIES_FAMILY_H
#define TCU_BENCH_FAMILIES_FAMILY_H

#include <memory>

#include "bench/families/table.h"
#include "bench/host/data.h"
#include "bench/host/yardsticks.h"

namespace bench
{
/** What memory allows. */
struct Roof {
    std::string name; // "copy", "read", "write"; "" where memory is far from being the limit
    double bytes = 0; // read and written together
};

/** Distributions besides "uniform", and of what they are, for --help. */
struct Distributions {
    const char *of;
    Names names;
};

class Family
{
  public:
    virtual ~Family() = default;

    virtual std::vector<Distributions> distributions() const { return {}; }
    /** What the parameter of its rows is, in the plural, for --help; "" if that of another family. */
    virtual const char *params() const = 0;
    virtual void add_rows(Table &table) const = 0;
    virtual void add_host_rows(Table &table) const = 0;

    /** The number of elements of large rows, given bytes of input. */
    virtual uint64_t elements(const Row &row, uint64_t bytes) const = 0;
    /** False if there is no row with that parameter; makes n one that there is a problem of, 0 if none is as small. */
    virtual bool fit(Row &row) const { return !row.has_param() || row.param >= 1; }
    /** Its own part of a row's problem, but for arrays; throws where that cannot be. */
    virtual void set_problem(const Row &, bench_problem &) const {}

    virtual uint64_t out_bytes(const bench_problem &problem) const = 0;
    /**
     * What is read and written, each byte once; offsets, flags, values and weights too, of a compaction what is kept, but
     * not the count; levels not; coefficients, breakpoints and filters too. Of time steps one of them.
     */
    virtual double bytes_moved(const bench_problem &problem) const = 0;
    virtual Roof roof(const bench_problem &problem) const { return {"copy", bytes_moved(problem)}; }
    /** Where many are done an element: how many. */
    virtual uint64_t multiplications(const bench_problem &) const { return 0; }

    /** The problem handed to the library's public API. */
    virtual tcu_status run(tcu_context *context, const bench_problem &problem) const = 0;
    virtual tcu_status workspace(tcu_context *context, const bench_problem &problem, size_t *bytes) const = 0;

    virtual std::unique_ptr<HostData> make_host_data() const = 0;
    /** What users write instead of a call of the library, in the order of the output. */
    virtual std::vector<Yardstick> yardsticks() const = 0;
};

const Family &family_of(bench_op op);
/** All of them, in the order of the registry. */
std::vector<const Family *> families();

inline tcu_status run_library(tcu_context *context, const bench_problem &problem)
{
    return family_of(problem.op).run(context, problem);
}
inline tcu_status library_workspace(tcu_context *context, const bench_problem &problem, size_t *bytes)
{
    return family_of(problem.op).workspace(context, problem, bytes);
}
inline double bytes_moved(const bench_problem &problem)
{
    return family_of(problem.op).bytes_moved(problem);
}
} // namespace bench

/** Declares the class of a family but for its body's end: what every family has to say. */
#define BENCH_FAMILY_HAS                                                                                               \
    const char *params() const override;                                                                               \
    void add_rows(Table &table) const override;                                                                        \
    void add_host_rows(Table &table) const override;                                                                   \
    uint64_t elements(const Row &row, uint64_t bytes) const override;                                                  \
    uint64_t out_bytes(const bench_problem &problem) const override;                                                   \
    double bytes_moved(const bench_problem &problem) const override;                                                   \
    tcu_status run(tcu_context *context, const bench_problem &problem) const override;                                 \
    tcu_status workspace(tcu_context *context, const bench_problem &problem, size_t *bytes) const override;            \
    std::unique_ptr<HostData> make_host_data() const override;                                                         \
    std::vector<Yardstick> yardsticks() const override;

#endif
