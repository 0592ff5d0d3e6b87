/* SPDX-License-Identifier: Apache-2.0 */
/* Batched products of small f32 matrices: inputs, versions, and the check. */
#include "../harness/example.h"
#include "../harness/memory.h"
#include "gemm.cuh"
#include "plain.cuh"
#include "shared_memory.cuh"

namespace example
{

class gemm_problem : public problem
{
  public:
    gemm_problem(uint64_t count, int rows, int columns, int depth)
        : batch(count), m(rows), n(columns), k(depth), host_a(random_floats(elements(count, rows, depth), 5)),
          host_b(random_floats(elements(count, depth, columns), 6)), a(host_a), b(host_b),
          c(elements(count, rows, columns))
    {
    }

    std::string title() const override
    {
        return std::to_string(batch) + " products of f32 matrices of " + std::to_string(m) + " x " + std::to_string(k) +
               " and " + std::to_string(k) + " x " + std::to_string(n);
    }
    double bytes() const override
    {
        return 4.0 * static_cast<double>(batch) *
               (static_cast<double>(m) * k + static_cast<double>(k) * n + static_cast<double>(m) * n);
    }
    double operations() const override { return 2.0 * static_cast<double>(batch) * m * n * k; }
    void clear() override { c.fill_bytes(0xff); }

    std::vector<version> versions() override
    {
        const bool aligned = lines_of_floats_are_aligned(a.data(), k) && lines_of_floats_are_aligned(b.data(), n) &&
                             lines_of_floats_are_aligned(c.data(), n);
        return {of("tcu corrected f16", aligned ? gemm<true> : gemm<false>),
                of("shared memory (WMMA), corrected", aligned ? gemm_shared_memory<true> : gemm_shared_memory<false>),
                of("plain f32 multiply-adds", aligned ? gemm_plain<true> : gemm_plain<false>)};
    }

    /* In terms of the sum of the products' magnitudes: the bound of corrected_mma.cuh, and one rounding for each of its
     * k / 16 additions; of plain multiply-adds k roundings. */
    deviation check() override
    {
        const std::vector<float> got = c.values();
        worst error;
        for (const uint64_t index : checked_parts(batch, static_cast<uint64_t>(m) * n * k)) {
            const float *of_a = &host_a[index * m * k], *of_b = &host_b[index * k * n];
            for (uint64_t e = 0; e < static_cast<uint64_t>(m) * n; e++) {
                double sum = 0, magnitude = 0;
                for (int i = 0; i < k; i++) {
                    const double product =
                        to_double(of_a[e / n * k + i]) * to_double(of_b[static_cast<uint64_t>(i) * n + e % n]);
                    sum += product;
                    magnitude += std::fabs(product);
                }
                /* (f16 loses 2^-35 of elements up to 1.) */
                error.take(to_double(got[index * m * n + e]) - sum, magnitude + k * 0x1p-12);
            }
        }
        return {error.largest(), (k + 32) * 0x1p-24};
    }

  private:
    version of(const char *name, void (*run)(gemm_task)) const
    {
        return {name, [=](cudaStream_t stream) {
                    const gemm_task task = {a.data(), b.data(), c.data(), static_cast<uint32_t>(batch), m, n, k};
                    const uint64_t warps = batch * divide_up(m, gemm_size) * divide_up(n, gemm_size);
                    launch(run, divide_up(warps, gemm_threads / 32), gemm_threads, stream, task);
                }};
    }

    const uint64_t batch;
    const int m, n, k;
    const std::vector<float> host_a, host_b;
    const array<float> a, b, c;
};

static std::unique_ptr<problem> make_gemm(const std::vector<uint64_t> &sizes)
{
    return std::make_unique<gemm_problem>(batch_size(sizes[0]), extent(sizes[1]), extent(sizes[2]), extent(sizes[3]));
}

static const description
    entry("gemm", "MATRICES ROWS COLUMNS DEPTH", {16384, 32, 32, 32},
          {{1, 1, 1, 1}, {0, 4, 4, 4}, {2, 3, 5, 0}, {3, 32, 32, 32}, {2, 17, 33, 5}, {2, 40, 36, 20}, {1, 7, 64, 50}},
          make_gemm);

} // namespace example
