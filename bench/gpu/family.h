/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file family.h
 * What the benchmark asks a family of operations on a GPU besides what it asks everywhere (bench/families/family.h). Each
 * family has a class for its own in its folder gpu/, which holds the inputs of its rows.
 */
#ifndef TCU_BENCH_GPU_FAMILY_H
#define TCU_BENCH_GPU_FAMILY_H

#include <functional>

#include "bench/gpu/data.h"

namespace bench
{
/** Who takes part in a row. */
enum class Role { library, plain, matrix, documented, sweep, dense, real, cudnn, cub, roof };

/** Another call of the library that does a part of a row's work, or nearly the same. */
struct Relative {
    Role role;
    const char *name;
    bench_problem problem;
};

class GpuFamily
{
  public:
    explicit GpuFamily(GpuData &data) : data_(data) {}
    virtual ~GpuFamily() = default;

    /** Makes what the problem of a row reads, and room for what it writes besides `out`. */
    virtual void add_inputs(const Row &row, bench_problem &problem) = 0;
    virtual const bench_check &check() const = 0;

    /** What the library is timed with besides its default: Role::plain, Role::matrix, Role::documented. */
    virtual std::vector<Role> variants() const { return {Role::plain, Role::matrix}; }
    /** The code path that is forced for one of these, "polynomial:grid"; NULL where contexts tell them apart. */
    virtual const char *path(Role, const bench_problem &) const { return nullptr; }
    virtual std::vector<Relative> relatives(const bench_problem &) const { return {}; }
    /** The same by cuDNN, ready to be launched, if it has that and is there. */
    virtual std::function<void()> cudnn(const bench_problem &, cudaStream_t) const { return {}; }

    /** Whether calls write over their input, so that bring_input() is needed before each; CUB's say it themselves. */
    virtual bool changes_input(const bench_problem &) const { return false; }
    virtual void bring_input(const bench_problem &, cudaStream_t) const {}

    /** CUB's forms that take this many milliseconds do not run in all rounds. */
    virtual double slow_ms() const { return 4; }
    /** Whether CUB's slow forms stay in the output too. */
    virtual bool shows_all_cub_forms(const bench_problem &) const { return false; }
    /** Where CUB's results may be other ones than those asked for: a sentence on how far these are. */
    virtual std::string difference(const bench_problem &, const bench_verdict &) const { return ""; }

  protected:
    GpuData &data_;
};
} // namespace bench

#endif
