/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The samples of a task, as vectors of 16 bytes wherever these lie in a row as a whole, and one by one at a row's ends.
 * Rows that follow each other without a gap are one row.
 */
#ifndef TCUI_HISTOGRAM_CUDA_ROWS_CUH
#define TCUI_HISTOGRAM_CUDA_ROWS_CUH

#include "algorithms/histogram/backend.h"
#include "primitives/tile/element_vector.cuh"

namespace tcu
{

struct sample_rows {
    const unsigned char *first;
    uint64_t samples;      /* in a row, of all channels */
    uint64_t last_samples; /* in the last row */
    uint64_t rows;         /* 0 if there are no samples */
    uint64_t stride_bytes;
    uint64_t row_vectors; /* that a row may touch, whatever its alignment */
};

inline sample_rows rows_of(const tcui_histogram_task *task)
{
    const uint64_t sample_bytes = tcu_type_size(task->sample_type), channels = task->num_channels;
    sample_rows rows = {};
    rows.first = static_cast<const unsigned char *>(task->samples);
    if (task->n == 0) {
        return rows;
    }
    uint64_t columns = task->columns;
    if (task->row_stride_bytes == columns * channels * sample_bytes || columns > task->n) {
        columns = task->n;
    }
    rows.rows = (task->n - 1) / columns + 1;
    rows.samples = columns * channels;
    rows.last_samples = (task->n - (rows.rows - 1) * columns) * channels;
    rows.stride_bytes = task->row_stride_bytes;
    rows.row_vectors = rows.samples / (16 / sample_bytes) + 2;
    return rows;
}

/* Of a row: which of its vectors lie in it as a whole. Vector v holds the samples v * V - phase and on. */
template <class In>
struct row_vectors {
    static constexpr int V = vector_elements<In>;
    const In *samples, *aligned;
    int64_t count, phase, begin, end;

    __device__ __forceinline__ row_vectors(const sample_rows &rows, uint64_t row)
    {
        samples = reinterpret_cast<const In *>(rows.first + row * rows.stride_bytes);
        count = static_cast<int64_t>(row + 1 < rows.rows ? rows.samples : rows.last_samples);
        phase = static_cast<int64_t>(reinterpret_cast<uintptr_t>(samples) % 16 / sizeof(In));
        aligned = samples - phase;
        begin = phase > 0;
        end = (phase + count) / V;
        if (end < begin) {
            end = begin;
        }
    }

    __device__ __forceinline__ int64_t first_sample(int64_t vector) const { return vector * V - phase; }

    __device__ __forceinline__ element_vector<In> load(int64_t vector) const
    {
        const uint4 x = __ldcs(reinterpret_cast<const uint4 *>(aligned) + vector);
        return {{x.x, x.y, x.z, x.w}};
    }

    /* The same of vectors that others will load, too. (Not by __ldg(): until a kernel waits for the one before it,
     * samples may be written while it runs.) */
    __device__ __forceinline__ element_vector<In> load_shared(int64_t vector) const
    {
        const uint4 x = reinterpret_cast<const uint4 *>(aligned)[vector];
        return {{x.x, x.y, x.z, x.w}};
    }
};

/*
 * The samples that one of `threads` threads looks at; together they visit each sample once. Where they are is computed
 * in the constructor, which touches no memory (Early), or by run(), where registers are few; run() calls whole(vector,
 * index of its first sample in the row) and single(sample, index). `Batch` loads are in flight together: for sure if
 * they are LoadsFirst (then lanes of a warp meet in each round, so all threads have the same rounds), while else
 * compilers may sink loads to where registers are free. Divides: rounds are counted, as many as all threads have, which
 * takes a division before. Shared: other blocks look at the same samples.
 */
template <class In, int Batch, bool Shared, bool Early, bool LoadsFirst, bool Divides>
class sample_visit
{
  public:
    __device__ __forceinline__ sample_visit(const sample_rows &rows, uint64_t thread, uint64_t threads)
        : rows(rows), first_row(rows, 0), thread(thread), threads(threads)
    {
    }

    template <class Whole, class Single>
    __device__ __forceinline__ void run(Whole whole, Single single) const
    {
        if (rows.rows == 1) {
            visit_row(Early ? first_row : row_vectors<In>(rows, 0), whole, single);
        } else {
            visit_rows(whole, single);
        }
    }

  private:
    __device__ __forceinline__ static element_vector<In> load(const row_vectors<In> &row, int64_t vector)
    {
        return Shared ? row.load_shared(vector) : row.load(vector);
    }

    template <class Whole, class Single>
    __device__ __forceinline__ void visit_row(const row_vectors<In> row, Whole whole, Single single) const
    {
        const int64_t step = static_cast<int64_t>(threads);
        int64_t v = row.begin + static_cast<int64_t>(thread);
        const int64_t rounds = Divides ? (row.end - row.begin) / (Batch * step) : 0;
        const int64_t last = LoadsFirst ? Batch * step - 1 - static_cast<int64_t>(thread) : (Batch - 1) * step;
        for (int64_t round = 0; Divides ? round < rounds : v + last < row.end; round++, v += Batch * step) {
            element_vector<In> x[Batch];
#pragma unroll
            for (int i = 0; i < Batch; i++) {
                x[i] = load(row, v + i * step);
            }
            if (LoadsFirst) {
                __syncwarp(); /* which no compiler moves loads across */
            }
#pragma unroll
            for (int i = 0; i < Batch; i++) {
                whole(x[i], row.first_sample(v + i * step));
            }
        }
        constexpr int most_left = Divides ? Batch : Batch - 1;
        if (LoadsFirst) { /* registers are few, and samples many */
            for (; v < row.end; v += step) {
                whole(load(row, v), row.first_sample(v));
            }
        } else if (v < row.end) {
            element_vector<In> x[Batch];
#pragma unroll
            for (int i = 0; i < most_left; i++) {
                if (v + i * step < row.end) {
                    x[i] = load(row, v + i * step);
                }
            }
#pragma unroll
            for (int i = 0; i < most_left; i++) {
                if (v + i * step < row.end) {
                    whole(x[i], row.first_sample(v + i * step));
                }
            }
        }
        /* What the whole vectors leave, before and behind them: less than two vectors. */
        const int64_t head = row.count < row.first_sample(row.begin) ? row.count : row.first_sample(row.begin);
        const int64_t tail = row.count < row.first_sample(row.end) ? row.count : row.first_sample(row.end);
        for (int64_t i = static_cast<int64_t>(thread); i < head + (row.count - tail); i += step) {
            const int64_t sample = i < head ? i : tail + (i - head);
            single(row.samples[sample], sample);
        }
    }

    template <class Whole, class Single>
    __device__ __forceinline__ void visit_rows(Whole whole, Single single) const
    {
        for (uint64_t at = thread; at < rows.rows * rows.row_vectors; at += threads) {
            const uint64_t number = at / rows.row_vectors;
            const row_vectors<In> one(rows, number);
            const int64_t vector = static_cast<int64_t>(at - number * rows.row_vectors);
            const int64_t first = one.first_sample(vector);
            if (vector >= one.begin && vector < one.end) {
                whole(one.load(vector), first);
            } else {
#pragma unroll 1
                for (int64_t i = first < 0 ? 0 : first; i < first + one.V && i < one.count; i++) {
                    single(one.samples[i], i);
                }
            }
        }
    }

    const sample_rows &rows;
    const row_vectors<In> first_row;
    const uint64_t thread, threads;
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_ROWS_CUH */
