/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Neighbours of particles by a cell list, on the host backend in plain C: particles are sorted by the Morton numbers of
 * their cells, the runs of equal numbers are the cells, and a scan of the runs' lengths says where they begin. Those
 * with few neighbours are then picked out.
 */
#include "cells_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <tcu/tcu.h>

/* All that the program allocates. */
typedef struct arrays {
    tcu_context *context;
    point *particles, *points;      /* as they come, and in the order of their cells */
    uint32_t *codes, *sorted_codes; /* of their cells */
    uint32_t *cell_codes;           /* of the cells that are not empty */
    uint64_t *lengths, *begins;     /* of the cells */
    uint64_t *num_cells, *num_lonely;
    unsigned char *flags;
    uint32_t *lonely;
} arrays;

/* The particles in the order of their cells, and the cells. */
static tcu_status sort_into_cells(const arrays *a, uint64_t particles, int level)
{
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.end_bit = 3 * level; /* the bits that a cell's number has */
    tcu_status status = tcu_radix_sort_pairs(a->context, a->codes, a->sorted_codes, TCU_TYPE_U32, a->particles,
                                             a->points, sizeof(point), particles, &options);
    if (status == TCU_SUCCESS)
        status = tcu_unique(a->context, a->sorted_codes, sizeof(uint32_t), a->cell_codes, a->lengths, a->num_cells,
                            particles);
    if (status == TCU_SUCCESS)
        status =
            tcu_scan(a->context, TCU_SCAN_EXCLUSIVE, a->lengths, TCU_TYPE_U64, a->begins, TCU_TYPE_U64, *a->num_cells);
    return status;
}

static int failed(const tcu_context *context)
{
    fprintf(stderr, "cells_host: %s\n", tcu_context_last_error(context));
    return -1;
}

static int run(arrays *a, uint64_t particles)
{
    const int level = cells_level(particles);
    if (tcu_context_create(&a->context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS)
        return failed(NULL);
    for (uint64_t i = 0; i < particles; i++) {
        a->particles[i] = cells_particle((uint32_t)i);
        a->codes[i] = cells_of(a->particles[i], level);
    }
    if (sort_into_cells(a, particles, level) != TCU_SUCCESS)
        return failed(a->context);

    const cell_list cells = {a->points, a->cell_codes, a->lengths, a->begins, *a->num_cells};
    for (uint64_t i = 0; i < particles; i++)
        a->flags[i] = cells_neighbours(&cells, i, level) < FEW_NEIGHBOURS;
    if (tcu_compact_indices(a->context, a->flags, TCU_FLAGS_BYTES, a->lonely, TCU_TYPE_U32, a->num_lonely, particles) !=
        TCU_SUCCESS)
        return failed(a->context);
    return cells_check(&cells, particles, a->lonely, *a->num_lonely);
}

/* The widest first, so that each is aligned; points as items of 16 bytes to 16. */
static void *allocate(arrays *a, uint64_t n)
{
    char *block = aligned_alloc(16, (n * (2 * sizeof(point) + 16 + 16 + 1) + 2 * sizeof(uint64_t) + 15) / 16 * 16);
    if (block == NULL)
        return NULL;
    a->particles = (point *)(void *)block;
    a->points = a->particles + n;
    a->num_cells = (uint64_t *)(void *)(a->points + n);
    a->num_lonely = a->num_cells + 1;
    a->lengths = a->num_lonely + 1;
    a->begins = a->lengths + n;
    a->codes = (uint32_t *)(void *)(a->begins + n);
    a->sorted_codes = a->codes + n;
    a->cell_codes = a->sorted_codes + n;
    a->lonely = a->cell_codes + n;
    a->flags = (unsigned char *)(a->lonely + n);
    return block;
}

int main(int argc, char **argv)
{
    uint64_t particles;
    arrays a = {0};
    if (cells_read_arguments(argc, argv, &particles) != 0)
        return 2;
    void *block = allocate(&a, particles);
    if (block == NULL) {
        fprintf(stderr, "cells_host: no memory for %llu particles\n", (unsigned long long)particles);
        return 1;
    }
    const int result = run(&a, particles);
    tcu_context_destroy(a.context);
    free(block);
    return result != 0;
}
