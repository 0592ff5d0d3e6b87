// SPDX-License-Identifier: Apache-2.0
/**
 * @file convolution.hpp
 * Convolutions of signals and images: convolution.h for C++.
 */
#ifndef TCU_CPP_CONVOLUTION_HPP
#define TCU_CPP_CONVOLUTION_HPP

#include <tcu/convolution.h>
#include <tcu/cpp/call.hpp>

namespace tcu
{
/** The images: tcu_convolution_desc without the type, which is that of the arrays. 0 stands for the defaults there. */
struct convolution_desc {
    uint64_t height = 0;                         /**< rows of an image; of signals 0 or 1 */
    uint64_t width = 0;                          /**< points of a row, or of a signal */
    uint64_t channels = 0;                       /**< interleaved elements of a point; 0: 1 */
    uint64_t batch = 0;                          /**< images; 0: 1 */
    uint64_t in_row_stride = 0;                  /**< elements between rows of `in`; 0: dense */
    uint64_t out_row_stride = 0;                 /**< the same of `out` */
    uint64_t in_image_stride = 0;                /**< elements between images of `in`; 0: dense */
    uint64_t out_image_stride = 0;               /**< the same of `out` */
    uint32_t stride_y = 0;                       /**< rows between the kernel's positions; 0: 1 */
    uint32_t stride_x = 0;                       /**< the same along a row */
    tcu_padding padding = TCU_PADDING_VALID;     /**< which outputs there are */
    tcu_convolution_kind kind = TCU_CONVOLUTION; /**< whether the kernel is turned over */
    tcu_boundary boundary = TCU_BOUNDARY_ZERO;   /**< of both axes */
    double constant = 0;                         /**< outside, with TCU_BOUNDARY_CONSTANT */

    /** @return the same for C, of elements of a type. */
    constexpr tcu_convolution_desc c(tcu_type type) const noexcept
    {
        return {type,
                height,
                width,
                channels,
                batch,
                in_row_stride,
                out_row_stride,
                in_image_stride,
                out_image_stride,
                stride_y,
                stride_x,
                padding,
                kind,
                boundary,
                constant,
                {}};
    }
};

/** Points of an output. */
struct output_shape {
    uint64_t height = 0; /**< rows; of signals 1 */
    uint64_t width = 0;  /**< points of a row */
};

namespace detail
{
/* Elements from the first to the last of rows of images. */
constexpr uint64_t elements_of_images(uint64_t height, uint64_t row, uint64_t row_stride, uint64_t batch,
                                      uint64_t image_stride) noexcept
{
    const uint64_t stride = row_stride == 0 ? row : row_stride;
    return extent(batch == 0 ? 1 : batch, extent(height, row, stride),
                  image_stride == 0 ? times(stride, height) : image_stride);
}

/* The lengths of a convolution's arrays. Where the description is wrong, the call says it. */
template <class X, class Y>
void check_images(checks &arguments, const tcu_convolution_desc &desc, uint64_t kernel_height, uint64_t kernel_width,
                  const X &in, const Y &out) noexcept
{
    output_shape shape;
    if (tcu_convolve_2d_shape(&desc, kernel_height, kernel_width, &shape.height, &shape.width) != TCU_SUCCESS) {
        return;
    }
    const uint64_t channels = desc.channels == 0 ? 1 : desc.channels;
    if (shape.height == 0 || shape.width == 0) {
        return; // nothing is read or written
    }
    arguments.at_least("in", in,
                       elements_of_images(desc.height, times(desc.width, channels), desc.in_row_stride, desc.batch,
                                          desc.in_image_stride));
    arguments.at_least("out", out,
                       elements_of_images(shape.height, times(shape.width, channels), desc.out_row_stride, desc.batch,
                                          desc.out_image_stride));
}

template <class X, class Y, class W>
constexpr void check_image_types(const X &, const Y &, const W &) noexcept
{
    static_assert(X::type() == Y::type(), "tcu: in and out are of two types");
    static_assert(W::type() == (X::type() == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32),
                  "tcu: weights are double for images of double, else float");
}
} // namespace detail

/** tcu_convolve_2d_shape(): points of the output. It takes a context for its errors alone. */
template <class T, class Errors>
typename Errors::template outcome<output_shape> convolve_2d_shape(basic_context<Errors> &, const convolution_desc &desc,
                                                                  uint64_t kernel_height, uint64_t kernel_width)
{
    const tcu_convolution_desc d = desc.c(type_of<T>());
    output_shape shape;
    const tcu_status status = tcu_convolve_2d_shape(&d, kernel_height, kernel_width, &shape.height, &shape.width);
    return Errors::finish(detail::result_of(nullptr, status), std::move(shape));
}

/**
 * tcu_convolve_1d(): signals.
 *
 * @param in       the signals.
 * @param weights  one or more, in the context's memory: double for signals of double, else float.
 * @param out      the results.
 */
template <class Context, class In, class Weights, class Out>
outcome_of<Context> convolve_1d(Context &ctx, const convolution_desc &desc, const In &in, const Weights &weights,
                                Out &&out)
{
    const auto x = detail::input(in);
    const auto w = detail::input(weights);
    const auto y = detail::output(out);
    detail::check_image_types(x, y, w);
    const tcu_convolution_desc d = desc.c(x.type());
    tcu_convolution_desc row = d;
    row.height = row.stride_y = 1;
    row.in_row_stride = row.out_row_stride = 0;
    detail::checks checks("convolve_1d");
    detail::check_images(checks, row, 1, w.size(), x, y);
    return detail::run(
        ctx, checks, [&](auto c) { return tcu_convolve_1d(c, &d, x.data(), w.data(), w.size(), y.data(), nullptr); },
        [&](auto c, auto bytes) { return tcu_convolve_1d_workspace(c, &d, w.size(), nullptr, bytes); });
}

/**
 * tcu_convolve_2d(): images.
 *
 * @param weights  kernel_height * kernel_width, row by row, in the context's memory.
 */
template <class Context, class In, class Weights, class Out>
outcome_of<Context> convolve_2d(Context &ctx, const convolution_desc &desc, const In &in, const Weights &weights,
                                uint64_t kernel_height, uint64_t kernel_width, Out &&out)
{
    const auto x = detail::input(in);
    const auto w = detail::input(weights);
    const auto y = detail::output(out);
    detail::check_image_types(x, y, w);
    const tcu_convolution_desc d = desc.c(x.type());
    detail::checks checks("convolve_2d");
    checks.equal("weights", w, detail::times(kernel_height, kernel_width));
    detail::check_images(checks, d, kernel_height, kernel_width, x, y);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_convolve_2d(c, &d, x.data(), w.data(), kernel_height, kernel_width, y.data(), nullptr);
        },
        [&](auto c, auto bytes) {
            return tcu_convolve_2d_workspace(c, &d, kernel_height, kernel_width, nullptr, bytes);
        });
}

/** tcu_convolve_2d_separable(): images with a kernel that is a product, of weights of columns and of rows. */
template <class Context, class In, class ColumnWeights, class RowWeights, class Out>
outcome_of<Context> convolve_2d_separable(Context &ctx, const convolution_desc &desc, const In &in,
                                          const ColumnWeights &column_weights, const RowWeights &row_weights, Out &&out)
{
    const auto x = detail::input(in);
    const auto columns = detail::input(column_weights);
    const auto rows = detail::input(row_weights);
    const auto y = detail::output(out);
    detail::check_image_types(x, y, columns);
    detail::check_image_types(x, y, rows);
    const tcu_convolution_desc d = desc.c(x.type());
    detail::checks checks("convolve_2d_separable");
    detail::check_images(checks, d, columns.size(), rows.size(), x, y);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_convolve_2d_separable(c, &d, x.data(), columns.data(), columns.size(), rows.data(), rows.size(),
                                             y.data(), nullptr);
        },
        [&](auto c, auto bytes) {
            return tcu_convolve_2d_separable_workspace(c, &d, columns.size(), rows.size(), nullptr, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_CONVOLUTION_HPP
