// SPDX-License-Identifier: Apache-2.0
/**
 * @file convolution_layer.hpp
 * Convolution layers of neural networks: convolution.h for C++.
 */
#ifndef TCU_CPP_CONVOLUTION_LAYER_HPP
#define TCU_CPP_CONVOLUTION_LAYER_HPP

#include <tcu/cpp/convolution.hpp>

namespace tcu
{
/** A convolution layer: tcu_convolution_layer_desc without the type. 0 stands for the defaults there. */
struct convolution_layer_desc {
    uint64_t batch = 0;         /**< N */
    uint64_t in_channels = 0;   /**< C */
    uint64_t height = 0;        /**< H */
    uint64_t width = 0;         /**< W */
    uint64_t out_channels = 0;  /**< K */
    uint32_t kernel_height = 0; /**< R */
    uint32_t kernel_width = 0;  /**< S */
    uint32_t stride_y = 0;      /**< rows between the kernel's positions; 0: 1 */
    uint32_t stride_x = 0;      /**< the same along a row */
    uint32_t padding_y = 0;     /**< rows of zeros above and below */
    uint32_t padding_x = 0;     /**< columns of zeros on each side */
    uint32_t dilation_y = 0;    /**< rows between neighbouring points of the kernel; 0: 1 */
    uint32_t dilation_x = 0;    /**< the same along a row */

    /** @return the same for C, of elements of a type. */
    constexpr tcu_convolution_layer_desc c(tcu_type type) const noexcept
    {
        return {type,         batch,         in_channels,  height,     width,
                out_channels, kernel_height, kernel_width, stride_y,   stride_x,
                padding_y,    padding_x,     dilation_y,   dilation_x, {}};
    }
};

/** tcu_convolution_layer_shape(): points of the layer's output. It takes a context for its errors alone. */
template <class T, class Errors>
typename Errors::template outcome<output_shape> convolution_layer_shape(basic_context<Errors> &,
                                                                        const convolution_layer_desc &desc)
{
    const tcu_convolution_layer_desc d = desc.c(type_of<T>());
    output_shape shape;
    const tcu_status status = tcu_convolution_layer_shape(&d, &shape.height, &shape.width);
    return Errors::finish(detail::result_of(nullptr, status), std::move(shape));
}

/**
 * tcu_convolution_layer(): all arrays dense and of one type.
 *
 * @param in       N x C x H x W elements.
 * @param filters  K x C x R x S elements.
 * @param bias     K elements, or nullptr.
 * @param out      N x K x P x Q elements.
 */
template <class Context, class In, class Filters, class Bias, class Out>
outcome_of<Context> convolution_layer(Context &ctx, const convolution_layer_desc &desc, const In &in,
                                      const Filters &filters, const Bias &bias, Out &&out)
{
    const auto x = detail::input(in);
    const auto f = detail::input(filters);
    const auto b = detail::input(bias);
    const auto y = detail::output(out);
    static_assert(x.type() == f.type() && x.type() == y.type(), "tcu::convolution_layer: arrays of two types");
    if constexpr (detail::is_wanted<decltype(b)>) {
        static_assert(x.type() == b.type(), "tcu::convolution_layer: bias of another type");
    }
    const tcu_convolution_layer_desc d = desc.c(x.type());
    output_shape shape;
    detail::checks checks("convolution_layer");
    if (tcu_convolution_layer_shape(&d, &shape.height, &shape.width) == TCU_SUCCESS) {
        const auto product = [](uint64_t p, uint64_t q, uint64_t r, uint64_t s) {
            return detail::times(detail::times(p, q), detail::times(r, s));
        };
        checks.equal("in", x, product(d.batch, d.in_channels, d.height, d.width));
        checks.equal("filters", f, product(d.out_channels, d.in_channels, d.kernel_height, d.kernel_width));
        checks.equal("bias", b, d.out_channels);
        checks.equal("out", y, product(d.batch, d.out_channels, shape.height, shape.width));
    }
    return detail::run(
        ctx, checks,
        [&](auto c) { return tcu_convolution_layer(c, &d, x.data(), f.data(), b.data(), y.data(), nullptr); },
        [&](auto c, auto bytes) { return tcu_convolution_layer_workspace(c, &d, nullptr, bytes); });
}
} // namespace tcu

#endif // TCU_CPP_CONVOLUTION_LAYER_HPP
