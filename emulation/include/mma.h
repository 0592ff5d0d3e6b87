/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In the place of the CUDA toolkit's: nvcuda::wmma for matrices of 16 x 16, operands f16, bf16 (sums f32), s8, u8 (sums
 * s32). Lanes hold the fragments of mma.m16n8k16, twice; CUDA does not say what those of wmma hold, which may differ.
 */
#ifndef TCU_EMULATED_MMA_H
#define TCU_EMULATED_MMA_H

#include "emulated_cuda.h"

namespace nvcuda
{
namespace wmma
{

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
    static_assert(M == 16 && N == 16 && K == 16, "the emulated device multiplies matrices of 16 x 16");
    static constexpr int num_elements = 8;
    T x[num_elements];
};

/* Where element i of this lane is. With g = lane / 4 and t = lane % 4: rows g and g + 8, columns 2 t, 2 t + 1 and those
 * + 8, of B with rows and columns exchanged. */
struct place {
    int row, column;
};

template <class Use>
place place_of(int i)
{
    const int group = emulated::own_lane() / 4, in_group = emulated::own_lane() % 4;
    const int near = group + 8 * (i / 2 % 2), far = 2 * in_group + i % 2 + 8 * (i / 4);
    if (std::is_same<Use, matrix_b>::value) {
        return {2 * in_group + i % 2 + 8 * (i / 2 % 2), group + 8 * (i / 4)};
    }
    return {near, far};
}

template <class Use, class T, class Layout, class Value>
void fill_fragment(fragment<Use, 16, 16, 16, T, Layout> &f, Value value)
{
    for (T &element : f.x) {
        element = static_cast<T>(value);
    }
}

template <class Use, class T, class Layout>
void load_matrix_sync(fragment<Use, 16, 16, 16, T, Layout> &f, const T *from, unsigned stride)
{
    for (int i = 0; i < f.num_elements; i++) {
        const place at = place_of<Use>(i);
        f.x[i] = std::is_same<Layout, row_major>::value ? from[at.row * stride + at.column]
                                                        : from[at.column * stride + at.row];
    }
    emulated::lanes(0, 40);
}

template <class T>
void load_matrix_sync(fragment<accumulator, 16, 16, 16, T> &f, const T *from, unsigned stride, layout_t layout)
{
    for (int i = 0; i < f.num_elements; i++) {
        const place at = place_of<accumulator>(i);
        f.x[i] = layout == mem_row_major ? from[at.row * stride + at.column] : from[at.column * stride + at.row];
    }
    emulated::lanes(0, 40);
}

template <class T>
void store_matrix_sync(T *to, const fragment<accumulator, 16, 16, 16, T> &f, unsigned stride, layout_t layout)
{
    for (int i = 0; i < f.num_elements; i++) {
        const place at = place_of<accumulator>(i);
        to[layout == mem_row_major ? at.row * stride + at.column : at.column * stride + at.row] = f.x[i];
    }
    emulated::lanes(0, 41);
}

/* D = A B + C; sums of reals are formed in f64 and rounded once. */
template <class T, class LayoutA, class LayoutB, class Sum>
void mma_sync(fragment<accumulator, 16, 16, 16, Sum> &d, const fragment<matrix_a, 16, 16, 16, T, LayoutA> &a,
              const fragment<matrix_b, 16, 16, 16, T, LayoutB> &b, const fragment<accumulator, 16, 16, 16, Sum> &c)
{
    using namespace emulated;
    double a_matrix[16][16], b_matrix[16][16];
    for (int i = 0; i < a.num_elements; i++) {
        const lanes of_a(to_bits(a.x[i]), 42), of_b(to_bits(b.x[i]), 43);
        for (int lane = 0; lane < warp_lanes; lane++) {
            const int g = lane / 4, t = lane % 4, pair = 2 * t + i % 2, low = 8 * (i / 2 % 2), high = 8 * (i / 4);
            a_matrix[g + low][pair + high] = static_cast<double>(from_bits<T>(of_a.bits[lane]));
            b_matrix[pair + low][g + high] = static_cast<double>(from_bits<T>(of_b.bits[lane]));
        }
    }
    for (int i = 0; i < d.num_elements; i++) {
        const place at = place_of<accumulator>(i);
        double sum = static_cast<double>(c.x[i]);
        for (int k = 0; k < 16; k++) {
            sum += a_matrix[at.row][k] * b_matrix[k][at.column];
        }
        d.x[i] = static_cast<Sum>(sum);
    }
    if (watch != nullptr) {
        watch->product();
    }
}

} // namespace wmma
} // namespace nvcuda

#endif /* TCU_EMULATED_MMA_H */
