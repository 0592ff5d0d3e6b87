/* SPDX-License-Identifier: Apache-2.0 */
/* Softmax of rows: inputs, versions, and the check. */
#include "../harness/example.h"
#include "../harness/memory.h"
#include "shared_memory.cuh"
#include "softmax.cuh"

#if EXAMPLE_HAS_CUB
#include "cub.cuh"
#endif

namespace example
{

/* Threads of a block for rows of one chunk of theirs, and for longer ones. */
constexpr int few_threads = 32, many_threads = 128;

static float to_element(float x, const float *)
{
    return x;
}
static __half to_element(float x, const __half *)
{
    return __float2half(x);
}

/* Numbers from -8 to 8. Where rows are few, as in checks, of every eight one is minus infinity, one holds some minus
 * infinities, and one a NaN. Rows that are timed are finite: on the matrix unit a sum that is not is formed once more. */
constexpr uint64_t few_rows = 1000;

template <class T>
static std::vector<T> random_rows(uint64_t rows, uint64_t columns)
{
    const std::vector<float> numbers = random_floats(elements(rows, columns), 7);
    std::vector<T> x(rows * columns);
    for (uint64_t i = 0; i < x.size(); i++) {
        const uint64_t row = i / columns % 8, column = i % columns;
        const bool is_minus_infinity = row == 3 || (row == 5 && column % 3 == 0),
                   is_nan = row == 6 && column == columns / 2;
        const bool is_special = rows < few_rows && (is_minus_infinity || is_nan);
        const float value = !is_special ? 8 * numbers[i] : is_nan ? NAN : -INFINITY;
        x[i] = to_element(value, static_cast<const T *>(nullptr));
    }
    return x;
}

template <class T>
class softmax_problem : public problem
{
  public:
    softmax_problem(uint64_t its_rows, int its_columns)
        : rows(its_rows), columns(its_columns), host_x(random_rows<T>(rows, its_columns)), x(host_x),
          y(elements(rows, its_columns))
    {
    }

    std::string title() const override
    {
        return std::to_string(rows) + " rows of " + std::to_string(columns) + " elements, " +
               (sizeof(T) == sizeof(float) ? "f32" : "f16");
    }
    double bytes() const override { return 2.0 * sizeof(T) * static_cast<double>(rows) * columns; }
    double operations() const override { return 5.0 * static_cast<double>(rows) * columns; }
    void clear() override { y.fill_bytes(0xff); }

    std::vector<version> versions() override
    {
        std::vector<version> all;
        all.push_back(of<tcu_collectives>("tcu collectives"));
        all.push_back(of<wmma_collectives>("shared memory (WMMA)"));
#if EXAMPLE_HAS_CUB
        all.push_back(of<cub_collectives>("CUB BlockReduce"));
#endif
        return all;
    }

    /* In terms of y (1 + |x - max x|), as an f32 difference is off by that much of 2^-24, and so is its exponential,
     * and of the least normal number of T, below which numbers have fewer bits. Allowed are 2^-19, for two ulps of
     * expf(), the sum of such exponentials and the quotient, and of f16 half an ulp. */
    deviation check() override
    {
        const std::vector<T> got = y.values();
        worst error;
        for (const uint64_t row : checked_parts(rows, 16 * static_cast<uint64_t>(columns))) {
            const T *of_x = &host_x[row * columns];
            double largest = -INFINITY, sum = 0;
            for (int j = 0; j < columns; j++) {
                largest = std::max(largest, to_double(of_x[j]));
            }
            for (int j = 0; j < columns; j++) {
                sum += std::exp(to_double(of_x[j]) - largest); /* NaN where a row has one, or no finite maximum */
            }
            for (int j = 0; j < columns; j++) {
                const double difference = to_double(of_x[j]) - largest, expected = std::exp(difference) / sum;
                const double is = to_double(got[row * columns + j]);
                if (std::isnan(expected) || std::isinf(difference)) { /* NaN, or exactly 0 */
                    error.take(std::isnan(expected) ? (std::isnan(is) ? 0 : INFINITY) : is);
                } else {
                    error.take(is - expected, expected * (1 + std::fabs(difference)) + least_normal);
                }
            }
        }
        return {error.largest(), (sizeof(T) == sizeof(float) ? 0 : 0x1p-11) + 0x1p-19};
    }

  private:
    static constexpr double least_normal = sizeof(T) == sizeof(float) ? 0x1p-126 : 0x1p-14;

    template <template <int> class Collectives, int Threads>
    version with(const char *name) const
    {
        const bool aligned = reinterpret_cast<uintptr_t>(x.data()) % 16 == 0 && columns * sizeof(T) % 16 == 0;
        const auto run = aligned ? softmax<Collectives, Threads, true, T> : softmax<Collectives, Threads, false, T>;
        return {name, [=](cudaStream_t stream) { launch(run, rows, Threads, stream, x.data(), y.data(), columns); }};
    }
    template <template <int> class Collectives>
    version of(const char *name) const
    {
        return columns <= few_threads * softmax_items ? with<Collectives, few_threads>(name)
                                                      : with<Collectives, many_threads>(name);
    }

    const uint64_t rows;
    const int columns;
    const std::vector<T> host_x;
    const array<T> x, y;
};

template <class T>
static std::unique_ptr<problem> make_softmax(const std::vector<uint64_t> &sizes)
{
    return std::make_unique<softmax_problem<T>>(sizes[0], extent(sizes[1]));
}

static const std::vector<uint64_t> usual = {32768, 1024};
static const std::vector<std::vector<uint64_t>> checked = {{8, 1}, {8, 33}, {9, 256}, {8, 300}, {7, 1024}, {8, 1500}};
static const description of_floats("softmax, f32", "ROWS COLUMNS", usual, checked, make_softmax<float>);
static const description of_halves("softmax, f16", "ROWS COLUMNS", usual, checked, make_softmax<__half>);

} // namespace example
