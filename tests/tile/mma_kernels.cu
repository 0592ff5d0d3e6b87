/* SPDX-License-Identifier: Apache-2.0 */
#include "mma_kernels.h"

#include "primitives/tile/row_scan.cuh"
#include "primitives/tile/row_totals.cuh"
#include "tcu/types.h"

namespace
{

using namespace tcu;

const mma_shape shapes[MMA_WRAPPER_COUNT] = {
    {"m16n8k16 f16", 16, 8, 16, -15, 15},  {"m16n8k16 bf16", 16, 8, 16, -15, 15}, {"m16n8k8 tf32", 16, 8, 8, -15, 15},
    {"m16n8k32 s8", 16, 8, 32, -128, 127}, {"m16n8k32 u8", 16, 8, 32, 0, 255},    {"m16n8k256 b1", 16, 8, 256, 0, 1},
    {"m8n8k4 f64", 8, 8, 4, -15, 15},      {"m16n8k16 f64", 16, 8, 16, -15, 15},
};

/* An integer as the bits of an operand's element. */
__device__ uint32_t encode(mma_wrapper wrapper, int32_t x)
{
    switch (wrapper) {
    case MMA_M16N8K16_F16:
        return __half_as_ushort(__int2half_rn(x));
    case MMA_M16N8K16_BF16:
        return __bfloat16_as_ushort(__int2bfloat16_rn(x));
    case MMA_M16N8K8_TF32:
        return __float_as_uint(static_cast<float>(x));
    case MMA_M16N8K256_B1_AND_POPC:
        return x & 1;
    default:
        return x & 0xff;
    }
}

__device__ void multiply_f32(mma_wrapper wrapper, float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                             const float (&c)[4])
{
    if (wrapper == MMA_M16N8K16_F16) {
        mma_m16n8k16_f16(d, a, b, c);
    } else if (wrapper == MMA_M16N8K16_BF16) {
        mma_m16n8k16_bf16(d, a, b, c);
    } else {
        mma_m16n8k8_tf32(d, a, b, c);
    }
}

__device__ void multiply_s32(mma_wrapper wrapper, int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                             const int32_t (&c)[4])
{
    if (wrapper == MMA_M16N8K32_S8) {
        mma_m16n8k32_s8(d, a, b, c);
    } else if (wrapper == MMA_M16N8K32_U8) {
        mma_m16n8k32_u8(d, a, b, c);
    } else {
        mma_m16n8k256_b1_and_popc(d, a, b, c);
    }
}

/* One warp a product; m16n8 shapes with `packed` elements a register. */
__global__ void multiply_m16n8(mma_wrapper wrapper, int packed, const int32_t *a, const int32_t *b, const int32_t *c,
                               int32_t *d)
{
    const int lane = threadIdx.x, k = 8 * packed, bits = 32 / packed;
    a += blockIdx.x * 16 * k;
    b += blockIdx.x * k * 8;
    c += blockIdx.x * 16 * 8;
    d += blockIdx.x * 16 * 8;
    uint32_t ra[4] = {}, rb[2] = {};
    for (int r = 0; r < 4; r++) {
        for (int j = 0; j < packed; j++) {
            const tcui_position at = tcui_m16n8_a(packed, lane, r, j);
            ra[r] |= encode(wrapper, a[at.row * k + at.column]) << (bits * j % 32);
        }
    }
    for (int r = 0; r < 2; r++) {
        for (int j = 0; j < packed; j++) {
            const tcui_position at = tcui_m16n8_b(packed, lane, r, j);
            rb[r] |= encode(wrapper, b[at.row * 8 + at.column]) << (bits * j % 32);
        }
    }
    int32_t sum[4];
    for (int r = 0; r < 4; r++) {
        sum[r] = c[tcui_m16n8_c(lane, r).row * 8 + tcui_m16n8_c(lane, r).column];
    }
    if (wrapper <= MMA_M16N8K8_TF32) {
        const float rc[4] = {float(sum[0]), float(sum[1]), float(sum[2]), float(sum[3])};
        float rd[4];
        multiply_f32(wrapper, rd, ra, rb, rc);
        for (int r = 0; r < 4; r++) {
            sum[r] = static_cast<int32_t>(rd[r]);
        }
    } else {
        const int32_t rc[4] = {sum[0], sum[1], sum[2], sum[3]};
        multiply_s32(wrapper, sum, ra, rb, rc);
    }
    for (int r = 0; r < 4; r++) {
        d[tcui_m16n8_c(lane, r).row * 8 + tcui_m16n8_c(lane, r).column] = sum[r];
    }
}

__global__ void multiply_m8n8k4(const int32_t *a, const int32_t *b, const int32_t *c, int32_t *d)
{
    const int lane = threadIdx.x;
    a += blockIdx.x * 8 * 4;
    b += blockIdx.x * 4 * 8;
    c += blockIdx.x * 8 * 8;
    d += blockIdx.x * 8 * 8;
    const tcui_position at_a = tcui_m8n8k4_a(lane), at_b = tcui_m8n8k4_b(lane);
    double rc[2], rd[2];
    for (int r = 0; r < 2; r++) {
        rc[r] = c[tcui_m8n8k4_c(lane, r).row * 8 + tcui_m8n8k4_c(lane, r).column];
    }
    mma_m8n8k4_f64(rd, a[at_a.row * 4 + at_a.column], b[at_b.row * 8 + at_b.column], rc);
    for (int r = 0; r < 2; r++) {
        d[tcui_m8n8k4_c(lane, r).row * 8 + tcui_m8n8k4_c(lane, r).column] = static_cast<int32_t>(rd[r]);
    }
}

__global__ void multiply_m16n8k16_f64(const int32_t *a, const int32_t *b, const int32_t *c, int32_t *d)
{
    const int lane = threadIdx.x;
    a += blockIdx.x * 16 * 16;
    b += blockIdx.x * 16 * 8;
    c += blockIdx.x * 16 * 8;
    d += blockIdx.x * 16 * 8;
    double ra[8], rb[4], rc[4], rd[4];
    for (int r = 0; r < 8; r++) {
        ra[r] = a[tcui_m16n8k16_f64_a(lane, r).row * 16 + tcui_m16n8k16_f64_a(lane, r).column];
    }
    for (int r = 0; r < 4; r++) {
        rb[r] = b[tcui_m16n8k16_f64_b(lane, r).row * 8 + tcui_m16n8k16_f64_b(lane, r).column];
    }
    for (int r = 0; r < 4; r++) {
        rc[r] = c[tcui_m16n8_c(lane, r).row * 8 + tcui_m16n8_c(lane, r).column];
    }
    mma_m16n8k16_f64(rd, ra, rb, rc);
    for (int r = 0; r < 4; r++) {
        d[tcui_m16n8_c(lane, r).row * 8 + tcui_m16n8_c(lane, r).column] = static_cast<int32_t>(rd[r]);
    }
}

/* The lane's share of a row-major tile, as row_tile.cuh says. */
template <class In, class Acc, class Result, bool Matrix>
__global__ void sum_row_tile(const In *elements, Result *totals, Result *scan)
{
    const int lane = threadIdx.x, g = tcui_lane_group(lane), t = tcui_lane_in_group(lane);
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

mma_shape mma_shape_of(mma_wrapper wrapper)
{
    return shapes[wrapper];
}

int mma_multiply(mma_wrapper wrapper, int count, const int32_t *a, const int32_t *b, const int32_t *c, int32_t *d)
{
    const mma_shape shape = shapes[wrapper];
    const size_t element = count * sizeof(int32_t);
    device_buffer da(element * shape.m * shape.k), db(element * shape.k * shape.n), dc(element * shape.m * shape.n),
        dd(element * shape.m * shape.n);
    da.upload(a);
    db.upload(b);
    dc.upload(c);
    if (da.error != cudaSuccess || db.error != cudaSuccess || dc.error != cudaSuccess || dd.error != cudaSuccess) {
        return cudaErrorMemoryAllocation;
    }
    if (wrapper == MMA_M8N8K4_F64) {
        multiply_m8n8k4<<<count, TCUI_WARP_LANES>>>(da.as<int32_t>(), db.as<int32_t>(), dc.as<int32_t>(),
                                                    dd.as<int32_t>());
    } else if (wrapper == MMA_M16N8K16_F64) {
        multiply_m16n8k16_f64<<<count, TCUI_WARP_LANES>>>(da.as<int32_t>(), db.as<int32_t>(), dc.as<int32_t>(),
                                                          dd.as<int32_t>());
    } else {
        multiply_m16n8<<<count, TCUI_WARP_LANES>>>(wrapper, shape.k / 8, da.as<int32_t>(), db.as<int32_t>(),
                                                   dc.as<int32_t>(), dd.as<int32_t>());
    }
    const cudaError_t error = cudaGetLastError();
    return error == cudaSuccess ? dd.download(d) : error;
}

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
