/* SPDX-License-Identifier: Apache-2.0 */
#include "fragment_run.cuh"

namespace fragment_tests
{

int run_accumulator(fragment_kind kind, fragment_operation operation, fragment_arguments arguments, const double *in,
                    size_t in_count, double *out, size_t out_count)
{
    return of_kind(kind, [&](auto shape, auto type) {
        return run_on_host<use::accumulator, decltype(shape), product_sum<decltype(type)>>(operation, arguments, in,
                                                                                           in_count, out, out_count);
    });
}

int print_accumulator(fragment_kind kind, const double *in, const char *title)
{
    return of_kind(kind, [&](auto shape, auto type) {
        return print_on_host<use::accumulator, decltype(shape), product_sum<decltype(type)>>(in, title);
    });
}

} // namespace fragment_tests
