/* SPDX-License-Identifier: Apache-2.0 */
/* A stable sort by digits of 4 bits, with one mistake in its count of digits. Find it. */
#include "passes.h"

using namespace course;

constexpr int rounds = rounds_4, tile = rounds * threads;

/* A thread counts in bytes, four to a word: 16 digits need 16 bytes of each thread, and no atomic operations. */
__global__ void broken_count_kernel(pass p)
{
    __shared__ uint32_t words[threads][4];
    const int t = static_cast<int>(threadIdx.x);
    for (int word = 0; word < 4; word++) {
        words[t][word] = 0;
    }
    for (int round = 0; round < rounds; round++) {
        const size_t i = blockIdx.x * static_cast<size_t>(tile) + static_cast<size_t>(round * threads + t);
        if (i < p.n) {
            const unsigned digit = digit_of<4>(p.keys[i], p.shift);
            words[t][digit / 4] += 1u << digit % 4 * 8;
        }
    }
    for (int distance = threads / 2; distance > 0; distance /= 2) {
        __syncthreads();
        for (int word = 0; word < 4 && t < distance; word++) {
            words[t][word] += words[t + distance][word];
        }
    }
    __syncthreads();
    if (t < 16) {
        p.counts[static_cast<size_t>(t) * p.tiles + blockIdx.x] = words[0][t / 4] >> t % 4 * 8 & 255;
    }
}

struct by_match {
    static __device__ unsigned of(unsigned digit) { return __match_any_sync(0xffffffff, digit); }
};

__global__ void place_kernel(pass p)
{
    __shared__ ranking<4> shared;
    row<rounds> own;
    rank_tile<4, rounds, by_match>(p, shared, own);
    const size_t begin = row_begin<rounds>();
    for (int round = 0; round < rounds; round++) {
        if (begin + static_cast<size_t>(round * 32) < p.n) {
            const unsigned digit = digit_of<4>(own.keys[round], p.shift);
            const uint32_t start = p.counts[digit * static_cast<size_t>(p.tiles) + blockIdx.x];
            const uint32_t place = start + own.places[round] - shared.counters[digit][0];
            p.keys_out[place] = own.keys[round];
            p.values_out[place] = own.values[round];
        }
    }
}

static void broken(const task &t)
{
    by_passes(t, 4, tile, [](const pass &p) {
        launch(broken_count_kernel, p.tiles, threads, p);
        scan_counts(p.counts, size_t{16} * p.tiles);
        launch(place_kernel, p.tiles, threads, p);
    });
}

std::vector<version> course::versions()
{
    return {{"broken", broken}};
}
