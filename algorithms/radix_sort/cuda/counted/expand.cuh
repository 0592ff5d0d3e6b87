/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expansion: each value as often as it was counted. The output is cut into chunks, vectors of 16 bytes side by side.
 * Of a chunk a block marks in shared memory where runs of a value begin, by the value's order bits; since these grow
 * along the output, a key without a mark has the greatest mark before it. So what a chunk takes does not depend on how
 * many runs it has; only one without marks is filled at once.
 */
#ifndef TCUI_RADIX_SORT_CUDA_COUNTED_EXPAND_CUH
#define TCUI_RADIX_SORT_CUDA_COUNTED_EXPAND_CUH

#include "marks.cuh"
#include "primitives/pipeline/length.cuh"

namespace tcu
{

/* Order bits of several keys in a word, back to the keys. */
template <class Key>
struct key_words {
    static constexpr int bits = 8 * sizeof(Key), keys = 4 / sizeof(Key);
    static constexpr uint32_t ones = sizeof(Key) == 1 ? 0x01010101u : 0x00010001u, field = (1u << bits) - 1;
    uint32_t flip, negative;

    __device__ __forceinline__ explicit key_words(const tcui_key_order &order)
        : flip(static_cast<uint32_t>(order.flip) * ones), negative(static_cast<uint32_t>(order.negative))
    {
    }

    __device__ __forceinline__ uint32_t operator()(uint32_t order_bits) const
    {
        const uint32_t x = order_bits ^ flip;
        return x ^ ((x >> (bits - 1)) & ones) * negative;
    }
};

/* Counted: the device knows how many keys there are. (Else their number is a parameter, which takes no register.) */
template <class Key, int Vectors, bool Counted>
class chunk_writer
{
    using words = key_words<Key>;
    static constexpr int V = vector_elements<Key>;
    static constexpr int rows = Vectors > TCUI_EXPANSION_THREADS ? Vectors / TCUI_EXPANSION_THREADS : 1;
    static constexpr int keys = Vectors * V;

  public:
    using storage = chunk_storage<Key, Vectors>;

    /* counts: as run_marker has them. */
    __device__ __forceinline__ chunk_writer(const expansion &task, const uint64_t *counts, storage &shared)
        : task(task), shared(shared), counted(Counted ? elements_of(task) : 0), marker(task, counts, shared),
          as_keys(task.order)
    {
#pragma unroll
        for (int row = 0; row < rows; row++) {
            if (has_vectors()) {
                shared.marks[vector_of(row)] = {};
            }
        }
        __syncthreads();
    }

    /* Those of the keys that there are. */
    __device__ __forceinline__ int64_t chunks() const
    {
        return !Counted ? task.chunks : counted > 0 ? (task.phase + counted - 1) / keys + 1 : 0;
    }

    __device__ __forceinline__ void write(int64_t chunk)
    {
        origin = chunk * keys - task.phase;
        if (marker.mark({origin, max(origin, static_cast<int64_t>(0)), min(origin + keys, elements())})) {
            write_runs();
        } else {
            fill();
        }
    }

  private:
    __device__ __forceinline__ int64_t elements() const { return Counted ? counted : task.n; }

    __device__ __forceinline__ static int64_t elements_of(const expansion &task)
    {
        return static_cast<int64_t>(length_now(static_cast<uint64_t>(task.n), task.length));
    }

    /* In a chunk with fewer vectors than threads, whole warps have none. */
    __device__ __forceinline__ static bool has_vectors()
    {
        return Vectors >= TCUI_EXPANSION_THREADS || threadIdx.x < Vectors;
    }

    /* A warp's vectors lie side by side, in rows of one a lane. */
    __device__ __forceinline__ static int vector_of(int row)
    {
        const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
        return (warp * rows + row) * TCUI_WARP_LANES + lane;
    }

    /* (The compiler splits a plain store of a vector of 16-bit keys into four of a word.) */
    __device__ __forceinline__ void store(int row, const element_vector<Key> &y) const
    {
        Key *const out = static_cast<Key *>(task.out);
        const int64_t first = origin + vector_of(row) * V;
        if (!has_vectors()) {
            return;
        }
        if (first >= 0 && first + V <= elements()) {
            __stwb(reinterpret_cast<uint4 *>(out + first), make_uint4(y.words[0], y.words[1], y.words[2], y.words[3]));
        } else if (first < elements()) {
            scatter_inside(out, y, first, elements());
        }
    }

    __device__ __forceinline__ void fill() const
    {
        const uint32_t word = as_keys(shared.first_value * words::ones);
#pragma unroll
        for (int row = 0; row < rows; row++) {
            store(row, {{word, word, word, word}});
        }
    }

    /* The last mark in a vector, which is its greatest; or 0. */
    __device__ __forceinline__ static uint32_t last_mark(const element_vector<Key> &marks)
    {
        uint32_t word = marks.words[0];
#pragma unroll
        for (int w = 1; w < 4; w++) {
            word = marks.words[w] != 0 ? marks.words[w] : word;
        }
        return word == 0 ? 0 : word >> (highest_bit(word) / words::bits * words::bits);
    }

    /* The vector's keys, `value` being that of the key before it. */
    __device__ __forceinline__ element_vector<Key> expand(const element_vector<Key> &marks, uint32_t value) const
    {
        element_vector<Key> y;
#pragma unroll
        for (int w = 0; w < 4; w++) {
            uint32_t bits = 0;
#pragma unroll
            for (int i = 0; i < words::keys; i++) {
                const uint32_t mark = marks.words[w] >> (words::bits * i) & words::field;
                value = mark != 0 ? mark : value;
                bits |= value << (words::bits * i);
            }
            y.words[w] = as_keys(bits);
        }
        return y;
    }

    __device__ __forceinline__ void write_runs()
    {
        const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
        element_vector<Key> marks[rows];
        uint32_t last[rows], of_rows[rows], of_warp = 0;
#pragma unroll
        for (int row = 0; row < rows; row++) {
            marks[row] = {};
            if (has_vectors()) {
                marks[row] = shared.marks[vector_of(row)];
                shared.marks[vector_of(row)] = {}; /* for the next chunk */
            }
            last[row] = last_mark(marks[row]);
            of_rows[row] = __reduce_max_sync(all_lanes, last[row]);
            of_warp = max(of_warp, of_rows[row]);
        }
        if (lane == 0) {
            shared.last_marks[warp] = of_warp;
        }
        __syncthreads();
        uint32_t before = shared.first_value;
#pragma unroll
        for (int w = 0; w < expansion_warps; w++) {
            before = w < warp ? max(before, shared.last_marks[w]) : before;
        }
#pragma unroll
        for (int row = 0; row < rows; row++) {
            const uint32_t marked_before = __ballot_sync(all_lanes, last[row] != 0) & ((1u << lane) - 1);
            const uint32_t mark = __shfl_sync(all_lanes, last[row], max(highest_bit(marked_before), 0));
            const uint32_t value = marked_before != 0 ? mark : before;
            const uint32_t word = as_keys(value * words::ones);
            store(row, last[row] != 0 ? expand(marks[row], value) : element_vector<Key>{{word, word, word, word}});
            before = max(before, of_rows[row]);
        }
    }

    const expansion &task;
    storage &shared;
    const int64_t counted; /* keys that there are, if Counted */
    run_marker<Key, Vectors> marker;
    const words as_keys;
    int64_t origin; /* of the chunk */
};

template <class Key, int Vectors, bool Counted>
__global__ void __launch_bounds__(TCUI_EXPANSION_THREADS, TCUI_EXPANSION_BLOCKS)
    expand_counts(const __grid_constant__ expansion task, const uint64_t *counts)
{
    __shared__ chunk_storage<Key, Vectors> shared;
    let_next_kernel_begin();
    wait_for_previous_kernel();
    chunk_writer<Key, Vectors, Counted> writer(task, counts, shared);
    const int64_t chunks = writer.chunks();
    const int64_t begin = chunks * blockIdx.x / gridDim.x, end = chunks * (blockIdx.x + 1) / gridDim.x;
    for (int64_t chunk = begin; chunk < end; chunk++) {
        writer.write(chunk);
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_COUNTED_EXPAND_CUH */
