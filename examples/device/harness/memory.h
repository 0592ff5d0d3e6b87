/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays in device memory, launches and inputs of the examples. */
#ifndef TCU_EXAMPLES_DEVICE_MEMORY_H
#define TCU_EXAMPLES_DEVICE_MEMORY_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace example
{

inline void expect(cudaError_t error)
{
    if (error != cudaSuccess) {
        throw std::runtime_error(cudaGetErrorString(error));
    }
}

template <class T>
class array
{
  public:
    explicit array(size_t n) : count(n) { expect(cudaMalloc(&memory, n > 0 ? n * sizeof(T) : 1)); }
    explicit array(const std::vector<T> &values) : array(values.size())
    {
        expect(cudaMemcpy(memory, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~array() { cudaFree(memory); }
    array(const array &) = delete;
    array &operator=(const array &) = delete;

    T *data() const { return memory; }
    void fill_bytes(int value) const { expect(cudaMemset(memory, value, count * sizeof(T))); }
    std::vector<T> values() const
    {
        std::vector<T> host(count);
        expect(cudaMemcpy(host.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
        return host;
    }

  private:
    size_t count;
    T *memory = nullptr;
};

/* kernel<<<blocks, threads, 0, stream>>>(arguments...), which host compilers do not understand. Kernels number warps,
 * and groups of eight lanes, by 32 bits. */
constexpr unsigned lanes_of_group = 8;

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), uint64_t blocks, unsigned threads, cudaStream_t stream,
            Arguments... arguments)
{
    if (blocks == 0) {
        return; /* (CUDA takes no grid without blocks.) */
    }
    if (blocks > std::min<uint64_t>(INT32_MAX, UINT32_MAX / threads * lanes_of_group)) {
        throw std::runtime_error("more blocks than the examples' kernels count");
    }
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(threads);
    config.stream = stream;
    expect(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...));
}

/* How many elements an array of these extents has. */
template <class... Extents>
uint64_t elements(Extents... extents)
{
    constexpr uint64_t most = uint64_t{1} << 40;
    uint64_t product = 1;
    for (const uint64_t extent : {static_cast<uint64_t>(extents)...}) {
        if (extent != 0 && product > most / extent) {
            throw std::runtime_error("an array has 2^40 elements at most");
        }
        product *= extent;
    }
    return product;
}

/* How many matrices a batch has: kernels count them by 32 bits. */
inline uint64_t batch_size(uint64_t count)
{
    if (count > UINT32_MAX) {
        throw std::runtime_error("a batch has less than 2^32 matrices");
    }
    return count;
}

/* A size of a matrix: kernels step a little beyond it by int. */
inline int extent(uint64_t size)
{
    constexpr uint64_t most = 1 << 30;
    if (size > most) {
        throw std::runtime_error("rows and columns are 2^30 at most");
    }
    return static_cast<int>(size);
}

inline uint64_t divide_up(uint64_t n, uint64_t by)
{
    return (n + by - 1) / by;
}

/* Sebastiano Vigna's splitmix64. */
class random_bits
{
  public:
    explicit random_bits(uint64_t seed) : state(seed) {}
    uint64_t operator()()
    {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

  private:
    uint64_t state;
};

/* Numbers of both signs and of magnitudes 1/8 to 2, made of random bits: a sign, one of four exponents, a mantissa. */
inline std::vector<__half> random_halves(size_t n, uint64_t seed)
{
    std::vector<__half> values(n);
    random_bits random(seed);
    for (__half &value : values) {
        const uint64_t bits = random();
        value = __ushort_as_half(static_cast<uint16_t>((bits & 0x83ff) | (12 + (bits >> 16) % 4) << 10));
    }
    return values;
}

inline std::vector<float> random_floats(size_t n, uint64_t seed)
{
    std::vector<float> values(n);
    random_bits random(seed);
    for (float &value : values) {
        value = static_cast<float>(static_cast<int32_t>(random() >> 32)) * 0x1p-31f;
    }
    return values;
}

inline double to_double(__half x)
{
    return static_cast<double>(__half2float(x));
}
inline double to_double(float x)
{
    return static_cast<double>(x);
}

/* The largest of some errors, in terms of a scale each (no error is 0 in terms of 0); NaN counts as infinite. */
class worst
{
  public:
    void take(double difference, double scale = 1)
    {
        const double error = difference == 0 ? 0 : std::fabs(difference) / scale;
        value = error <= value ? value : std::isnan(error) ? INFINITY : error;
    }
    double largest() const { return value; }

  private:
    double value = 0;
};

/* Which of `count` parts of a result, each of `work` operations on the host, are compared: all of a small one, else some
 * from first to last. The last one is always there: a grid that is too short, or an index that overflows, shows in it. */
inline std::vector<uint64_t> checked_parts(uint64_t count, uint64_t work)
{
    constexpr uint64_t most_operations = 1 << 24;
    const uint64_t every =
        1 + static_cast<uint64_t>(static_cast<double>(count) * static_cast<double>(work)) / most_operations;
    std::vector<uint64_t> parts;
    for (uint64_t part = 0; part < count; part += every) {
        parts.push_back(part);
    }
    if (count > 0 && parts.back() != count - 1) {
        parts.push_back(count - 1);
    }
    return parts;
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_MEMORY_H */
