// SPDX-License-Identifier: Apache-2.0
// The structures of the C library, each field by its name. A field that is an address takes what call.h says of addresses;
// whoever sets it keeps the object alive until the call has returned.
#include <nanobind/stl/vector.h>

#include "call.h"

namespace nb = nanobind;

namespace tcu_python
{

template <typename Struct>
struct fields {
    nb::class_<Struct> binding;

    template <typename Field>
    fields &field(const char *name, Field Struct::*member)
    {
        using as = parameter<Field>;
        if constexpr (std::is_pointer_v<Field>) {
            binding.def_prop_rw(
                name, [=](const Struct &self) { return self.*member != nullptr; },
                [=](Struct &self, typename as::type value) { self.*member = as::value(value); }, nb::arg().none());
        } else {
            binding.def_prop_rw(
                name, [=](const Struct &self) { return static_cast<typename as::type>(self.*member); },
                [=](Struct &self, typename as::type value) { self.*member = as::value(value); });
        }
        return *this;
    }

    // An array in the structure, as a list; one that is shorter sets its first elements.
    template <typename Element, size_t Size>
    fields &array_field(const char *name, Element (Struct::*member)[Size])
    {
        using as = parameter<Element>;
        binding.def_prop_rw(
            name,
            [=](const Struct &self) {
                return std::vector<typename as::type>(std::begin(self.*member), std::end(self.*member));
            },
            [=](Struct &self, const std::vector<typename as::type> &values) {
                if (values.size() > Size) {
                    throw nb::value_error("too many values for a field");
                }
                for (size_t i = 0; i < values.size(); i++) {
                    (self.*member)[i] = as::value(values[i]);
                }
            });
        return *this;
    }
};

template <typename Struct>
static fields<Struct> bind(nb::module_ &module, const char *name, const Struct &initial)
{
    nb::class_<Struct> binding(module, name);
    binding.def("__init__", [initial](Struct *self) { new (self) Struct(initial); });
    return {binding};
}

static void bind_sums(nb::module_ &module)
{
    bind<tcu_reduce_options>(module, "ReduceOptions", TCU_REDUCE_OPTIONS_INIT)
        .field("algorithm", &tcu_reduce_options::algorithm)
        .field("op", &tcu_reduce_options::op)
        .field("map", &tcu_reduce_options::map)
        .field("nan_mode", &tcu_reduce_options::nan_mode)
        .field("initial", &tcu_reduce_options::initial)
        .field("count", &tcu_reduce_options::count);
    bind<tcu_scan_options>(module, "ScanOptions", TCU_SCAN_OPTIONS_INIT)
        .field("op", &tcu_scan_options::op)
        .field("nan_mode", &tcu_scan_options::nan_mode)
        .field("initial", &tcu_scan_options::initial)
        .field("count", &tcu_scan_options::count);
    bind<tcu_dot_options>(module, "DotOptions", TCU_DOT_OPTIONS_INIT).field("count", &tcu_dot_options::count);
    bind<tcu_extrema_options>(module, "ExtremaOptions", TCU_EXTREMA_OPTIONS_INIT)
        .field("nan_mode", &tcu_extrema_options::nan_mode)
        .field("count", &tcu_extrema_options::count);
    bind<tcu_moments_options>(module, "MomentsOptions", TCU_MOMENTS_OPTIONS_INIT)
        .field("correction", &tcu_moments_options::correction)
        .field("count", &tcu_moments_options::count);
    bind<tcu_recurrence_options>(module, "RecurrenceOptions", TCU_RECURRENCE_OPTIONS_INIT)
        .field("constant_a", &tcu_recurrence_options::constant_a)
        .field("a", &tcu_recurrence_options::a)
        .field("scale_b", &tcu_recurrence_options::scale_b)
        .field("count", &tcu_recurrence_options::count);
    bind<tcu_adjacent_difference_options>(module, "AdjacentDifferenceOptions", TCU_ADJACENT_DIFFERENCE_OPTIONS_INIT)
        .field("count", &tcu_adjacent_difference_options::count);
}

static void bind_items(nb::module_ &module)
{
    bind<tcu_predicate>(module, "Predicate", {})
        .field("comparison", &tcu_predicate::comparison)
        .field("value", &tcu_predicate::value)
        .field("upper", &tcu_predicate::upper);
    bind<tcu_column>(module, "Column", {})
        .field("input", &tcu_column::in)
        .field("out", &tcu_column::out)
        .field("item_bytes", &tcu_column::item_bytes);
    bind<tcu_compact_options>(module, "CompactOptions", TCU_COMPACT_OPTIONS_INIT)
        .field("count", &tcu_compact_options::count);
    bind<tcu_gather_options>(module, "GatherOptions", TCU_GATHER_OPTIONS_INIT)
        .field("out_of_range", &tcu_gather_options::out_of_range)
        .field("count", &tcu_gather_options::count);
    bind<tcu_run_length_options>(module, "RunLengthOptions", TCU_RUN_LENGTH_OPTIONS_INIT);
    bind<tcu_runs>(module, "Runs", TCU_RUNS_INIT)
        .field("keys", &tcu_runs::keys)
        .field("lengths", &tcu_runs::lengths)
        .field("offsets", &tcu_runs::offsets)
        .field("count", &tcu_runs::count);
    bind<tcu_by_key_options>(module, "ByKeyOptions", TCU_BY_KEY_OPTIONS_INIT)
        .field("op", &tcu_by_key_options::op)
        .field("map", &tcu_by_key_options::map)
        .field("nan_mode", &tcu_by_key_options::nan_mode)
        .field("initial", &tcu_by_key_options::initial)
        .field("count", &tcu_by_key_options::count);
    bind<tcu_group_by_options>(module, "GroupByOptions", TCU_GROUP_BY_OPTIONS_INIT)
        .field("nan_mode", &tcu_group_by_options::nan_mode)
        .field("count", &tcu_group_by_options::count);
    bind<tcu_histogram_options>(module, "HistogramOptions", TCU_HISTOGRAM_OPTIONS_INIT)
        .field("accumulate", &tcu_histogram_options::accumulate)
        .field("outside", &tcu_histogram_options::outside)
        .field("flags", &tcu_histogram_options::flags)
        .field("ends", &tcu_histogram_options::ends)
        .field("count", &tcu_histogram_options::count);
    bind<tcu_histogram_channel>(module, "HistogramChannel", {})
        .field("counts", &tcu_histogram_channel::counts)
        .field("num_bins", &tcu_histogram_channel::num_bins)
        .field("kind", &tcu_histogram_channel::kind)
        .field("level_type", &tcu_histogram_channel::level_type)
        .field("lower", &tcu_histogram_channel::lower)
        .field("upper", &tcu_histogram_channel::upper)
        .field("levels", &tcu_histogram_channel::levels);
    bind<tcu_group_column>(module, "GroupColumn",
                           TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_COUNT, 0, TCU_TYPE_U64, 0, TCU_TYPE_U64))
        .field("aggregate", &tcu_group_column::aggregate)
        .field("values", &tcu_group_column::values)
        .field("value_type", &tcu_group_column::value_type)
        .field("results", &tcu_group_column::results)
        .field("result_type", &tcu_group_column::result_type)
        .field("item_bytes", &tcu_group_column::item_bytes);
}

static void bind_order(nb::module_ &module)
{
    bind<tcu_sort_options>(module, "SortOptions", TCU_SORT_OPTIONS_INIT)
        .field("descending", &tcu_sort_options::descending)
        .field("begin_bit", &tcu_sort_options::begin_bit)
        .field("end_bit", &tcu_sort_options::end_bit)
        .field("count", &tcu_sort_options::count);
    bind<tcu_merge_options>(module, "MergeOptions", TCU_MERGE_OPTIONS_INIT)
        .field("descending", &tcu_merge_options::descending);
    bind<tcu_search_options>(module, "SearchOptions", TCU_SEARCH_OPTIONS_INIT)
        .field("upper", &tcu_search_options::upper)
        .field("descending", &tcu_search_options::descending)
        .field("values_sorted", &tcu_search_options::values_sorted);
    bind<tcu_top_k_options>(module, "TopKOptions", TCU_TOP_K_OPTIONS_INIT)
        .field("smallest", &tcu_top_k_options::smallest)
        .field("input_order", &tcu_top_k_options::input_order)
        .field("indices_in_segment", &tcu_top_k_options::indices_in_segment)
        .field("num_out", &tcu_top_k_options::num_out)
        .field("count", &tcu_top_k_options::count);
    bind<tcu_nth_element_options>(module, "NthElementOptions", TCU_NTH_ELEMENT_OPTIONS_INIT)
        .field("descending", &tcu_nth_element_options::descending);
    bind<tcu_quantiles_options>(module, "QuantilesOptions", TCU_QUANTILES_OPTIONS_INIT)
        .field("method", &tcu_quantiles_options::method)
        .field("nan_mode", &tcu_quantiles_options::nan_mode)
        .field("num_nans", &tcu_quantiles_options::num_nans)
        .field("count", &tcu_quantiles_options::count);
}

static void bind_grids(nb::module_ &module)
{
    bind<tcu_polynomial_options>(module, "PolynomialOptions", TCU_POLYNOMIAL_OPTIONS_INIT)
        .field("basis", &tcu_polynomial_options::basis)
        .field("derivatives", &tcu_polynomial_options::derivatives)
        .field("lower", &tcu_polynomial_options::lower)
        .field("upper", &tcu_polynomial_options::upper);
    bind<tcu_stencil_desc>(module, "StencilDesc", TCU_STENCIL_DESC_INIT)
        .field("type", &tcu_stencil_desc::type)
        .field("dimensions", &tcu_stencil_desc::dimensions)
        .array_field("extents", &tcu_stencil_desc::extents)
        .field("channels", &tcu_stencil_desc::channels)
        .field("batch", &tcu_stencil_desc::batch)
        .field("in_fields", &tcu_stencil_desc::in_fields)
        .field("out_fields", &tcu_stencil_desc::out_fields)
        .array_field("boundaries", &tcu_stencil_desc::boundaries)
        .field("constant", &tcu_stencil_desc::constant)
        .field("num_taps", &tcu_stencil_desc::num_taps)
        .field("offsets", &tcu_stencil_desc::offsets)
        .field("weights", &tcu_stencil_desc::weights)
        .array_field("box", &tcu_stencil_desc::box)
        .array_field("origin", &tcu_stencil_desc::origin);
    bind<tcu_convolution_desc>(module, "ConvolutionDesc", TCU_CONVOLUTION_DESC_INIT)
        .field("type", &tcu_convolution_desc::type)
        .field("height", &tcu_convolution_desc::height)
        .field("width", &tcu_convolution_desc::width)
        .field("channels", &tcu_convolution_desc::channels)
        .field("batch", &tcu_convolution_desc::batch)
        .field("stride_y", &tcu_convolution_desc::stride_y)
        .field("stride_x", &tcu_convolution_desc::stride_x)
        .field("padding", &tcu_convolution_desc::padding)
        .field("kind", &tcu_convolution_desc::kind)
        .field("boundary", &tcu_convolution_desc::boundary)
        .field("constant", &tcu_convolution_desc::constant);
    bind<tcu_convolution_options>(module, "ConvolutionOptions", TCU_CONVOLUTION_OPTIONS_INIT);
    bind<tcu_convolution_layer_desc>(module, "ConvolutionLayerDesc", TCU_CONVOLUTION_LAYER_DESC_INIT)
        .field("type", &tcu_convolution_layer_desc::type)
        .field("batch", &tcu_convolution_layer_desc::batch)
        .field("in_channels", &tcu_convolution_layer_desc::in_channels)
        .field("height", &tcu_convolution_layer_desc::height)
        .field("width", &tcu_convolution_layer_desc::width)
        .field("out_channels", &tcu_convolution_layer_desc::out_channels)
        .field("kernel_height", &tcu_convolution_layer_desc::kernel_height)
        .field("kernel_width", &tcu_convolution_layer_desc::kernel_width)
        .field("stride_y", &tcu_convolution_layer_desc::stride_y)
        .field("stride_x", &tcu_convolution_layer_desc::stride_x)
        .field("padding_y", &tcu_convolution_layer_desc::padding_y)
        .field("padding_x", &tcu_convolution_layer_desc::padding_x)
        .field("dilation_y", &tcu_convolution_layer_desc::dilation_y)
        .field("dilation_x", &tcu_convolution_layer_desc::dilation_x);
    bind<tcu_convolution_layer_options>(module, "ConvolutionLayerOptions", TCU_CONVOLUTION_LAYER_OPTIONS_INIT);
}

void bind_options(nb::module_ &module)
{
    bind_sums(module);
    bind_items(module);
    bind_order(module);
    bind_grids(module);
}

} // namespace tcu_python
