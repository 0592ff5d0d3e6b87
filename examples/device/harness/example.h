/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the five examples share: a `description` of each, from which main.cpp makes a program and a study of
 * bench/studies/ its rows, and a `problem`: inputs in device memory, the `versions` that solve it, and a check in
 * double on the host. The same source is compiled by nvcc for a GPU and by the host's compiler for the emulated device
 * (emulation/README.md).
 */
#ifndef TCU_EXAMPLES_DEVICE_EXAMPLE_H
#define TCU_EXAMPLES_DEVICE_EXAMPLE_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <cuda_runtime.h>

/* CUB is in the CUDA toolkit, and not on the emulated device. */
#if defined(__CUDACC__) && !defined(EXAMPLE_WITHOUT_CUB)
#define EXAMPLE_HAS_CUB 1
#else
#define EXAMPLE_HAS_CUB 0
#endif

namespace example
{

/* One way to solve a problem. */
struct version {
    std::string name;
    std::function<void(cudaStream_t)> enqueue; /* launches all that it needs */
};

/* How far results are from those in double, in the terms that the problem says, and how far they may be. NaN is
 * wrong. */
struct deviation {
    double largest, allowed;
    bool is_right() const { return largest <= allowed; }
};

/* An input of some size. Throws std::runtime_error if the device has no memory for it. */
class problem
{
  public:
    virtual ~problem() = default;
    virtual std::string title() const = 0;
    virtual double bytes() const = 0; /* read once and written once, the least that a version moves */
    virtual double operations() const = 0;
    virtual std::vector<version> versions() = 0;
    /* Before a version runs: results become NaN, or what else nobody writes. */
    virtual void clear() = 0;
    /* After a version ran. */
    virtual deviation check() = 0;
};

/* An example; its sizes are a few numbers, which `sizes` names. */
struct description {
    description(const char *name, const char *sizes, std::vector<uint64_t> usual,
                std::vector<std::vector<uint64_t>> checked,
                std::unique_ptr<problem> (*make)(const std::vector<uint64_t> &sizes));
    /* All that are linked into the program, by name. */
    static std::vector<const description *> all();

    const std::string name, sizes;
    const std::vector<uint64_t>
        usual; /* what is timed unless the user says another one: more than a GPU's caches hold */
    const std::vector<std::vector<uint64_t>> checked; /* small and odd ones, for tests */
    std::unique_ptr<problem> (*const make)(const std::vector<uint64_t> &sizes);
};

/* Runs the version once, waits, and compares what it wrote. Throws if a launch failed. */
deviation check_version(problem &p, const version &v, cudaStream_t stream);

/* Seconds of one run: the least of five series of runs, each of a few milliseconds, after one that does not count. */
double seconds_of(const version &v, cudaStream_t stream);

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_EXAMPLE_H */
