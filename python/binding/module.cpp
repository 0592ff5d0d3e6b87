// SPDX-License-Identifier: Apache-2.0
// The extension module tcu._tcu: the operations of the C library, one line each.
#include "call.h"

namespace nb = nanobind;

namespace tcu_python
{

#define OPERATION(name) call<&tcu_##name>::bind(module, #name)

void bind_operations(nb::module_ &module)
{
    OPERATION(reduce);
    OPERATION(segmented_reduce);
    OPERATION(segmented_reduce_offsets);
    OPERATION(reduce_extrema);
    OPERATION(segmented_reduce_extrema);
    OPERATION(segmented_reduce_extrema_offsets);
    OPERATION(dot);
    OPERATION(segmented_dot);
    OPERATION(segmented_dot_offsets);
    OPERATION(segmented_moments);
    OPERATION(segmented_moments_offsets);
    OPERATION(column_moments);
    OPERATION(scan);
    OPERATION(segmented_scan);
    OPERATION(segmented_scan_offsets);
    OPERATION(linear_recurrence);
    OPERATION(segmented_linear_recurrence);
    OPERATION(segmented_linear_recurrence_offsets);
    OPERATION(adjacent_difference);
    OPERATION(compact);
    OPERATION(compact_if);
    OPERATION(compact_indices);
    OPERATION(partition);
    OPERATION(partition_if);
    OPERATION(unique);
    OPERATION(gather);
    OPERATION(scatter);
    OPERATION(run_length_decode);
    OPERATION(reduce_by_key);
    OPERATION(scan_by_key);
    OPERATION(unique_by_key);
    OPERATION(histogram_even);
    OPERATION(histogram_range);
    OPERATION(histogram_weighted);
    OPERATION(radix_sort);
    OPERATION(radix_sort_pairs);
    OPERATION(argsort);
    OPERATION(segmented_sort);
    OPERATION(segmented_sort_offsets);
    OPERATION(segmented_sort_pairs);
    OPERATION(segmented_sort_pairs_offsets);
    OPERATION(merge);
    OPERATION(merge_pairs);
    OPERATION(search_sorted);
    OPERATION(top_k);
    OPERATION(segmented_top_k);
    OPERATION(segmented_top_k_offsets);
    OPERATION(top_k_pairs);
    OPERATION(segmented_top_k_pairs);
    OPERATION(segmented_top_k_pairs_offsets);
    OPERATION(nth_element);
    OPERATION(quantiles);
    OPERATION(convolve_1d);
    OPERATION(convolve_2d);
    OPERATION(convolve_2d_separable);
    OPERATION(convolution_layer);
    OPERATION(polynomial_evaluate_once);
}

#undef OPERATION

} // namespace tcu_python

NB_MODULE(_tcu, module)
{
    module.doc() = "The C library, function by function; for the modules of the package tcu alone.";
    module.def("version", &tcu_version);
    module.def("type_name", [](int type) { return tcu_type_name(static_cast<tcu_type>(type)); });
    tcu_python::bind_array(module);
    tcu_python::bind_context(module);
    tcu_python::bind_options(module);
    tcu_python::bind_operations(module);
    tcu_python::bind_plans(module);
    tcu_python::bind_memory(module);
}
