/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All columns are packed in one pass, as tuples. The sort does not need what is packed: dead particles and free places get a
 * cell behind all others, whose sum is left out in the end. CUB's lengths are known to the host or are the most that they
 * can be, so all is done of the arrays' capacity, and a kernel of one thread takes the last cell from the count.
 */
#include "problem.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>

namespace
{
struct side {
    particles p;
    cudaStream_t stream;
    particle_columns moved;
    unsigned char *flags;
    uint64_t *num_moved;
    uint16_t *sorted_cells, *sorted_lives;
    void *workspace;
    size_t workspace_bytes;
};

struct widen {
    __host__ __device__ uint64_t operator()(uint16_t life) const { return life; }
};

__global__ void leave_out_last(const uint16_t *cells, uint64_t *num_lit)
{
    const uint64_t runs = *num_lit;
    *num_lit = runs - (runs > 0 && cells[runs - 1] == CELLS);
}

auto columns_of(const particle_columns &c)
{
    return thrust::make_zip_iterator(c.id, c.x, c.y, c.vx, c.vy, c.life, c.cell);
}

cudaError_t pack(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceSelect::Flagged(workspace, bytes, columns_of(s.moved), s.flags, columns_of(s.p.after),
                                      s.p.num_after, int64_t(s.p.capacity), s.stream);
}

cudaError_t sort_lives(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceRadixSort::SortPairs(workspace, bytes, s.moved.cell, s.sorted_cells, s.moved.life, s.sorted_lives,
                                           uint32_t(s.p.capacity), 0, CELL_BITS + 1, s.stream);
}

cudaError_t sum_lives(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceReduce::ReduceByKey(
        workspace, bytes, s.sorted_cells, s.p.lit_cells,
        thrust::make_transform_iterator(static_cast<const uint16_t *>(s.sorted_lives), widen{}), s.p.brightness,
        s.p.num_lit, ::cuda::std::plus<>{}, uint32_t(s.p.capacity), s.stream);
}

template <class Element>
void allocate(Element *&pointer, uint64_t n)
{
    pointer = static_cast<Element *>(app_allocate(n * sizeof(Element)));
}

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{};
    s->p = *static_cast<const particles *>(problem);
    s->stream = stream;
    const uint64_t n = s->p.capacity;
    allocate(s->moved.id, n);
    for (float **reals : {&s->moved.x, &s->moved.y, &s->moved.vx, &s->moved.vy}) {
        allocate(*reals, n);
    }
    for (uint16_t **shorts : {&s->moved.life, &s->moved.cell, &s->sorted_cells, &s->sorted_lives}) {
        allocate(*shorts, n);
    }
    allocate(s->flags, n);
    allocate(s->num_moved, 1);
    for (const auto call : {pack, sort_lives, sum_lives}) {
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
    particles_move(&s->p, &s->moved, s->flags, s->num_moved, 1, s->stream);
    APP_CUDA(pack(*s, s->workspace, s->workspace_bytes));
    APP_CUDA(sort_lives(*s, s->workspace, s->workspace_bytes));
    APP_CUDA(sum_lives(*s, s->workspace, s->workspace_bytes));
    leave_out_last<<<1, 1, 0, s->stream>>>(s->p.lit_cells, s->p.num_lit);
    APP_CUDA(cudaGetLastError());
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    void *const memory[] = {s->moved.id,   s->moved.x,      s->moved.y,      s->moved.vx, s->moved.vy,  s->moved.life,
                            s->moved.cell, s->sorted_cells, s->sorted_lives, s->flags,    s->num_moved, s->workspace};
    for (void *pointer : memory) {
        APP_CUDA(cudaFree(pointer));
    }
    delete s;
}
} // namespace

const app_side particles_cub = {open_side, enqueue_frame, close_side};
