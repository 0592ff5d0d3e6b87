/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums down the columns of a matrix, of V columns by one thread: those of run_sums.cuh, for each column. All columns
 * have the same rows, so that a count is one for all of them.
 */
#ifndef TCUI_MOMENTS_CUDA_COLUMN_SUMS_CUH
#define TCUI_MOMENTS_CUDA_COLUMN_SUMS_CUH

#include "run_sums.cuh"

namespace tcu
{

/* V elements side by side, as loaded; of one element just that. */
template <class In, int V>
struct column_elements {
    element_vector<In, V> x;
    __device__ __forceinline__ void load(const In *from) { x = load_whole<V>(from); }
    __device__ __forceinline__ In at(int i) const { return x.at(i); }
};

template <class In>
struct column_elements<In, 1> {
    In x;
    __device__ __forceinline__ void load(const In *from) { x = *from; }
    __device__ __forceinline__ In at(int) const { return x; }
};

/* The moments of V columns. */
template <int V>
struct column_moments {
    f64 count = 0;
    f64 mean[V] = {}, squares[V] = {};

    __device__ __forceinline__ moments at(int i) const { return {count, mean[i], squares[i]}; }

    /* Joins part i of V parts of `more` elements each. */
    template <class Part>
    __device__ __forceinline__ void add(f64 more, Part part)
    {
#pragma unroll
        for (int i = 0; i < V; i++) {
            const moments joined = join(at(i), part(i));
            mean[i] = joined.mean;
            squares[i] = joined.squares;
        }
        count += more;
    }
};

template <class In, class Real, int V>
class column_sums
{
  public:
    /* Batches of a run. */
    static constexpr int run_batches = TCUI_MOMENTS_RUN_BATCHES;

    /* Shifts: the means of the first `rows` of the batch. */
    template <int Rows>
    __device__ __forceinline__ void start(const column_elements<In, V> (&x)[Rows], int rows)
    {
        const Real inverse = Real(1) / static_cast<Real>(rows);
#pragma unroll
        for (int i = 0; i < V; i++) {
            Real sum = 0;
#pragma unroll
            for (int r = 0; r < Rows; r++) {
                sum += r < rows ? to_accumulator<Real>(x[r].at(i)) : Real(0);
            }
            sum *= inverse;
            shift[i] = is_finite(sum) ? sum : Real(0);
            deviations[i] = squares[i] = 0;
        }
    }

    template <int Rows>
    __device__ __forceinline__ void add(const column_elements<In, V> (&x)[Rows], int rows)
    {
#pragma unroll
        for (int i = 0; i < V; i++) {
#pragma unroll
            for (int r = 0; r < Rows; r++) {
                const Real d = r < rows ? to_accumulator<Real>(x[r].at(i)) - shift[i] : Real(0);
                deviations[i] += d;
                squares[i] += d * d;
            }
        }
    }

    /* Joins the run's `rows` rows to `all`. */
    __device__ __forceinline__ void finish(column_moments<V> &all, int rows) const
    {
        const f64 count = rows, inverse = 1.0 / count;
        all.add(count,
                [&](int i) { return moments_about(shift[i], f64(deviations[i]), f64(squares[i]), count, inverse); });
    }

  private:
    Real shift[V], deviations[V], squares[V];
};

/* Of bytes: exact sums of runs of up to 2^16 rows. */
template <class In, int V>
class column_byte_sums
{
    using word = std::conditional_t<std::is_signed_v<In>, int, unsigned>;

  public:
    static constexpr int run_batches = (1 << 16) / TCUI_MOMENTS_COLUMNS_BATCH;

    template <int Rows>
    __device__ __forceinline__ void start(const column_elements<In, V> (&)[Rows], int)
    {
#pragma unroll
        for (int i = 0; i < V; i++) {
            sum[i] = squares[i] = 0;
        }
    }

    template <int Rows>
    __device__ __forceinline__ void add(const column_elements<In, V> (&x)[Rows], int rows)
    {
#pragma unroll
        for (int i = 0; i < V; i++) {
#pragma unroll
            for (int r = 0; r < Rows; r++) {
                const word value = r < rows ? static_cast<word>(x[r].at(i)) : word(0);
                sum[i] += value;
                squares[i] += value * value;
            }
        }
    }

    __device__ __forceinline__ void finish(column_moments<V> &all, int rows) const
    {
        const f64 inverse = 1.0 / rows;
        all.add(rows, [&](int i) { return moments_of_integers(sum[i], squares[i], rows, inverse); });
    }

  private:
    word sum[V], squares[V];
};

template <int V>
class column_sums<i8, f32, V> : public column_byte_sums<i8, V>
{
};

template <int V>
class column_sums<u8, f32, V> : public column_byte_sums<u8, V>
{
};

} // namespace tcu

#endif /* TCUI_MOMENTS_CUDA_COLUMN_SUMS_CUH */
