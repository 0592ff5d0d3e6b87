/* SPDX-License-Identifier: Apache-2.0 */
/* Batched products of a matrix and a vector: inputs, versions, and the check. */
#include "../harness/example.h"
#include "../harness/memory.h"
#include "gemv.cuh"
#include "shared_memory.cuh"

#include <cmath>

#if EXAMPLE_HAS_CUB
#include "cub.cuh"
#endif

namespace example
{

class gemv_problem : public problem
{
  public:
    gemv_problem(uint64_t count, int rows, int columns)
        : batch(count), m(rows), n(columns), host_a(random_halves(elements(count, rows, columns), 1)),
          host_x(random_halves(elements(count, columns), 2)), a(host_a), x(host_x), y(elements(count, rows))
    {
    }

    std::string title() const override
    {
        return std::to_string(batch) + " products of a matrix of " + std::to_string(m) + " x " + std::to_string(n) +
               " f16 and a vector";
    }
    double bytes() const override { return static_cast<double>(batch) * (2.0 * m * n + 2.0 * n + 4.0 * m); }
    double operations() const override { return 2.0 * static_cast<double>(batch) * m * n; }
    void clear() override { y.fill_bytes(0xff); }

    std::vector<version> versions() override
    {
        const bool aligned = lines_are_aligned(a.data(), n) && lines_are_aligned(x.data(), n);
        const uint64_t warps = batch * divide_up(m, gemv_rows);
        std::vector<version> all;
        all.push_back(of("tcu fragments", aligned ? gemv<true> : gemv<false>, warps));
        all.push_back(
            of("shared memory (WMMA)", aligned ? gemv_shared_memory<true> : gemv_shared_memory<false>, warps));
#if EXAMPLE_HAS_CUB
        all.push_back(of("CUB WarpReduce", aligned ? gemv_cub<true> : gemv_cub<false>, batch * m));
#endif
        return all;
    }

    /* In terms of the sum of the products' magnitudes. Products are exact; the unit rounds towards zero in each step of
     * 16 and loses at most 2^-22 of the largest term there. */
    deviation check() override
    {
        const std::vector<float> got = y.values();
        worst error;
        for (const uint64_t b : checked_parts(batch, static_cast<uint64_t>(m) * n)) {
            for (int row = 0; row < m; row++) {
                double sum = 0, magnitude = 0;
                for (int k = 0; k < n; k++) {
                    const double product = to_double(host_a[(b * m + row) * n + k]) * to_double(host_x[b * n + k]);
                    sum += product;
                    magnitude += std::fabs(product);
                }
                error.take(to_double(got[b * m + row]) - sum, magnitude);
            }
        }
        return {error.largest(), (n / 16 + 16) * 0x1p-22};
    }

  private:
    using kernel = void (*)(const __half *, const __half *, float *, uint32_t, int, int);
    version of(const char *name, kernel run, uint64_t warps) const
    {
        return {name, [=](cudaStream_t stream) {
                    launch(run, divide_up(warps, gemv_threads / 32), gemv_threads, stream, a.data(), x.data(), y.data(),
                           batch, m, n);
                }};
    }

    const uint64_t batch;
    const int m, n;
    const std::vector<__half> host_a, host_x;
    const array<__half> a, x;
    const array<float> y;
};

static std::unique_ptr<problem> make_gemv(const std::vector<uint64_t> &sizes)
{
    return std::make_unique<gemv_problem>(batch_size(sizes[0]), extent(sizes[1]), extent(sizes[2]));
}

static const description
    entry("gemv", "MATRICES ROWS COLUMNS", {1024, 256, 512},
          {{1, 1, 1}, {0, 4, 4}, {2, 3, 0}, {3, 17, 33}, {2, 16, 64}, {5, 40, 7}, {2, 31, 300}, {3, 5, 1000}},
          make_gemv);

} // namespace example
