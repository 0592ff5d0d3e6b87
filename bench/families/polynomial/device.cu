/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inputs and check of polynomials. A thread evaluates the polynomials of one output that is drawn at random, by Horner's
 * scheme in f64 with the rounding error of each step in a second f64 (S. Graillat, P. Langlois, N. Louvet: "Algorithms for
 * Accurate, Validated and Fast Polynomial Evaluation", 2009). Outputs are poisoned with NaNs before, and none may be left.
 * max_error is the largest |error| / S, S the sum of |c_k| |t|^k (of reductions the largest of the polynomials', of sums
 * their sum); wrong are outputs outside the bound of polynomial.h.
 */
#include "bench/gpu/check.cuh"
#include "bench/inputs/plans.h"

namespace bench
{
namespace
{
constexpr int kThreads = 256;
constexpr int kBlocks = 2048; // that look for NaNs
constexpr uint64_t kSamples = 1 << 20, kReducedSamples = 1 << 12;
constexpr uint64_t kSampleSeed = 20265;

struct Value {
    double high, low; // whose sum it is
    double magnitude; // sum of |c_k| |t|^k
};

__device__ double difference(double a, const Value &b)
{
    return (a - b.high) - b.low;
}

// Additions and multiplications that the compiler must not contract to others.
__device__ Value evaluate(const bench_problem &p, uint64_t polynomial, double t)
{
    const uint64_t first = polynomial * (p.degree + 1);
    double high = load_real(p.in_type, p.coefficients, first + p.degree), low = 0, magnitude = fabs(high);
    for (uint64_t k = p.degree; k-- > 0;) {
        const double c = load_real(p.in_type, p.coefficients, first + k);
        const double product = __dmul_rn(high, t), product_error = __fma_rn(high, t, -product);
        const double sum = __dadd_rn(product, c), added = __dsub_rn(sum, product);
        const double sum_error = __dadd_rn(__dsub_rn(product, __dsub_rn(sum, added)), __dsub_rn(c, added));
        low = __fma_rn(low, t, __dadd_rn(product_error, sum_error));
        high = sum;
        magnitude = fma(magnitude, fabs(t), fabs(c));
    }
    return {high, low, magnitude};
}

// The last piece that begins at or before x.
__device__ uint64_t piece_of(const bench_problem &p, double x)
{
    uint64_t below = 0, above = p.num_polynomials;
    while (above - below > 1) {
        const uint64_t middle = (below + above) / 2;
        if (load_real(p.in_type, p.breakpoints, middle) <= x) {
            below = middle;
        } else {
            above = middle;
        }
    }
    return below;
}

__device__ Value expected_value(const bench_problem &p, uint64_t at)
{
    const uint64_t i = p.form == BENCH_GRID ? at % p.n : at;
    const double x = load_real(p.in_type, p.in, i);
    switch (p.form) {
    case BENCH_GRID:
        return evaluate(p, at / p.n, x);
    case BENCH_OWN:
        return evaluate(p, at / (p.n / p.num_polynomials), x);
    case BENCH_INDEXED:
        return evaluate(p, p.indices[i], x);
    case BENCH_TABLE: {
        const uint64_t piece = piece_of(p, x);
        const double begin = load_real(p.in_type, p.breakpoints, piece);
        // The contract's difference is one in the type.
        return evaluate(p, piece, p.in_type == TCU_TYPE_F64 ? x - begin : (double)__fsub_rn((float)x, (float)begin));
    }
    default:
        return evaluate(p, 0, x);
    }
}

__device__ Value reduced_value(const bench_problem &p, uint64_t i)
{
    const double x = load_real(p.in_type, p.in, i);
    Value total = evaluate(p, 0, x);
    for (uint64_t polynomial = 1; polynomial < p.num_polynomials; polynomial++) {
        const Value value = evaluate(p, polynomial, x);
        if (p.form == BENCH_SUM) {
            const double sum = __dadd_rn(total.high, value.high), added = __dsub_rn(sum, total.high);
            total.low +=
                value.low + __dadd_rn(__dsub_rn(total.high, __dsub_rn(sum, added)), __dsub_rn(value.high, added));
            total.high = sum;
            total.magnitude += value.magnitude;
        } else {
            if (difference(value.high, total) + value.low > 0) {
                total.high = value.high, total.low = value.low;
            }
            total.magnitude = fmax(total.magnitude, value.magnitude);
        }
    }
    return total;
}

// What polynomial.h allows: of the values, and of their rounding to the output's type. A sum has its additions besides,
// whose errors grow as a random walk.
__device__ double bound(const bench_problem &p, const Value &value)
{
    const bool halves = p.in_type == TCU_TYPE_F16 || p.in_type == TCU_TYPE_BF16;
    const double unit = p.in_type == TCU_TYPE_F64 ? 0x1p-53 : 0x1p-24;
    double allowed = (8 * unit + (halves ? 0x1p-11 : 0)) * value.magnitude;
    if (p.form == BENCH_SUM) {
        allowed += sqrt((double)p.num_polynomials) * unit * value.magnitude;
    }
    if (p.out_type == TCU_TYPE_F16) {
        allowed += 1.001 * (0x1p-11 * fabs(value.high) + 0x1p-25);
    }
    if (p.out_type == TCU_TYPE_BF16) {
        allowed += 1.001 * 0x1p-8 * fabs(value.high);
    }
    return allowed;
}

__device__ bool overflows(const bench_problem &p, const Value &value, double got)
{
    return p.out_type == TCU_TYPE_F16 && isinf(got) && (got > 0) == (value.high > 0) &&
           fabs(value.high) + bound(p, value) >= 65504;
}

__global__ void __launch_bounds__(kThreads) sample_kernel(bench_problem p, uint64_t samples, Findings *findings)
{
    const uint64_t sample = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (sample >= samples) {
        return;
    }
    const uint64_t at = bench_hash(sample ^ kSampleSeed) % bench_polynomial_out_count(&p);
    const Value expected = bench_reduces_polynomials(p.form) ? reduced_value(p, at) : expected_value(p, at);
    const double got = load_real(p.out_type, p.out, at), allowed = bound(p, expected);
    const double error = fabs(difference(got, expected));
    bool wrong = !(error <= allowed) && !overflows(p, expected, got);
    if (p.form == BENCH_ARGMAX) { // one of those whose values cannot be told apart
        const uint64_t which = p.which[at];
        wrong = wrong || which >= p.num_polynomials ||
                !(fabs(difference(evaluate(p, which, load_real(p.in_type, p.in, at)).high, expected)) <= 2 * allowed);
    }
    findings->note(wrong, isfinite(error) && expected.magnitude > 0 ? error / expected.magnitude : 0);
}

__global__ void __launch_bounds__(kThreads) poison_kernel(bench_problem p, Findings *findings)
{
    const uint64_t outputs = bench_polynomial_out_count(&p), thread = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    unsigned wrong = 0;
    for (uint64_t at = thread; at < outputs; at += (uint64_t)gridDim.x * kThreads) {
        wrong += isnan(load_real(p.out_type, p.out, at)) || (p.which != nullptr && p.which[at] == UINT64_MAX);
    }
    if (thread < BENCH_GUARD_BYTES) {
        wrong += !is_poison((const uint8_t *)p.out + outputs * bench_size(p.out_type), thread, 1);
    }
    findings->note(wrong, 0);
}

__global__ void __launch_bounds__(kThreads) index_kernel(uint32_t *indices, uint32_t bound, uint64_t n, uint64_t seed)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < n) {
        indices[i] = (uint32_t)(bench_hash(i ^ seed) % bound);
    }
}

class PolynomialCheck final : public GpuCheck
{
  public:
    using GpuCheck::GpuCheck;
    void poison() const override
    {
        GpuCheck::poison();
        if (problem_.which != nullptr) {
            GpuCheck::poison(problem_.which, problem_.n * sizeof *problem_.which);
        }
    }
    bench_verdict check(bool) const override
    {
        const uint64_t samples = bench_reduces_polynomials(problem_.form) ? kReducedSamples : kSamples;
        return find(stream_,
                    [&](Findings *findings) {
                        sample_kernel<<<blocks_of(samples, kThreads), kThreads, 0, stream_>>>(problem_, samples,
                                                                                              findings);
                        poison_kernel<<<kBlocks, kThreads, 0, stream_>>>(problem_, findings);
                    })
            .verdict();
    }
};

/* --------------------------------------------------------------------------------------------------------- family --- */

class GpuPolynomial final : public GpuFamilyWith<PolynomialCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &problem) override;
    const char *path(Role role, const bench_problem &problem) const override;

  private:
    DeviceBuffer coefficients_, breakpoints_, indices_, which_;
    std::vector<char> coefficients_here_;
    Plan<tcu_polynomial> plan_;
};

void GpuPolynomial::add_inputs(const Row &row, bench_problem &p)
{
    const cudaStream_t stream = data_.stream();
    p.in = data_.items(row.in, row.n);
    const uint64_t count = bench_coefficient_count(&p), bytes = count * bench_size(row.in);
    p.coefficients = coefficients_.ensure(bytes);
    fill(coefficients_.get(), row.in, count, BENCH_SEED + 4, stream);
    coefficients_here_.resize(bytes);
    cuda_check(cudaMemcpyAsync(coefficients_here_.data(), p.coefficients, bytes, cudaMemcpyDeviceToHost, stream),
               "coefficients");
    cuda_check(cudaStreamSynchronize(stream), "coefficients"); // the plan is made on another stream
    p.coefficients_here = coefficients_here_.data();
    if (row.form == BENCH_TABLE) {
        const std::vector<char> breakpoints = make_breakpoints(row);
        p.breakpoints = upload(breakpoints_, breakpoints.data(), breakpoints.size());
    }
    if (row.form == BENCH_INDEXED) {
        uint32_t *indices = static_cast<uint32_t *>(indices_.ensure(row.n * sizeof(uint32_t)));
        index_kernel<<<blocks_of(row.n, kThreads), kThreads, 0, stream>>>(indices, uint32_t(row.polynomials), row.n,
                                                                          (uint64_t)BENCH_SEED + 5);
        cuda_check(cudaGetLastError(), "indices");
        p.indices = indices;
    }
    if (row.form == BENCH_ARGMAX) {
        p.which = static_cast<uint64_t *>(which_.ensure(row.n * sizeof(uint64_t)));
    }
    plan_.reset(); // its memory before the next one's
    plan_ = make_polynomial(TCU_BACKEND_CUDA, p);
    cuda_check(cudaDeviceSynchronize(), "plan");
    p.plan = plan_.get();
}

// By Horner's scheme alone, and on the matrix unit, which has no path for splines and indices.
const char *GpuPolynomial::path(Role role, const bench_problem &p) const
{
    if (role == Role::plain) {
        return p.form == BENCH_TABLE || p.form == BENCH_INDEXED ? "polynomial:table" : "polynomial:plain";
    }
    return role == Role::matrix ? "polynomial:grid" : nullptr;
}
} // namespace

std::unique_ptr<GpuFamily> make_polynomial_gpu(GpuData &data)
{
    return std::make_unique<GpuPolynomial>(data);
}
} // namespace bench
