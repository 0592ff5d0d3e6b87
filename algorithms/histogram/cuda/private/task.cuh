/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the kernels that count privately, and where a block has the counters of its slots. */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_TASK_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_TASK_CUH

#include "algorithms/histogram/cuda/bins/keys.cuh"
#include "algorithms/histogram/cuda/bins/words.cuh"
#include "algorithms/histogram/cuda/rows.cuh"
#include "algorithms/histogram/cuda/tuning.h"

namespace tcu
{

/* Blocks of several clusters add what each cluster has to results, cleared ones or those that are accumulated to. */
enum class private_shape { block, cluster, clusters, grid };

constexpr int byte_values = 256;

/* Of the table by which samples find their levels (counters/cell_table.cuh). */
constexpr uint32_t cells_of_levels = TCUI_HISTOGRAM_CELLS, most_levels_of_cells = TCUI_HISTOGRAM_MOST_LEVELS_OF_CELLS;

/* With a pair of levels for each, and a word to align these. */
constexpr uint64_t words_of_cells(uint64_t levels)
{
    return cells_of_levels + 2 * levels + 1;
}

/* What the counters of one channel of integers or reals need of its bins (counters/one_channel.cuh,
 * counters/reals.cuh). */
struct short_bins {
    uint32_t flip;          /* of two samples: signs */
    uint32_t factor, lower; /* d = x * factor - lower */
    uint32_t multiplier, num_bins;
};

struct real_bins {
    f32 scale, shift, margin, most;
    uint32_t num_bins;
    const f32 *edges;         /* num_bins + 1 */
    f32 factor, first, width; /* edge k is (first + k * width) / factor, if is_exact */
};

/* Methods for bins of 16-bit reals (counters/halves.cuh). */
enum class half_method { none, by_sign, nearest, below };

struct half_bins {
    half_method method;
    f32 scale, base;
    uint32_t scale_up;    /* the least f32 that is not below the scale: its bits */
    f32 less_scale, less; /* m is more than y where x * scale - (m - T) < x * less_scale + less */
    uint32_t zero, zero_and_one, num_bins;
};

/* Those that may be right, the fastest first. */
struct half_candidates {
    static constexpr int count = 3;
    half_bins bins[count];
    const uint32_t *verdicts; /* of each block that checks them: bit i is set if bins[i] are right */
};

union special_bins {
    short_bins shorts;
    word_bins words;
    real_bins reals;
};

struct private_task {
    element_rows rows;
    task_bins bins;
    count_outputs outputs;
    level_verdicts verdicts;
    private_shape shape;
    uint32_t slots;                        /* that a block counts in; of 8-bit samples byte_values a channel */
    uint32_t parts, part_slots;            /* more than one part: in a grid alone, and with one replica */
    uint32_t replicas;                     /* a power of two, up to the lanes of a warp */
    uint32_t result_slots;                 /* that it hands on: those of bins, unless the values' bins come last */
    uint32_t *copies;                      /* in a grid: blocks x result_slots */
    uint32_t value_slot[TCU_MAX_CHANNELS]; /* of 8-bit samples */
    bool values_to_bins;                   /* of these: each block finds the bins of its values */
    special_bins special;
    half_candidates halves;
    bool is_exact;                     /* special.reals: no sum first + k * width is rounded */
    bool has_edges;                    /* those of special.reals */
    bool has_cells;                    /* and keys of levels, room behind the counters */
    uint32_t cluster_blocks, own_bits; /* of clusters: a power of two; and each block hands on 2^own_bits slots */
};

/* Counted: the device knows how many pixels the rows have. */
struct counted_private_task : private_task {
    pixel_count count;
};

template <bool Counted>
using private_call = std::conditional_t<Counted, counted_private_task, private_task>;

/* ---- where a slot is counted ---- */

/* Of a block's slots. */
__device__ __forceinline__ uint32_t first_slot_of_part(const private_task &task)
{
    return task.parts == 1 ? 0 : blockIdx.x % task.parts * task.part_slots;
}

/* Counters of a part of the slots, and behind them one for all others, which is never read: lanes that hit it are
 * merged, while counting under a condition is a branch. */
struct part_counters {
    static constexpr bool of_parts = true;
    static constexpr __host__ __device__ uint32_t place_of(uint32_t slot) { return slot; }
    uint32_t base, first, count_of_slots;

    __device__ __forceinline__ explicit part_counters(const private_task &task)
        : base(shared_address(dynamic_shared_memory())), first(first_slot_of_part(task)),
          count_of_slots(task.part_slots)
    {
    }

    __device__ __forceinline__ void count(uint32_t slot) const
    {
        count_shared(base + min(slot - first, count_of_slots) * 4);
    }
};

/* A lane's counters: those of slot s lie at base + s * step. */
struct lane_counters {
    static constexpr bool of_parts = false;
    static constexpr __host__ __device__ uint32_t place_of(uint32_t slot) { return slot; }
    uint32_t base, step;

    __device__ __forceinline__ explicit lane_counters(const private_task &task)
        : base(shared_address(dynamic_shared_memory()) + threadIdx.x % task.replicas * 4), step(task.replicas * 4)
    {
    }

    __device__ __forceinline__ void count(uint32_t slot) const { count_shared(base + slot * step); }
};

/* The same with gaps, so that slots at a distance of a power of two are in different banks. Halves of each binade lie
 * at such distances: of 4096 bins of [-1.5, 1.5) bf16 fill every 11th, and a lane met three of the eight groups of
 * banks that its replica has. */
struct spread_counters {
    static constexpr bool of_parts = false;
    static constexpr __host__ __device__ uint32_t place_of(uint32_t slot) { return slot + slot / 32; }
    lane_counters counters;

    __device__ __forceinline__ explicit spread_counters(const private_task &task) : counters(task) {}

    __device__ __forceinline__ void count(uint32_t slot) const { counters.count(place_of(slot)); }
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_TASK_CUH */
