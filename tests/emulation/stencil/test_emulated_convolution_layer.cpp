/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of convolution layers on the emulated device, against the definition in f64. */
#include "algorithms/convolution_layer/backend.h"
#include "emulated_case.h"

namespace
{

using namespace emulated;

struct layer_case {
    uint64_t batch, channels, filters;
    tcui_layer_axis y, x; /* (in, out, kernel, stride, padding, dilation; out is computed) */
    bool has_bias;
    int multiprocessors; /* 1: large blocks pay early */
    enum { ordinary, with_infinity, with_nan } numbers;
};

uint64_t points_of(const tcui_layer_axis &axis)
{
    const uint64_t extent = axis.kernel == 0 ? 0 : (axis.kernel - 1) * axis.dilation + 1;
    const uint64_t padded = axis.in + 2 * axis.padding;
    return padded < extent ? 0 : (padded - extent) / axis.stride + 1;
}

template <class T>
T number(double x)
{
    if constexpr (std::is_same_v<T, __half>)
        return __double2half(x);
    else if constexpr (std::is_same_v<T, __nv_bfloat16>)
        return __double2bfloat16(x);
    else
        return static_cast<T>(x);
}

template <class T>
constexpr tcu_type type_of = std::is_same_v<T, __half>          ? TCU_TYPE_F16
                             : std::is_same_v<T, __nv_bfloat16> ? TCU_TYPE_BF16
                                                                : TCU_TYPE_F32;

/* Half a unit in the last place of 1. */
template <class T>
constexpr double rounding = std::is_same_v<T, __half>          ? 0x1p-11
                            : std::is_same_v<T, __nv_bfloat16> ? 0x1p-8
                                                               : 0x1p-24;

template <class T>
class layer_tester
{
  public:
    explicit layer_tester(const layer_case &c)
        : c(c), in(c.batch * c.channels * c.y.in * c.x.in, draw() % 8),
          filters(c.filters * c.channels * c.y.kernel * c.x.kernel, draw() % 8), bias(c.filters, draw() % 8),
          out(c.batch * c.filters * c.y.out * c.x.out, draw() % 8)
    {
        fill(in, c.batch * c.channels * c.y.in * c.x.in);
        fill(filters, c.filters * c.channels * c.y.kernel * c.x.kernel);
        fill(bias, c.filters);
        if (c.numbers != layer_case::ordinary && c.batch * c.channels * c.y.in * c.x.in > 0)
            for (int i = 0; i < 2; ++i)
                in[draw() % (c.batch * c.channels * c.y.in * c.x.in)] =
                    number<T>(c.numbers == layer_case::with_nan ? NAN : INFINITY);
    }

    void expect(const char *path_name)
    {
        tcui_convolution_layer_task task = {};
        task.type = type_of<T>;
        task.batch = c.batch;
        task.in_channels = c.channels;
        task.out_channels = c.filters;
        task.axes[0] = c.y;
        task.axes[1] = c.x;
        task.in = in.data();
        task.filters = filters.data();
        task.bias = c.has_bias ? bias.data() : nullptr;
        task.out = out.data();
        tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
        context.properties.multiprocessors = c.multiprocessors;
        context.properties.shared_memory_per_block = (__CUDA_ARCH__ >= 900 ? 227 : 163) << 10;
        const tcui_operation &operation = tcui_convolution_layer_cuda;
        for (int i = 0; i < operation.num_paths; ++i)
            if (operation.paths[i].name == std::string(path_name))
                context.forced_paths[TCUI_CONVOLUTION_LAYER] = &operation.paths[i];
        const tcui_path *const path = tcui_choose_path(&context, &operation, &task);
        const bool is_sum = c.channels * c.y.kernel * c.x.kernel * c.y.in * c.x.in > 0;
        cr_assert(std::string(path->name) == (is_sum && type_of<T> != TCU_TYPE_F32 ? path_name : "plain"));
        tcui_layout layout = {};
        cr_assert(tcui_plan(&context, &operation, &task, &layout) == TCU_SUCCESS);
        garbage_workspace workspace(layout);
        cr_assert(tcui_execute(&context, &operation, &task, workspace.base()) == TCU_SUCCESS);
        cr_assert(workspace.is_guarded() && out.is_guarded());
        for (uint64_t n = 0; n < c.batch; ++n)
            for (uint64_t k = 0; k < c.filters; ++k)
                for (uint64_t p = 0; p < c.y.out; ++p)
                    for (uint64_t q = 0; q < c.x.out; ++q)
                        verify(n, k, p, q);
    }

  private:
    static void fill(array<T> &to, uint64_t n)
    {
        for (uint64_t i = 0; i < n; ++i)
            to[i] = number<T>(static_cast<int>(draw() % 4096) / 2048.0 - 1);
    }

    void verify(uint64_t n, uint64_t k, uint64_t p, uint64_t q)
    {
        double sum = c.has_bias ? static_cast<float>(bias[k]) : 0, magnitude = std::fabs(sum);
        uint64_t terms = 1;
        for (uint64_t channel = 0; channel < c.channels; ++channel)
            for (uint64_t r = 0; r < c.y.kernel; ++r)
                for (uint64_t s = 0; s < c.x.kernel; ++s) {
                    /* (Below 0: beyond every extent.) */
                    const uint64_t y = p * c.y.stride + r * c.y.dilation - c.y.padding;
                    const uint64_t x = q * c.x.stride + s * c.x.dilation - c.x.padding;
                    if (y >= c.y.in || x >= c.x.in)
                        continue;
                    const double product =
                        static_cast<double>(static_cast<float>(
                            filters[((k * c.channels + channel) * c.y.kernel + r) * c.x.kernel + s])) *
                        static_cast<float>(in[((n * c.channels + channel) * c.y.in + y) * c.x.in + x]);
                    sum += product;
                    magnitude += std::fabs(product);
                    ++terms;
                }
        const double result = static_cast<float>(out[((n * c.filters + k) * c.y.out + p) * c.x.out + q]);
        const double bound = rounding<T> * std::fabs(sum) + static_cast<double>(terms) * 0x1p-23 * magnitude + 0x1p-25;
        const bool is_right = std::isfinite(sum) ? std::fabs(result - sum) <= bound
                              : std::isnan(sum)  ? std::isnan(result)
                                                 : result == sum;
        cr_assert(is_right, "(%d, %d, %d, %d): %g, not %g within %g", static_cast<int>(n), static_cast<int>(k),
                  static_cast<int>(p), static_cast<int>(q), result, sum, bound);
    }

    const layer_case c;
    array<T> in, filters, bias, out;
};

void expect_layer(layer_case c)
{
    c.y.out = points_of(c.y);
    c.x.out = points_of(c.x);
    if (c.y.out == 0 || c.x.out == 0)
        return;
    layer_tester<__half>(c).expect("matrix");
    layer_tester<__half>(c).expect("plain");
    layer_tester<__nv_bfloat16>(c).expect(draw() % 2 ? "matrix" : "plain");
    layer_tester<float>(c).expect("plain");
}

/* (in, kernel, stride, padding, dilation) */
tcui_layer_axis axis(uint64_t in, uint64_t kernel, uint64_t stride, uint64_t padding, uint64_t dilation)
{
    return {in, 0, kernel, stride, padding, dilation};
}

} // namespace

/* Patches and rows of points, both shapes of blocks, one and several tiles of filters, chunks of 16, 32 and 64. */
Test(emulated_convolution_layer, shapes)
{
    const layer_case cases[] = {
        {1, 64, 64, axis(16, 3, 1, 1, 1), axis(24, 3, 1, 1, 1), true, 1, layer_case::ordinary},
        {2, 96, 70, axis(9, 3, 1, 1, 1), axis(14, 3, 1, 1, 1), true, 100, layer_case::ordinary},
        {3, 3, 17, axis(20, 7, 2, 3, 1), axis(21, 5, 2, 2, 1), false, 1, layer_case::ordinary},
        {2, 33, 65, axis(12, 1, 1, 0, 1), axis(11, 1, 1, 0, 1), true, 1, layer_case::ordinary},
        {1, 17, 5, axis(40, 2, 1, 30, 60), axis(41, 3, 3, 40, 40), true, 100, layer_case::ordinary},
        {5, 20, 3, axis(1, 1, 1, 0, 1), axis(130, 4, 2, 5, 3), false, 1, layer_case::ordinary},
        {2, 8, 9, axis(30, 5, 3, 2, 2), axis(1, 1, 2, 1, 1), true, 1, layer_case::ordinary},
    };
    for (const layer_case &c : cases)
        expect_layer(c);
}

Test(emulated_convolution_layer, no_terms)
{
    expect_layer({2, 0, 5, axis(6, 3, 1, 1, 1), axis(5, 3, 1, 1, 1), true, 1, layer_case::ordinary});
    expect_layer({2, 3, 5, axis(6, 0, 1, 0, 1), axis(5, 3, 1, 1, 1), true, 1, layer_case::ordinary});
    expect_layer({2, 3, 5, axis(0, 3, 1, 4, 1), axis(5, 3, 1, 1, 1), false, 1, layer_case::ordinary});
}

Test(emulated_convolution_layer, random)
{
    for (int i = 0; i < 24; ++i) {
        const auto random_axis = [] {
            return axis(1 + draw() % 20, 1 + draw() % 4, 1 + draw() % 3, draw() % 4, 1 + draw() % 3);
        };
        expect_layer({1 + draw() % 3, 1 + draw() % 40, 1 + draw() % 70, random_axis(), random_axis(), draw() % 2 != 0,
                      draw() % 2 ? 1 : 100, layer_case::ordinary});
    }
}

/* Infinities and NaNs are in the results whose windows they are in, and in no others. */
Test(emulated_convolution_layer, not_finite)
{
    for (int i = 0; i < 4; ++i)
        expect_layer({2, 10, 20, axis(12, 3, 1 + i / 2, 1, 1), axis(19, 3, 1, 1, 1), true, 1,
                      i % 2 ? layer_case::with_nan : layer_case::with_infinity});
}
