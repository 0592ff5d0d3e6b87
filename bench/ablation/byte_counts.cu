/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How often each of the 256 values occurs in an array of bytes: counted by increments in shared memory, as the library
 * does (algorithms/histogram/cuda/private), and by products on the matrix unit (byte_products.cuh). The kernel is the same:
 * warps take pieces of the array in turn, what a piece has outside the array is loaded as zeros, and these are taken off
 * the count of zeros at the end.
 *
 * H200, 2 GiB, % of the read roof: increments 97 (the library's kernel), products 58 to 60.
 */
#include "bench/ablation/ablation.h"

#include <algorithm>
#include <cstdio>

#include "bench/ablation/byte_products.cuh"
#include "primitives/pipeline/launch.cuh"

namespace bench
{
namespace
{
using namespace tcu;

constexpr int values = 256;
constexpr int lane_vectors = 4;
constexpr int vector_bytes = vector_elements<u8>;
constexpr int piece_bytes = lane_vectors * TCUI_WARP_LANES * vector_bytes;

/* Each lane has a counter of its own for each value, so no two lanes' counters share a bank. */
template <int Threads>
class increments
{
  public:
    struct shared {
        uint32_t counters[values * TCUI_WARP_LANES];
    };

    __device__ __forceinline__ explicit increments(shared &memory) : memory_(memory)
    {
        for (int i = threadIdx.x; i < values * TCUI_WARP_LANES; i += Threads) {
            memory.counters[i] = 0;
        }
        __syncthreads();
    }

    __device__ __forceinline__ void add(const element_vector<u8> &x, const element_vector<u8> &y) const
    {
        const uint32_t own = shared_address(memory_.counters) + threadIdx.x % TCUI_WARP_LANES * 4;
#pragma unroll
        for (int i = 0; i < vector_bytes; i++) {
            count_shared(own + x.at(i) * (TCUI_WARP_LANES * 4));
        }
#pragma unroll
        for (int i = 0; i < vector_bytes; i++) {
            count_shared(own + y.at(i) * (TCUI_WARP_LANES * 4));
        }
    }

    __device__ __forceinline__ void add_to(uint32_t *sums) const
    {
        __syncthreads();
        for (int value = threadIdx.x; value < values; value += Threads) {
            uint32_t sum = 0;
            for (int i = 0; i < TCUI_WARP_LANES; i++) { /* each lane in an order of its own, to avoid bank conflicts */
                sum += memory_.counters[value * TCUI_WARP_LANES + (i + value) % TCUI_WARP_LANES];
            }
            atomicAdd(sums + value, sum);
        }
    }

  private:
    shared &memory_;
};

template <int Threads>
class products
{
  public:
    struct shared {
        nibble_planes planes[Threads / TCUI_WARP_LANES];
    };

    __device__ __forceinline__ explicit products(shared &memory) : planes_(memory.planes[threadIdx.x / TCUI_WARP_LANES])
    {
    }
    __device__ __forceinline__ void add(const element_vector<u8> &x, const element_vector<u8> &y)
    {
        products_.add(planes_, x, y);
    }
    __device__ __forceinline__ void add_to(uint32_t *sums) const { products_.add_to(sums); }

  private:
    nibble_planes &planes_;
    nibble_products products_;
};

/* Of the vector at `place`, those that are not among the samples. */
__device__ __forceinline__ uint32_t bytes_outside(int64_t place, int64_t end)
{
    const int64_t inside = min(place + vector_bytes, end) - max(place, int64_t(0));
    return vector_bytes - static_cast<uint32_t>(max(inside, int64_t(0)));
}

/* counts[b][v]: how often value v occurs among block b's samples, fewer than 2^32. `phase`: bytes from the 16-byte
 * boundary before the samples, where the first piece begins. */
template <template <int> class Counter, int Threads>
__global__ void __launch_bounds__(Threads)
    count_bytes(const uint8_t *samples, int phase, uint64_t n, uint64_t pieces, uint32_t *counts)
{
    __shared__ typename Counter<Threads>::shared memory;
    __shared__ uint32_t sums[values];
    const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
    constexpr int warps = Threads / TCUI_WARP_LANES;
    for (int value = threadIdx.x; value < values; value += Threads) {
        sums[value] = 0;
    }
    __syncthreads();

    Counter<Threads> counter(memory);
    uint32_t zeros_outside = 0;
    const cache_policy policy = evict_first_if(true);
    const int64_t end = static_cast<int64_t>(n);
    for (uint64_t piece = static_cast<uint64_t>(blockIdx.x) * warps + warp; piece < pieces;
         piece += static_cast<uint64_t>(gridDim.x) * warps) {
        const int64_t first = static_cast<int64_t>(piece * piece_bytes) - phase;
        const auto place = [&](int v) { return first + (v * TCUI_WARP_LANES + lane) * vector_bytes; };
        if (first >= 0 && first + piece_bytes <= end) {
            element_vector<u8> x[lane_vectors];
#pragma unroll
            for (int v = 0; v < lane_vectors; v++) {
                x[v] = load_vector(samples + place(v), policy);
            }
#pragma unroll
            for (int v = 0; v < lane_vectors; v += 2) {
                counter.add(x[v], x[v + 1]);
            }
        } else {
            for (int v = 0; v < lane_vectors; v += 2) {
                counter.add(load_vector_inside(samples, place(v), n, policy),
                            load_vector_inside(samples, place(v + 1), n, policy));
                zeros_outside += bytes_outside(place(v), end) + bytes_outside(place(v + 1), end);
            }
        }
    }
    counter.add_to(sums);
    if (zeros_outside != 0) {
        atomicAdd(sums, 0u - zeros_outside);
    }
    __syncthreads();
    for (int value = threadIdx.x; value < values; value += Threads) {
        counts[static_cast<uint64_t>(blockIdx.x) * values + value] = sums[value];
    }
}

/* The counts of all blocks together. */
std::vector<uint64_t> totals(const DeviceBuffer &copies, uint64_t blocks)
{
    std::vector<uint32_t> of_blocks(blocks * values);
    cuda_check(cudaMemcpy(of_blocks.data(), copies.get(), of_blocks.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost),
               "counts");
    std::vector<uint64_t> sums(values);
    for (size_t i = 0; i < of_blocks.size(); i++) {
        sums[i % values] += of_blocks[i];
    }
    return sums;
}

template <template <int> class Counter, int Threads, int BlocksOfMultiprocessor>
void time_form(Tuner &tuner, const char *name, const bench_problem &problem, const std::vector<uint64_t> &expected,
               double read_roof)
{
    const uint8_t *samples = static_cast<const uint8_t *>(problem.in);
    const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(samples) % vector_bytes);
    const uint64_t pieces = divide_up(problem.n + static_cast<uint64_t>(phase), piece_bytes);
    const uint64_t resident = static_cast<uint64_t>(tuner.context->properties.multiprocessors) * BlocksOfMultiprocessor;
    const uint64_t blocks = std::max<uint64_t>(std::min(pieces, resident), problem.n >> 31); /* counts of 32 bits */
    DeviceBuffer copies;
    uint32_t *const counts = static_cast<uint32_t *>(copies.ensure(blocks * values * sizeof(uint32_t)));
    const double ms = tuner.time([&] {
        return launch(tuner.context, count_bytes<Counter, Threads>, blocks, Threads, 0, samples, phase, problem.n,
                      pieces, counts);
    });
    if (totals(copies, blocks) != expected) {
        throw std::runtime_error(std::string("bytes counted by ") + name + ": other counts than the library's");
    }
    std::printf("%-12s %4d threads, %d blocks a multiprocessor: %5.1f\n", name, Threads, BlocksOfMultiprocessor,
                percent_of(read_roof, problem, ms));
    std::fflush(stdout);
}
} // namespace

void ablate_byte_counts(Tuner &tuner, double read_roof)
{
    Row row;
    row.op = BENCH_HISTOGRAM_EVEN;
    row.in = TCU_TYPE_U8;
    row.out = TCU_TYPE_U64;
    row.n = tuner.bytes;
    row.param = values;
    const bench_problem problem = tuner.data.problem_of(row);
    const double ms = tuner.time([&] { return run_library(tuner.context, problem); });
    std::vector<uint64_t> expected(values);
    cuda_check(cudaMemcpy(expected.data(), problem.out, values * sizeof(uint64_t), cudaMemcpyDeviceToHost), "counts");
    std::printf("\nbytes' values counted, %llu of them, %% of reading (%.0f GB/s)\n", (unsigned long long)problem.n,
                read_roof);
    std::printf("%-12s %37s: %5.1f\n", "library", "", percent_of(read_roof, problem, ms));
    time_form<increments, 1024, 1>(tuner, "increments", problem, expected, read_roof);
    time_form<increments, 512, 2>(tuner, "increments", problem, expected, read_roof);
    time_form<increments, 1024, 2>(tuner, "increments", problem, expected, read_roof);
    time_form<products, 1024, 1>(tuner, "products", problem, expected, read_roof);
    time_form<products, 512, 2>(tuner, "products", problem, expected, read_roof);
    time_form<products, 256, 4>(tuner, "products", problem, expected, read_roof);
}
} // namespace bench
