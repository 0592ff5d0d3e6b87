/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expansion: each value as often as it was counted. The output is cut into slices, vectors of 16 bytes side by side.
 * Of a slice a block marks in shared memory where runs of a value begin, by the value's order bits; since these grow
 * along the output, a key without a mark has the greatest mark before it. So what a slice takes does not depend on how
 * many runs it has; only one without marks is filled at once.
 *
 * Where the output is large most slices lie in one group (radix_sort_counted_scan.cuh), and so do those of a block: it
 * has the runs of the group at hand in shared memory, and loads nothing for a slice.
 */
#ifndef TCUI_RADIX_SORT_COUNTED_EXPAND_CUH
#define TCUI_RADIX_SORT_COUNTED_EXPAND_CUH

#include "radix_sort_counted_scan.cuh"
#include "radix_sort_counted_tuning.h"

namespace tcu
{

struct expansion {
    const uint64_t *runs; /* of 16-bit keys */
    void *out;
    int64_t n, phase; /* keys; those between a multiple of 16 bytes and `out` */
    tcui_key_order order;
    int64_t slices;
};

constexpr int expansion_warps = TCUI_EXPANSION_THREADS / TCUI_WARP_LANES;
static_assert(TCUI_EXPANSION_THREADS == count_groups, "a thread a group");

template <class Key>
constexpr bool has_group_values = sizeof(Key) == 2;

template <class Key, int Vectors>
struct alignas(16) slice_storage {
    element_vector<Key> marks[Vectors];      /* order bits; 0: none */
    uint64_t group_starts[count_groups + 1]; /* keys, and runs of 16-bit ones */
    uint64_t runs[group_values + 1];         /* of the group at hand, as from the output's first key on */
    int low, high;                           /* groups of the slice's first and last key */
    uint32_t first_value;                    /* of the slice */
    uint32_t last_marks[expansion_warps];    /* of each warp's part of the slice, or 0 */
};

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

template <class Key, int Vectors>
class slice_writer
{
    using words = key_words<Key>;
    static constexpr int V = vector_elements<Key>;
    static constexpr int rows = Vectors > TCUI_EXPANSION_THREADS ? Vectors / TCUI_EXPANSION_THREADS : 1;
    static constexpr int keys = Vectors * V;
    static constexpr int count_bits = has_group_values<Key> ? run_count_bits : 0;
    static constexpr int at_begin = -1, not_here = -2;
    static constexpr int runs_at_once = 4; /* of a thread, on their way together */

  public:
    using storage = slice_storage<Key, Vectors>;

    /* counts: of groups (radix_sort_counted_scan.cuh); of 8-bit keys, of the keys' bits as they are. */
    __device__ __forceinline__ slice_writer(const expansion &task, const uint64_t *counts, storage &shared)
        : task(task), shared(shared), as_keys(task.order)
    {
        if (threadIdx.x < TCUI_WARP_LANES)
            scan_group_counts(counts);
#pragma unroll
        for (int row = 0; row < rows; ++row)
            if (has_vectors())
                shared.marks[vector_of(row)] = {};
        __syncthreads();
    }

    __device__ __forceinline__ void write(int64_t slice)
    {
        origin = slice * keys - task.phase;
        begin = origin > 0 ? origin : 0;
        end = origin + keys < task.n ? origin + keys : task.n;
        find_groups();
        __syncthreads();
        const bool has_marks = __syncthreads_count(mark_runs()) > 0;
        if (has_marks)
            write_runs();
        else
            fill();
    }

  private:
    __device__ __forceinline__ void scan_group_counts(const uint64_t *counts)
    {
        const uint64_t all = scan_256_counts(
            [&](int i) { return counts[has_group_values<Key> ? i : tcui_key_of_order_bits(task.order, i)]; },
            [&](int i, const element_vector<u64, 2> &, const element_vector<u64, 2> &start) {
                store_whole(shared.group_starts + i, start);
            });
        if (threadIdx.x == 0)
            shared.group_starts[count_groups] = all;
    }

    /* Of a slice with fewer vectors than threads whole warps have none. */
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

    __device__ __forceinline__ int64_t group_start(int group) const
    {
        return static_cast<int64_t>(shared.group_starts[group] >> count_bits);
    }

    /* Of the list of all groups' runs. */
    __device__ __forceinline__ int first_run(int group) const
    {
        return static_cast<int>(shared.group_starts[group] & ((1u << count_bits) - 1));
    }

    __device__ __forceinline__ void find_groups()
    {
        const int group = threadIdx.x;
        const int64_t first = group_start(group), stop = group_start(group + 1);
        if (first <= begin && begin < stop)
            shared.low = group;
        if (first < end && end <= stop)
            shared.high = group;
    }

    /* Whether the thread has set a mark. */
    __device__ __forceinline__ bool mark_runs()
    {
        if constexpr (!has_group_values<Key>)
            return mark(threadIdx.x, place_of(group_start(threadIdx.x), group_start(threadIdx.x + 1)));
        else
            return shared.low == shared.high ? mark_runs_of_group(shared.low)
                                             : mark_runs_of_groups(shared.low, shared.high);
    }

    __device__ __forceinline__ bool mark_runs_of_group(int group)
    {
        const int run = threadIdx.x, runs = first_run(group + 1) - first_run(group);
        if (group != group_at_hand) {
            if (run < runs)
                shared.runs[run] = task.runs[group * group_values + run] +
                                   (static_cast<uint64_t>(group_start(group)) << run_value_bits);
            if (run == 0)
                shared.runs[runs] = static_cast<uint64_t>(group_start(group + 1)) << run_value_bits;
            group_at_hand = group;
            __syncthreads();
        }
        return run < runs && mark(group * group_values + value_of(shared.runs[run]),
                                  place_of(start_of(shared.runs[run]), start_of(shared.runs[run + 1])));
    }

    __device__ __forceinline__ bool mark_runs_of_groups(int low, int high)
    {
        bool marked = false;
        const int end_run = first_run(high + 1);
        for (int first = first_run(low) + threadIdx.x; first < end_run;
             first += runs_at_once * TCUI_EXPANSION_THREADS) {
            uint32_t value[runs_at_once];
            int place[runs_at_once];
#pragma unroll
            for (int i = 0; i < runs_at_once; ++i) {
                const int run = first + i * TCUI_EXPANSION_THREADS;
                place[i] = not_here;
                if (run < end_run)
                    find_run(run, group_of_run(run, low, high), value[i], place[i]);
            }
#pragma unroll
            for (int i = 0; i < runs_at_once; ++i)
                marked = mark(value[i], place[i]) || marked;
        }
        return marked;
    }

    /* The last group that does not begin behind the run. */
    __device__ __forceinline__ int group_of_run(int run, int low, int high) const
    {
        int group = low;
#pragma unroll
        for (int step = count_groups / 2; step > 0; step /= 2)
            if (group + step <= high && first_run(group + step) <= run)
                group += step;
        return group;
    }

    __device__ __forceinline__ void find_run(int run, int group, uint32_t &value, int &place) const
    {
        const uint64_t *const runs = task.runs + group * group_values + (run - first_run(group));
        value = group * group_values + value_of(runs[0]);
        place =
            place_of(group_start(group) + start_of(runs[0]),
                     run + 1 == first_run(group + 1) ? group_start(group + 1) : group_start(group) + start_of(runs[1]));
    }

    __device__ __forceinline__ static uint32_t value_of(uint64_t run)
    {
        return static_cast<uint32_t>(run) & ((1u << run_value_bits) - 1);
    }
    __device__ __forceinline__ static int64_t start_of(uint64_t run)
    {
        return static_cast<int64_t>(run >> run_value_bits);
    }

    /* Where the run [start, stop) begins in the slice, or that it has the slice's first key, or none. */
    __device__ __forceinline__ int place_of(int64_t start, int64_t stop) const
    {
        if (start >= stop || start >= end || stop <= begin)
            return not_here;
        return start <= begin ? at_begin : static_cast<int>(start - origin);
    }

    /* Whether a mark was set. (Value 0 is never marked: what begins with it is the output.) */
    __device__ __forceinline__ bool mark(uint32_t value, int place)
    {
        if (place == at_begin)
            shared.first_value = value;
        if (place >= 0)
            reinterpret_cast<Key *>(shared.marks)[place] = static_cast<Key>(value);
        return place >= 0;
    }

    __device__ __forceinline__ void store(int row, const element_vector<Key> &y) const
    {
        Key *const out = static_cast<Key *>(task.out);
        const int64_t first = origin + vector_of(row) * V;
        if (!has_vectors())
            return;
        if (first >= 0 && first + V <= task.n)
            __stwb(reinterpret_cast<uint4 *>(out + first), make_uint4(y.words[0], y.words[1], y.words[2], y.words[3]));
        else if (first < task.n)
            scatter_inside(out, y, first, task.n);
    }

    __device__ __forceinline__ void fill() const
    {
        const uint32_t word = as_keys(shared.first_value * words::ones);
#pragma unroll
        for (int row = 0; row < rows; ++row)
            store(row, {{word, word, word, word}});
    }

    /* The last mark in a vector, which is its greatest; or 0. */
    __device__ __forceinline__ static uint32_t last_mark(const element_vector<Key> &marks)
    {
        uint32_t word = marks.words[0];
#pragma unroll
        for (int w = 1; w < 4; ++w)
            word = marks.words[w] != 0 ? marks.words[w] : word;
        return word == 0 ? 0 : word >> (highest_bit(word) / words::bits * words::bits);
    }

    /* The vector's keys, `value` being that of the key before it. */
    __device__ __forceinline__ element_vector<Key> expand(const element_vector<Key> &marks, uint32_t value) const
    {
        element_vector<Key> y;
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            uint32_t bits = 0;
#pragma unroll
            for (int i = 0; i < words::keys; ++i) {
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
        for (int row = 0; row < rows; ++row) {
            marks[row] = {};
            if (has_vectors()) {
                marks[row] = shared.marks[vector_of(row)];
                shared.marks[vector_of(row)] = {}; /* for the next slice */
            }
            last[row] = last_mark(marks[row]);
            of_rows[row] = __reduce_max_sync(all_lanes, last[row]);
            of_warp = max(of_warp, of_rows[row]);
        }
        if (lane == 0)
            shared.last_marks[warp] = of_warp;
        __syncthreads();
        uint32_t before = shared.first_value;
#pragma unroll
        for (int w = 0; w < expansion_warps; ++w)
            before = w < warp ? max(before, shared.last_marks[w]) : before;
#pragma unroll
        for (int row = 0; row < rows; ++row) {
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
    const words as_keys;
    int group_at_hand = -1;
    int64_t origin, begin, end; /* of the slice: where marks begin, and keys that it has */
};

template <class Key, int Vectors>
__global__ void __launch_bounds__(TCUI_EXPANSION_THREADS, TCUI_EXPANSION_BLOCKS)
    expand_counts(const __grid_constant__ expansion task, const uint64_t *counts)
{
    __shared__ slice_storage<Key, Vectors> shared;
    let_next_kernel_begin();
    wait_for_previous_kernel();
    slice_writer<Key, Vectors> writer(task, counts, shared);
    const int64_t begin = task.slices * blockIdx.x / gridDim.x, end = task.slices * (blockIdx.x + 1) / gridDim.x;
    for (int64_t slice = begin; slice < end; ++slice)
        writer.write(slice);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_COUNTED_EXPAND_CUH */
