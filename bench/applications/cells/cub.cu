/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Places of particles are sorted by their cells, and the particles gathered once, which moves less than to take their 16
 * bytes along in each pass; places before the sort are always the same, and made once. The first of the places in each run
 * of equal cells (UniqueByKey) is where it begins.
 */
#include "problem.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sequence.h>

namespace
{
struct side {
    cells p;
    cudaStream_t stream;
    uint32_t *codes, *sorted, *places, *order, *cell_codes, *begins;
    uint64_t *num_cells;
    unsigned char *flags;
    void *workspace;
    size_t workspace_bytes;
};

cudaError_t sort_places(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceRadixSort::SortPairs(workspace, bytes, s.codes, s.sorted, s.places, s.order, uint32_t(s.p.n), 0,
                                           3 * s.p.level, s.stream);
}

cudaError_t list_cells(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceSelect::UniqueByKey(workspace, bytes, s.sorted, thrust::counting_iterator<uint32_t>(0),
                                          s.cell_codes, s.begins, s.num_cells, uint32_t(s.p.n), s.stream);
}

cudaError_t list_lonely(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceSelect::Flagged(workspace, bytes, thrust::counting_iterator<uint32_t>(0), s.flags, s.p.lonely,
                                      s.p.num_lonely, int64_t(s.p.n), s.stream);
}

/* 16 bytes at once. */
void gather_points(const side &s)
{
    thrust::gather(thrust::cuda::par_nosync.on(s.stream), s.order, s.order + s.p.n,
                   reinterpret_cast<const uint4 *>(s.p.particles), reinterpret_cast<uint4 *>(s.p.points));
    APP_CUDA(cudaGetLastError());
}

template <class Element>
void allocate(Element *&pointer, uint64_t n)
{
    pointer = static_cast<Element *>(app_allocate(n * sizeof(Element)));
}

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{};
    s->p = *static_cast<const cells *>(problem);
    s->stream = stream;
    for (uint32_t **words : {&s->codes, &s->sorted, &s->places, &s->order, &s->cell_codes, &s->begins}) {
        allocate(*words, s->p.n);
    }
    allocate(s->num_cells, 1);
    allocate(s->flags, s->p.n);
    thrust::sequence(thrust::cuda::par_nosync.on(stream), s->places, s->places + s->p.n);
    for (const auto call : {sort_places, list_cells, list_lonely}) {
        size_t bytes = 0;
        APP_CUDA(call(*s, nullptr, bytes));
        s->workspace_bytes = bytes > s->workspace_bytes ? bytes : s->workspace_bytes;
    }
    s->workspace = app_allocate(s->workspace_bytes);
    return s;
}

void enqueue_frame(void *state)
{
    side *const s = static_cast<side *>(state);
    cells_number(&s->p, s->codes, s->stream);
    APP_CUDA(sort_places(*s, s->workspace, s->workspace_bytes));
    gather_points(*s);
    APP_CUDA(list_cells(*s, s->workspace, s->workspace_bytes));
    cells_flag_u32(&s->p, s->cell_codes, s->begins, s->num_cells, s->flags, s->stream);
    APP_CUDA(list_lonely(*s, s->workspace, s->workspace_bytes));
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    void *const memory[] = {s->codes,  s->sorted,    s->places, s->order,    s->cell_codes,
                            s->begins, s->num_cells, s->flags,  s->workspace};
    for (void *pointer : memory) {
        APP_CUDA(cudaFree(pointer));
    }
    delete s;
}
} // namespace

const app_side cells_cub = {open_side, enqueue_frame, close_side};
