/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Horner's scheme as a user of CUB or Thrust would hand it to their algorithms. CUB has no polynomials.
 *
 * Of one polynomial, whose degree is known to the compiler, coefficients are a part of the function object: so they are
 * kernel parameters and constant operands of the multiplications. Of many they come from device memory, and several
 * points share each load.
 */
#ifndef TCU_BENCH_FAMILIES_POLYNOMIAL_CUB_HORNER_CUH
#define TCU_BENCH_FAMILIES_POLYNOMIAL_CUB_HORNER_CUH

#include <type_traits>

#include "bench/cub/common.cuh"

namespace bench
{
/** What values of a type are computed in. */
template <class T>
using Real = std::conditional_t<std::is_same_v<T, double>, double, float>;

__host__ __device__ inline double to_real(double x)
{
    return x;
}
__host__ __device__ inline float to_real(float x)
{
    return x;
}
__host__ __device__ inline float to_real(f16 x)
{
    return to_float(x);
}
__host__ __device__ inline float to_real(bf16 x)
{
    return to_float(x);
}

/** Some neighbouring elements, which are loaded or stored together. */
template <class T, int count>
struct alignas(count * sizeof(T) < 16 ? count * sizeof(T) : 16) Pack {
    T at[count];
};

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

/** Calls `run` with the problem's degree as a type, if it is one of those. */
template <int... degrees, class Run>
cudaError_t with_degree(const bench_problem *p, Run run)
{
    cudaError_t error = cudaErrorNotSupported;
    (void)((p->degree == degrees ? (error = run(std::integral_constant<int, degrees>()), true) : false) || ...);
    return error;
}

/** What all of it has in common: no temporary memory. */
template <cudaError_t (*run)(const bench_problem *, cudaStream_t)>
int without_memory(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if (temp != nullptr) {
        return run(p, on(stream));
    }
    *bytes = 1;
    return cudaSuccess;
}
} // namespace bench

#endif
