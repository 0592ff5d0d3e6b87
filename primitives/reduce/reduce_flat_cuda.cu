/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sum of a whole array at the speed of reading it: a flat grid, each block sums a slice of 16-byte vectors, many
 * in flight; a second kernel of one block adds the slices' sums in a fixed order. (One block for one slice writes the
 * result itself.) Nothing carries across blocks, so a flat grid is faster than a persistent one.
 *
 * The array is seen from the last multiple of 16 bytes at or before `in`; vectors that are not wholly inside it are
 * read by elements.
 */
#include <algorithm>

#include "block_sum.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/row_tile.cuh"
#include "reduce_cuda.h"
#include "reduce_tuning.h"

namespace
{

using namespace tcu;

constexpr int flat_threads = 256;
constexpr int flat_batch = 8; /* vectors of a lane in flight */

/* Adds batches of vectors to the lane's share of the sum; total() turns the warp's shares into one value a lane. */
template <class In, class Acc, bool Matrix>
class lane_sum
{
  public:
    __device__ __forceinline__ void add(const element_vector<In> (&x)[flat_batch])
    {
#pragma unroll
        for (int b = 0; b < flat_batch; ++b)
            part[b % parts] += sum_of<Acc>(x[b]);
    }

    __device__ __forceinline__ Acc total() const
    {
        return (part[0] + part[1]) + (part[2] + part[3]);
    }

  private:
    static constexpr int parts = 4;
    Acc part[parts] = {};
};

/* 16-bit floats: two vectors are rows g and g + 8 of A; D += A * 1 gives every column the rows' sums. */
template <class In>
class half_lane_sum
{
  public:
    __device__ __forceinline__ void add(const element_vector<In> (&x)[flat_batch])
    {
        const uint32_t ones[2] = {packed_ones<In>, packed_ones<In>};
#pragma unroll
        for (int b = 0; b < flat_batch; b += 2) {
            row_fragment<In> rows;
#pragma unroll
            for (int h = 0; h < 2; ++h)
#pragma unroll
                for (int i = 0; i < lane_columns; ++i)
                    rows[h][i] = x[b + h].at(i);
            float d[4] = {};
#pragma unroll
            for (int step = 0; step < 2; ++step) {
                uint32_t a[4];
                half_operand<In>(a, rows, step);
                mma_half(In(), d, a, ones);
            }
            part[b / 2 % 2] += d[0] + d[2];
        }
    }

    /* The four lanes of a group hold the same sums. */
    __device__ __forceinline__ float total() const
    {
        return tcui_lane_in_group(threadIdx.x % TCUI_WARP_LANES) == 0 ? part[0] + part[1] : 0.0f;
    }

  private:
    float part[2] = {};
};

template <>
class lane_sum<f16, f32, true> : public half_lane_sum<f16>
{
};

template <>
class lane_sum<bf16, f32, true> : public half_lane_sum<bf16>
{
};

/* f64 sums: rows of four lanes, one column a step. */
template <class In>
class lane_sum<In, f64, true>
{
  public:
    __device__ __forceinline__ void add(const element_vector<In> (&x)[flat_batch])
    {
#pragma unroll
        for (int b = 0; b < flat_batch; ++b)
#pragma unroll
            for (int i = 0; i < vector_elements<In>; ++i)
                mma_m8n8k4_f64(d[b % 2], to_accumulator<f64>(x[b].at(i)), 1.0, d[b % 2]);
    }

    __device__ __forceinline__ f64 total() const
    {
        return tcui_lane_in_group(threadIdx.x % TCUI_WARP_LANES) == 0 ? d[0][0] + d[1][0] : 0.0;
    }

  private:
    f64 d[2][2] = {};
};

/* 8-bit integers: two vectors are rows g and g + 8 of two products with k = 32. Sums of a slice fit 32 bits. */
template <class In, class Acc>
class byte_lane_sum
{
  public:
    __device__ __forceinline__ void add(const element_vector<In> (&x)[flat_batch])
    {
        const uint32_t ones[2] = {0x01010101u, 0x01010101u};
#pragma unroll
        for (int b = 0; b < flat_batch; b += 2) {
            const uint32_t(&first)[4] = x[b].words, (&second)[4] = x[b + 1].words;
            const uint32_t low[4] = {first[0], second[0], first[1], second[1]};
            const uint32_t high[4] = {first[2], second[2], first[3], second[3]};
            mma_plane<In>(d[0], low, ones, 0);
            mma_plane<In>(d[1], high, ones, 0);
        }
    }

    __device__ __forceinline__ Acc total() const
    {
        return tcui_lane_in_group(threadIdx.x % TCUI_WARP_LANES) == 0
                   ? static_cast<Acc>(d[0][0] + d[0][2] + d[1][0] + d[1][2])
                   : Acc(0);
    }

  private:
    int32_t d[2][4] = {};
};

template <class Acc>
class lane_sum<u8, Acc, true> : public byte_lane_sum<u8, Acc>
{
};

template <class Acc>
class lane_sum<i8, Acc, true> : public byte_lane_sum<i8, Acc>
{
};

template <class In, class Acc>
constexpr bool has_matrix_sum = has_matrix_path<In, Acc> && (!std::is_integral_v<In> || sizeof(In) == 1);

template <class In>
__device__ __forceinline__ element_vector<In> load(const In *in)
{
    const uint4 loaded = __ldcs(reinterpret_cast<const uint4 *>(in));
    return {{loaded.x, loaded.y, loaded.z, loaded.w}};
}

/* Elements [first, first + V) of [0, n), zero outside; `first` is at a 16-byte boundary. */
template <class In>
__device__ __forceinline__ element_vector<In> load_inside(const In *in, int64_t first, uint64_t n)
{
    constexpr int V = vector_elements<In>;
    if (first >= 0 && first + V <= static_cast<int64_t>(n))
        return load(in + first);
    alignas(16) In elements[V];
    for (int i = 0; i < V; ++i) {
        const int64_t element = first + i;
        elements[i] = element >= 0 && element < static_cast<int64_t>(n) ? in[element] : In();
    }
    const uint4 gathered = *reinterpret_cast<const uint4 *>(elements);
    return {{gathered.x, gathered.y, gathered.z, gathered.w}};
}

/* Each block sums flat_threads * batches * flat_batch vectors. */
template <class In, class Acc, class Out, bool Matrix>
__global__ void __launch_bounds__(flat_threads)
    sum_slices(const In *in, Out *out, Acc *parts, uint64_t n, int phase, int batches)
{
    constexpr int V = vector_elements<In>;
    __shared__ Acc warp_sum[TCUI_WARP_LANES];
    lane_sum<In, Acc, Matrix> sum;
    const int64_t batch_elements = static_cast<int64_t>(flat_threads) * flat_batch * V;
    int64_t first = static_cast<int64_t>(blockIdx.x) * batches * batch_elements + threadIdx.x * V - phase;
    for (int batch = 0; batch < batches; ++batch, first += batch_elements) {
        const int64_t block_first = first - threadIdx.x * V;
        element_vector<In> x[flat_batch];
        if (block_first >= 0 && block_first + batch_elements <= static_cast<int64_t>(n)) {
#pragma unroll
            for (int b = 0; b < flat_batch; ++b)
                x[b] = load(in + first + b * flat_threads * V);
        } else {
#pragma unroll
            for (int b = 0; b < flat_batch; ++b)
                x[b] = load_inside(in, first + b * flat_threads * V, n);
        }
        sum.add(x);
    }
    const Acc total = block_sum(sum.total(), warp_sum);
    if (threadIdx.x == 0) {
        if (gridDim.x == 1)
            *out = from_accumulator<Out>(total);
        else
            parts[blockIdx.x] = total;
    }
}

constexpr int sum_parts_threads = 1024;

template <class Acc, class Out>
__global__ void __launch_bounds__(sum_parts_threads) sum_parts(Out *out, const Acc *parts, uint64_t count)
{
    using Wide = wide_accumulator<Acc>;
    __shared__ Wide warp_sum[TCUI_WARP_LANES];
    Wide sum = 0;
#pragma unroll 8
    for (uint64_t i = threadIdx.x; i < count; i += sum_parts_threads)
        sum += static_cast<Wide>(parts[i]);
    sum = block_sum(sum, warp_sum);
    if (threadIdx.x == 0)
        *out = from_accumulator<Out>(sum);
}

/* A block sums four batches, 128 KB, where that still gives every multiprocessor two blocks; else one. */
constexpr uint64_t batch_bytes = static_cast<uint64_t>(flat_threads) * flat_batch * 16;
constexpr int many_batches = 4;

uint64_t few_batches_limit(const tcu_context *context)
{
    return 2 * many_batches * batch_bytes * context->properties.multiprocessors;
}

int batches_for(const tcu_context *context, uint64_t bytes)
{
    return bytes > few_batches_limit(context) ? many_batches : 1;
}

uint64_t blocks_for(uint64_t bytes, int batches)
{
    const uint64_t slice = batch_bytes * batches;
    return std::max<uint64_t>(1, bytes / slice + (bytes % slice != 0));
}

/* Enough for every phase of the array, and for every smaller array, so that a query's answer grows with n. */
uint64_t most_blocks_for(const tcu_context *context, uint64_t bytes)
{
    const uint64_t limit = few_batches_limit(context);
    bytes = std::min(bytes, ~uint64_t(0) - 16);
    return bytes <= limit ? blocks_for(bytes + 16, 1)
                          : std::max(blocks_for(limit + 16, 1), blocks_for(bytes + 16, many_batches));
}

} // namespace

tcu_status tcui_reduce_flat_plan(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout)
{
    return dispatch_sum(task->in_type, task->out_type, [&](auto types) {
        using In = typename decltype(types)::in;
        using Acc = typename decltype(types)::acc;
        const uint64_t blocks = most_blocks_for(context, task->segments.n * sizeof(In));
        if (blocks > 1)
            tcui_layout_reserve(layout, blocks, sizeof(Acc));
        return TCU_SUCCESS;
    });
}

tcu_status tcui_reduce_flat_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    return dispatch_sum(task->in_type, task->out_type, [&](auto types) {
        using In = typename decltype(types)::in;
        using Acc = typename decltype(types)::acc;
        using Out = typename decltype(types)::out;
        const uint64_t n = task->segments.n;
        const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(task->in) % 16 / sizeof(In));
        const int batches = batches_for(context, n * sizeof(In));
        const uint64_t blocks = blocks_for((n + phase) * sizeof(In), batches);
        Acc *parts = static_cast<Acc *>(workspace);
        Out *out = static_cast<Out *>(task->out);
        const bool matrix = has_matrix_sum<In, Acc> && tcui_sum_uses_matrix(context, task->in_type);
        tcu_status status = launch(
            context, matrix ? sum_slices<In, Acc, Out, has_matrix_sum<In, Acc>> : sum_slices<In, Acc, Out, false>,
            blocks, flat_threads, 0, static_cast<const In *>(task->in), out, parts, n, phase, batches);
        if (status == TCU_SUCCESS && blocks > 1)
            status = launch(context, sum_parts<Acc, Out>, 1, sum_parts_threads, 0, out, static_cast<const Acc *>(parts),
                            blocks);
        return status;
    });
}
