/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file family.h
 * What the benchmark asks a family of operations on a GPU besides what it asks everywhere (bench/family.h). device.cu in a
 * family's folder has a class for its own, which holds the inputs of its rows, and another one for the check of results.
 */
#ifndef TCU_BENCH_GPU_FAMILY_H
#define TCU_BENCH_GPU_FAMILY_H

#include <functional>

#include "bench/gpu/data.h"

/** What no result is: outputs are filled with it before a call. */
#define BENCH_POISON 0xff

namespace bench
{
struct bench_verdict {
    double max_error; // Result::max_error; 0 or 1 where results are right or wrong
    uint64_t wrong;   // outputs outside the bound of the operation's header; of exact results those that differ
};

/** What a row's outputs are held against: code of its own, which shares nothing with the library's kernels or with CUB. */
class GpuCheck
{
  public:
    GpuCheck(const bench_problem &problem, cudaStream_t stream) : problem_(problem), stream_(stream) {}
    GpuCheck(const GpuCheck &) = delete;
    GpuCheck &operator=(const GpuCheck &) = delete;
    virtual ~GpuCheck() = default;

    /**
     * Overwrites all outputs and the guard behind them, so that nothing of an earlier contestant is taken for the next
     * one's; brings the input where a call changes it.
     */
    virtual void poison() const
    {
        poison(problem_.out, family_of(problem_.op).out_bytes(problem_) + BENCH_GUARD_BYTES);
    }
    /** Looks at all outputs and the guard after poison() and a call; `rejects_reversed`: see CubVariant. Waits. */
    virtual bench_verdict check(bool rejects_reversed = false) const = 0;

  protected:
    void poison(void *data, uint64_t bytes) const
    {
        cuda_check(cudaMemsetAsync(data, BENCH_POISON, bytes, stream_), "poison");
    }

    bench_problem problem_;
    cudaStream_t stream_;
};

/** Who takes part in a row. */
enum class Role { library, plain, matrix, documented, counted, sweep, dense, real, cudnn, cub, roof };

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
    /** Computes what is looked at for every contestant, and completes the problem: `kept`. Waits. */
    virtual std::unique_ptr<GpuCheck> make_check(bench_problem &problem) const = 0;

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

/** A family with one class of checks. */
template <class Check>
class GpuFamilyWith : public GpuFamily
{
  public:
    using GpuFamily::GpuFamily;
    std::unique_ptr<GpuCheck> make_check(bench_problem &problem) const override
    {
        return std::make_unique<Check>(problem, data_.stream());
    }
};

/** The class of each family, by its device.cu. */
#define BENCH_DECLARE_GPU_FAMILY(family) std::unique_ptr<GpuFamily> make_##family##_gpu(GpuData &data);
BENCH_FAMILIES(BENCH_DECLARE_GPU_FAMILY)
} // namespace bench

#endif
