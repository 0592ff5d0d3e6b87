/* SPDX-License-Identifier: Apache-2.0 */
/* One operation on one fragment by one warp; arrays on the device are of the fragment's type. */
#ifndef FRAGMENT_OPERATIONS_CUH
#define FRAGMENT_OPERATIONS_CUH

#include <tcu/device/fragment.cuh>

#include "fragment_kernels.h"

namespace fragment_tests
{

using namespace tcu::device;

/* What tests do to elements: small integers stay exact in every type, single bits are flipped. */
template <class T>
__device__ typename element<T>::number changed_at(int i, int j, typename element<T>::number x)
{
    using number = typename element<T>::number;
    if constexpr (std::is_same_v<T, b1>) {
        return x != ((i + j) % 3 == 0);
    } else {
        return x + static_cast<number>(i % 5 - j % 3);
    }
}

template <class T>
__device__ typename element<T>::number entry_at(int i, int j)
{
    return static_cast<typename element<T>::number>((3 * i + 5 * j) % 7);
}

/* The matrix of an operation that makes one. */
template <use U, class S, class T>
__device__ void make(fragment<U, S, T> &f, fragment_operation operation, fragment_arguments arguments,
                     const double *matrix, const typename element<T>::memory *array)
{
    using number = typename element<T>::number;
    const number alpha = static_cast<number>(arguments.alpha);
    load_matrix_with(f, [&](int i, int j) { return static_cast<number>(matrix[i * f.columns + j]); });
    switch (operation) {
    case FILL:
        fill(f, alpha);
        break;
    case IDENTITY:
        make_identity(f, alpha);
        break;
    case ADD_IDENTITY:
        if constexpr (!std::is_same_v<T, b1>) {
            add_identity(f, alpha);
        }
        break;
    case UPPER:
        make_triangular<triangle::upper>(f, alpha);
        break;
    case STRICT_UPPER:
        make_triangular<triangle::strict_upper>(f, alpha);
        break;
    case LOWER:
        make_triangular<triangle::lower>(f, alpha);
        break;
    case STRICT_LOWER:
        make_triangular<triangle::strict_lower>(f, alpha);
        break;
    case UPPER_OF:
        make_triangular<triangle::upper>(f, [](int i, int j) { return entry_at<T>(i, j); });
        break;
    case FOREACH:
        foreach(f, [](typename element<T>::value &x) {
            x = element<T>::from_number(changed_at<T>(1, 2, element<T>::to_number(x)));
        });
        break;
    case FOREACH_IJ:
        foreach_ij(f, [](int i, int j, typename element<T>::value &x) {
            x = element<T>::from_number(changed_at<T>(i, j, element<T>::to_number(x)));
        });
        break;
    case LOAD_ROWS:
        load_matrix<order::row_major>(f, array, arguments.stride);
        break;
    case LOAD_COLUMNS:
        load_matrix<order::column_major>(f, array, arguments.stride);
        break;
    case LOAD_PACKED:
        if constexpr (f.packed > 1) {
            load_matrix<U == use::a ? order::row_major : order::column_major, access::by_register>(f, array,
                                                                                                   arguments.stride);
        }
        break;
    case LOAD_ROW:
        load_vector<axis::row>(f, array, arguments.count, arguments.at);
        break;
    case LOAD_COLUMN:
        load_vector<axis::column>(f, array, arguments.count, arguments.at);
        break;
    default:
        break;
    }
}

template <use U, class S, class T>
__device__ void store(typename element<T>::memory *array, const fragment<U, S, T> &f, fragment_operation operation,
                      fragment_arguments arguments)
{
    if constexpr (!std::is_same_v<T, b1>) {
        switch (operation) {
        case STORE_ROWS:
            store_matrix<order::row_major>(array, f, arguments.stride);
            break;
        case STORE_COLUMNS:
            store_matrix<order::column_major>(array, f, arguments.stride);
            break;
        case STORE_ROW:
            store_vector<axis::row>(array, f, arguments.count, arguments.at);
            break;
        case STORE_COLUMN:
            store_vector<axis::column>(array, f, arguments.count, arguments.at);
            break;
        default:
            break;
        }
    }
    if constexpr (f.packed > 1) {
        if (operation == STORE_PACKED) {
            store_matrix<U == use::a ? order::row_major : order::column_major, access::by_register>(array, f,
                                                                                                    arguments.stride);
        }
    }
}

/* `matrix`: of doubles, row by row, where the operation is on one. */
template <use U, class S, class T>
__global__ void run(fragment_operation operation, fragment_arguments arguments, const double *matrix,
                    const typename element<T>::memory *array, double *result, typename element<T>::memory *stored)
{
    fragment<U, S, T> f;
    make(f, operation, arguments, matrix, array);
    if (operation == GET) {
        for (int i = 0; i < f.elements; i++) {
            result[lane_index() * f.elements + i] = static_cast<double>(element<T>::to_number(f.get(i)));
        }
    } else if (operation < STORE_ROWS) {
        foreach_ij(f, [&](int i, int j, typename element<T>::value &x) {
            result[i * f.columns + j] = static_cast<double>(element<T>::to_number(x));
        });
    } else {
        store(stored, f, operation, arguments);
    }
}

template <use U, class S, class T>
__global__ void print_matrix(const double *matrix, bool has_title)
{
    fragment<U, S, T> f;
    load_matrix_with(f,
                     [&](int i, int j) { return static_cast<typename element<T>::number>(matrix[i * f.columns + j]); });
    print(f, has_title ? "matrix" : nullptr);
}

} // namespace fragment_tests

#endif /* FRAGMENT_OPERATIONS_CUH */
