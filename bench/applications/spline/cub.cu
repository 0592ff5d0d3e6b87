/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A transform of the points (DeviceTransform). Where a piece may be is read from a table that is made once with the spline:
 * for each of 2^16 equal buckets the first piece that reaches into it, from which few steps are left. Buckets are numbered
 * by the same roundings when the table is made and when it is read, and a larger x never has a smaller number, so the piece
 * is never missed.
 */
#include "problem.h"

#include <cub/device/device_transform.cuh>
#include <vector>

namespace
{
constexpr int kBuckets = 1 << 16;

__host__ __device__ int bucket_of(float x)
{
    const int bucket = int(x * float(kBuckets));
    return bucket < kBuckets ? bucket : kBuckets - 1;
}

struct look_up {
    const float *breakpoints;
    const float4 *coefficients;
    const uint16_t *first_pieces;
    __device__ float operator()(float x) const
    {
        int piece = __ldg(first_pieces + bucket_of(x));
        while (__ldg(breakpoints + piece + 1) <= x) {
            piece++;
        }
        const float4 c = __ldg(coefficients + piece);
        const float t = x - __ldg(breakpoints + piece);
        return fmaf(fmaf(fmaf(c.w, t, c.z), t, c.y), t, c.x);
    }
};

struct side {
    spline p;
    cudaStream_t stream;
    uint16_t *first_pieces;
};

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const spline *>(problem), stream, nullptr};
    std::vector<float> breakpoints(s->p.num_pieces + 1);
    APP_CUDA(cudaStreamSynchronize(stream));
    APP_CUDA(
        cudaMemcpy(breakpoints.data(), s->p.breakpoints, breakpoints.size() * sizeof(float), cudaMemcpyDeviceToHost));
    std::vector<uint16_t> first_pieces(kBuckets);
    for (int bucket = 0, piece = 0; bucket < kBuckets; bucket++) {
        while (bucket_of(breakpoints[size_t(piece) + 1]) < bucket) {
            piece++;
        }
        first_pieces[size_t(bucket)] = uint16_t(piece);
    }
    s->first_pieces = static_cast<uint16_t *>(app_allocate(kBuckets * sizeof(uint16_t)));
    APP_CUDA(cudaMemcpyAsync(s->first_pieces, first_pieces.data(), kBuckets * sizeof(uint16_t), cudaMemcpyHostToDevice,
                             stream));
    APP_CUDA(cudaStreamSynchronize(stream));
    return s;
}

void enqueue_frame(void *state)
{
    const side &s = *static_cast<const side *>(state);
    const look_up object = {s.p.breakpoints, reinterpret_cast<const float4 *>(s.p.coefficients), s.first_pieces};
    APP_CUDA(cub::DeviceTransform::Transform(s.p.points, s.p.values, uint32_t(s.p.num_points), object, s.stream));
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(cudaFree(s->first_pieces));
    delete s;
}
} // namespace

const app_side spline_cub = {open_side, enqueue_frame, close_side};
