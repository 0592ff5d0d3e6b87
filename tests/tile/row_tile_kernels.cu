/* SPDX-License-Identifier: Apache-2.0 */
#include "row_tile_kernels.h"

#include "primitives/tile/row_scan.cuh"
#include "primitives/tile/row_totals.cuh"
#include "tcu/types.h"

namespace
{

using namespace tcu;

/* The lane's share of a row-major tile, as row_tile.cuh says. */
template <class In, class Acc, class Result, bool Matrix>
__global__ void sum_row_tile(const In *elements, Result *totals, Result *scan)
{
    const int lane = threadIdx.x, g = device::group_of(lane), t = device::lane_in_group(lane);
    row_fragment<In> x;
    row_fragment<Acc> y;
    Acc total[2];
    for (int h = 0; h < 2; h++) {
        for (int i = 0; i < lane_columns; i++) {
            x[h][i] = elements[(g + 8 * h) * row_tile_columns + t * lane_columns + i];
        }
    }
    row_totals<Matrix, In, Acc>(total, x);
    row_scan<Matrix, In, Acc>(y, x);
    for (int h = 0; h < 2; h++) {
        if (t == h) { /* every lane of the group has the total; take it from different ones */
            totals[g + 8 * h] = static_cast<Result>(total[h]);
        }
        for (int i = 0; i < lane_columns; i++) {
            scan[(g + 8 * h) * row_tile_columns + t * lane_columns + i] = static_cast<Result>(y[h][i]);
        }
    }
}

/* Runs kernel(device copies of in..., device out) and brings the results back. */
class device_buffer
{
  public:
    explicit device_buffer(size_t bytes) : bytes(bytes) { error = cudaMalloc(&pointer, bytes); }
    ~device_buffer() { cudaFree(pointer); }
    device_buffer(const device_buffer &) = delete;
    device_buffer &operator=(const device_buffer &) = delete;
    void upload(const void *from)
    {
        if (error == cudaSuccess) {
            error = cudaMemcpy(pointer, from, bytes, cudaMemcpyHostToDevice);
        }
    }
    cudaError_t download(void *to) { return cudaMemcpy(to, pointer, bytes, cudaMemcpyDeviceToHost); }
    template <class T>
    T *as() const
    {
        return static_cast<T *>(pointer);
    }
    cudaError_t error;

  private:
    void *pointer = nullptr;
    size_t bytes;
};

template <class In, class Acc, class Result>
int run_row_tile(bool matrix, const void *elements, void *totals, void *scan)
{
    const int cells = row_tile_rows * row_tile_columns;
    device_buffer in(cells * sizeof(In)), total(row_tile_rows * sizeof(Result)), prefix(cells * sizeof(Result));
    in.upload(elements);
    if (in.error != cudaSuccess || total.error != cudaSuccess || prefix.error != cudaSuccess) {
        return cudaErrorMemoryAllocation;
    }
    if (matrix) {
        sum_row_tile<In, Acc, Result, true>
            <<<1, TCUI_WARP_LANES>>>(in.as<In>(), total.as<Result>(), prefix.as<Result>());
    } else {
        sum_row_tile<In, Acc, Result, false>
            <<<1, TCUI_WARP_LANES>>>(in.as<In>(), total.as<Result>(), prefix.as<Result>());
    }
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = total.download(totals);
    }
    if (error == cudaSuccess) {
        error = prefix.download(scan);
    }
    return error;
}

} // namespace

int row_tile_sums(int type, bool matrix, const void *elements, void *totals, void *scan)
{
    switch (type) {
    case TCU_TYPE_F16:
        return run_row_tile<f16, f32, f64>(matrix, elements, totals, scan);
    case TCU_TYPE_BF16:
        return run_row_tile<bf16, f32, f64>(matrix, elements, totals, scan);
    case TCU_TYPE_F32:
        return run_row_tile<f32, f64, f64>(matrix, elements, totals, scan);
    case TCU_TYPE_F64:
        return run_row_tile<f64, f64, f64>(matrix, elements, totals, scan);
    case TCU_TYPE_I8:
        return run_row_tile<i8, u64, u64>(matrix, elements, totals, scan);
    case TCU_TYPE_U8:
        return run_row_tile<u8, u64, u64>(matrix, elements, totals, scan);
    case TCU_TYPE_I16:
        return run_row_tile<i16, u64, u64>(matrix, elements, totals, scan);
    case TCU_TYPE_U16:
        return run_row_tile<u16, u64, u64>(matrix, elements, totals, scan);
    case TCU_TYPE_I32:
        return run_row_tile<i32, u64, u64>(matrix, elements, totals, scan);
    default:
        return run_row_tile<u32, u64, u64>(matrix, elements, totals, scan);
    }
}
