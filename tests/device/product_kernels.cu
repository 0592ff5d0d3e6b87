/* SPDX-License-Identifier: Apache-2.0 */
#include "product_kernels.h"

#include <tcu/device/corrected_mma.cuh>

#include "device_array.cuh"

using namespace tcu::device;

namespace
{

const product_shape shapes[PRODUCTS] = {
    {"m16n8k8 f16", 16, 8, 8, -15, 15, -15, 15},
    {"m16n8k16 f16", 16, 8, 16, -15, 15, -15, 15},
    {"m16n8k8 bf16", 16, 8, 8, -15, 15, -15, 15},
    {"m16n8k16 bf16", 16, 8, 16, -15, 15, -15, 15},
    {"m16n8k4 tf32", 16, 8, 4, -15, 15, -15, 15},
    {"m16n8k8 tf32", 16, 8, 8, -15, 15, -15, 15},
    {"m8n8k4 f64", 8, 8, 4, -15, 15, -15, 15},
    {"m16n8k16 f64", 16, 8, 16, -15, 15, -15, 15},
    {"m16n8k16 s8 s8", 16, 8, 16, -128, 127, -128, 127},
    {"m16n8k16 u8 u8", 16, 8, 16, 0, 255, 0, 255},
    {"m16n8k16 u8 s8", 16, 8, 16, 0, 255, -128, 127},
    {"m16n8k16 s8 u8", 16, 8, 16, -128, 127, 0, 255},
    {"m16n8k32 s8 s8", 16, 8, 32, -128, 127, -128, 127},
    {"m16n8k32 u8 u8", 16, 8, 32, 0, 255, 0, 255},
    {"m16n8k32 u8 s8", 16, 8, 32, 0, 255, -128, 127},
    {"m16n8k32 s8 u8", 16, 8, 32, -128, 127, 0, 255},
    {"m16n8k256 b1", 16, 8, 256, 0, 1, 0, 1},
};

/* A warp a product. */
template <class S, class A, class B>
__global__ void multiply(const int32_t *a, const int32_t *b, const int32_t *c, int32_t *d)
{
    fragment<use::a, S, A> in_a;
    fragment<use::b, S, B> in_b;
    fragment<use::accumulator, S, product_sum<A>> sum;
    const int product = static_cast<int>(blockIdx.x);
    load_matrix_with(in_a, [&](int i, int j) { return a[(product * S::m + i) * S::k + j]; });
    load_matrix_with(in_b, [&](int i, int j) { return b[(product * S::k + i) * S::n + j]; });
    load_matrix_with(sum, [&](int i, int j) { return c[(product * S::m + i) * S::n + j]; });
    mma(sum, in_a, in_b, sum);
    foreach_ij(sum,
               [&](int i, int j, product_sum<A> &x) { d[(product * S::m + i) * S::n + j] = static_cast<int32_t>(x); });
}

using multiply_kernel = void (*)(const int32_t *, const int32_t *, const int32_t *, int32_t *);

const multiply_kernel kernels[PRODUCTS] = {
    multiply<m16n8k8, f16, f16>,    multiply<m16n8k16, f16, f16>,  multiply<m16n8k8, bf16, bf16>,
    multiply<m16n8k16, bf16, bf16>, multiply<m16n8k4, tf32, tf32>, multiply<m16n8k8, tf32, tf32>,
    multiply<m8n8k4, f64, f64>,     multiply<m16n8k16, f64, f64>,  multiply<m16n8k16, s8, s8>,
    multiply<m16n8k16, u8, u8>,     multiply<m16n8k16, u8, s8>,    multiply<m16n8k16, s8, u8>,
    multiply<m16n8k32, s8, s8>,     multiply<m16n8k32, u8, u8>,    multiply<m16n8k32, u8, s8>,
    multiply<m16n8k32, s8, u8>,     multiply<m16n8k256, b1, b1>,
};

/* A warp. Each k-th part of A is made by its elements, of B loaded in row-major order. */
template <class S, class T>
__global__ void multiply_corrected(int depth, const float *a, const float *b, const float *c, float *corrected,
                                   float *plain)
{
    fragment<use::accumulator, S, float> sum, plain_sum;
    load_matrix<order::row_major>(sum, c, S::n);
    load_matrix<order::row_major>(plain_sum, c, S::n);
    for (int k = 0; k < depth; k += S::k) {
        corrected_fragment<use::a, S, T> in_a;
        corrected_fragment<use::b, S, T> in_b;
        load_matrix_with(in_a, [&](int i, int j) { return a[i * depth + k + j]; });
        load_matrix<order::row_major>(in_b, b + k * S::n, S::n);
        corrected_mma(sum, in_a, in_b, sum);
        mma(plain_sum, in_a.high, in_b.high, plain_sum);
    }
    store_matrix<order::row_major>(corrected, sum, S::n);
    store_matrix<order::row_major>(plain, plain_sum, S::n);
}

using corrected_kernel = void (*)(int, const float *, const float *, const float *, float *, float *);

const corrected_kernel corrected_kernels[CORRECTED_PRODUCTS] = {
    multiply_corrected<m16n8k16, f16>,
    multiply_corrected<m16n8k8, f16>,
    multiply_corrected<m16n8k8, tf32>,
    multiply_corrected<m16n8k4, tf32>,
};

const int depths[CORRECTED_PRODUCTS] = {16, 8, 8, 4};

} // namespace

product_shape product_shape_of(int product)
{
    return shapes[product];
}

int product_multiply(int product, int count, const int32_t *a, const int32_t *b, const int32_t *c, int32_t *d)
{
    const product_shape &shape = shapes[product];
    const size_t d_cells = static_cast<size_t>(count) * shape.m * shape.n;
    device_array<int32_t> of_a(a, static_cast<size_t>(count) * shape.m * shape.k),
        of_b(b, static_cast<size_t>(count) * shape.k * shape.n), of_c(c, d_cells), of_d(d, d_cells);
    if (const int error = first_error(of_a.error, of_b.error, of_c.error, of_d.error); error != 0) {
        return error;
    }
    const cudaError_t launched = launch(kernels[product], static_cast<unsigned>(count), warp_size, of_a.get(),
                                        of_b.get(), of_c.get(), of_d.get());
    of_d.copy_to(d);
    return first_error(launched, of_d.error);
}

int corrected_k(int product)
{
    return depths[product];
}

int corrected_multiply(int product, int depth, const float *a, const float *b, const float *c, float *corrected,
                       float *plain)
{
    enum { M = 16, N = 8 };
    device_array<float> of_a(a, static_cast<size_t>(M) * depth), of_b(b, static_cast<size_t>(depth) * N),
        of_c(c, M * N), of_corrected(corrected, M * N), of_plain(plain, M * N);
    if (const int error = first_error(of_a.error, of_b.error, of_c.error, of_corrected.error, of_plain.error);
        error != 0) {
        return error;
    }
    const cudaError_t launched = launch(corrected_kernels[product], 1, warp_size, depth, of_a.get(), of_b.get(),
                                        of_c.get(), of_corrected.get(), of_plain.get());
    of_corrected.copy_to(corrected);
    of_plain.copy_to(plain);
    return first_error(launched, of_corrected.error, of_plain.error);
}
