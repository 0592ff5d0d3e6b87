// SPDX-License-Identifier: Apache-2.0
/**
 * @file stencil_desc.hpp
 * A grid and the taps of a stencil on it: stencil.h for C++.
 */
#ifndef TCU_CPP_STENCIL_DESC_HPP
#define TCU_CPP_STENCIL_DESC_HPP

#include <array>

#include <tcu/cpp/checks.hpp>
#include <tcu/stencil.h>

namespace tcu
{
/** A grid and a stencil: tcu_stencil_desc without the type. 0 stands for the defaults there. */
struct stencil_desc {
    uint32_t dimensions = 0;                     /**< D, 1 to 3 */
    std::array<uint64_t, 3> extents = {};        /**< points along each of the D axes, slowest first */
    uint64_t channels = 0;                       /**< interleaved elements of a point; 0: 1 */
    uint64_t batch = 0;                          /**< sets of fields; 0: 1 */
    uint32_t in_fields = 0;                      /**< 0: 1 */
    uint32_t out_fields = 0;                     /**< 0: 1 */
    std::array<uint64_t, 3> in_strides = {};     /**< elements between neighbours of `in` along each axis; 0: dense */
    std::array<uint64_t, 3> out_strides = {};    /**< the same of `out` */
    uint64_t in_field_stride = 0;                /**< elements between fields of `in`; 0: dense */
    uint64_t out_field_stride = 0;               /**< the same of `out` */
    uint64_t in_batch_stride = 0;                /**< elements between sets of fields of `in`; 0: dense */
    uint64_t out_batch_stride = 0;               /**< the same of `out` */
    std::array<tcu_boundary, 3> boundaries = {}; /**< what lies outside of each axis */
    double constant = 0;                         /**< outside of TCU_BOUNDARY_CONSTANT axes */
    view<const int32_t> offsets = {};            /**< D for each tap, in points; of a box none */
    view<const double> weights = {};             /**< one for each tap, or each point of the box */
    view<const uint32_t> tap_fields = {};        /**< two for each tap: the output field and the input field; or none */
    std::array<uint32_t, 3> box = {};            /**< instead of offsets: the points of a dense box */
    std::array<int32_t, 3> origin = {};          /**< the element of the box that has offset 0 */
};

namespace detail
{
inline tcu_stencil_desc to_c(const stencil_desc &desc, tcu_type type) noexcept
{
    tcu_stencil_desc made = TCU_STENCIL_DESC_INIT;
    made.type = type;
    made.dimensions = desc.dimensions;
    for (std::size_t axis = 0; axis < TCU_STENCIL_MAX_DIMENSIONS; axis++) {
        made.extents[axis] = desc.extents[axis];
        made.in_strides[axis] = desc.in_strides[axis];
        made.out_strides[axis] = desc.out_strides[axis];
        made.boundaries[axis] = desc.boundaries[axis];
        made.box[axis] = desc.box[axis];
        made.origin[axis] = desc.origin[axis];
    }
    made.channels = desc.channels;
    made.batch = desc.batch;
    made.in_fields = desc.in_fields;
    made.out_fields = desc.out_fields;
    made.in_field_stride = desc.in_field_stride;
    made.out_field_stride = desc.out_field_stride;
    made.in_batch_stride = desc.in_batch_stride;
    made.out_batch_stride = desc.out_batch_stride;
    made.constant = desc.constant;
    made.num_taps = desc.offsets.size() == 0 ? 0 : desc.weights.size();
    made.offsets = desc.offsets.size() == 0 ? nullptr : desc.offsets.data();
    made.weights = desc.weights.data();
    made.tap_fields = desc.tap_fields.size() == 0 ? nullptr : desc.tap_fields.data();
    return made;
}

/* Taps have as many offsets and fields as weights say, a box as many weights as points. */
inline void check_taps(checks &arguments, const stencil_desc &desc) noexcept
{
    const uint64_t taps = desc.weights.size();
    if (desc.offsets.size() != 0) {
        arguments.length("desc.offsets", desc.offsets.size(), times(taps, desc.dimensions), true);
    } else if (desc.dimensions >= 1 && desc.dimensions <= TCU_STENCIL_MAX_DIMENSIONS) {
        uint64_t points = 1;
        for (uint32_t axis = 0; axis < desc.dimensions; axis++) {
            points = times(points, desc.box[axis]);
        }
        arguments.length("desc.weights", taps, points, true);
    }
    if (desc.tap_fields.size() != 0) {
        arguments.length("desc.tap_fields", desc.tap_fields.size(), times(taps, 2), true);
    }
}

/* Elements from the first to the last of one of the two arrays. */
inline uint64_t elements_of_grid(const stencil_desc &desc, const std::array<uint64_t, 3> &strides, uint64_t fields,
                                 uint64_t field_stride, uint64_t batch_stride) noexcept
{
    if (desc.dimensions < 1 || desc.dimensions > TCU_STENCIL_MAX_DIMENSIONS) {
        return 0;
    }
    uint64_t span = times(desc.extents[desc.dimensions - 1], desc.channels == 0 ? 1 : desc.channels);
    uint64_t dense = span;
    const auto add = [&](uint64_t count, uint64_t stride) {
        stride = stride == 0 ? dense : stride;
        span = extent(count, span, stride);
        dense = times(stride, count);
    };
    for (std::size_t axis = desc.dimensions - 1; axis-- > 0;) {
        add(desc.extents[axis], strides[axis]);
    }
    add(fields, field_stride);
    add(desc.batch == 0 ? 1 : desc.batch, batch_stride);
    return span;
}
} // namespace detail
} // namespace tcu

#endif // TCU_CPP_STENCIL_DESC_HPP
