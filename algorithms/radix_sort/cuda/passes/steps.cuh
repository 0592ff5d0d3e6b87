/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the sort in passes share, for keys of any size. */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_STEPS_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_STEPS_CUH

#include <algorithm>

#include "algorithms/radix_sort/cuda/paths.h"
#include "primitives/pipeline/launch.cuh"
#include "task.cuh"

namespace tcu
{

/* All passes of a call. */
struct sort_call {
    const tcui_radix_sort_task *task;
    const tcui_sort_runs *runs; /* NULL: the whole array, unless there is a plan */
    sort_plan *plan;            /* NULL: all passes are of the whole array, or of the runs */
    sort_passes passes;
    bool is_small; /* tiles */
    sort_tiles tiles;
    sort_tile *tile_list;
    uint32_t *tiles_listed;
    uint64_t *starts, *starts_of_runs; /* of each digit's keys: [pass][digit], [run][pass][digit] */
    uint32_t *slots[2];
    sort_slot_rows slot_rows, slot_rows_of_runs;
};

/* Between which arrays a pass goes, unless it reads the input. */
struct sort_step {
    int pass;
    const void *keys_in;
    void *keys_out;
    const void *values_in;
    void *values_out;
};

struct sort_counted {
    const void *keys;
    int next_pass;
    int number; /* of the plan's counts */
    bool of_runs;
};

/* Counts the digits of the whole array, or of its runs, whose tiles it lists. */
tcu_status count_digits(tcu_context *context, const sort_call &call, const sort_counted &counted);

/* A pass of keys alone; of keys and up to 4 bytes; and up to 8, or 16. */
tcu_status run_pass(tcu_context *context, const sort_call &call, const sort_step &step);
template <int ValueRoom>
tcu_status launch_pass(tcu_context *context, const sort_call &call, const sort_step &step);

/* For long arrays: a pass of keys and 16 bytes, which go through shared memory, too; and one that makes indices of 4
 * bytes. Their tiles have sort_vector_tile_size() and sort_index_tile_size(). */
template <int ValueRoom>
tcu_status launch_large_pass(tcu_context *context, const sort_call &call, const sort_step &step);
template <int IndexBytes>
tcu_status launch_index_pass(tcu_context *context, const sort_call &call, const sort_step &step);

/* Argsort discards its keys: between passes they go to a temporary buffer. */
inline bool discards_keys(const tcui_radix_sort_task *task)
{
    return task->payload == TCUI_PAYLOAD_INDICES && !task->keeps_keys;
}

/* The register that holds a key. */
inline int sort_register_bits(const tcui_radix_sort_task *task)
{
    return tcu_type_size(task->key_type) == 8 ? 64 : 32;
}

/* Bytes of shared memory for a value. */
inline int sort_value_room(const tcui_radix_sort_task *task)
{
    return tcui_is_bare(task) ? 0 : task->value_bytes <= 4 ? 4 : 8;
}

/* A tile has up to so many keys a thread. */
struct sort_tile_size {
    uint32_t threads, rows;

    template <class Shape>
    static constexpr sort_tile_size of()
    {
        return {Shape::threads, Shape::keys};
    }

    constexpr uint32_t items() const { return threads * rows; }

    /* Of n elements or fewer, if `at_once` are sorted at once. */
    uint64_t most_tiles(uint64_t n, uint64_t at_once) const
    {
        const uint32_t least = std::min<uint32_t>(rows, TCUI_SORT_LEAST_ROWS);
        return std::min(divide_up(n, at_once * items()) * at_once, divide_up(n, threads * least));
    }

    /*
     * Items of the whole array's tiles. All rows; but of an array that fills the device up to `even_rounds` times, as many
     * as are needed for so many rounds. Not a multiple of four rows: keys that are evenly spaced go to digits in turn,
     * and the more factors of two the number of a digit's keys has, the fewer banks a warp's keys are staged in.
     */
    uint32_t even_items(uint64_t n, uint64_t at_once, uint64_t even_rounds) const
    {
        const uint64_t rounds = divide_up(n, at_once * items());
        if (rounds == 0 || rounds > even_rounds) {
            return items();
        }
        const uint64_t needed = divide_up(n, rounds * at_once * threads), more = needed % 4 == 0 ? needed + 1 : needed;
        const uint64_t chosen = std::max<uint64_t>(more, TCUI_SORT_LEAST_ROWS);
        return 100 * chosen < TCUI_SORT_EVEN_PERCENT * rows ? threads * static_cast<uint32_t>(chosen) : items();
    }
};

/* By sizes alone. */
inline sort_tile_size sort_tile_size_of(const tcui_radix_sort_task *task, bool is_small)
{
    const int room = sort_value_room(task);
    if (is_small) {
        return sort_tile_size::of<sort_small_shape<uint32_t, 0>>();
    }
    if (sort_register_bits(task) == 32) {
        return room == 0   ? sort_tile_size::of<sort_large_shape<uint32_t, 0>>()
               : room == 4 ? sort_tile_size::of<sort_large_shape<uint32_t, 4>>()
                           : sort_tile_size::of<sort_large_shape<uint32_t, 8>>();
    }
    return room == 0   ? sort_tile_size::of<sort_large_shape<uint64_t, 0>>()
           : room == 4 ? sort_tile_size::of<sort_large_shape<uint64_t, 4>>()
                       : sort_tile_size::of<sort_large_shape<uint64_t, 8>>();
}

inline sort_tile_size sort_vector_tile_size(const tcui_radix_sort_task *task)
{
    return sort_register_bits(task) == 32 ? sort_tile_size::of<sort_large_shape<uint32_t, 16>>()
                                          : sort_tile_size::of<sort_large_shape<uint64_t, 16>>();
}

/* (Rows of slots and the list of tiles have room for tiles with values.) */
inline sort_tile_size sort_index_tile_size(const tcui_radix_sort_task *task)
{
    static_assert(sort_index_shape<uint32_t>::items >= sort_large_shape<uint32_t, 4>::items &&
                      sort_index_shape<uint64_t>::items >= sort_large_shape<uint64_t, 4>::items,
                  "tiles of indices are not shorter than those with values");
    return sort_register_bits(task) == 32 ? sort_tile_size::of<sort_index_shape<uint32_t>>()
                                          : sort_tile_size::of<sort_index_shape<uint64_t>>();
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_STEPS_CUH */
