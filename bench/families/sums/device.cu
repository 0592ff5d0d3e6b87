/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The check of sums: one thread walks kChunk elements in order, in f64 or modulo 2^64. Pass 1 leaves what each chunk
 * hands to the next one, pass 2 scans that over the chunks, pass 3 walks again with the carry and compares each output
 * with the sum at its place. The same walk serves all six operations, and least and greatest elements, which are sums
 * of another kind.
 */
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include "bench/gpu/check.cuh"

namespace bench
{
namespace
{
constexpr int kThreads = 128;
constexpr int kChunk = 32;

// An element of up to 32 bits, of which + takes the lesser or the greater one. No element: 0 as a number of them.
template <bool least>
struct Extreme {
    double value;

    Extreme() = default;
    __host__ __device__ Extreme(int) : value(least ? HUGE_VAL : -HUGE_VAL) {}
    __host__ __device__ Extreme operator+(const Extreme &other) const
    {
        const bool is_less = value < other.value;
        return is_less == least ? *this : other;
    }
};

// A factor, of which + takes the product. No element: 1, made of 0 as a number of them.
struct Product {
    double value;

    Product() = default;
    __host__ __device__ Product(int) : value(1) {}
    __host__ __device__ Product operator+(const Product &other) const
    {
        Product both = *this;
        both.value *= other.value;
        return both;
    }
};

template <class Sum>
struct Carry {
    Sum sum;         // since the last beginning of a segment
    double absolute; // sum of |x| over the same elements
    unsigned begins; // whether a segment begins here
};

template <class Sum>
struct Join {
    __host__ __device__ Carry<Sum> operator()(const Carry<Sum> &a, const Carry<Sum> &b) const
    {
        return b.begins ? b : Carry<Sum>{a.sum + b.sum, a.absolute + b.absolute, a.begins};
    }
};

__device__ void load(double &x, tcu_type type, const void *data, uint64_t i)
{
    x = element_at(type, data, i);
}
__device__ void load(uint64_t &x, tcu_type type, const void *data, uint64_t i)
{
    x = integer_at(type, data, i);
}
template <bool least>
__device__ void load(Extreme<least> &x, tcu_type type, const void *data, uint64_t i)
{
    x.value = bench_is_float(type) ? element_at(type, data, i) : (double)integer_at(type, data, i);
}
__device__ void load(Product &x, tcu_type type, const void *data, uint64_t i)
{
    x.value = element_at(type, data, i);
}
__device__ double magnitude(const Product &)
{
    return 0;
}
template <bool least>
__device__ double magnitude(const Extreme<least> &)
{
    return 0;
}
__device__ double magnitude(double x)
{
    return fabs(x);
}
__device__ double magnitude(uint64_t)
{
    return 0;
}

__device__ void compare(const bench_problem &p, const void *out, uint64_t at, const Carry<double> &expected,
                        uint64_t terms, double &worst, unsigned &wrong)
{
    double got;
    load(got, p.out_type, out, at);
    double unit_out = 0x1p-53, smallest = 0, largest = 1.7e308;
    switch (p.out_type) {
    case TCU_TYPE_F16:
        unit_out = 0x1p-11, smallest = 0x1p-25, largest = 65504;
        break;
    case TCU_TYPE_BF16:
        unit_out = 0x1p-8;
        break;
    case TCU_TYPE_F32:
        unit_out = 0x1p-24;
        break;
    default:
        break;
    }
    // The bound of reduce.h; for sums in f64 its analogue, with room for the reference's own rounding.
    const bool in_f64 = p.in_type == TCU_TYPE_F64 || p.out_type == TCU_TYPE_F64;
    const double unit_sum = in_f64 ? 16 * 0x1p-53 : 0x1p-24;
    const double steps = fmax(1.0, log2((double)terms));
    const double bound =
        4 * unit_sum * steps * expected.absolute + 1.001 * unit_out * fabs(expected.sum) + 1.001 * smallest;
    const double error = fabs(got - expected.sum);
    if (isinf(got)) {
        if (fabs(expected.sum) + bound < largest || (got > 0) != (expected.sum > 0)) {
            wrong++;
        }
    } else if (!(error <= bound)) {
        wrong++;
    }
    if (isfinite(error) && expected.absolute > 0) {
        worst = fmax(worst, error / expected.absolute);
    }
}
__device__ void compare(const bench_problem &p, const void *out, uint64_t at, const Carry<uint64_t> &expected, uint64_t,
                        double &worst, unsigned &wrong)
{
    uint64_t got;
    load(got, p.out_type, out, at);
    const unsigned bits = p.out_type <= TCU_TYPE_U8    ? 8
                          : p.out_type <= TCU_TYPE_U16 ? 16
                          : p.out_type <= TCU_TYPE_U32 ? 32
                                                       : 64;
    if (((got ^ expected.sum) << (64 - bits)) != 0) {
        wrong++;
        worst = 1;
    }
}
template <bool least>
__device__ void compare(const bench_problem &p, const void *out, uint64_t at, const Carry<Extreme<least>> &expected,
                        uint64_t, double &, unsigned &wrong)
{
    Extreme<least> got;
    load(got, p.out_type, out, at);
    wrong += got.value != expected.sum.value;
}

// Exact: bench_factor().
__device__ void compare(const bench_problem &p, const void *out, uint64_t at, const Carry<Product> &expected, uint64_t,
                        double &, unsigned &wrong)
{
    Product got;
    load(got, p.out_type, out, at);
    wrong += got.value != expected.sum.value;
}

template <class Sum>
__device__ void step(Carry<Sum> &carry, const bench_problem &p, const SegmentWalk &walk, uint64_t i)
{
    Sum x;
    load(x, p.in_type, p.in, i);
    if (i == walk.begin) {
        carry = {x, magnitude(x), 1};
    } else {
        carry = {carry.sum + x, carry.absolute + magnitude(x), carry.begins};
    }
}

template <class Sum>
__global__ void __launch_bounds__(kThreads) chunk_kernel(bench_problem p, Carry<Sum> *carries)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t first = chunk * kChunk;
    if (first >= p.n) {
        return;
    }
    SegmentWalk walk(p, first);
    Carry<Sum> carry = {0, 0, 0};
    for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
        walk.advance(p, i);
        step(carry, p, walk, i);
    }
    carries[chunk] = carry;
}

template <class Sum>
__global__ void __launch_bounds__(kThreads)
    check_kernel(bench_problem p, const Carry<Sum> *carries, const void *out, Findings *findings)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t first = chunk * kChunk;
    if (first >= p.n) {
        return;
    }
    SegmentWalk walk(p, first);
    Carry<Sum> carry = chunk == 0 ? Carry<Sum>{0, 0, 0} : carries[chunk - 1];
    double worst = 0;
    unsigned wrong = 0;
    for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
        walk.advance(p, i);
        const Carry<Sum> before = i == walk.begin ? Carry<Sum>{0, 0, 0} : carry;
        step(carry, p, walk, i);
        if (!bench_is_scan(p.op)) {
            if (i + 1 == walk.end) {
                compare(p, out, walk.segment, carry, i + 1 - walk.begin, worst, wrong);
            }
        } else if (p.form != BENCH_EXCLUSIVE) {
            compare(p, out, i, carry, i + 1 - walk.begin, worst, wrong);
        } else {
            compare(p, out, i, before, i - walk.begin, worst, wrong);
        }
    }
    findings->note(wrong, worst);
}

// The walk never meets an empty segment: its sum has to be 0.
template <class Sum>
__global__ void empty_kernel(bench_problem p, const void *out, Findings *findings)
{
    const uint64_t k = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    double worst = 0;
    unsigned wrong = 0;
    if (k < p.num_segments && p.offsets[k] == p.offsets[k + 1]) {
        compare(p, out, k, Carry<Sum>{0, 0, 0}, 0, worst, wrong);
    }
    findings->note(wrong, worst);
}

template <class Sum>
class SumsCheck final : public GpuCheck
{
  public:
    SumsCheck(const bench_problem &problem, cudaStream_t stream) : GpuCheck(problem, stream)
    {
        Carry<Sum> *const carries = static_cast<Carry<Sum> *>(carries_.ensure(chunks() * sizeof(Carry<Sum>)));
        chunk_kernel<Sum><<<blocks_of(chunks(), kThreads), kThreads, 0, stream>>>(problem, carries);
        thrust::inclusive_scan(thrust::cuda::par.on(stream), carries, carries + chunks(), carries, Join<Sum>());
        cuda_check(cudaGetLastError(), "reference");
    }
    bench_verdict check(bool) const override
    {
        const Carry<Sum> *const carries = static_cast<const Carry<Sum> *>(carries_.get());
        return find(stream_,
                    [&](Findings *findings) {
                        check_kernel<Sum><<<blocks_of(chunks(), kThreads), kThreads, 0, stream_>>>(
                            problem_, carries, problem_.out, findings);
                        if (problem_.op == BENCH_SEGMENTED_REDUCE_OFFSETS) {
                            empty_kernel<Sum><<<blocks_of(problem_.num_segments, kThreads), kThreads, 0, stream_>>>(
                                problem_, problem_.out, findings);
                        }
                    })
            .verdict();
    }

  private:
    uint64_t chunks() const { return (problem_.n + kChunk - 1) / kChunk; }

    DeviceBuffer carries_;
};

__global__ void __launch_bounds__(kThreads) factors_kernel(float *factors, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < n) {
        factors[i] = bench_factor(i, BENCH_SEED);
    }
}

class GpuSums final : public GpuFamily
{
  public:
    using GpuFamily::GpuFamily;
    void add_inputs(const Row &row, bench_problem &p) override
    {
        p.in = row.form == BENCH_PRODUCT
                   ? data_.input("factors", row.n, sizeof(float),
                                 [&](void *to) {
                                     factors_kernel<<<blocks_of(row.n, kThreads), kThreads, 0, data_.stream()>>>(
                                         static_cast<float *>(to), row.n);
                                 })
                   : data_.items(row.in, row.n);
        if (row.op == BENCH_SEGMENTED_SCAN_OFFSETS) {
            p.keys = data_.keys_of(p);
        }
    }
    std::unique_ptr<GpuCheck> make_check(bench_problem &p) const override
    {
        if (p.form == BENCH_MINIMUM) {
            return std::make_unique<SumsCheck<Extreme<true>>>(p, data_.stream());
        }
        if (p.form == BENCH_MAXIMUM) {
            return std::make_unique<SumsCheck<Extreme<false>>>(p, data_.stream());
        }
        if (p.form == BENCH_PRODUCT) {
            return std::make_unique<SumsCheck<Product>>(p, data_.stream());
        }
        if (bench_is_float(p.in_type)) {
            return std::make_unique<SumsCheck<double>>(p, data_.stream());
        }
        return std::make_unique<SumsCheck<uint64_t>>(p, data_.stream());
    }
};
} // namespace

std::unique_ptr<GpuFamily> make_sums_gpu(GpuData &data)
{
    return std::make_unique<GpuSums>(data);
}
} // namespace bench
