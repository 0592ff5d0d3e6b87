/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A product of matrices by way of shared memory, as CUTLASS does it for sm_80: a block forms a tile of 128 x 128 of C, its 8
 * warps 64 x 32 each. Tiles of A and B, 32 deep, are copied by cp.async into one of two stages while the unit works on the
 * other one; ldmatrix brings them into the lanes. An element of A is loaded n / 128 times, one of B m / 128 times.
 * Hopper's own instruction, wgmma, which needs no registers for operands, is not used.
 */
#ifndef TCU_BENCH_STUDIES_GEMM_SHARED_CUH
#define TCU_BENCH_STUDIES_GEMM_SHARED_CUH

#include <cuda_pipeline.h>

#include "bench/studies/gemm/operands.cuh"
#include "primitives/tile/instructions.cuh"

namespace study
{
struct SharedGemm { // of a block
    static constexpr int side = 128, depth = 32, stages = 2;
    static constexpr int warps_along_m = 2, warps_along_n = 4, threads = warps_along_m * warps_along_n * kWarp;
    static constexpr int rows = side / warps_along_m, columns = side / warps_along_n; // of a warp
    static constexpr int tiles_along_m = rows / kTileRows, tiles_along_n = columns / kTileColumns;
    // A row of 80 bytes: the 8 rows that ldmatrix reads together then begin in 8 different groups of 4 banks.
    static constexpr int row = depth + kVector;
    static_assert(tiles_along_n % 2 == 0, "ldmatrix brings operands B of two tiles");
};

using SharedTile = __half[SharedGemm::side][SharedGemm::row];

/** Begins to copy lines [first, first + 128) of a matrix, elements [k, k + 32) of each, into shared memory; 0 outside. */
__device__ inline void copy_tile(SharedTile &to, const __half *matrix, const Problem &p, int first, int count, int k)
{
    using G = SharedGemm;
    constexpr int vectors = G::depth / kVector; // of a line
    for (int i = threadIdx.x; i < G::side * vectors; i += G::threads) {
        const int of_tile = i / vectors, at = k + i % vectors * kVector;
        const bool is_there = first + of_tile < count && at < p.k;
        const int valid = is_there ? min(kVector, p.k - at) : 0;
        const __half *const from = is_there ? matrix + (first + of_tile) * p.stride + at : matrix;
        __pipeline_memcpy_async(&to[of_tile][i % vectors * kVector], from, sizeof(uint4),
                                (kVector - valid) * sizeof(__half)); // the last ones are zeros
    }
}

/** sums += tile A * tile B of one stage, for a warp's part. */
template <class Out>
__device__ void multiply_stage(Accumulators<Out> (&sums)[SharedGemm::tiles_along_m][SharedGemm::tiles_along_n],
                               const SharedTile &a_tile, const SharedTile &b_tile, int row, int column)
{
    using G = SharedGemm;
    const int lane = threadIdx.x % kWarp;
    const int line_of_matrix = lane % 8, matrix = lane / 8; // whose address this lane gives to ldmatrix
    for (int k = 0; k < G::depth; k += kTileDepth) {
        uint32_t a[G::tiles_along_m][4], b[G::tiles_along_n / 2][4];
        for (int m = 0; m < G::tiles_along_m; m++) { // matrices of 8 x 8: two down, then two beside
            const int line = row + m * kTileRows + matrix % 2 * 8 + line_of_matrix;
            tcu::load_matrices(a[m], tcu::shared_address(&a_tile[line][k + matrix / 2 * 8]));
        }
        for (int n = 0; n < G::tiles_along_n / 2; n++) { // two along k, then those of the next tile
            const int line = column + n * 2 * kTileColumns + matrix / 2 * 8 + line_of_matrix;
            tcu::load_matrices(b[n], tcu::shared_address(&b_tile[line][k + matrix % 2 * 8]));
        }
        for (int m = 0; m < G::tiles_along_m; m++) {
            for (int n = 0; n < G::tiles_along_n; n++) {
                const uint32_t of_tile[2] = {b[n / 2][n % 2 * 2], b[n / 2][n % 2 * 2 + 1]};
                sums[m][n].multiply(a[m], of_tile);
            }
        }
    }
}

template <class Out>
__global__ void __launch_bounds__(SharedGemm::threads) shared_gemm_kernel(Problem p, Out *c)
{
    using G = SharedGemm;
    __shared__ __align__(16) SharedTile a[G::stages], b[G::stages];
    const int first_row = blockIdx.y * G::side, first_column = blockIdx.x * G::side, warp = threadIdx.x / kWarp;
    const int row = warp / G::warps_along_n * G::rows, column = warp % G::warps_along_n * G::columns;
    const auto copy = [&](int step) {
        if (step * G::depth < p.k) {
            copy_tile(a[step % G::stages], p.a, p, first_row, p.m, step * G::depth);
            copy_tile(b[step % G::stages], p.b, p, first_column, p.n, step * G::depth);
        }
        __pipeline_commit(); // also where nothing is left, so that the number of groups in flight is always the same
    };
    Accumulators<Out> sums[G::tiles_along_m][G::tiles_along_n];
    copy(0);
    for (int step = 0; step * G::depth < p.k; step++) {
        copy(step + 1);
        __pipeline_wait_prior(G::stages - 1);
        __syncthreads(); // all threads' copies of this step are there
        multiply_stage(sums, a[step % G::stages], b[step % G::stages], row, column);
        __syncthreads(); // nobody reads this stage any more: the next copy goes into it
    }
    for (int m = 0; m < G::tiles_along_m; m++) {
        for (int n = 0; n < G::tiles_along_n; n++) {
            store_tile(sums[m][n], c, p, first_row + row + m * kTileRows, first_column + column + n * kTileColumns);
        }
    }
}

template <class Out>
void enqueue_shared_gemm(cudaStream_t stream, const Problem &p, Out *c)
{
    const dim3 blocks(unsigned(divide_up(p.n, SharedGemm::side)), unsigned(divide_up(p.m, SharedGemm::side)));
    launch(stream, blocks, SharedGemm::threads, shared_gemm_kernel<Out>, p, c);
}
} // namespace study

#endif
