/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points and results of polynomials: neighbouring ones of a thread, as vectors where arrays and sizes allow it. A point
 * x becomes t on the way in, formed in f64, and rounded to f32 but for f64.
 */
#ifndef TCUI_POLYNOMIAL_POINTS_CUH
#define TCUI_POLYNOMIAL_POINTS_CUH

#include <algorithm>

#include "algorithms/polynomial/backend.h"
#include "primitives/pipeline/length.cuh"
#include "primitives/tile/element_vector.cuh"

namespace tcu
{

/* What a type is evaluated in. */
template <class T>
using computed = std::conditional_t<std::is_same_v<T, f64>, f64, f32>;

/* Of tcui_polynomials. */
struct variable {
    double scale, centre, centre_low;
    bool same; /* t is x */
};

inline variable variable_of(const tcui_polynomials &polynomials)
{
    return {polynomials.scale, polynomials.centre, polynomials.centre_low,
            polynomials.scale == 1 && polynomials.centre == 0 && polynomials.centre_low == 0};
}

/* Infinite where x - centre is beyond f64, or t beyond its type, as the header says. */
template <class Compute>
__device__ __forceinline__ Compute map_point(Compute x, const variable &map)
{
    if (map.same) {
        return x;
    }
    return static_cast<Compute>(map.scale * ((static_cast<double>(x) - map.centre) - map.centre_low));
}

/* The same of several points: one branch for all of them. (Of single ones the compiler would compute both sides.) */
template <class Compute, int N>
__device__ __forceinline__ void map_points(Compute (&x)[N], const variable &map)
{
    if (map.same) {
        return;
    }
#pragma unroll
    for (int i = 0; i < N; i++) {
        x[i] = map_point(x[i], map);
    }
}

/* V elements that lie at a multiple of their bytes. */
template <class In, class Compute, int V>
__device__ __forceinline__ void load_point_vector(Compute (&x)[V], const In *elements)
{
    const auto v = load_whole<V>(elements);
#pragma unroll
    for (int i = 0; i < V; i++) {
        x[i] = to_accumulator<Compute>(v.at(i));
    }
}

/* x[i] = elements[first + i] for those of V that are inside an array of n, else 0. */
template <class In, class Compute, int V, class Index>
__device__ __forceinline__ void load_points(Compute (&x)[V], const In *elements, Index first, Index n,
                                            bool whole_vectors)
{
    if (whole_vectors && first + V <= n) {
        load_point_vector(x, elements + first);
    } else {
#pragma unroll
        for (int i = 0; i < V; i++) {
            x[i] = first + i < n ? to_accumulator<Compute>(elements[first + i]) : Compute(0);
        }
    }
}

/* Neighbouring results of a thread that make 16 bytes, or the most that it has. */
template <class Out, int Most>
constexpr int results_together = std::min(16 / static_cast<int>(sizeof(Out)), Most);

/* 16 bytes of results, which nothing here reads again, are evicted first from L2: memory is then written in longer
 * runs. */
template <class Out, int V>
__device__ __forceinline__ void store_result_vector(Out *to, const element_vector<Out, V> &v)
{
    if constexpr (sizeof v == 16) {
        __stcs(reinterpret_cast<uint4 *>(to), make_uint4(v.words[0], v.words[1], v.words[2], v.words[3]));
    } else {
        store_whole(to, v);
    }
}

/* The inverse of load_point_vector(). */
template <class Out, class Compute, int V>
__device__ __forceinline__ void store_results_together(Out *to, const Compute (&y)[V])
{
    element_vector<Out, V> v;
    Out results[V];
#pragma unroll
    for (int i = 0; i < V; i++) {
        results[i] = from_accumulator<Out>(y[i]);
    }
    memcpy(v.words, results, sizeof v.words);
    store_result_vector(to, v);
}

/* The inverse of load_points(); step: elements from a result to the next. */
template <class Out, class Compute, int V, class Index>
__device__ __forceinline__ void store_results(Out *out, const Compute (&y)[V], Index first, Index n, bool whole_vectors,
                                              uint64_t step)
{
    if (whole_vectors && first + V <= n) {
        store_results_together(out + first, y);
    } else {
#pragma unroll
        for (int i = 0; i < V; i++) {
            if (first + i < n) {
                out[(first + i) * step] = from_accumulator<Out>(y[i]);
            }
        }
    }
}

/* Whether vectors of `bytes` of an array whose rows are `stride` elements apart begin at multiples of them. */
inline bool are_whole_vectors(const void *pointer, uint64_t stride, size_t element_bytes, size_t bytes)
{
    return reinterpret_cast<uintptr_t>(pointer) % bytes == 0 && stride % (bytes / element_bytes) == 0;
}

/* Results of a point are neighbours. */
inline bool is_by_columns(const tcui_polynomial_task *task)
{
    return task->form == TCUI_POLYNOMIAL_GRID && task->order == TCU_ORDER_COLUMN_MAJOR;
}

/* Fills in how a kernel's rows, their points and results lie. */
template <class KernelTask>
void place_rows(KernelTask &to, const tcui_polynomial_task *task)
{
    to.n = task->n;
    to.length = task->polynomials.num_points;
    to.rows = task->polynomials.planes * task->polynomials.count;
    to.batches = task->form == TCUI_POLYNOMIAL_BATCHED ? task->polynomials.count : 0;
    to.point_stride = task->point_stride;
    to.row_step = is_by_columns(task) ? 1 : task->out_stride;
    to.point_step = is_by_columns(task) ? task->out_stride : 1;
}

/* function(In(), Out()) for the types of a task. */
template <class Function>
tcu_status dispatch_types(tcu_type type, tcu_type out_type, Function function)
{
    switch (type) {
    case TCU_TYPE_F64:
        return function(f64(), f64());
    case TCU_TYPE_F32:
        return function(f32(), f32());
    case TCU_TYPE_F16:
        return out_type == TCU_TYPE_F32 ? function(f16(), f32()) : function(f16(), f16());
    default:
        return out_type == TCU_TYPE_F32 ? function(bf16(), f32()) : function(bf16(), bf16());
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_POINTS_CUH */
