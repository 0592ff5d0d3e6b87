/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that call the collectives of all cases of one element type, and the table of them; a source file for each type. */
#ifndef COLLECTIVE_KERNELS_CUH
#define COLLECTIVE_KERNELS_CUH

#include <tcu/device/collectives.cuh>
#include <utility>
#include <vector>

#include "collective_kernels.h"

/* `results` on the device. */
template <class T>
struct collective_instance {
    collective_case of;
    void (*kernel)(const T *elements, int valid, collective_results results);
};

/* The table of one type, made in its source file. */
template <class T>
const std::vector<collective_instance<T>> &collective_instances();

namespace collective
{

using namespace tcu::device;

/* `Operator` of kernels: one of tcu::device::plain, or void: on the matrix unit. */

template <class T, int Items, layout L, int Threads, class Element>
__device__ void load(Element (&x)[Items], const T *elements, int thread)
{
    for (int i = 0; i < Items; i++) {
        const T element = elements[L == layout::blocked ? thread * Items + i : i * Threads + thread];
        if constexpr (std::is_same_v<Element, T>) {
            x[i] = element;
        } else {
            x[i] = static_cast<Element>(element);
        }
    }
}

template <int Items, layout L, int Threads, class Acc>
__device__ void store(double *results, const Acc (&y)[Items], int thread)
{
    for (int i = 0; i < Items; i++) {
        results[L == layout::blocked ? thread * Items + i : i * Threads + thread] = y[i];
    }
}

/* The warp's own elements and results: warps of a block are groups. */
struct warp_place {
    int lane = static_cast<int>(threadIdx.x) % 32, group = static_cast<int>(threadIdx.x) / 32;
};

template <class Operator, class T, int Items, layout L>
__global__ void warp(const T *elements, int valid, collective_results to)
{
    const warp_place at;
    const int first = at.group * 32 * Items, thread = at.group * 32 + at.lane;
    T x[Items];
    load<T, Items, L, 32>(x, elements + first, at.lane);
    accumulator_t<T> y[Items];
    const auto prefixes = [&](auto kind, const auto &in, double *results, double *totals) {
        constexpr scan_kind Kind = decltype(kind)::value;
        if constexpr (std::is_same_v<Operator, void>) {
            totals[thread] = warp_scan<Kind, L>(in, y);
        } else {
            totals[thread] = plain::warp_scan<Kind, L>(in, y, Operator());
        }
        store<Items, L, 32>(results + first, y, at.lane);
    };
    prefixes(std::integral_constant<scan_kind, scan_kind::inclusive>(), x, to.inclusive, to.inclusive_total);
    if constexpr (std::is_same_v<T, accumulator_t<T>>) { /* in place */
        load<T, Items, L, 32>(y, elements + first, at.lane);
        prefixes(std::integral_constant<scan_kind, scan_kind::exclusive>(), y, to.exclusive, to.exclusive_total);
    } else {
        prefixes(std::integral_constant<scan_kind, scan_kind::exclusive>(), x, to.exclusive, to.exclusive_total);
    }
    if constexpr (std::is_same_v<Operator, void>) {
        to.total[thread] = warp_reduce<L>(x);
        to.valid_total[thread] = warp_reduce<L>(x, valid);
    } else {
        to.total[thread] = plain::warp_reduce<L>(x, Operator());
        to.valid_total[thread] = plain::warp_reduce<L>(x, valid, Operator());
    }
}

template <class Operator, class T, int Items, int Segment, layout L>
__global__ void segmented(const T *elements, int, collective_results to)
{
    const warp_place at;
    const int first = at.group * 32 * Items;
    T x[Items];
    load<T, Items, L, 32>(x, elements + first, at.lane);
    accumulator_t<T> y[Items];
    if constexpr (std::is_same_v<Operator, void>) {
        warp_segmented_scan<Segment, scan_kind::inclusive, L>(x, y);
        store<Items, L, 32>(to.inclusive + first, y, at.lane);
        warp_segmented_scan<Segment, scan_kind::exclusive, L>(x, y);
        store<Items, L, 32>(to.exclusive + first, y, at.lane);
        warp_segmented_reduce<Segment, L>(x, y);
    } else {
        plain::warp_segmented_scan<Segment, scan_kind::inclusive, L>(x, y, Operator());
        store<Items, L, 32>(to.inclusive + first, y, at.lane);
        plain::warp_segmented_scan<Segment, scan_kind::exclusive, L>(x, y, Operator());
        store<Items, L, 32>(to.exclusive + first, y, at.lane);
        plain::warp_segmented_reduce<Segment, L>(x, y, Operator());
    }
    store<Items, L, 32>(to.sums + first, y, at.lane);
}

/* One storage for all calls. */
template <class Operator, class T, int Items, int Threads, layout L>
__global__ void block(const T *elements, int valid, collective_results to)
{
    __shared__ block_storage<T, Threads> storage;
    const int group = static_cast<int>(blockIdx.x), own = static_cast<int>(threadIdx.x);
    const int first = group * Threads * Items, thread = group * Threads + own;
    T x[Items];
    load<T, Items, L, Threads>(x, elements + first, own);
    accumulator_t<T> y[Items];
    if constexpr (std::is_same_v<Operator, void>) {
        to.inclusive_total[thread] = block_scan<Threads, scan_kind::inclusive, L>(x, y, storage);
        store<Items, L, Threads>(to.inclusive + first, y, own);
        __syncthreads();
        to.total[thread] = block_reduce<Threads, L>(x, storage);
        __syncthreads();
        to.exclusive_total[thread] = block_scan<Threads, scan_kind::exclusive, L>(x, y, storage);
        store<Items, L, Threads>(to.exclusive + first, y, own);
        __syncthreads();
        to.valid_total[thread] = block_reduce<Threads, L>(x, storage, valid);
    } else {
        to.inclusive_total[thread] = plain::block_scan<Threads, scan_kind::inclusive, L>(x, y, storage, Operator());
        store<Items, L, Threads>(to.inclusive + first, y, own);
        __syncthreads();
        to.total[thread] = plain::block_reduce<Threads, L>(x, storage, Operator());
        __syncthreads();
        to.exclusive_total[thread] = plain::block_scan<Threads, scan_kind::exclusive, L>(x, y, storage, Operator());
        store<Items, L, Threads>(to.exclusive + first, y, own);
        __syncthreads();
        to.valid_total[thread] = plain::block_reduce<Threads, L>(x, storage, valid, Operator());
    }
}

/* ------------------------------------------------------------------------------------------------------------ the table */

template <class Operator>
constexpr collective_form form_of()
{
    return std::is_same_v<Operator, void>             ? FORM_MATRIX
           : std::is_same_v<Operator, plain::sum>     ? FORM_SUM
           : std::is_same_v<Operator, plain::minimum> ? FORM_MINIMUM
                                                      : FORM_MAXIMUM;
}

template <class T>
struct table {
    std::vector<collective_instance<T>> rows;
    element_type type;

    template <class Operator, int... Items>
    void warps()
    {
        (rows.push_back({{type, form_of<Operator>(), false, Items, 0, 0}, warp<Operator, T, Items, layout::blocked>}),
         ...);
        (rows.push_back({{type, form_of<Operator>(), true, Items, 0, 0}, warp<Operator, T, Items, layout::striped>}),
         ...);
    }

    template <class Operator, int Segment, layout L, int Items>
    void segments_of()
    {
        if constexpr (32 * Items % Segment == 0 && (L == layout::striped || Segment % Items == 0)) {
            rows.push_back({{type, form_of<Operator>(), L == layout::striped, Items, Segment, 0},
                            segmented<Operator, T, Items, Segment, L>});
        }
    }

    template <class Operator, int Segment, int... Items>
    void segments()
    {
        (segments_of<Operator, Segment, layout::blocked, Items>(), ...);
        (segments_of<Operator, Segment, layout::striped, Items>(), ...);
    }

    template <class Operator, int... Items>
    void all_segments()
    {
        segments<Operator, 16, Items...>();
        segments<Operator, 32, Items...>();
        segments<Operator, 64, Items...>();
        segments<Operator, 128, Items...>();
        segments<Operator, 256, Items...>();
    }

    template <class Operator, int Threads, int... Items>
    void blocks()
    {
        (rows.push_back({{type, form_of<Operator>(), false, Items, 0, Threads},
                         block<Operator, T, Items, Threads, layout::blocked>}),
         ...);
        (rows.push_back({{type, form_of<Operator>(), true, Items, 0, Threads},
                         block<Operator, T, Items, Threads, layout::striped>}),
         ...);
    }

    explicit table(element_type type) : type(type)
    {
        warps<void, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>();
        warps<plain::sum, 1, 2, 3, 5, 8, 16>();
        warps<plain::minimum, 1, 3, 8>();
        warps<plain::maximum, 2, 5, 16>();
        all_segments<void, 1, 2, 3, 4, 8, 16>();
        all_segments<plain::sum, 1, 4, 16>();
        all_segments<plain::minimum, 2, 8>();
        blocks<void, 32, 3>();
        blocks<void, 64, 8>();
        blocks<void, 96, 5>();
        blocks<void, 128, 2>();
        blocks<void, 256, 16>();
        blocks<void, 1024, 1, 4>();
        blocks<plain::sum, 96, 3>();
        blocks<plain::sum, 1024, 4>();
        blocks<plain::minimum, 256, 5>();
        blocks<plain::maximum, 64, 16>();
    }
};

} // namespace collective

/* In the source file of type T: what it takes from the others is this table alone. */
#define COLLECTIVE_TYPE(T, type)                                                                                       \
    template <>                                                                                                        \
    const std::vector<collective_instance<T>> &collective_instances<T>()                                               \
    {                                                                                                                  \
        static const collective::table<T> all(type);                                                                   \
        return all.rows;                                                                                               \
    }

#endif /* COLLECTIVE_KERNELS_CUH */
