/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments and the rows of results that they give, as the kernels of top-k see them. Keys are compared as order bits,
 * of which less is better: they are complemented where the largest keys are selected.
 */
#ifndef TCUI_SELECTION_CUDA_ROWS_CUH
#define TCUI_SELECTION_CUDA_ROWS_CUH

#include "primitives/context/segments.h"
#include "primitives/pipeline/key_order.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/tile/element.cuh"

namespace tcu
{

/* Where results go: row s begins at s * row. */
template <class Key>
struct row_outputs {
    Key *keys;       /* or nullptr */
    void *positions; /* u64 if they are wide, else u32; or nullptr */
    u64 *num_out;    /* or nullptr */
    u64 row;
    bool has_wide_positions;
    bool indices_in_segment;
    bool fills_keys;      /* the rest of a row, with the key that is the last of all, */
    bool fills_positions; /* and with positions whose bits are all set */
};

/* Keys are unsigned integers of the key type's width. */
template <class Key>
struct selection_rows {
    const Key *keys;
    tcui_segments segments;
    sort_order<key_register<Key>> order;
    u64 k;
    bool input_order;
    row_outputs<Key> out;

    __device__ __forceinline__ key_register<Key> bits_of(Key key) const
    {
        return order.template bits_of<8 * static_cast<int>(sizeof(Key))>(key);
    }
    __device__ __forceinline__ Key key_of(key_register<Key> bits) const
    {
        return static_cast<Key>(order.template key_of<8 * static_cast<int>(sizeof(Key))>(bits));
    }
};

/* A segment of the elements that there are. */
struct selection_segment {
    u64 number, begin, length;
    u64 results;   /* min(k, length) */
    bool is_there; /* else a count says that there are fewer segments */
};

/* (Offsets behind a count are not read. Others may decrease: such segments have no elements.) */
template <class Key>
__device__ __forceinline__ selection_segment segment_of(const selection_rows<Key> &rows, u64 number)
{
    const tcui_segments segments = with_length(rows.segments);
    if (!has_segment(rows.segments, number)) {
        return {number, 0, 0, 0, false};
    }
    const u64 begin = segment_begin(segments, number), end = segment_begin(segments, number + 1);
    const u64 length = begin < end ? end - begin : 0;
    return {number, begin, length, min(rows.k, length), true};
}

/* Result t of a segment's row: a key, and its place in the segment. */
template <class Key>
__device__ __forceinline__ void store_result(const row_outputs<Key> &out, const selection_segment &segment, u64 t,
                                             Key key, u64 place)
{
    const u64 to = segment.number * out.row + t;
    if (out.keys != nullptr) {
        out.keys[to] = key;
    }
    if (out.positions != nullptr) {
        const u64 position = out.indices_in_segment ? place : segment.begin + place;
        if (out.has_wide_positions) {
            static_cast<u64 *>(out.positions)[to] = position;
        } else {
            static_cast<u32 *>(out.positions)[to] = static_cast<u32>(position);
        }
    }
}

/* What a row has besides results, by `threads` threads of which this is number `thread`. */
template <class Key>
__device__ __forceinline__ void finish_row(const selection_rows<Key> &rows, const selection_segment &segment,
                                           int thread, int threads)
{
    const row_outputs<Key> &out = rows.out;
    if (out.num_out != nullptr && thread == 0 && segment.is_there) {
        out.num_out[segment.number] = segment.results;
    }
    if (out.fills_positions) {
        row_outputs<Key> rest = out;
        rest.keys = out.fills_keys ? out.keys : nullptr;
        rest.indices_in_segment = true;
        for (u64 t = segment.results + thread; t < out.row; t += threads) {
            store_result(rest, segment, t, rows.key_of(~key_register<Key>(0)), ~u64(0));
        }
    }
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_ROWS_CUH */
