/* SPDX-License-Identifier: Apache-2.0 */
#include "cells_check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int cells_read_arguments(int argc, char **argv, uint64_t *particles)
{
    const unsigned long long most = 1u << 28;
    char *end = NULL;
    *particles = 100000;
    if (argc == 1) {
        return 0;
    }
    errno = 0;
    const unsigned long long number = argc == 2 ? strtoull(argv[1], &end, 10) : 0;
    if (argc == 2 && errno == 0 && *end == '\0' && argv[1][0] != '-' && number > 0 && number <= most) {
        *particles = number;
        return 0;
    }
    fprintf(stderr,
            "usage: %s [PARTICLES]\n"
            "  PARTICLES  how many, 1 to %llu (default %" PRIu64 ")\n",
            argv[0], most, *particles);
    return -1;
}

static int wrong(const char *what, uint64_t where)
{
    fprintf(stderr, "cells: %s at %" PRIu64 " is not what a plain loop finds\n", what, where);
    return -1;
}

static int check_order(const cell_list *cells, uint64_t particles, int level)
{
    for (uint64_t i = 0; i < particles; i++) {
        const point p = cells->points[i], q = cells_particle(p.id);
        if (p.id >= particles || p.x != q.x || p.y != q.y || p.z != q.z) {
            return wrong("the particle", i);
        }
        if (i == 0) {
            continue;
        }
        /* Ascending cells and ids: so no particle is there twice, and all are there. */
        const uint32_t before = cells_of(cells->points[i - 1], level), code = cells_of(p, level);
        if (code < before || (code == before && p.id <= cells->points[i - 1].id)) {
            return wrong("the order", i);
        }
    }
    return 0;
}

static int check_cells(const cell_list *cells, uint64_t particles, int level, uint64_t *most)
{
    uint64_t k = 0;
    *most = 0;
    for (uint64_t i = 0; i < particles; k++) {
        const uint32_t code = cells_of(cells->points[i], level);
        uint64_t length = 0;
        while (i + length < particles && cells_of(cells->points[i + length], level) == code) {
            length++;
        }
        if (k >= cells->num_cells || cells->codes[k] != code || cells->lengths[k] != length || cells->begins[k] != i) {
            return wrong("the cell", k);
        }
        *most = length > *most ? length : *most;
        i += length;
    }
    return k == cells->num_cells ? 0 : wrong("the number of cells", k);
}

static int is_lonely(const cell_list *cells, uint64_t particles, uint64_t i, int level)
{
    int neighbours = 0;
    for (uint64_t j = 0; j < particles && neighbours < FEW_NEIGHBOURS; j++) {
        neighbours += j != i && cells_are_near(cells->points[i], cells->points[j], level);
    }
    return neighbours < FEW_NEIGHBOURS;
}

static int check_lonely(const cell_list *cells, uint64_t particles, int level, const uint32_t *lonely,
                        uint64_t num_lonely)
{
    const uint64_t comparisons = (uint64_t)1 << 28, looked_at = comparisons / particles;
    const uint64_t step = particles <= looked_at ? 1 : particles / (looked_at > 0 ? looked_at : 1);
    for (uint64_t i = 0, k = 0; i < particles; i++) {
        const int listed = k < num_lonely && lonely[k] == i;
        k += listed != 0;
        if (i % step == 0 && is_lonely(cells, particles, i, level) != listed) {
            return wrong("whether the particle is lonely", i);
        }
        if (i == particles - 1 && k != num_lonely) {
            return wrong("the number of lonely particles", k);
        }
    }
    return 0;
}

int cells_check(const cell_list *cells, uint64_t particles, const uint32_t *lonely, uint64_t num_lonely)
{
    const int level = cells_level(particles);
    uint64_t most = 0;
    if (check_order(cells, particles, level) != 0 || check_cells(cells, particles, level, &most) != 0 ||
        check_lonely(cells, particles, level, lonely, num_lonely) != 0) {
        return -1;
    }
    printf("%" PRIu64 " particles in %" PRIu64 " of %" PRIu64 " cells, up to %" PRIu64 " in one\n", particles,
           cells->num_cells, (uint64_t)1 << 3 * level, most);
    printf("%" PRIu64 " have fewer than %d neighbours; a plain loop finds the same\n", num_lonely, FEW_NEIGHBOURS);
    return 0;
}
