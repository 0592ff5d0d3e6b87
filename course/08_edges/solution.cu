/* SPDX-License-Identifier: Apache-2.0 */
/* Edges of a picture in three steps. Each step's kernel is complete but for one hole; the other stages are those of
 * canny.h. */
#include "canny.h"

using namespace course;

/* Step 1: non-maximum suppression and thresholds. gradients.or_zero(y, x) is 4 m + d of point (y, x), 0 outside of the
 * picture: m = |g_x| + |g_y|, and direction d = 0 along x, 1 downwards to the right, 2 along y, 3 downwards to the
 * left. The neighbour "ahead" along d is (y, x + 1), (y + 1, x + 1), (y + 1, x) or (y + 1, x - 1); the one "behind" is
 * on the opposite side. A point stays where its m is more than m behind and not less than m ahead: then `mark` is to
 * be strong if m >= high, weak if only m >= low. Else it is to be none. (canny.h does it in thinned(): look there
 * afterwards.) */
__global__ void thin_step(picture_of<uint16_t> gradients, int low, int high, uint8_t *out)
{
    const int y = own_row(), x = own_column();
    if (gradients.has(y, x)) {
        uint8_t mark = none;
        /* FILL IN 1 */
        const int m = gradients.at(y, x) / 4, d = gradients.at(y, x) % 4;
        const int dy = d == 0 ? 0 : 1, dx = d == 3 ? -1 : d == 2 ? 0 : 1;
        const int behind = gradients.or_zero(y - dy, x - dx) / 4, ahead = gradients.or_zero(y + dy, x + dx) / 4;
        if (m > behind && m >= ahead && m >= low) {
            mark = m >= high ? strong : weak;
        }
        /* END */
        out[y * static_cast<size_t>(gradients.width) + x] = mark;
    }
}

static void thin_by_step(const task &t)
{
    smooth_and_gradients(t);
    launch(thin_step, blocks_of(t, rows), dim3(columns, rows), picture_of<uint16_t>{t.gradients, t.height, t.width},
           t.low, t.high, t.marks[0]);
}

/* Step 2: hysteresis in a tile, a thread a point. marks[y][x] is this thread's point; the points around the tile are
 * there, too, and nobody changes them. Until nothing changes: a weak point that touches a strong one becomes strong.
 * touches_strong(at, y, x) looks at the neighbours. All threads have to have looked before one writes, and all have to
 * have written before one looks again. __syncthreads_or(a) is a barrier that gives every thread 1 if a is not 0 in one
 * of them; so all threads leave the loop in the same round. Set grown to 1 if anything changed in the tile. */
__global__ void tile_step(picture_of<uint8_t> in, uint8_t *out, int *changed)
{
    __shared__ uint8_t marks[rows + 2][columns + 2];
    const int y = static_cast<int>(threadIdx.y) + 1, x = static_cast<int>(threadIdx.x) + 1;
    const int top = static_cast<int>(blockIdx.y) * rows - 1, left = static_cast<int>(blockIdx.x) * columns - 1;
    for (int i = y - 1; i < rows + 2; i += rows) {
        for (int j = x - 1; j < columns + 2; j += columns) {
            marks[i][j] = in.or_zero(top + i, left + j);
        }
    }
    [[maybe_unused]] const auto at = [](int i, int j) { return marks[i][j]; };
    int grown = 0;
    __syncthreads();
    /* FILL IN 2 */
    int growing = 1;
    while (growing != 0) {
        const bool grows = marks[y][x] == weak && touches_strong(at, y, x);
        growing = __syncthreads_or(grows);
        grown |= growing;
        if (grows) {
            marks[y][x] = strong;
        }
        __syncthreads();
    }
    /* END */
    if (in.has(top + y, left + x)) {
        const bool was_strong = in.at(top + y, left + x) == strong;
        out[(top + y) * static_cast<size_t>(in.width) + left + x] = marks[y][x];
        if (grown != 0 && !was_strong && marks[y][x] == strong) {
            atomicExch(changed, 1);
        }
    }
}

static const uint8_t *spread_by_step(const task &t)
{
    return spread(tile_step, rows, t);
}

/* Step 3: places in order, within a block that goes through the picture, `threads` points in each round. `next` is the
 * place of the round's first edge point, the same in all threads. __ballot_sync(0xffffffff, is_edge) has a bit for each
 * lane, lane 0 the lowest, and __popc() counts bits. Lane 0 writes its warp's number of edge points to of_warps[warp]
 * (32 lanes that write one element race, even with one value). When all warps have done so, set `place` to `next` + the
 * edge points of the warps before + those of the lanes before, and add the edge points of all warps to `next`. (The
 * barrier before the next round's writes is there.) */
__global__ void place_step(const uint8_t *marks, size_t n, uint32_t *positions, unsigned long long *count)
{
    [[maybe_unused]] __shared__ uint32_t of_warps[threads / 32];
    [[maybe_unused]] const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    uint32_t next = 0;
    for (size_t first = 0; first < n; first += threads) {
        const size_t i = first + threadIdx.x;
        const bool is_edge = i < n && marks[i] == strong;
        uint32_t place = 0;
        /* FILL IN 3 */
        const unsigned votes = __ballot_sync(0xffffffff, is_edge);
        if (lane == 0) {
            of_warps[warp] = static_cast<uint32_t>(__popc(votes));
        }
        __syncthreads();
        place = next + static_cast<uint32_t>(__popc(votes & ((1u << lane) - 1)));
        for (int w = 0; w < threads / 32; w++) {
            place += w < warp ? of_warps[w] : 0;
            next += of_warps[w];
        }
        /* END */
        if (is_edge) {
            positions[place] = static_cast<uint32_t>(i);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        *count = next;
    }
}

static void place_by_step(const uint8_t *marks, const task &t)
{
    launch(place_step, 1, threads, marks, points_of(t), t.positions, t.count);
}

template <auto Stages, auto Spread, auto Collect>
static void run(const task &t)
{
    Stages(t);
    Collect(Spread(t), t);
}

std::vector<version> course::versions()
{
    return {{"1 non-maximum suppression", run<thin_by_step, spread_by_sweeps, collect_by_atomics>, false, true},
            {"2 hysteresis in a tile", run<stage_by_stage, spread_by_step, collect_by_atomics>, false, true},
            {"3 places in order", run<stage_by_stage, spread_by_sweeps, place_by_step>}};
}
