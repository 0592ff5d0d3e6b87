/* SPDX-License-Identifier: Apache-2.0 */
/* The elements of rows, as vectors of 16 bytes wherever these lie in a row as a whole, and one by one at a row's ends. */
#ifndef TCUI_ROW_VECTORS_CUH
#define TCUI_ROW_VECTORS_CUH

#include "element_vector.cuh"

namespace tcu
{

struct element_rows {
    const unsigned char *first;
    uint64_t elements;      /* in a row */
    uint64_t last_elements; /* in the last row */
    uint64_t rows;          /* 0 if there are no elements */
    uint64_t stride_bytes;
    uint64_t row_vectors; /* that a row may touch, whatever its alignment */
};

/* How many pixels there are in all rows: as many as the host knows, or min(pixels, *length). */
struct pixel_count {
    uint64_t pixels, elements_a_pixel;
    const uint64_t *length; /* or NULL */

    __device__ __forceinline__ uint64_t elements() const
    {
        return (length == nullptr ? pixels : min(pixels, *length)) * elements_a_pixel;
    }
};

struct counted_rows {
    element_rows rows;
    pixel_count count;
};

/* A whole array. */
inline counted_rows array_as_row(const void *array, uint64_t n, const uint64_t *length)
{
    return {{static_cast<const unsigned char *>(array), n, n, 1, 0, 0}, {n, 1, length}};
}

/* Rows that there are, and the elements of the last one. */
struct present_rows {
    uint64_t rows, last_elements;
};

/* (Before a kernel's loops: with a count it takes a division.) */
__device__ __forceinline__ present_rows present_rows_of(const element_rows &all, const pixel_count &count)
{
    if (count.length == nullptr) {
        return {all.rows, all.last_elements};
    }
    const uint64_t elements = count.elements();
    const uint64_t rows = (elements + all.elements - 1) / all.elements;
    return {rows, elements - (rows - 1) * all.elements};
}

/* Of a row: which of its vectors lie in it as a whole. Vector v holds the elements v * V - phase and on. */
template <class In>
struct row_vectors {
    static constexpr int V = vector_elements<In>;
    const In *elements, *aligned;
    int64_t count, phase, begin, end;

    __device__ __forceinline__ row_vectors(const element_rows &rows, uint64_t row)
        : row_vectors(rows, row, {rows.rows, rows.last_elements})
    {
    }

    __device__ __forceinline__ row_vectors(const element_rows &rows, uint64_t row, const present_rows &present)
    {
        elements = reinterpret_cast<const In *>(rows.first + row * rows.stride_bytes);
        count = static_cast<int64_t>(row + 1 < present.rows ? rows.elements : present.last_elements);
        phase = static_cast<int64_t>(reinterpret_cast<uintptr_t>(elements) % 16 / sizeof(In));
        aligned = elements - phase;
        begin = phase > 0;
        find_end();
    }

    __device__ __forceinline__ void set_count(uint64_t row_elements)
    {
        count = static_cast<int64_t>(row_elements);
        find_end();
    }

    __device__ __forceinline__ void find_end()
    {
        end = (phase + count) / V;
        if (end < begin) {
            end = begin;
        }
    }

    __device__ __forceinline__ int64_t first_element(int64_t vector) const { return vector * V - phase; }

    __device__ __forceinline__ element_vector<In> load(int64_t vector) const
    {
        const uint4 x = __ldcs(reinterpret_cast<const uint4 *>(aligned) + vector);
        return {{x.x, x.y, x.z, x.w}};
    }

    /* The same of vectors that others will load, too. (Not by __ldg(): until a kernel waits for the one before it,
     * elements may be written while it runs.) */
    __device__ __forceinline__ element_vector<In> load_shared(int64_t vector) const
    {
        const uint4 x = reinterpret_cast<const uint4 *>(aligned)[vector];
        return {{x.x, x.y, x.z, x.w}};
    }
};

/*
 * How a thread of a visit loads. Batch loads are in flight together: for sure if they come first (then lanes of a warp
 * meet in each round, so all threads have the same rounds), while else compilers may sink loads to where registers are
 * free.
 */
struct visit_policy {
    static constexpr int batch = 4;
    /* Other blocks look at the same elements. */
    static constexpr bool is_shared = false;
    /* The constructor, which touches no memory, computes where elements are; else run() does, where registers are few. */
    static constexpr bool starts_early = true;
    static constexpr bool loads_first = false;
    /* As many rounds as all threads have, which takes a division before. */
    static constexpr bool counts_rounds = false;
    /* The device may know how many pixels there are; else run() has no instructions for that. */
    static constexpr bool is_counted = true;
};

/*
 * The elements that one of `threads` threads looks at; together they visit each element once. run() calls whole(vector,
 * index of its first element in the row) and single(element, index).
 */
template <class In, class Policy>
class row_visit
{
    static constexpr int batch = Policy::batch;

  public:
    __device__ __forceinline__ row_visit(const element_rows &rows, const pixel_count &count, uint64_t thread,
                                         uint64_t threads)
        : rows(rows), count(count), first_row(rows, 0), thread(thread), threads(threads)
    {
    }

    template <class Whole, class Single>
    __device__ __forceinline__ void run(Whole whole, Single single) const
    {
        if (rows.rows == 1) {
            if constexpr (Policy::is_counted) {
                row_vectors<In> row = Policy::starts_early ? first_row : row_vectors<In>(rows, 0);
                if (count.length != nullptr) {
                    row.set_count(count.elements());
                }
                visit_row(row, whole, single);
            } else {
                visit_row(Policy::starts_early ? first_row : row_vectors<In>(rows, 0), whole, single);
            }
        } else {
            visit_rows(whole, single);
        }
    }

  private:
    __device__ __forceinline__ static element_vector<In> load(const row_vectors<In> &row, int64_t vector)
    {
        return Policy::is_shared ? row.load_shared(vector) : row.load(vector);
    }

    template <class Whole, class Single>
    __device__ __forceinline__ void visit_row(const row_vectors<In> row, Whole whole, Single single) const
    {
        const int64_t step = static_cast<int64_t>(threads);
        int64_t v = row.begin + static_cast<int64_t>(thread);
        const int64_t rounds = Policy::counts_rounds ? (row.end - row.begin) / (batch * step) : 0;
        const int64_t last = Policy::loads_first ? batch * step - 1 - static_cast<int64_t>(thread) : (batch - 1) * step;
        for (int64_t round = 0; Policy::counts_rounds ? round < rounds : v + last < row.end;
             round++, v += batch * step) {
            element_vector<In> x[batch];
#pragma unroll
            for (int i = 0; i < batch; i++) {
                x[i] = load(row, v + i * step);
            }
            if (Policy::loads_first) {
                __syncwarp(); /* which no compiler moves loads across */
            }
#pragma unroll
            for (int i = 0; i < batch; i++) {
                whole(x[i], row.first_element(v + i * step));
            }
        }
        constexpr int most_left = Policy::counts_rounds ? batch : batch - 1;
        if (Policy::loads_first) { /* registers are few, and elements many */
            for (; v < row.end; v += step) {
                whole(load(row, v), row.first_element(v));
            }
        } else if (v < row.end) {
            element_vector<In> x[batch];
#pragma unroll
            for (int i = 0; i < most_left; i++) {
                if (v + i * step < row.end) {
                    x[i] = load(row, v + i * step);
                }
            }
#pragma unroll
            for (int i = 0; i < most_left; i++) {
                if (v + i * step < row.end) {
                    whole(x[i], row.first_element(v + i * step));
                }
            }
        }
        /* What the whole vectors leave, before and behind them: less than two vectors. */
        const int64_t head = row.count < row.first_element(row.begin) ? row.count : row.first_element(row.begin);
        const int64_t tail = row.count < row.first_element(row.end) ? row.count : row.first_element(row.end);
        for (int64_t i = static_cast<int64_t>(thread); i < head + (row.count - tail); i += step) {
            const int64_t element = i < head ? i : tail + (i - head);
            single(row.elements[element], element);
        }
    }

    template <class Whole, class Single>
    __device__ __forceinline__ void visit_rows(Whole whole, Single single) const
    {
        const present_rows present =
            Policy::is_counted ? present_rows_of(rows, count) : present_rows{rows.rows, rows.last_elements};
        for (uint64_t at = thread; at < present.rows * rows.row_vectors; at += threads) {
            const uint64_t number = at / rows.row_vectors;
            const row_vectors<In> one(rows, number, present);
            const int64_t vector = static_cast<int64_t>(at - number * rows.row_vectors);
            const int64_t first = one.first_element(vector);
            if (vector >= one.begin && vector < one.end) {
                whole(one.load(vector), first);
            } else {
#pragma unroll 1
                for (int64_t i = first < 0 ? 0 : first; i < first + one.V && i < one.count; i++) {
                    single(one.elements[i], i);
                }
            }
        }
    }

    const element_rows &rows;
    const pixel_count &count;
    const row_vectors<In> first_row;
    const uint64_t thread, threads;
};

} // namespace tcu

#endif /* TCUI_ROW_VECTORS_CUH */
