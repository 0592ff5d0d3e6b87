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

/* The particles in the order of their cells, and the cells. */
static tcu_status sort_into_cells(tcu_context *context, const cell_arrays *a, uint64_t particles, int level)
{
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.end_bit = 3 * level; /* the bits that a cell's number has */
    tcu_status status = tcu_radix_sort_pairs(context, a->codes, a->sorted_codes, TCU_TYPE_U32, a->particles, a->points,
                                             sizeof(point), particles, &options);
    if (status == TCU_SUCCESS) {
        status = tcu_unique(context, a->sorted_codes, sizeof(uint32_t), a->cell_codes, a->lengths, a->num_cells,
                            particles, NULL);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_scan(context, TCU_SCAN_EXCLUSIVE, a->lengths, TCU_TYPE_U64, a->begins, TCU_TYPE_U64, *a->num_cells,
                          NULL);
    }
    return status;
}

static int failed(const tcu_context *context)
{
    fprintf(stderr, "cells_host: %s\n", tcu_context_last_error(context));
    return -1;
}

static int run(tcu_context *context, const cell_arrays *a, uint64_t particles)
{
    const int level = cells_level(particles);
    for (uint64_t i = 0; i < particles; i++) {
        a->particles[i] = cells_particle((uint32_t)i);
        a->codes[i] = cells_of(a->particles[i], level);
    }
    if (sort_into_cells(context, a, particles, level) != TCU_SUCCESS) {
        return failed(context);
    }

    const cell_list cells = {a->points, a->cell_codes, a->lengths, a->begins, *a->num_cells};
    for (uint64_t i = 0; i < particles; i++) {
        a->flags[i] = cells_neighbours(&cells, i, level) < FEW_NEIGHBOURS;
    }
    if (tcu_compact_indices(context, a->flags, TCU_FLAGS_BYTES, a->lonely, TCU_TYPE_U32, a->num_lonely, particles,
                            NULL) != TCU_SUCCESS) {
        return failed(context);
    }
    return cells_check(&cells, particles, a->lonely, *a->num_lonely);
}

int main(int argc, char **argv)
{
    uint64_t particles;
    tcu_context *context = NULL;
    if (cells_read_arguments(argc, argv, &particles) != 0) {
        return 2;
    }
    void *block = aligned_alloc(16, cells_bytes(particles));
    if (block == NULL) {
        fprintf(stderr, "cells_host: no memory for %llu particles\n", (unsigned long long)particles);
        return 1;
    }
    const cell_arrays arrays = cells_in(block, particles);
    const int result = tcu_context_create(&context, TCU_BACKEND_HOST, -1) == TCU_SUCCESS
                           ? run(context, &arrays, particles)
                           : failed(NULL);
    tcu_context_destroy(context);
    free(block);
    return result != 0;
}
