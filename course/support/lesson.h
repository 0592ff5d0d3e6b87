/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of a lesson share. The same source is compiled by nvcc for a GPU and by the host's compiler for the
 * emulated device.
 *
 * A lesson has a `task`: its arrays in device memory (task.h). A `version` does the task; the programs of a lesson run
 * a list of them on a list of inputs, the trials (task.cpp), and compare what they write with a plain loop.
 */
#ifndef TCU_COURSE_LESSON_H
#define TCU_COURSE_LESSON_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <cuda_runtime.h>

struct tcu_context;

namespace course
{

/* A lesson's: its arrays, in device memory. */
struct task;

struct version {
    const char *name;
    void (*run)(const task &);   /* enqueues what does the task */
    bool rounds_to_half = false; /* its input, so that the trial allows for it */
    bool in_any_order = false;   /* its output, which the trial puts in order */
};

/* Of the program, in the order of the lesson. */
std::vector<version> versions();

/* kernel<<<blocks, threads>>>(arguments...), which only nvcc understands. */
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, Arguments... arguments)
{
    if (blocks.x * blocks.y * blocks.z == 0) {
        return; /* (CUDA takes no grid without blocks.) */
    }
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

/* Blocks for n elements, `each` a block: n / each, rounded up. */
inline unsigned blocks_for(size_t n, size_t each)
{
    return static_cast<unsigned>((n + each - 1) / each);
}

/* Where tcu works here: the GPU, or on the emulated device the processor, whose memory its memory is. */
tcu_context *context();

/* Ends the program with tcu's sentence unless the status is success. */
void expect_success(int status);

/* ------------------------------------------------------------------------------------- for the lesson's task.cpp --- */

/* On the emulated device a kernel that reads these bytes before anything writes them is told so; a GPU does not know. */
void forget_written(const void *memory, size_t bytes);

/* n elements in device memory, `offset` of them behind an address that is a multiple of 256 bytes. Values that nothing
 * wrote are NaN, -1 or 255. */
template <class T>
class array
{
  public:
    explicit array(size_t n, size_t offset = 0) : count(n)
    {
        const size_t bytes = (n + offset) * sizeof(T); /* (of 0 bytes cudaMalloc() gives no address) */
        if (cudaMalloc(reinterpret_cast<void **>(&memory), bytes > 0 ? bytes : 1) != cudaSuccess) {
            std::abort();
        }
        first = memory + offset;
        clear();
    }
    explicit array(const std::vector<T> &values, size_t offset = 0) : array(values.size(), offset)
    {
        cudaMemcpy(first, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~array() { cudaFree(memory); }
    array(const array &) = delete;
    array &operator=(const array &) = delete;

    T *data() const { return first; }
    void clear()
    {
        cudaMemset(first, 0xff, count * sizeof(T));
        forget_written(first, count * sizeof(T));
    }
    std::vector<T> values() const
    {
        std::vector<T> host(count);
        cudaMemcpy(host.data(), first, count * sizeof(T), cudaMemcpyDeviceToHost);
        return host;
    }

  private:
    size_t count;
    T *memory, *first;
};

/* An input, and what has to come out. */
class trial
{
  public:
    virtual ~trial() = default;
    virtual const task &given() const = 0;
    /* Before a version runs: outputs as if nothing wrote them. */
    virtual void clear() = 0;
    /* "" or the first thing that is wrong: "sum is 5, expected 6". */
    virtual std::string wrong(const version &by) const = 0;

    std::string name; /* "n = 33" */
    double elements;  /* for rates */
    double bytes;     /* of global memory that any version has to move */
};

enum class purpose {
    check,   /* edge cases; small, as the emulated device runs them, too */
    count,   /* one, of which the emulated device's counts are shown */
    measure, /* one, as large as a GPU needs to be busy */
};
std::vector<std::unique_ptr<trial>> trials(purpose why);

/* "y[3] is 5, expected 6": the first of `got` that differs from `expected` by more than `allowed` of it, else "". NaN
 * equals NaN. */
template <class T>
std::string first_difference(const char *name, const std::vector<T> &got, const std::vector<T> &expected,
                             const std::vector<double> &allowed = {});
extern template std::string first_difference(const char *, const std::vector<float> &, const std::vector<float> &,
                                             const std::vector<double> &);
extern template std::string first_difference(const char *, const std::vector<uint8_t> &, const std::vector<uint8_t> &,
                                             const std::vector<double> &);
extern template std::string first_difference(const char *, const std::vector<int32_t> &, const std::vector<int32_t> &,
                                             const std::vector<double> &);
extern template std::string first_difference(const char *, const std::vector<uint32_t> &, const std::vector<uint32_t> &,
                                             const std::vector<double> &);
extern template std::string first_difference(const char *, const std::vector<uint64_t> &, const std::vector<uint64_t> &,
                                             const std::vector<double> &);

/* Numbers from -1 to 1 that are the same in every run. */
std::vector<float> numbers(size_t n, unsigned seed = 1);

/* The sizes at which versions go wrong: 0, 1, around a warp of 32, around a tile, several tiles. */
std::vector<size_t> edge_sizes(size_t tile);

} // namespace course

#endif /* TCU_COURSE_LESSON_H */
