/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file family.h
 * What the benchmark asks a family of operations, on any backend: family.cpp in its folder of families/ has a class for its
 * own. What is asked on a GPU besides is in gpu/family.h.
 */
#ifndef TCU_BENCH_FAMILY_H
#define TCU_BENCH_FAMILY_H

#include <memory>

#include "bench/host/data.h"

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

/**
 * What users write instead of a call of the library, in serial.cpp of a family: loops, and algorithms of the C++ standard
 * library. One thread; compiled with -O3 for the processors that the compiler assumes by itself.
 */
struct Yardstick {
    const char *name;
    int (*run)(const bench_problem *problem); // 0, or 1 without a result for operations and types that it does not have
    bool is_judged;                           // false: shown only, since it was compiled for other processors
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

    /** Whether the call can have the option `count`, as bench_problem::length says. */
    virtual bool takes_length(const bench_problem &) const { return false; }
    /** The library's call of the problem, or with `bytes` its query: what workspace it needs. */
    virtual tcu_status call(tcu_context *context, const bench_problem &problem, size_t *bytes) const = 0;

    virtual std::unique_ptr<HostData> make_host_data() const = 0;
    /** What users write instead of a call of the library, in the order of the output. */
    virtual std::vector<Yardstick> yardsticks() const = 0;
};

/** The yardsticks of each family, by its serial.cpp. */
#define BENCH_DECLARE_YARDSTICKS(family) std::vector<Yardstick> family##_yardsticks();
BENCH_FAMILIES(BENCH_DECLARE_YARDSTICKS)

const Family &family_of(bench_op op);
/** All of them, in the order of operations.h. */
std::vector<const Family *> families();

/** Throws what the library says. */
void check(tcu_status status, const tcu_context *context);

inline void run_library(tcu_context *context, const bench_problem &problem)
{
    check(family_of(problem.op).call(context, problem, nullptr), context);
}
/** At least 1 byte. */
inline size_t library_workspace(tcu_context *context, const bench_problem &problem)
{
    size_t bytes = 0;
    check(family_of(problem.op).call(context, problem, &bytes), context);
    return bytes > 0 ? bytes : 1;
}
} // namespace bench

#endif
