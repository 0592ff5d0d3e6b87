/* SPDX-License-Identifier: Apache-2.0 */
/* What versions and exercise have in common: the elements of windows, the plain layer, and batch-norm's plain steps. */
#ifndef TCU_COURSE_WINDOWS_H
#define TCU_COURSE_WINDOWS_H

#include "task.h"

namespace course
{

constexpr int threads = 128, warps = threads / 32;

/* ---------------------------------------------------------------------------------------- windows as a matrix --- */

/* Window j of all N P Q: its picture, and where its first element lies (outside of the picture, perhaps). */
struct window {
    size_t picture, point; /* point of the output's P Q */
    int top, left;
};

__device__ inline window window_of(const layer &s, size_t j)
{
    const size_t picture = j / s.area, point = j % s.area;
    const size_t wide = static_cast<size_t>(s.out_width);
    return {picture, point, static_cast<int>(point / wide) * s.stride - s.padding,
            static_cast<int>(point % wide) * s.stride - s.padding};
}

/* Element (l, j) of the matrix of windows, depth x windows: l = (c R + r) R + s is element (c, r, s) of window j. */
__device__ inline __half element_of(const layer &s, const __half *in, int l, const window &w)
{
    const int area = s.extent * s.extent, channel = l / area;
    const int y = w.top + l % area / s.extent, x = w.left + l % s.extent;
    if (y < 0 || y >= s.height || x < 0 || x >= s.width) {
        return __float2half(0.0f);
    }
    const size_t row =
        (w.picture * static_cast<size_t>(s.channels) + static_cast<size_t>(channel)) * static_cast<size_t>(s.height) +
        static_cast<size_t>(y);
    return in[row * static_cast<size_t>(s.width) + static_cast<size_t>(x)];
}

/* Where filter k's result of a window lies in `out`. */
__device__ inline size_t place_of(const layer &s, int k, const window &w)
{
    return (w.picture * static_cast<size_t>(s.filters) + static_cast<size_t>(k)) * s.area + w.point;
}

/* A thread a result: its filter times its window. */
__global__ void direct_kernel(layer s, const __half *in, const __half *weights, __half *out)
{
    const size_t j = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    const int k = static_cast<int>(blockIdx.y), depth = s.depth;
    if (j < s.windows) {
        const window w = window_of(s, j);
        float sum = 0;
        for (int l = 0; l < depth; l++) {
            sum += __half2float(weights[static_cast<size_t>(k) * static_cast<size_t>(depth) + static_cast<size_t>(l)]) *
                   __half2float(element_of(s, in, l, w));
        }
        out[place_of(s, k, w)] = __float2half(sum);
    }
}

/* ------------------------------------------------------------------------------------------------- batch-norm --- */

/* The sum of a block's numbers, in all its threads. */
__device__ inline float sum_of_block(float own, float *of_warps)
{
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_down_sync(0xffffffff, own, distance);
    }
    __syncthreads(); /* of_warps may still be read */
    if (threadIdx.x % 32 == 0) {
        of_warps[threadIdx.x / 32] = own;
    }
    __syncthreads();
    float sum = 0;
    for (int w = 0; w < warps; w++) {
        sum += of_warps[w];
    }
    return sum;
}

/* Of a thread of filter k's block: the sum of term(x) over its share of the filter's results. */
template <class Term>
__device__ float sum_over_pictures(const layer &s, const __half *out, int k, const Term &term)
{
    float sum = 0;
    for (int n = 0; n < s.batch; n++) {
        const __half *part =
            out + (static_cast<size_t>(n) * static_cast<size_t>(s.filters) + static_cast<size_t>(k)) * s.area;
        for (size_t i = threadIdx.x; i < s.area; i += threads) {
            sum += term(__half2float(part[i]));
        }
    }
    return sum;
}

/* A block a filter, in two passes: the mean, then the deviations from it. */
__global__ void two_pass_kernel(layer s, const __half *out, float *mean, float *variance)
{
    __shared__ float of_warps[warps];
    const int k = static_cast<int>(blockIdx.x);
    const float count = static_cast<float>(s.windows);
    const float sum = sum_over_pictures(s, out, k, [](float x) { return x; });
    const float average = sum_of_block(sum, of_warps) / count;
    float squares = sum_over_pictures(s, out, k, [=](float x) { return (x - average) * (x - average); });
    squares = sum_of_block(squares, of_warps);
    if (threadIdx.x == 0) {
        mean[k] = average;
        variance[k] = squares / count;
    }
}

/* Of a part: how many numbers, their mean, and the sum of squared deviations from it. (A count beyond 2^24 is rounded,
 * which changes a mean by less than its own rounding.) */
struct moments {
    float count, mean, squares;
};

/* Of two parts together (Chan, Golub, LeVeque). */
__device__ inline moments joined(const moments &a, const moments &b)
{
    if (b.count == 0) {
        return a;
    }
    const float count = a.count + b.count, share = b.count / count, delta = b.mean - a.mean;
    return {count, a.mean + delta * share, a.squares + b.squares + delta * delta * a.count * share};
}

/* A thread a filter: the moments of its parts in all pictures, which have as many elements each. */
__global__ void join_kernel(layer s, const float *part_means, const float *part_variances, float *mean, float *variance)
{
    const int k = static_cast<int>(blockIdx.x * threads + threadIdx.x);
    if (k < s.filters) {
        const float area = static_cast<float>(s.area);
        moments all = {0, 0, 0};
        for (int n = 0; n < s.batch; n++) {
            const size_t part = static_cast<size_t>(n) * static_cast<size_t>(s.filters) + static_cast<size_t>(k);
            all = joined(all, {area, part_means[part], part_variances[part] * area});
        }
        mean[k] = all.count > 0 ? all.mean : NAN; /* of no picture */
        variance[k] = all.squares / all.count;
    }
}

__global__ void normalise_kernel(task t)
{
    const layer &s = t.shape;
    const size_t part = blockIdx.x, k = part % static_cast<size_t>(s.filters);
    const float mean = t.mean[k], scale = t.gamma[k] / sqrtf(t.variance[k] + t.epsilon), beta = t.beta[k];
    for (size_t i = part * s.area + threadIdx.x; i < (part + 1) * s.area; i += threads) {
        t.normalised[i] = __float2half((__half2float(t.out[i]) - mean) * scale + beta);
    }
}

/* --------------------------------------------------------------------------------------------------- launches --- */

inline unsigned parts_of(const task &t)
{
    return static_cast<unsigned>(t.shape.batch) * static_cast<unsigned>(t.shape.filters);
}

inline void direct(const task &t)
{
    launch(direct_kernel, {blocks_for(t.shape.windows, threads), static_cast<unsigned>(t.shape.filters)}, threads,
           t.shape, t.in, t.weights, t.out);
}

inline void moments_in_two_passes(const task &t)
{
    launch(two_pass_kernel, static_cast<unsigned>(t.shape.filters), threads, t.shape, t.out, t.mean, t.variance);
}

inline void join_parts(const task &t)
{
    launch(join_kernel, blocks_for(static_cast<size_t>(t.shape.filters), threads), threads, t.shape, t.part_means,
           t.part_variances, t.mean, t.variance);
}

/* A version: the layer, the moments of its results, and what these are for. */
template <auto Layer, auto Moments>
void run(const task &t)
{
    Layer(t);
    Moments(t);
    launch(normalise_kernel, parts_of(t), threads, t);
}

} // namespace course

#endif /* TCU_COURSE_WINDOWS_H */
