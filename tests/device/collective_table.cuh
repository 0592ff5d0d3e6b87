/* SPDX-License-Identifier: Apache-2.0 */
/* The table of the cases of one element type and their kernels; a source file for each type makes one. */
#ifndef COLLECTIVE_TABLE_CUH
#define COLLECTIVE_TABLE_CUH

#include <vector>

#include "collective_kernels.cuh"

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
        warps<plain::sum, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>();
        warps<plain::minimum, 1, 3, 4, 8, 13>();
        warps<plain::maximum, 2, 5, 11, 16>();
        all_segments<void, 1, 2, 3, 4, 6, 8, 12, 16>();
        all_segments<plain::sum, 1, 3, 16>();
        all_segments<plain::minimum, 8>();
        all_segments<plain::maximum, 2>();
        blocks<void, 32, 3>();
        blocks<void, 64, 8>();
        blocks<void, 96, 2>();
        blocks<void, 224, 5>(); /* (35 totals of the striped layout: 32 and a rest) */
        blocks<void, 512, 16>();
        blocks<void, 992, 1>();
        blocks<void, 1024, 4>();
        blocks<plain::sum, 160, 3>();
        blocks<plain::sum, 1024, 4>();
        blocks<plain::minimum, 256, 5>();
        blocks<plain::maximum, 64, 7>();
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

#endif /* COLLECTIVE_TABLE_CUH */
