/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Horner's scheme as a user of CUB or Thrust would hand it to their algorithms. CUB has no polynomials.
 *
 * Of one polynomial, whose degree is known to the compiler, coefficients are a part of the function object: so they are
 * kernel parameters and constant operands of the multiplications. Of many they come from device memory, and several points
 * share each load. A polynomial for each point: a piece of a spline, by a binary search in the breakpoints, or the one of an
 * index.
 */
#include <cub/device/device_for.cuh>
#include <cub/device/device_transform.cuh>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include "bench/cub/common.cuh"

namespace bench
{
namespace
{
/* ------------------------------------------------------------------------------------------------- one polynomial --- */

/** One polynomial. */
template <class In, class Out, int degree>
struct Horner {
    Real<In> coefficients[degree + 1];

    explicit Horner(const bench_problem *p, uint64_t polynomial = 0)
    {
        const In *from = static_cast<const In *>(p->coefficients_here) + polynomial * (degree + 1);
        for (int k = 0; k <= degree; k++) {
            coefficients[k] = to_real(from[k]);
        }
    }
    __device__ Out operator()(In x) const
    {
        const Real<In> t = to_real(x);
        Real<In> value = coefficients[degree];
#pragma unroll
        for (int k = degree - 1; k >= 0; k--) {
            value = value * t + coefficients[k];
        }
        return (Out)value;
    }
};

/** Calls `run` with the problem's degree as a type, if it is one of those. */
template <int... degrees, class Run>
cudaError_t with_degree(const bench_problem *p, Run run)
{
    cudaError_t error = cudaErrorNotSupported;
    (void)((p->degree == degrees ? (error = run(std::integral_constant<int, degrees>()), true) : false) || ...);
    return error;
}

template <class In, class Out, class Run>
cudaError_t with_horner(const bench_problem *p, uint64_t polynomial, Run run)
{
    return with_degree<3, 7, 15, 31, 63, 127, 255>(
        p, [&](auto degree) { return run(Horner<In, Out, degree.value>(p, polynomial)); });
}

template <class In, class Out>
cudaError_t transform(const bench_problem *p, cudaStream_t stream)
{
    return with_horner<In, Out>(p, 0, [&](auto horner) {
        return cub::DeviceTransform::Transform(input<In>(p), output<Out>(p), count(p), horner, stream);
    });
}

template <class In, class Out>
cudaError_t thrust_transform(const bench_problem *p, cudaStream_t stream)
{
    return with_horner<In, Out>(p, 0, [&](auto horner) {
        thrust::transform(thrust::cuda::par_nosync.on(stream), input<In>(p), input<In>(p) + p->n, output<Out>(p),
                          horner);
        return cudaGetLastError();
    });
}

template <class In, class Out>
cudaError_t transform_each(const bench_problem *p, cudaStream_t stream)
{
    for (uint64_t polynomial = 0; polynomial < p->num_polynomials; polynomial++) {
        const cudaError_t error = with_horner<In, Out>(p, polynomial, [&](auto horner) {
            return cub::DeviceTransform::Transform(input<In>(p), output<Out>(p) + polynomial * p->n, count(p), horner,
                                                   stream);
        });
        if (error != cudaSuccess) {
            return error;
        }
    }
    return cudaSuccess;
}

/* ------------------------------------------------------------------------------------------- many in one kernel --- */

/** Some neighbouring elements, which are loaded or stored together. */
template <class T, int count>
struct alignas(count * sizeof(T) < 16 ? count * sizeof(T) : 16) Pack {
    T at[count];
};

/** Values of a polynomial with coefficients in device memory, for several points. */
template <class In, int count>
__device__ void evaluate(const In *__restrict__ coefficients, int degree, const Real<In> (&t)[count],
                         Real<In> (&values)[count])
{
    const Real<In> last = to_real(coefficients[degree]);
#pragma unroll
    for (int i = 0; i < count; i++) {
        values[i] = last;
    }
#pragma unroll 8
    for (int k = degree - 1; k >= 0; k--) {
        const Real<In> c = to_real(coefficients[k]);
#pragma unroll
        for (int i = 0; i < count; i++) {
            values[i] = values[i] * t[i] + c;
        }
    }
}

template <class In, int count>
__device__ void load_points(const In *points, uint32_t pack, Real<In> (&t)[count])
{
    const Pack<In, count> x = reinterpret_cast<const Pack<In, count> *>(points)[pack];
#pragma unroll
    for (int i = 0; i < count; i++) {
        t[i] = to_real(x.at[i]);
    }
}

template <class Out, class T, int count>
__device__ void store_results(Out *out, uint64_t pack, const T (&values)[count])
{
    Pack<Out, count> results;
#pragma unroll
    for (int i = 0; i < count; i++) {
        results.at[i] = (Out)values[i];
    }
    reinterpret_cast<Pack<Out, count> *>(out)[pack] = results;
}

/** A call for some neighbouring points. */
template <bench_form form, class In, class Out, int count>
struct Polynomials {
    const In *points, *coefficients;
    Out *out;
    uint64_t *which;
    int degree;
    uint32_t num_polynomials, packs; // packs of points; of BENCH_OWN those of a polynomial

    explicit Polynomials(const bench_problem *p)
        : points(input<In>(p)), coefficients(static_cast<const In *>(p->coefficients)), out(output<Out>(p)),
          which(p->which), degree((int)p->degree), num_polynomials((uint32_t)p->num_polynomials),
          packs((uint32_t)(p->n / (form == BENCH_OWN ? p->num_polynomials : 1) / count))
    {
    }
    __device__ const In *of(uint32_t polynomial) const { return coefficients + (uint64_t)polynomial * (degree + 1); }

    __device__ void operator()(uint32_t pack) const
    {
        Real<In> t[count], values[count], result[count];
        uint32_t first[count] = {}; // the polynomial that has the largest value
        load_points(points, pack, t);
        if constexpr (form == BENCH_GRID) {
            for (uint32_t p = 0; p < num_polynomials; p++) {
                evaluate(of(p), degree, t, values);
                store_results(out, (uint64_t)p * packs + pack, values);
            }
            return;
        }
        evaluate(of(form == BENCH_OWN ? pack / packs : 0), degree, t, result);
        for (uint32_t p = 1; form != BENCH_OWN && p < num_polynomials; p++) {
            evaluate(of(p), degree, t, values);
#pragma unroll
            for (int i = 0; i < count; i++) {
                if (form == BENCH_SUM) {
                    result[i] += values[i];
                } else if (values[i] > result[i]) {
                    result[i] = values[i], first[i] = p;
                }
            }
        }
        store_results(out, pack, result);
#pragma unroll
        for (int i = 0; form == BENCH_ARGMAX && i < count; i++) {
            which[(uint64_t)pack * count + i] = first[i];
        }
    }
};

// Whole packs only, which all rows of the table have.
template <bench_form form, class In, class Out, int count>
cudaError_t for_each_pack(const bench_problem *p, cudaStream_t stream)
{
    const Polynomials<form, In, Out, count> call(p);
    const uint64_t batches = form == BENCH_OWN ? p->num_polynomials : 1;
    if (batches * call.packs * count != p->n) {
        return cudaErrorNotSupported;
    }
    return cub::DeviceFor::Bulk((uint32_t)(batches * call.packs), call, stream);
}

/* ----------------------------------------------------------------------------------------- one for each point --- */

// The degree known, so that a polynomial's coefficients are loaded at once.
template <class T, int degree>
__device__ T evaluate_at(const T *__restrict__ coefficients, uint32_t polynomial, T t)
{
    coefficients += (uint64_t)polynomial * (degree + 1);
    T value = coefficients[degree];
#pragma unroll
    for (int k = degree - 1; k >= 0; k--) {
        value = value * t + coefficients[k];
    }
    return value;
}

template <class T, int degree>
struct Piece {
    const T *coefficients, *breakpoints;
    int pieces;
    __device__ T operator()(T x) const
    {
        const T *inner = breakpoints + 1; // those between pieces
        const int piece = (int)(thrust::upper_bound(thrust::seq, inner, inner + pieces - 1, x) - inner);
        return evaluate_at<T, degree>(coefficients, (uint32_t)piece, x - breakpoints[piece]);
    }
};

template <class T, int degree>
struct Indexed {
    const T *coefficients;
    __device__ T operator()(T x, uint32_t index) const { return evaluate_at<T, degree>(coefficients, index, x); }
};

template <class T>
cudaError_t spline(const bench_problem *p, cudaStream_t stream)
{
    return with_degree<3, 7>(p, [&](auto degree) {
        const Piece<T, degree.value> piece = {static_cast<const T *>(p->coefficients),
                                              static_cast<const T *>(p->breakpoints), (int)p->num_polynomials};
        return cub::DeviceTransform::Transform(input<T>(p), output<T>(p), count(p), piece, stream);
    });
}

template <class T>
cudaError_t indexed(const bench_problem *p, cudaStream_t stream)
{
    return with_degree<3, 7>(p, [&](auto degree) {
        const Indexed<T, degree.value> polynomial = {static_cast<const T *>(p->coefficients)};
        return cub::DeviceTransform::Transform(::cuda::std::make_tuple(input<T>(p), p->indices), output<T>(p), count(p),
                                               polynomial, stream);
    });
}

#define VARIANT(FORM, in, out, name, ...) BENCH_CUB(POLYNOMIAL, FORM, in, out, 0, name, without_memory<__VA_ARGS__>)
#define ONE(type)                                                                                                      \
    VARIANT(ONE, type, type, "DeviceTransform::Transform", transform<BENCH_T(type), BENCH_T(type)>),                   \
        VARIANT(ONE, type, type, "thrust::transform", thrust_transform<BENCH_T(type), BENCH_T(type)>)
#define GRID(in, out)                                                                                                  \
    VARIANT(GRID, in, out, "DeviceTransform::Transform for each polynomial", transform_each<BENCH_T(in), BENCH_T(out)>)
#define MANY(FORM, in, out, points)                                                                                    \
    VARIANT(FORM, in, out, "DeviceFor::Bulk, " #points " points a call",                                               \
            for_each_pack<BENCH_##FORM, BENCH_T(in), BENCH_T(out), points>)
#define FORMS(type, points)                                                                                            \
    MANY(GRID, type, type, points), MANY(OWN, type, type, points), MANY(MAX, type, type, points),                      \
        MANY(ARGMAX, type, type, points), MANY(SUM, type, type, points)
#define PICKED(type)                                                                                                   \
    VARIANT(TABLE, type, type, "DeviceTransform::Transform, thrust::upper_bound", spline<BENCH_T(type)>),              \
        VARIANT(INDEXED, type, type, "DeviceTransform::Transform", indexed<BENCH_T(type)>)

const CubVariant kVariants[] = {ONE(F64),
                                ONE(F32),
                                ONE(F16),
                                ONE(BF16),
                                GRID(F64, F64),
                                GRID(F32, F32),
                                GRID(F16, F16),
                                GRID(F16, F32),
                                GRID(BF16, BF16),
                                FORMS(F64, 2),
                                FORMS(F64, 4),
                                FORMS(F32, 4),
                                FORMS(F32, 8),
                                FORMS(F16, 4),
                                FORMS(F16, 8),
                                FORMS(BF16, 4),
                                FORMS(BF16, 8),
                                MANY(GRID, F16, F32, 4),
                                MANY(GRID, F16, F32, 8),
                                PICKED(F64),
                                PICKED(F32)};
} // namespace

CubTable polynomial_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
