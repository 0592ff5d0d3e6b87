/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions, scans and first values by key in one pass over memory. A block takes the next tile of the array:
 *
 *     load      values into registers; keys, of which only a bit an element stays: whether it begins a run; keys and
 *               values of a later tile into L2 (prefetch_ahead.cuh)
 *     compose   the number of runs and the values since the last head, of rows, warps and the tile; publish the tile's
 *     stage     results of runs that end in the tile and where runs begin, in shared memory by their number
 *     wait      for what comes before the tile (primitives/pipeline/tile_chain.cuh): the number of its first run, and
 *               the value of a run that goes on
 *     store     results, keys, lengths and offsets, of neighbouring runs side by side. Keys and first values are loaded
 *               from where their runs begin, keys for the second time: mostly out of L1 or L2
 *
 * Blocks whose tile is behind the elements that there are have nothing to do, and no other block waits for them.
 *
 * Scans stage nothing: they store results from registers, and wait only where the tile does not begin with a run.
 */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_KERNEL_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_KERNEL_CUH

#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/prefetch_ahead.cuh"
#include "thread_runs.cuh"

namespace tcu
{

template <class Operator>
constexpr int by_key_resident =
    sizeof(typename Operator::in) == 8 || sizeof(typename Operator::acc) == 8 ? TCUI_BY_KEY_RESIDENT_WIDE
                                                                              : TCUI_BY_KEY_RESIDENT;

template <class Operator>
struct by_key_arrays {
    const void *keys;
    int key_bytes;
    const typename Operator::in *values; /* nullptr without values */
    void *out;                           /* of scans; results of reductions the operator stores */
    int out_bytes;
    bool is_exclusive;
    const void *items; /* or first values: items, nullptr if there are none */
    void *items_out;
    int item_bytes;
    tcu_runs runs;
    uint64_t n;
    bool evict_first;
    const uint64_t *length; /* how many of the n elements there are; nullptr: all */
};

template <class Operator>
struct by_key_shared {
    using acc = typename Operator::acc;
    uint64_t tile;
    run_part<acc> of_warps[by_key_warps];
    typename tile_chain<by_key_fold<Operator>>::shared_parts chain;
    bool begins_with_head[by_key_warps + 1]; /* each warp's part of the tile, and what is behind the tile */
};

/* Of reductions besides. */
template <class Operator>
struct staged_runs {
    uint16_t places[by_key_tile + 2];
    typename Operator::acc results[has_values<Operator> ? by_key_tile + 1 : 1];
};

/* From the parts of the block's warps: those before this warp, and all. */
template <class Operator>
__device__ __forceinline__ run_part<typename Operator::acc>
join_warps(const by_key_fold<Operator> &fold, const run_part<typename Operator::acc> (&of_warps)[by_key_warps],
           run_part<typename Operator::acc> &before)
{
    const int warp = threadIdx.x / TCUI_WARP_LANES;
    run_part<typename Operator::acc> all = fold.part_of_nothing();
#pragma unroll
    for (int w = 0; w < by_key_warps; w++) {
        if (w == warp) {
            before = all;
        }
        all = fold.join(all, of_warps[w]);
    }
    return all;
}

/* Once the tile is staged and what comes before it is known. `heads`: runs that begin in the tile. n(): how many elements
 * there are, here and below a function, so that the compiler reads n where it is needed, as it does of a parameter. */
template <class Operator, class Length>
__device__ __forceinline__ void store_runs(const by_key_arrays<Operator> &arrays, const Operator &op,
                                           const by_key_shared<Operator> &shared, const staged_runs<Operator> &staged,
                                           const runs_before<Operator> &before, uint64_t begin, const Length &n,
                                           int heads)
{
    const run_slots started = {before.heads - 1, 1, heads + 1};
    const run_slots ended = {started.base, shared.begins_with_head[0] ? 1 : 0,
                             shared.begins_with_head[by_key_warps] ? heads + 1 : heads};
    if constexpr (has_values<Operator>) {
        for (int s = ended.begin(); s < ended.end; s += by_key_threads) {
            if (ended.has(s)) {
                const auto x = staged.results[s];
                op.store_streaming(ended.base + s, s == 0 ? op.combine(before.value.narrow(op), x) : x);
            }
        }
    }
    if (arrays.runs.keys != nullptr) {
        dispatch_item(arrays.key_bytes, [&](auto item) {
            using Key = decltype(item);
            copy_items(static_cast<Key *>(arrays.runs.keys), static_cast<const Key *>(arrays.keys) + begin,
                       staged.places, started);
        });
    }
    if (!has_values<Operator> && arrays.items != nullptr) {
        dispatch_item(arrays.item_bytes, [&](auto item) {
            using Item = decltype(item);
            copy_items(static_cast<Item *>(arrays.items_out), static_cast<const Item *>(arrays.items) + begin,
                       staged.places, started);
        });
    }
    if (arrays.runs.offsets != nullptr) {
        for (int s = started.begin(); s < started.end; s += by_key_threads) {
            if (started.has(s)) {
                arrays.runs.offsets[started.base + s] = static_cast<int64_t>(begin + staged.places[s]);
            }
        }
    }
    if (arrays.runs.lengths != nullptr) {
        for (int s = ended.begin(); s < ended.end; s += by_key_threads) {
            if (ended.has(s)) {
                const uint64_t from = s == 0 ? before.last : begin + staged.places[s];
                arrays.runs.lengths[ended.base + s] = begin + staged.places[s + 1] - from;
            }
        }
    }
    if (threadIdx.x == 0 && n() - begin <= by_key_tile) {
        const uint64_t count = before.heads + heads;
        if (arrays.runs.count != nullptr) {
            *arrays.runs.count = count;
        }
        if (arrays.runs.offsets != nullptr) {
            arrays.runs.offsets[count] = static_cast<int64_t>(n());
        }
    }
}

/* The results of a scan, once the value before the warp is known. */
template <class Operator, class Length>
__device__ __forceinline__ void store_scan(const by_key_arrays<Operator> &arrays, const Operator &op,
                                           const thread_runs<Operator> &runs, uint64_t begin, const Length &n,
                                           typename Operator::acc before_warp)
{
    using acc = typename Operator::acc;
    runs.scan(before_warp, arrays.is_exclusive, [&](int place, const acc(&results)[row_elements]) {
        dispatch_result(typename Operator::results(), arrays.out_bytes, [&](auto out) {
            using Out = decltype(out);
            Out elements[row_elements];
            element_vector<Out, row_elements> row;
#pragma unroll
            for (int i = 0; i < row_elements; i++) {
                elements[i] = op.template result<Out>(results[i]);
            }
            memcpy(row.words, elements, sizeof row.words);
            Out *const to = static_cast<Out *>(arrays.out);
            if (has_whole_rows(to) && begin + by_key_tile <= n()) {
                store_whole(to + begin + place, row);
            } else {
                scatter_inside(to, row, static_cast<int64_t>(begin + place), static_cast<int64_t>(n()));
            }
        });
    });
}

/* Values and keys in flight together: whichever width keys have, one branch with all loads. */
template <class Operator, class Length>
__device__ __forceinline__ void load_tile(const by_key_arrays<Operator> &arrays, thread_runs<Operator> &runs,
                                          uint64_t begin, const Length &n, bool &next_is_head)
{
    const cache_policy policy = evict_first_if(arrays.evict_first);
    dispatch_item(arrays.key_bytes, [&](auto item) {
        const auto *keys = static_cast<const decltype(item) *>(arrays.keys);
        const auto load = [&](auto is_whole) {
            runs.values.template load<is_whole>(arrays.values, begin, n(), policy);
            runs.heads = find_heads<is_whole>(keys, begin, n(), next_is_head);
        };
        if (begin + by_key_tile <= n() && has_whole_rows(keys) && has_whole_rows(arrays.values)) {
            load(std::true_type());
        } else {
            load(std::false_type());
        }
    });
}

/* A later tile's keys and values, into L2. (First values are read of the elements that begin a run alone.) */
template <class Operator, class Length>
__device__ __forceinline__ void prefetch_tile(const by_key_arrays<Operator> &arrays, uint64_t tile, const Length &n)
{
    const uint64_t first = tile * by_key_tile;
    prefetch_ahead<by_key_threads>(arrays.keys, arrays.key_bytes, first, by_key_tile, n());
    if constexpr (has_values<Operator>) {
        prefetch_ahead<by_key_threads>(arrays.values, sizeof(typename Operator::in), first, by_key_tile, n());
    }
}

/* Counted: there is a length. Without one n is read where it is needed, at no register: those are short. */
template <class Operator, bool Scan, bool Counted>
__global__ void __launch_bounds__(by_key_threads, by_key_resident<Operator>)
    by_key_kernel(const __grid_constant__ by_key_arrays<Operator> arrays, const __grid_constant__ Operator op,
                  const __grid_constant__ tile_chain<by_key_fold<Operator>> chain)
{
    using acc = typename Operator::acc;
    using fold_type = by_key_fold<Operator>;
    __shared__ by_key_shared<Operator> shared;
    __shared__ uint64_t counted;
    const auto n = [&]() -> uint64_t {
        if constexpr (Counted) {
            return *static_cast<const volatile uint64_t *>(&counted);
        } else {
            return arrays.n;
        }
    };
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (threadIdx.x == 0) {
        if constexpr (Counted) {
            counted = length_now(arrays.n, arrays.length);
        }
        shared.tile = chain.tiles > 1 ? atomicAdd(chain.next_tile, 1u) : 0u;
    }
    __syncthreads();
    const uint64_t tile = shared.tile, begin = tile * by_key_tile;
    if (Counted && begin >= n() && tile > 0) { /* (The first tile also writes that there are no runs.) */
        return;
    }
    const uint32_t place_in_group = static_cast<uint32_t>(tile % chain.group);
    const fold_type fold = {op, (tile - place_in_group) * by_key_tile};
    const int length = tile_length(begin, n());
    thread_runs<Operator> runs(fold, length);
    bool next_is_head = false;
    load_tile(arrays, runs, begin, n, next_is_head);
    prefetch_tile(arrays, tile + chain.ahead, n);
    runs.values.encode(op, begin, n());
    const run_part<acc> of_warp = runs.compose();
    const int warp = threadIdx.x / TCUI_WARP_LANES;
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        shared.of_warps[warp] = of_warp;
        shared.begins_with_head[warp] = runs.heads & 1u;
    }
    if (threadIdx.x == by_key_threads - 1) {
        shared.begins_with_head[by_key_warps] = next_is_head;
    }
    if constexpr (Scan) {
        __syncthreads();
        run_part<acc> before_warp, all = join_warps(fold, shared.of_warps, before_warp);
        if (threadIdx.x == 0) {
            chain.publish_part(tile, all.value, fold.tag_of(all));
            if (all.heads > 0 && chain.is_last_of_group(tile)) {
                chain.publish_next_group(tile, fold.behind(all, {0, 0, carried_value<Operator>::of_nothing()}));
            }
        }
        acc before = before_warp.value;
        if (!shared.begins_with_head[0]) {
            const runs_before<Operator> of_tile = chain.before(
                fold, tile, all, all.heads > 0, {0, 0, carried_value<Operator>::of_nothing()}, shared.chain);
            if (before_warp.heads == 0) {
                before = op.combine(of_tile.value.narrow(op), before);
            }
        }
        store_scan(arrays, op, runs, begin, n, before);
    } else {
        __shared__ staged_runs<Operator> staged;
        __syncthreads();
        run_part<acc> before_warp, all = join_warps(fold, shared.of_warps, before_warp);
        if (threadIdx.x == 0) {
            chain.publish_part(tile, all.value, fold.tag_of(all));
            staged.places[all.heads + 1] = static_cast<uint16_t>(length);
        }
        runs.stage(before_warp, shared.begins_with_head[warp + 1], staged.places, staged.results);
        const int heads = static_cast<int>(all.heads);
        all.last += place_in_group * by_key_tile;
        const runs_before<Operator> before =
            chain.before(fold, tile, all, false, {0, 0, carried_value<Operator>::of_nothing()}, shared.chain);
        store_runs(arrays, op, shared, staged, before, begin, n, heads);
    }
}

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_KERNEL_CUH */
