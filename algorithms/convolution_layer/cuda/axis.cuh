/* SPDX-License-Identifier: Apache-2.0 */
/* An axis of a layer as kernels see it: with numbers that may be subtracted. */
#ifndef TCUI_CONVOLUTION_LAYER_AXIS_CUH
#define TCUI_CONVOLUTION_LAYER_AXIS_CUH

#include "algorithms/convolution_layer/backend.h"

namespace tcu
{

struct layer_axis {
    int64_t in, out, kernel, stride, padding, dilation;
};

inline layer_axis layer_axis_of(const tcui_layer_axis &axis)
{
    return {static_cast<int64_t>(axis.in),     static_cast<int64_t>(axis.out),     static_cast<int64_t>(axis.kernel),
            static_cast<int64_t>(axis.stride), static_cast<int64_t>(axis.padding), static_cast<int64_t>(axis.dilation)};
}

} // namespace tcu

#endif /* TCUI_CONVOLUTION_LAYER_AXIS_CUH */
