/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

#include <type_traits>

namespace
{
constexpr int kThreads = 256;

__device__ void store(const particle_columns &to, uint64_t i, const particle &p)
{
    to.id[i] = p.id;
    to.x[i] = p.x;
    to.y[i] = p.y;
    to.vx[i] = p.vx;
    to.vy[i] = p.vy;
    to.life[i] = p.life;
}

/* A particle that was born so many frames ago, drawn by lot, and still lives. */
__device__ particle living(uint64_t i)
{
    for (uint64_t draw = 0;; draw++) {
        particle p = particle_born(i + (draw << 40));
        int frames = int(random_bits(i, draw + 1) % p.life);
        while (frames > 0 && particle_move(&p)) {
            frames--;
        }
        if (frames == 0) {
            p.id = i;
            return p;
        }
    }
}

__global__ void make_living(particle_columns columns, uint64_t n)
{
    const uint64_t i = uint64_t(blockIdx.x) * kThreads + threadIdx.x;
    if (i < n) {
        store(columns, i, living(i));
    }
}

__global__ void move(particles p, particle_columns moved, unsigned char *flags, uint64_t *num_moved, bool fill)
{
    const uint64_t i = uint64_t(blockIdx.x) * kThreads + threadIdx.x, before = *p.num_before;
    const uint64_t all = before + p.births;
    if (i == 0) {
        *num_moved = all;
    }
    bool lives = false;
    if (i < all) {
        const particle_columns &b = p.before;
        particle one =
            i < before ? particle{b.x[i], b.y[i], b.vx[i], b.vy[i], b.life[i], b.id[i]} : particle_born(p.capacity + i);
        lives = particle_move(&one);
        if (lives) {
            store(moved, i, one);
            moved.cell[i] = particle_cell(&one);
        }
    }
    if (i < all || (fill && i < p.capacity)) {
        flags[i] = lives;
        if (fill && !lives) {
            moved.cell[i] = CELLS;
        }
    }
}

unsigned blocks_of(uint64_t n)
{
    return unsigned((n + kThreads - 1) / kThreads);
}

void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    particles &p = *static_cast<particles *>(problem);
    p.births = small ? 100 : uint64_t(1) << 16;
    p.capacity = particles_capacity(p.births);
    // About as many as a fountain has that has been on for long: they live for 64 to 255 frames.
    const uint64_t living = p.births * 150;
    p.num_before = make_input<uint64_t>(arrays, 1, stream, [living] __device__(uint64_t) { return living; });
    const auto column = [&](auto *&pointer) {
        using Element = std::remove_reference_t<decltype(*pointer)>;
        pointer = static_cast<Element *>(app_input(arrays, p.capacity * sizeof(Element)));
    };
    column(p.before.id), column(p.before.x), column(p.before.y), column(p.before.vx), column(p.before.vy);
    column(p.before.life);
    make_living<<<blocks_of(living), kThreads, 0, stream>>>(p.before, living);
    APP_CUDA(cudaGetLastError());

    const app_tolerance bits = {0, 0}; // one kernel moves the particles of both sides, and lives are integers
    app_output(arrays, &p.num_after, 1, TCU_TYPE_U64, bits, nullptr);
    app_output(arrays, &p.after.id, p.capacity, TCU_TYPE_U64, bits, &p.num_after);
    for (float **of : {&p.after.x, &p.after.y, &p.after.vx, &p.after.vy}) {
        app_output(arrays, of, p.capacity, TCU_TYPE_F32, bits, &p.num_after);
    }
    app_output(arrays, &p.after.life, p.capacity, TCU_TYPE_U16, bits, &p.num_after);
    app_output(arrays, &p.after.cell, p.capacity, TCU_TYPE_U16, bits, &p.num_after);
    app_output(arrays, &p.num_lit, 1, TCU_TYPE_U64, bits, nullptr);
    app_output(arrays, &p.lit_cells, p.capacity, TCU_TYPE_U16, bits, &p.num_lit);
    app_output(arrays, &p.brightness, p.capacity, TCU_TYPE_U64, bits, &p.num_lit);
}

const char *const kCases[] = {"frame of 10^7 particles"};
} // namespace

void particles_move(const particles *p, const particle_columns *moved, unsigned char *flags, uint64_t *num_moved,
                    int fill, cudaStream_t stream)
{
    move<<<blocks_of(p->capacity), kThreads, 0, stream>>>(*p, *moved, flags, num_moved, fill != 0);
    APP_CUDA(cudaGetLastError());
}

const application application_particles = {"particles",    kCases,        1, sizeof(particles), make,
                                           &particles_tcu, &particles_cub};
