/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Convolution layers by multiply-adds of f32, all types: the product of the filters' matrix and the windows' matrix, whose
 * terms are numbered as a filter's elements are, (c, r, s). A block has 64 filters and 128 points, of which a thread has
 * 8 x 8; eight terms of both are in shared memory, while a thread's share of the next eight is loaded to registers.
 */
#ifndef TCUI_CONVOLUTION_LAYER_PLAIN_KERNEL_CUH
#define TCUI_CONVOLUTION_LAYER_PLAIN_KERNEL_CUH

#include "algorithms/convolution_layer/cuda/axis.cuh"
#include "algorithms/convolution_layer/cuda/tuning.h"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

struct plain_layer_shape {
    static constexpr int filters = TCUI_LAYER_PLAIN_FILTERS, points = TCUI_LAYER_PLAIN_POINTS;
    static constexpr int own_filters = TCUI_LAYER_PLAIN_THREAD_FILTERS, own_points = TCUI_LAYER_PLAIN_THREAD_POINTS;
    static constexpr int terms = TCUI_LAYER_PLAIN_TERMS;
    static constexpr int threads = filters / own_filters * (points / own_points);
    static constexpr int vector = 4; /* of f32 in 16 bytes */
    static_assert(threads == points, "a thread loads the terms of a point");
    static_assert(filters * terms % threads == 0 && own_points % vector == 0 && own_filters % vector == 0, "");
    /* Lanes take vectors of points in turns, so that their loads of shared memory are neighbours. */
    static constexpr int point_threads = points / own_points;
};

template <class T>
struct plain_layer {
    const T *in, *filters, *bias;
    T *out;
    int64_t batch, channels, out_channels, terms, in_plane, out_plane;
    layer_axis y, x;
    uint64_t point_tiles, filter_tiles;
};

/* Eight terms of a block's filters and windows. */
struct plain_layer_terms {
    f32 filters[plain_layer_shape::terms][plain_layer_shape::filters];
    f32 points[plain_layer_shape::terms][plain_layer_shape::points];
};

/* The terms of one point, and the thread's share of the filters', in order. */
template <class T>
class plain_layer_loader
{
    using shape = plain_layer_shape;
    static constexpr int filter_terms = shape::filters * shape::terms / shape::threads;
    static constexpr int filter_threads = shape::terms / filter_terms; /* of a filter */

  public:
    __device__ plain_layer_loader(const plain_layer<T> &layer, int64_t first_filter, int64_t first_point) : layer(layer)
    {
        const int thread = static_cast<int>(threadIdx.x);
        const int64_t number = first_point + thread, image = number / layer.out_plane;
        const int64_t of_image = number % layer.out_plane;
        is_point = image < layer.batch;
        plane = layer.in + image * layer.channels * layer.in_plane;
        y = of_image / layer.x.out * layer.y.stride - layer.y.padding;
        x = of_image % layer.x.out * layer.x.stride - layer.x.padding;
        filter = thread / filter_threads;
        own_term = thread % filter_threads * filter_terms;
        is_filter = first_filter + filter < layer.out_channels;
        row = layer.filters + (first_filter + filter) * layer.terms;
    }

    __device__ __forceinline__ void load()
    {
#pragma unroll
        for (int i = 0; i < filter_terms; i++) {
            of_filter[i] =
                is_filter && term + own_term + i < layer.terms ? to_accumulator<f32>(row[term + own_term + i]) : 0.0f;
        }
#pragma unroll
        for (int i = 0; i < shape::terms; i++) {
            const int64_t at_y = y + r * layer.y.dilation, at_x = x + s * layer.x.dilation;
            const bool is_inside =
                is_point && term + i < layer.terms && at_y >= 0 && at_y < layer.y.in && at_x >= 0 && at_x < layer.x.in;
            of_point[i] = is_inside ? to_accumulator<f32>(plane[at_y * layer.x.in + at_x]) : 0.0f;
            if (++s == layer.x.kernel) {
                s = 0;
                if (++r == layer.y.kernel) {
                    r = 0;
                    plane += layer.in_plane;
                }
            }
        }
        term += shape::terms;
    }

    __device__ __forceinline__ void store(plain_layer_terms &to) const
    {
#pragma unroll
        for (int i = 0; i < filter_terms; i++) {
            to.filters[own_term + i][filter] = of_filter[i];
        }
#pragma unroll
        for (int i = 0; i < shape::terms; i++) {
            to.points[i][threadIdx.x] = of_point[i];
        }
    }

  private:
    const plain_layer<T> &layer;
    const T *plane, *row;
    int64_t y, x, r = 0, s = 0, term = 0;
    int filter, own_term;
    bool is_point, is_filter;
    f32 of_filter[filter_terms], of_point[shape::terms];
};

/* N neighbours in shared memory, at a multiple of 16 bytes. */
template <int N>
__device__ __forceinline__ void load_terms(f32 *to, const f32 *from)
{
#pragma unroll
    for (int i = 0; i < N; i += 4) {
        const uint4 words = *reinterpret_cast<const uint4 *>(from + i);
        to[i] = __uint_as_float(words.x);
        to[i + 1] = __uint_as_float(words.y);
        to[i + 2] = __uint_as_float(words.z);
        to[i + 3] = __uint_as_float(words.w);
    }
}

template <class T>
__global__ void __launch_bounds__(plain_layer_shape::threads)
    convolution_layer_plain_kernel(const __grid_constant__ plain_layer<T> layer)
{
    using shape = plain_layer_shape;
    constexpr int point_step = shape::point_threads * shape::vector;
    plain_layer_terms *const terms = reinterpret_cast<plain_layer_terms *>(dynamic_shared_memory());
    const int own_filter = static_cast<int>(threadIdx.x) / shape::point_threads * shape::own_filters;
    const int own_point = static_cast<int>(threadIdx.x) % shape::point_threads * shape::vector;
    const uint64_t tiles = layer.point_tiles * layer.filter_tiles;
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const int64_t first_filter = static_cast<int64_t>(tile % layer.filter_tiles) * shape::filters;
        const int64_t first_point = static_cast<int64_t>(tile / layer.filter_tiles) * shape::points;
        plain_layer_loader<T> loader(layer, first_filter, first_point);
        f32 sums[shape::own_filters][shape::own_points] = {};
        const int64_t steps = (layer.terms + shape::terms - 1) / shape::terms;
        if (steps > 0) {
            loader.load();
            loader.store(terms[0]);
        }
        for (int64_t step = 0; step < steps; step++) {
            __syncthreads();
            if (step + 1 < steps) {
                loader.load();
            }
            const plain_layer_terms &now = terms[step % 2];
#pragma unroll
            for (int i = 0; i < shape::terms; i++) {
                f32 a[shape::own_filters], b[shape::own_points];
                load_terms<shape::own_filters>(a, &now.filters[i][own_filter]);
#pragma unroll
                for (int v = 0; v < shape::own_points / shape::vector; v++) {
                    load_terms<shape::vector>(b + v * shape::vector, &now.points[i][own_point + v * point_step]);
                }
#pragma unroll
                for (int k = 0; k < shape::own_filters; k++) {
#pragma unroll
                    for (int p = 0; p < shape::own_points; p++) {
                        sums[k][p] = fma(a[k], b[p], sums[k][p]);
                    }
                }
            }
            if (step + 1 < steps) {
                loader.store(terms[(step + 1) % 2]);
            }
        }
        __syncthreads();

#pragma unroll
        for (int k = 0; k < shape::own_filters; k++) {
            const int64_t filter = first_filter + own_filter + k;
            if (filter >= layer.out_channels) {
                break;
            }
            const f32 bias = layer.bias != nullptr ? to_accumulator<f32>(layer.bias[filter]) : 0.0f;
#pragma unroll
            for (int p = 0; p < shape::own_points; p++) {
                const int64_t number = first_point + own_point + p / shape::vector * point_step + p % shape::vector;
                const int64_t image = number / layer.out_plane;
                if (image < layer.batch) {
                    layer.out[(image * layer.out_channels + filter) * layer.out_plane + number % layer.out_plane] =
                        from_accumulator<T>(sums[k][p] + bias);
                }
            }
        }
    }
}

template <class T>
tcu_status launch_plain_layer(tcu_context *context, const tcui_convolution_layer_task *task)
{
    using shape = plain_layer_shape;
    plain_layer<T> layer = {};
    layer.in = static_cast<const T *>(task->in);
    layer.filters = static_cast<const T *>(task->filters);
    layer.bias = static_cast<const T *>(task->bias);
    layer.out = static_cast<T *>(task->out);
    layer.batch = static_cast<int64_t>(task->batch);
    layer.channels = static_cast<int64_t>(task->in_channels);
    layer.out_channels = static_cast<int64_t>(task->out_channels);
    layer.y = layer_axis_of(task->axes[0]);
    layer.x = layer_axis_of(task->axes[1]);
    layer.terms = layer.channels * layer.y.kernel * layer.x.kernel;
    layer.in_plane = layer.y.in * layer.x.in;
    layer.out_plane = layer.y.out * layer.x.out;
    layer.point_tiles = divide_up(static_cast<uint64_t>(layer.batch * layer.out_plane), shape::points);
    layer.filter_tiles = divide_up(task->out_channels, shape::filters);
    const uint64_t most = TCUI_LAYER_MOST_BLOCKS;
    return launch(context, convolution_layer_plain_kernel<T>, min(layer.point_tiles * layer.filter_tiles, most),
                  shape::threads, 2 * sizeof(plain_layer_terms), layer);
}

} // namespace tcu

#endif /* TCUI_CONVOLUTION_LAYER_PLAIN_KERNEL_CUH */
