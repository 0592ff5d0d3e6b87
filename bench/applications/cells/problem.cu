/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
constexpr int kThreads = 256;

__global__ void number_cells(const point *particles, uint64_t n, int level, uint32_t *codes)
{
    const uint64_t i = uint64_t(blockIdx.x) * kThreads + threadIdx.x;
    if (i < n) {
        codes[i] = cells_of(particles[i], level);
    }
}

/* Where a code is among the codes, or how many there are. */
__device__ uint64_t find(const uint32_t *codes, uint64_t num_cells, uint32_t code)
{
    uint64_t low = 0, high = num_cells;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        low = codes[middle] < code ? middle + 1 : low;
        high = codes[middle] < code ? high : middle;
    }
    return low < num_cells && codes[low] == code ? low : num_cells;
}

template <class Begin>
__global__ void flag_lonely(const point *points, uint64_t n, int level, const uint32_t *codes, const Begin *begins,
                            const uint64_t *num, unsigned char *flags)
{
    const uint64_t i = uint64_t(blockIdx.x) * kThreads + threadIdx.x, num_cells = *num;
    if (i >= n) {
        return;
    }
    const point p = points[i];
    const int edge = 1 << level;
    const int cx = int(p.x * float(edge)), cy = int(p.y * float(edge)), cz = int(p.z * float(edge));
    int neighbours = 0;
    for (int turn = 0; turn < 27 && neighbours < FEW_NEIGHBOURS; turn++) {
        const int around = (turn + 13) % 27; // the particle's own cell first, where most neighbours are
        const int x = cx + around % 3 - 1, y = cy + around / 3 % 3 - 1, z = cz + around / 9 - 1;
        if (x < 0 || y < 0 || z < 0 || x >= edge || y >= edge || z >= edge) {
            continue;
        }
        const uint64_t k = find(codes, num_cells, cells_morton(uint32_t(x), uint32_t(y), uint32_t(z)));
        if (k == num_cells) {
            continue;
        }
        const uint64_t end = k + 1 < num_cells ? uint64_t(begins[k + 1]) : n;
        for (uint64_t j = uint64_t(begins[k]); j < end && neighbours < FEW_NEIGHBOURS; j++) {
            neighbours += j != i && cells_are_near(p, points[j], level);
        }
    }
    flags[i] = neighbours < FEW_NEIGHBOURS;
}

unsigned blocks_of(const cells *p)
{
    return unsigned((p->n + kThreads - 1) / kThreads);
}

void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    cells &p = *static_cast<cells *>(problem);
    p.n = small ? 30011 : uint64_t(1) << 24;
    p.level = cells_level(p.n);
    p.particles =
        make_input<point>(arrays, p.n, stream, [] __device__(uint64_t i) { return cells_particle(uint32_t(i)); });
    // Both sorts are stable, so all is equal to the bit. (Points are compared as words.)
    app_output(arrays, &p.points, p.n * sizeof(point) / sizeof(uint32_t), TCU_TYPE_U32, {0, 0}, nullptr);
    app_output(arrays, &p.num_lonely, 1, TCU_TYPE_U64, {0, 0}, nullptr);
    app_output(arrays, &p.lonely, p.n, TCU_TYPE_U32, {0, 0}, &p.num_lonely);
}

const char *const kCases[] = {"neighbours of 2^24 particles"};
} // namespace

void cells_number(const cells *p, uint32_t *codes, cudaStream_t stream)
{
    number_cells<<<blocks_of(p), kThreads, 0, stream>>>(p->particles, p->n, p->level, codes);
    APP_CUDA(cudaGetLastError());
}

void cells_flag_u32(const cells *p, const uint32_t *codes, const uint32_t *begins, const uint64_t *num_cells,
                    unsigned char *flags, cudaStream_t stream)
{
    flag_lonely<<<blocks_of(p), kThreads, 0, stream>>>(p->points, p->n, p->level, codes, begins, num_cells, flags);
    APP_CUDA(cudaGetLastError());
}

void cells_flag_i64(const cells *p, const uint32_t *codes, const int64_t *begins, const uint64_t *num_cells,
                    unsigned char *flags, cudaStream_t stream)
{
    flag_lonely<<<blocks_of(p), kThreads, 0, stream>>>(p->points, p->n, p->level, codes, begins, num_cells, flags);
    APP_CUDA(cudaGetLastError());
}

const application application_cells = {"cells", kCases, 1, sizeof(cells), make, &cells_tcu, &cells_cub};
