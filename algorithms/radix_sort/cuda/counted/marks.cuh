/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where runs of keys begin in a chunk of the output: marks in shared memory, by the runs' order bits. Where the output
 * is large most chunks lie in one group (scan.cuh), and so do those of a block: it has the runs of the group at hand in
 * shared memory, and loads nothing for a chunk.
 */
#ifndef TCUI_RADIX_SORT_CUDA_COUNTED_MARKS_CUH
#define TCUI_RADIX_SORT_CUDA_COUNTED_MARKS_CUH

#include "scan.cuh"
#include "tuning.h"

namespace tcu
{

struct expansion {
    const uint64_t *runs; /* of 16-bit keys */
    void *out;
    int64_t n, phase; /* keys; those between a multiple of 16 bytes and `out` */
    tcui_key_order order;
    int64_t chunks;         /* of the n keys */
    const uint64_t *length; /* or NULL: of the n keys those that there are */
};

constexpr int expansion_warps = TCUI_EXPANSION_THREADS / TCUI_WARP_LANES;
static_assert(TCUI_EXPANSION_THREADS == count_groups, "a thread a group");

template <class Key>
constexpr bool has_group_values = sizeof(Key) == 2;

template <class Key, int Vectors>
struct alignas(16) chunk_storage {
    element_vector<Key> marks[Vectors];      /* order bits; 0: none */
    uint64_t group_starts[count_groups + 1]; /* keys, and runs of 16-bit ones */
    uint64_t runs[group_values + 1];         /* of the group at hand, as from the output's first key on */
    int low, high;                           /* groups of the chunk's first and last key */
    uint32_t first_value;                    /* of the chunk */
    uint32_t last_marks[expansion_warps];    /* of each warp's part of the chunk, or 0 */
};

/* Keys [begin, end) of the output; marks begin at `origin`, which may be before 0. */
struct output_chunk {
    int64_t origin, begin, end;
};

template <class Key, int Vectors>
class run_marker
{
    static constexpr int count_bits = has_group_values<Key> ? run_count_bits : 0;
    static constexpr int at_begin = -1, not_here = -2;
    static constexpr int runs_at_once = 4; /* of a thread, in flight together */

  public:
    using storage = chunk_storage<Key, Vectors>;

    /* counts: of groups (scan.cuh); of 8-bit keys, of the keys' bits as they are. For all after the block's next
     * barrier. */
    __device__ __forceinline__ run_marker(const expansion &task, const uint64_t *counts, storage &shared)
        : task(task), shared(shared)
    {
        if (threadIdx.x < TCUI_WARP_LANES) {
            scan_group_counts(counts);
        }
    }

    /* Marks a chunk's runs and says which value its first key has; whether there are marks. No thread still
     * reads the marks of the chunk before. */
    __device__ __forceinline__ bool mark(const output_chunk &next)
    {
        chunk = next;
        find_groups();
        __syncthreads();
        return __syncthreads_count(mark_runs()) > 0;
    }

  private:
    __device__ __forceinline__ void scan_group_counts(const uint64_t *counts)
    {
        const uint64_t all = scan_256_counts(
            [&](int i) { return counts[has_group_values<Key> ? i : tcui_key_of_order_bits(task.order, i)]; },
            [&](int i, const element_vector<u64, 2> &, const element_vector<u64, 2> &start) {
                store_whole(shared.group_starts + i, start);
            });
        if (threadIdx.x == 0) {
            shared.group_starts[count_groups] = all;
        }
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
        if (first <= chunk.begin && chunk.begin < stop) {
            shared.low = group;
        }
        if (first < chunk.end && chunk.end <= stop) {
            shared.high = group;
        }
    }

    /* Whether the thread has set a mark. */
    __device__ __forceinline__ bool mark_runs()
    {
        if constexpr (!has_group_values<Key>) {
            return mark_place(threadIdx.x, place_of(group_start(threadIdx.x), group_start(threadIdx.x + 1)));
        } else {
            return shared.low == shared.high ? mark_runs_of_group(shared.low)
                                             : mark_runs_of_groups(shared.low, shared.high);
        }
    }

    __device__ __forceinline__ bool mark_runs_of_group(int group)
    {
        const int run = threadIdx.x, runs = first_run(group + 1) - first_run(group);
        if (group != group_at_hand) {
            if (run < runs) {
                shared.runs[run] = task.runs[group * group_values + run] +
                                   (static_cast<uint64_t>(group_start(group)) << run_value_bits);
            }
            if (run == 0) {
                shared.runs[runs] = static_cast<uint64_t>(group_start(group + 1)) << run_value_bits;
            }
            group_at_hand = group;
            __syncthreads();
        }
        return run < runs && mark_place(group * group_values + value_of(shared.runs[run]),
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
            for (int i = 0; i < runs_at_once; i++) {
                const int run = first + i * TCUI_EXPANSION_THREADS;
                place[i] = not_here;
                if (run < end_run) {
                    find_run(run, group_of_run(run, low, high), value[i], place[i]);
                }
            }
#pragma unroll
            for (int i = 0; i < runs_at_once; i++) {
                marked = mark_place(value[i], place[i]) || marked;
            }
        }
        return marked;
    }

    /* The last group that does not begin behind the run. */
    __device__ __forceinline__ int group_of_run(int run, int low, int high) const
    {
        int group = low;
#pragma unroll
        for (int step = count_groups / 2; step > 0; step /= 2) {
            if (group + step <= high && first_run(group + step) <= run) {
                group += step;
            }
        }
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

    /* Where the run [start, stop) begins in the chunk, or that it has the chunk's first key, or none. */
    __device__ __forceinline__ int place_of(int64_t start, int64_t stop) const
    {
        if (start >= stop || start >= chunk.end || stop <= chunk.begin) {
            return not_here;
        }
        return start <= chunk.begin ? at_begin : static_cast<int>(start - chunk.origin);
    }

    /* Whether a mark was set. (Value 0 is never marked: what begins with it is the output.) */
    __device__ __forceinline__ bool mark_place(uint32_t value, int place)
    {
        if (place == at_begin) {
            shared.first_value = value;
        }
        if (place >= 0) {
            reinterpret_cast<Key *>(shared.marks)[place] = static_cast<Key>(value);
        }
        return place >= 0;
    }

    const expansion &task;
    storage &shared;
    output_chunk chunk;
    int group_at_hand = -1;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_COUNTED_MARKS_CUH */
