/* SPDX-License-Identifier: Apache-2.0 */
/* Many polynomials in one kernel: a call of the function object for some neighbouring points. */
#include <cub/device/device_for.cuh>

#include "bench/families/polynomial/cub/horner.cuh"

namespace
{
using namespace bench;

template <class In, class Out, int count>
struct Polynomials {
    const In *points, *coefficients;
    Out *out;
    uint64_t *which;
    int degree;
    uint32_t num_polynomials, packs; // packs of points; of BENCH_OWN those of a polynomial

    explicit Polynomials(const bench_problem *p)
        : points(input<In>(p)), coefficients(static_cast<const In *>(p->coefficients)), out(output<Out>(p)),
          which(p->which), degree((int)p->degree), num_polynomials((uint32_t)p->num_polynomials),
          packs((uint32_t)(p->n / (p->form == BENCH_OWN ? p->num_polynomials : 1) / count))
    {
    }
    __device__ const In *of(uint32_t polynomial) const { return coefficients + (uint64_t)polynomial * (degree + 1); }
};

template <class In, class Out, int count>
struct Grid : Polynomials<In, Out, count> {
    using Polynomials<In, Out, count>::Polynomials;
    __device__ void operator()(uint32_t pack) const
    {
        Real<In> t[count], values[count];
        load_points(this->points, pack, t);
        for (uint32_t p = 0; p < this->num_polynomials; p++) {
            evaluate(this->of(p), this->degree, t, values);
            store_results(this->out, (uint64_t)p * this->packs + pack, values);
        }
    }
};

template <class In, class Out, int count>
struct Own : Polynomials<In, Out, count> {
    using Polynomials<In, Out, count>::Polynomials;
    __device__ void operator()(uint32_t pack) const
    {
        Real<In> t[count], values[count];
        load_points(this->points, pack, t);
        evaluate(this->of(pack / this->packs), this->degree, t, values);
        store_results(this->out, pack, values);
    }
};

template <class In, class Out, int count>
struct Max : Polynomials<In, Out, count> {
    using Polynomials<In, Out, count>::Polynomials;
    __device__ void operator()(uint32_t pack) const
    {
        Real<In> t[count], values[count], largest[count];
        load_points(this->points, pack, t);
        evaluate(this->of(0), this->degree, t, largest);
        for (uint32_t p = 1; p < this->num_polynomials; p++) {
            evaluate(this->of(p), this->degree, t, values);
#pragma unroll
            for (int i = 0; i < count; i++) {
                largest[i] = values[i] > largest[i] ? values[i] : largest[i];
            }
        }
        store_results(this->out, pack, largest);
    }
};

template <class In, class Out, int count>
struct Argmax : Polynomials<In, Out, count> {
    using Polynomials<In, Out, count>::Polynomials;
    __device__ void operator()(uint32_t pack) const
    {
        Real<In> t[count], values[count], largest[count];
        uint32_t first[count] = {};
        load_points(this->points, pack, t);
        evaluate(this->of(0), this->degree, t, largest);
        for (uint32_t p = 1; p < this->num_polynomials; p++) {
            evaluate(this->of(p), this->degree, t, values);
#pragma unroll
            for (int i = 0; i < count; i++) {
                if (values[i] > largest[i]) {
                    largest[i] = values[i], first[i] = p;
                }
            }
        }
        store_results(this->out, pack, largest);
#pragma unroll
        for (int i = 0; i < count; i++) {
            this->which[(uint64_t)pack * count + i] = first[i];
        }
    }
};

template <class In, class Out, int count>
struct Sum : Polynomials<In, Out, count> {
    using Polynomials<In, Out, count>::Polynomials;
    __device__ void operator()(uint32_t pack) const
    {
        Real<In> t[count], values[count], sums[count] = {};
        load_points(this->points, pack, t);
        for (uint32_t p = 0; p < this->num_polynomials; p++) {
            evaluate(this->of(p), this->degree, t, values);
#pragma unroll
            for (int i = 0; i < count; i++) {
                sums[i] += values[i];
            }
        }
        store_results(this->out, pack, sums);
    }
};

// Whole packs only, which all rows of the table have.
template <template <class, class, int> class Form, class In, class Out, int count>
cudaError_t for_each_pack(const bench_problem *p, cudaStream_t stream)
{
    const Form<In, Out, count> form(p);
    const uint64_t batches = p->form == BENCH_OWN ? p->num_polynomials : 1;
    if (batches * form.packs * count != p->n) {
        return cudaErrorNotSupported;
    }
    return cub::DeviceFor::Bulk((uint32_t)(batches * form.packs), form, stream);
}
} // namespace

#define VARIANT(form, functor, in, out, points)                                                                        \
    {                                                                                                                  \
        BENCH_POLYNOMIAL, form, TCU_TYPE_##in, TCU_TYPE_##out, 0, "DeviceFor::Bulk, " #points " points a call",        \
            without_memory<for_each_pack<functor, TypeOf<TCU_TYPE_##in>::T, TypeOf<TCU_TYPE_##out>::T, points>>        \
    }
#define VARIANTS(type, points)                                                                                         \
    VARIANT(BENCH_GRID, Grid, type, type, points), VARIANT(BENCH_OWN, Own, type, type, points),                        \
        VARIANT(BENCH_MAX, Max, type, type, points), VARIANT(BENCH_ARGMAX, Argmax, type, type, points),                \
        VARIANT(BENCH_SUM, Sum, type, type, points)

const bench_cub_variant bench_cub_polynomial_many[] = {VARIANTS(F64, 2),
                                                       VARIANTS(F64, 4),
                                                       VARIANTS(F32, 4),
                                                       VARIANTS(F32, 8),
                                                       VARIANTS(F16, 4),
                                                       VARIANTS(F16, 8),
                                                       VARIANTS(BF16, 4),
                                                       VARIANTS(BF16, 8),
                                                       VARIANT(BENCH_GRID, Grid, F16, F32, 4),
                                                       VARIANT(BENCH_GRID, Grid, F16, F32, 8),
                                                       {}};
