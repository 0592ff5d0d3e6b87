/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Coefficients of a table where each lane has a row of its own: in shared memory, laid out so that lanes do not meet in
 * a bank, or where the plan has them, in vectors of 16 bytes.
 *
 * Lanes read vectors of 16 bytes eight at a time, and at once if no two of them are in the same eighth of the banks. So
 * a row is cut into lines of 8 slots, one for each eighth. A line holds a group of `Group` vectors of the row, slot s
 * the vector s % Group: 8 / Group copies of each. In step i lane l reads slot l ^ i, so that eight lanes always read
 * eight slots, and after `Group` steps every lane has all vectors, in an order that its number says:
 *
 *     Group 2:   slot      0   1   2   3   4   5   6   7
 *                vector    0   1   0   1   0   1   0   1
 *                lane 5    step 0: slot 5, vector 1;  step 1: slot 4, vector 0
 *
 * Larger groups take less memory, and more instructions to bring vectors into their order. Where even these do not fit,
 * lines have fewer slots, down to one.
 */
#ifndef TCUI_POLYNOMIAL_TABLE_ROWS_CUH
#define TCUI_POLYNOMIAL_TABLE_ROWS_CUH

#include <algorithm>

#include "algorithms/polynomial/cuda/series.cuh"
#include "algorithms/polynomial/cuda/tuning.h"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

constexpr uint32_t slot_bytes = 16;

/* How rows lie in shared memory. */
struct row_layout {
    uint32_t slots;           /* of a line: a power of two, Group or more */
    uint32_t vectors, copies; /* of a row, with what fills its last line, and of each vector */
    uint32_t line_bytes, row_bytes, table_bytes;
};

/* u[j] becomes u[j ^ number]. */
template <int Group, class Compute>
__device__ __forceinline__ void put_in_order(element_vector<Compute> (&u)[Group], uint32_t number)
{
#pragma unroll
    for (int bit = 1; bit < Group; bit *= 2) {
#pragma unroll
        for (int j = 0; j < Group; j++) {
            if (!(j & bit)) {
#pragma unroll
                for (int w = 0; w < 4; w++) {
                    const uint32_t low = u[j].words[w], high = u[j ^ bit].words[w];
                    u[j].words[w] = number & bit ? high : low;
                    u[j ^ bit].words[w] = number & bit ? low : high;
                }
            }
        }
    }
}

/* Rows in shared memory, in groups of so many vectors; of none: where the plan has them. */
template <int Group, class Compute>
class table_rows
{
  public:
    /* Bytes, from the first row's. (Tables in shared memory are found with 32-bit numbers.) */
    using offset = uint32_t;
    static constexpr int vectors = Group;

    /* By all threads of a block. */
    template <int Threads>
    __device__ __forceinline__ void begin(const Compute *coefficients, uint64_t stride, uint64_t rows,
                                          const row_layout &in_shared, unsigned char *memory)
    {
        constexpr int W = vector_elements<Compute>;
        layout = &in_shared;
        shared = memory;
        lane_bytes = (threadIdx.x & (layout->slots - 1)) * slot_bytes;
        const uint32_t stored = static_cast<uint32_t>(stride / W),
                       count = static_cast<uint32_t>(rows) * layout->vectors;
        for (uint32_t i = threadIdx.x; i < count; i += Threads) {
            const uint32_t row = i / layout->vectors, v = i % layout->vectors, line = i / Group;
            element_vector<Compute> vector = {};
            if (v < stored) {
                vector = load_whole<W>(coefficients + row * stride + v * W);
            }
            /* (Eight threads write eight slots at a time.) */
            for (uint32_t copy = 0; copy < layout->copies; copy++) {
                const uint32_t slot = (copy ^ (line & (layout->copies - 1))) * Group + i % Group;
                store_whole(reinterpret_cast<Compute *>(memory + line * layout->line_bytes + slot * slot_bytes),
                            vector);
            }
        }
    }

    __device__ __forceinline__ offset row(uint32_t number) const { return number * layout->row_bytes + lane_bytes; }
    __device__ __forceinline__ offset rows_until(uint32_t number) const { return number * layout->row_bytes; }
    __device__ __forceinline__ offset line_step() const { return layout->line_bytes; }
    __device__ __forceinline__ void load(element_vector<Compute> (&u)[Group], offset line) const
    {
#pragma unroll
        for (uint32_t i = 0; i < Group; i++) {
            u[i] = load_whole<vector_elements<Compute>>(
                reinterpret_cast<const Compute *>(shared + (line ^ i * slot_bytes)));
        }
        put_in_order<Group>(u, lane_bytes / slot_bytes);
    }

  private:
    const row_layout *layout; /* of the kernel's parameters */
    const unsigned char *shared;
    uint32_t lane_bytes;
};

template <class Compute>
class table_rows<0, Compute>
{
  public:
    using offset = uint64_t; /* in elements */
    static constexpr int vectors = 1;

    template <int Threads>
    __device__ __forceinline__ void begin(const Compute *from, uint64_t elements, uint64_t, const row_layout &,
                                          unsigned char *)
    {
        coefficients = from;
        stride = elements;
    }
    __device__ __forceinline__ offset row(uint64_t number) const { return number * stride; }
    __device__ __forceinline__ offset rows_until(uint64_t number) const { return number * stride; }
    __device__ __forceinline__ offset line_step() const { return vector_elements<Compute>; }
    __device__ __forceinline__ void load(element_vector<Compute> (&u)[1], offset line) const
    {
        u[0] = load_whole<vector_elements<Compute>>(coefficients + line);
    }

  private:
    const Compute *coefficients;
    uint64_t stride;
};

/* y[i] = the row that begins `plane` after row[i], at t[i], for V points. */
template <tcu_basis Basis, int V, class Rows, class Compute>
__device__ __forceinline__ void evaluate_together(Compute *y, const Compute *t, const Rows &rows,
                                                  const typename Rows::offset *row, typename Rows::offset plane,
                                                  uint32_t degree)
{
    constexpr int W = vector_elements<Compute>, of_line = Rows::vectors * W;
    using series_of_point = series<Basis, Compute, 1>;
    series_of_point p[V];
    uint32_t line = degree / of_line;
    typename Rows::offset from = plane + line * rows.line_step();
    /* The highest coefficient is number `top` of the last line. */
    const auto begin_at = [&](int top) {
#pragma unroll
        for (int i = 0; i < V; i++) {
            element_vector<Compute> u[Rows::vectors];
            rows.load(u, row[i] + from);
            p[i].t[0] = t[i];
            p[i].begin(u[Rows::vectors - 1].at(W - 1));
#pragma unroll
            for (int k = of_line - 2; k >= 0; k--) {
                const Compute c = u[k / W].at(k % W);
                if (k >= top) {
                    p[i].begin(c);
                } else if (series_of_point::has_last_step && k == 0 && line == 0) {
                    p[i].last_step(c);
                } else {
                    p[i].step(c);
                }
            }
        }
    };
    /* (Whether each step is wanted is more than there are predicates for where a line is long; but most are full.) */
    const int top = static_cast<int>(degree % of_line);
    if (Rows::vectors > 1 && top == of_line - 1) {
        begin_at(of_line - 1);
    } else {
        begin_at(top);
    }
#pragma unroll 1
    while (line-- > 0) {
        from -= rows.line_step();
#pragma unroll
        for (int i = 0; i < V; i++) {
            element_vector<Compute> u[Rows::vectors];
            rows.load(u, row[i] + from);
#pragma unroll
            for (int k = of_line - 1; k > 0; k--) {
                p[i].step(u[k / W].at(k % W));
            }
            if (series_of_point::has_last_step && line == 0) {
                p[i].last_step(u[0].at(0));
            } else {
                p[i].step(u[0].at(0));
            }
        }
    }
#pragma unroll
    for (int i = 0; i < V; i++) {
        y[i] = p[i].b[0];
    }
}

template <int V, int Vectors>
constexpr int points_together = std::min(V, std::max(TCUI_POLYNOMIAL_TABLE_VECTORS_TOGETHER / Vectors, 1));

/* The same for all points of a thread, as many together as registers hold the lines of. */
template <tcu_basis Basis, class Rows, class Compute, int V>
__device__ __forceinline__ void evaluate_own_rows(Compute (&y)[V], const Compute (&t)[V], const Rows &rows,
                                                  const typename Rows::offset (&row)[V], typename Rows::offset plane,
                                                  uint32_t degree)
{
    constexpr int together = points_together<V, Rows::vectors>;
#pragma unroll
    for (int i = 0; i < V; i += together) {
        evaluate_together<Basis, together>(y + i, t + i, rows, row + i, plane, degree);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_TABLE_ROWS_CUH */
