/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.cuh
 * Fragments from and to memory, matrices and single rows and columns, without shared memory in
 * between (Ootomo and Yokota, 2020: load_vector). Included by <tcu/device/fragment.cuh>.
 *
 * Memory is global, shared or local, of the type that types.cuh says. Each lane reads or writes its own elements and
 * waits for nobody, so a lane may call these functions alone; before lanes read what others stored, the caller
 * synchronises them (__syncwarp(), __syncthreads()). A fragment's elements are in registers when a load returns:
 * storing it to where it came from is allowed, once all lanes have loaded.
 */
#ifndef TCU_DEVICE_FRAGMENT_MEMORY_CUH
#define TCU_DEVICE_FRAGMENT_MEMORY_CUH

#include <cstddef>
#include <cstring>

#include <tcu/device/fragment/registers.cuh>

namespace tcu
{
namespace device
{

/** How a matrix lies in memory. Row-major: element (i, j) at i * stride + j; column-major: at i + j * stride. */
enum class order { row_major, column_major };

/** How a load or store reaches memory: element by element, or a register of neighbours by one access of 32 bits. */
enum class access { by_element, by_register };

/** Which part of a matrix a vector is. */
enum class axis { row, column };

namespace detail
{

template <order O>
__device__ __forceinline__ ptrdiff_t offset(position at, ptrdiff_t stride)
{
    return O == order::row_major ? at.row * stride + at.column : at.row + at.column * stride;
}

/* Whether a register's elements are neighbours in memory. */
template <use U, order O>
constexpr bool packs_along = (U == use::a && O == order::row_major) || (U == use::b && O == order::column_major);

/* Element `index` of an array. */
template <class T>
__device__ __forceinline__ typename element<T>::value read(const typename element<T>::memory *from, ptrdiff_t index)
{
    if constexpr (std::is_same_v<T, b1>) {
        return element<T>::from_register(from[index >> 5] >> (index & 31));
    } else {
        return from[index];
    }
}

/* Where the word is of which element `index` is the first one: aligned to 4 bytes, which makes memcpy() one access. (An
 * access by uint32_t to what is declared as another type is undefined in C++.) */
template <class T, class Memory>
__device__ __forceinline__ auto word_at(Memory *array, ptrdiff_t index)
{
    using bytes = std::conditional_t<std::is_const_v<Memory>, const void, void>;
    return static_cast<bytes *>(array + (std::is_same_v<T, b1> ? index >> 5 : index));
}

__device__ __forceinline__ uint32_t read_word(const void *from)
{
    uint32_t word;
    memcpy(&word, __builtin_assume_aligned(from, sizeof word), sizeof word);
    return word;
}

__device__ __forceinline__ void write_word(void *to, uint32_t word)
{
    memcpy(__builtin_assume_aligned(to, sizeof word), &word, sizeof word);
}

template <order O, access A, use U, class Shape, class T>
__device__ __forceinline__ void check_access()
{
    using F = fragment<U, Shape, T>;
    static_assert(
        A == access::by_element || (F::packed > 1 && packs_along<U, O>),
        "whole registers are read and written of packed types alone, of A in row-major and of B in column-major "
        "order: there the elements of a register are neighbours");
}

} // namespace detail

/**
 * Loads a matrix whose rows (row-major) or columns (column-major) begin `stride` elements apart. `stride` >= columns
 * (rows) if the elements are to be distinct; 0 repeats one row (column). Any alignment of elements is allowed; with
 * access::by_register, which is for A in row-major and B in column-major order, `from` is a multiple of 4 bytes and
 * `stride` of 4 bytes' elements, and a load takes as many accesses as a lane has registers. Single bits: `from` is a
 * word, whose lowest bit is the matrix's first element, and strides are bits.
 */
template <order O, access A = access::by_element, use U, class Shape, class T>
__device__ __forceinline__ void load_matrix(fragment<U, Shape, T> &f, const typename element<T>::memory *from,
                                            ptrdiff_t stride)
{
    using F = fragment<U, Shape, T>;
    detail::check_access<O, A, U, Shape, T>();
    if constexpr (A == access::by_register) {
#pragma unroll
        for (int r = 0; r < F::registers; r++) {
            f.x[r] = detail::read_word(detail::word_at<T>(from, detail::offset<O>(f.at(F::packed * r), stride)));
        }
    } else {
        assign(f, [&](int index) { return detail::read<T>(from, detail::offset<O>(f.at(index), stride)); });
    }
}

/**
 * Stores a matrix, as load_matrix() reads it; nothing else is written. Single bits are stored by_register alone,
 * since lanes would change the same words.
 */
template <order O, access A = access::by_element, use U, class Shape, class T>
__device__ __forceinline__ void store_matrix(typename element<T>::memory *to, const fragment<U, Shape, T> &f,
                                             ptrdiff_t stride)
{
    using F = fragment<U, Shape, T>;
    detail::check_access<O, A, U, Shape, T>();
    static_assert(A == access::by_register || !std::is_same_v<T, b1>,
                  "single bits are stored by_register: lanes cannot write parts of a word side by side");
    if constexpr (A == access::by_register) {
#pragma unroll
        for (int r = 0; r < F::registers; r++) {
            detail::write_word(detail::word_at<T>(to, detail::offset<O>(f.at(F::packed * r), stride)), f.x[r]);
        }
    } else {
#pragma unroll
        for (int index = 0; index < F::elements; index++) {
            to[detail::offset<O>(f.at(index), stride)] = f.get(index);
        }
    }
}

/**
 * The matrix whose row (or column) `at` is the vector from[0], ..., from[count - 1], and all other elements 0. No
 * more than the row's (column's) length is read; what `count` leaves of it is 0. Only lanes that hold a part of it
 * read.
 */
template <axis Along, use U, class Shape, class T>
__device__ __forceinline__ void load_vector(fragment<U, Shape, T> &f, const typename element<T>::memory *from,
                                            int count, int at = 0)
{
    assign(f, [&](int index) {
        const position place = f.at(index);
        const int across = Along == axis::row ? place.row : place.column;
        const int along = Along == axis::row ? place.column : place.row;
        return across == at && along < count ? detail::read<T>(from, along)
                                             : element<T>::from_number(typename element<T>::number{});
    });
}

/** Stores the first `count` elements of row (column) `at` to to[0], to[1], ... Not of single bits. */
template <axis Along, use U, class Shape, class T>
__device__ __forceinline__ void store_vector(typename element<T>::memory *to, const fragment<U, Shape, T> &f, int count,
                                             int at = 0)
{
    static_assert(!std::is_same_v<T, b1>,
                  "single bits are stored by store_matrix(): lanes cannot write parts of a word");
#pragma unroll
    for (int index = 0; index < fragment<U, Shape, T>::elements; index++) {
        const position place = f.at(index);
        const int across = Along == axis::row ? place.row : place.column;
        const int along = Along == axis::row ? place.column : place.row;
        if (across == at && along < count) {
            to[along] = f.get(index);
        }
    }
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_FRAGMENT_MEMORY_CUH */
