/* SPDX-License-Identifier: Apache-2.0 */
/* Batched Householder reflections: inputs, versions, and the check. */
#include "../harness/example.h"
#include "../harness/memory.h"
#include "householder.cuh"
#include "shared_memory.cuh"

#if EXAMPLE_HAS_CUB
#include "cub.cuh"
#endif

namespace example
{

/* Vectors of length 1, up to their rounding to f16, as reflections need. */
static std::vector<__half> random_directions(uint64_t count, int m)
{
    std::vector<__half> v = random_halves(elements(count, m), 4);
    for (uint64_t b = 0; b < count; b++) {
        double square = 0;
        for (int k = 0; k < m; k++) {
            square += to_double(v[b * m + k]) * to_double(v[b * m + k]);
        }
        for (int k = 0; k < m; k++) {
            v[b * m + k] = __float2half(static_cast<float>(to_double(v[b * m + k]) / std::sqrt(square)));
        }
    }
    return v;
}

class householder_problem : public problem
{
  public:
    householder_problem(uint64_t count, int rows, int columns)
        : batch(count), m(rows), n(columns), host_c(random_halves(elements(count, rows, columns), 3)),
          host_v(random_directions(count, rows)), c(host_c), v(host_v), results(elements(count, rows, columns))
    {
    }

    std::string title() const override
    {
        return std::to_string(batch) + " reflections of a matrix of " + std::to_string(m) + " x " + std::to_string(n) +
               " f16";
    }
    double bytes() const override { return static_cast<double>(batch) * (4.0 * m * n + 2.0 * m); }
    double operations() const override { return 4.0 * static_cast<double>(batch) * m * n; }
    void clear() override { results.fill_bytes(0xff); }

    std::vector<version> versions() override
    {
        const bool aligned =
            lines_are_aligned(c.data(), m) && lines_are_aligned(v.data(), m) && lines_are_aligned(results.data(), m);
        const uint64_t threads = batch * divide_up(n, reflect_columns) * 32;
        std::vector<version> all;
        all.push_back(of("tcu fragments", aligned ? reflect<true> : reflect<false>, threads));
        all.push_back(
            of("shared memory (WMMA)", aligned ? reflect_shared_memory<true> : reflect_shared_memory<false>, threads));
#if EXAMPLE_HAS_CUB
        all.push_back(of("CUB WarpReduce", aligned ? reflect_cub<true> : reflect_cub<false>, threads));
#endif
        return all;
    }

    /* In terms of |c| + 2 |v_k| (|v|^T |c|) of the column: half an ulp of f16 for the result, and what the sums
     * lose. */
    deviation check() override
    {
        const std::vector<__half> got = results.values();
        worst error;
        for (const uint64_t column : checked_parts(batch * n, 2 * static_cast<uint64_t>(m))) {
            const __half *of_c = &host_c[column * m], *of_v = &host_v[column / n * m];
            double w = 0, magnitude = 0;
            for (int k = 0; k < m; k++) {
                const double product = to_double(of_c[k]) * to_double(of_v[k]);
                w += product;
                magnitude += std::fabs(product);
            }
            for (int k = 0; k < m; k++) {
                const double element = to_double(of_c[k]), factor = 2 * to_double(of_v[k]);
                error.take(to_double(got[column * m + k]) - (element - factor * w),
                           std::fabs(element) + std::fabs(factor) * magnitude);
            }
        }
        return {error.largest(), 0x1p-11 + (m / 16 + 16) * 0x1p-22};
    }

  private:
    using kernel = void (*)(const __half *, const __half *, __half *, uint32_t, int, int);
    version of(const char *name, kernel run, uint64_t threads) const
    {
        return {name, [=](cudaStream_t stream) {
                    launch(run, divide_up(threads, reflect_threads), reflect_threads, stream, c.data(), v.data(),
                           results.data(), batch, m, n);
                }};
    }

    const uint64_t batch;
    const int m, n;
    const std::vector<__half> host_c, host_v;
    const array<__half> c, v, results;
};

static std::unique_ptr<problem> make_householder(const std::vector<uint64_t> &sizes)
{
    return std::make_unique<householder_problem>(batch_size(sizes[0]), extent(sizes[1]), extent(sizes[2]));
}

static const description
    entry("householder", "MATRICES ROWS COLUMNS", {16384, 64, 64},
          {{1, 1, 1}, {0, 4, 4}, {2, 0, 3}, {3, 17, 33}, {2, 64, 16}, {3, 40, 7}, {2, 31, 20}, {1, 100, 5}},
          make_householder);

} // namespace example
