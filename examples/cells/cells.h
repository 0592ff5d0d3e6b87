/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Particles in a cube, cut into cells that are as wide as a particle's neighbourhood: its neighbours are in its own
 * cell and the 26 around it. Cells are numbered along a Morton curve, so that neighbouring cells are mostly close in
 * memory.
 *
 * Programs on the host and on a GPU compute the same bits: what is random is a hash, and distances are sums of fmaf(),
 * which rounds once on every machine.
 */
#ifndef TCU_EXAMPLES_CELLS_H
#define TCU_EXAMPLES_CELLS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define CELLS_FUNCTION static inline __host__ __device__
#else
#define CELLS_FUNCTION static inline
#endif

enum { MOST_LEVELS = 10, FEW_NEIGHBOURS = 4 };

typedef struct point {
    float x, y, z; /* 0 <= x, y, z < 1 */
    uint32_t id;   /* (makes it an item of 16 bytes) */
} point;

/* Sebastiano Vigna's splitmix64. */
CELLS_FUNCTION uint64_t cells_hash(uint64_t id)
{
    uint64_t z = (id + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* 21 bits of a hash as a number in [0, 1). */
CELLS_FUNCTION float cells_unit(uint64_t bits)
{
    return (float)(bits & 0x1fffff) * 0x1p-21f;
}

/* Every other particle is anywhere, the others are drawn to the middle. */
CELLS_FUNCTION point cells_particle(uint32_t id)
{
    const uint64_t random = cells_hash(id);
    point p = {cells_unit(random), cells_unit(random >> 21), cells_unit(random >> 42), id};
    if (id % 2 != 0) {
        p.x = p.x * p.x;
        p.y = p.y * p.y;
        p.z = p.z * p.z;
    }
    return p;
}

/* 2^level cells an axis: about as many as there are particles. */
CELLS_FUNCTION int cells_level(uint64_t particles)
{
    int level = 1;
    while (level < MOST_LEVELS && (uint64_t)1 << 3 * (level + 1) <= particles) {
        level++;
    }
    return level;
}

/* 10 bits, two places apart. */
CELLS_FUNCTION uint32_t cells_spread(uint32_t x)
{
    x = (x | x << 16) & 0x030000ff;
    x = (x | x << 8) & 0x0300f00f;
    x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
}

/* The number of cell (x, y, z): their bits interleaved, 3 * level of them. */
CELLS_FUNCTION uint32_t cells_morton(uint32_t x, uint32_t y, uint32_t z)
{
    return cells_spread(x) | cells_spread(y) << 1 | cells_spread(z) << 2;
}

CELLS_FUNCTION uint32_t cells_of(point p, int level)
{
    const float cells = (float)(1u << level);
    return cells_morton((uint32_t)(p.x * cells), (uint32_t)(p.y * cells), (uint32_t)(p.z * cells));
}

/* Whether two particles are closer than a cell is wide. */
CELLS_FUNCTION int cells_are_near(point a, point b, int level)
{
    const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, width = 1.0f / (float)(1u << level);
    return fmaf(dx, dx, fmaf(dy, dy, dz * dz)) < width * width;
}

/* ------------------------------------------------------------------------------------------------- the cells --- */

/* The particles in the order of their cells; cell k is number codes[k] and has particles begins[k] ...
 * begins[k] + lengths[k] - 1. Cells without particles are not there. */
typedef struct cell_list {
    const point *points;
    const uint32_t *codes;
    const uint64_t *lengths, *begins;
    uint64_t num_cells;
} cell_list;

/* Of a cell's number, where it is in the list; num_cells if it is not. */
CELLS_FUNCTION uint64_t cells_find(const cell_list *cells, uint32_t code)
{
    uint64_t low = 0, high = cells->num_cells;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (cells->codes[middle] < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < cells->num_cells && cells->codes[low] == code ? low : cells->num_cells;
}

/* How many others are near particle i of the list, up to FEW_NEIGHBOURS: more of them it need not know. */
CELLS_FUNCTION int cells_neighbours(const cell_list *cells, uint64_t i, int level)
{
    const point p = cells->points[i];
    const int edge = 1 << level;
    const int cx = (int)(p.x * (float)edge), cy = (int)(p.y * (float)edge), cz = (int)(p.z * (float)edge);
    int neighbours = 0;
    for (int around = 0; around < 27; around++) {
        const int x = cx + around % 3 - 1, y = cy + around / 3 % 3 - 1, z = cz + around / 9 - 1;
        if (x < 0 || y < 0 || z < 0 || x >= edge || y >= edge || z >= edge) {
            continue;
        }
        const uint64_t k = cells_find(cells, cells_morton((uint32_t)x, (uint32_t)y, (uint32_t)z));
        if (k == cells->num_cells) {
            continue;
        }
        for (uint64_t j = cells->begins[k]; j < cells->begins[k] + cells->lengths[k]; j++) {
            neighbours += j != i && cells_are_near(p, cells->points[j], level);
            if (neighbours == FEW_NEIGHBOURS) {
                return neighbours;
            }
        }
    }
    return neighbours;
}

/* ------------------------------------------------------------------------------------------------ the memory --- */

/* All arrays of a program, in one block of its backend's memory. There may be as many cells as particles. */
typedef struct cell_arrays {
    point *particles, *points;      /* as they come, and in the order of their cells */
    uint32_t *codes, *sorted_codes; /* of their cells */
    uint32_t *cell_codes;           /* of the cells that are not empty */
    uint64_t *lengths, *begins;     /* of the cells */
    uint64_t *num_cells, *num_lonely;
    unsigned char *flags; /* of the lonely particles */
    uint32_t *lonely;     /* their places */
} cell_arrays;

/* A multiple of 16. */
static inline size_t cells_bytes(uint64_t particles)
{
    return (size_t)(particles * (2 * sizeof(point) + 16 + 16 + 1) + 2 * sizeof(uint64_t) + 15) / 16 * 16;
}

/* The widest first, so that each is aligned; points as items of 16 bytes to 16, as the block is. */
static inline cell_arrays cells_in(void *block, uint64_t particles)
{
    cell_arrays a;
    a.particles = (point *)block;
    a.points = a.particles + particles;
    a.num_cells = (uint64_t *)(void *)(a.points + particles);
    a.num_lonely = a.num_cells + 1;
    a.lengths = a.num_lonely + 1;
    a.begins = a.lengths + particles;
    a.codes = (uint32_t *)(void *)(a.begins + particles);
    a.sorted_codes = a.codes + particles;
    a.cell_codes = a.sorted_codes + particles;
    a.lonely = a.cell_codes + particles;
    a.flags = (unsigned char *)(a.lonely + particles);
    return a;
}

#endif /* TCU_EXAMPLES_CELLS_H */
