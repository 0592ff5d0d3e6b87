/* SPDX-License-Identifier: Apache-2.0 */
/* What kernels and their launchers use of CUDA C++, on the emulated device. */
#ifndef TCU_EMULATED_CUDA_H
#define TCU_EMULATED_CUDA_H

#include <algorithm>
#include <cmath>
#include <math.h>
#include <type_traits>
#include <utility>

#include "emulated_device.h"
#include "primitives/tile/half.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
/* Of the block that runs: blocks that run together have dynamic shared memory only. */
#define __shared__ static
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#endif

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

namespace emulated
{

template <class Source>
struct index {
    struct {
        operator unsigned() const { return Source::get(); }
    } x;
};

struct thread_source {
    static unsigned get() { return gpu.current->index; }
};
struct block_source {
    static unsigned get() { return gpu.current->block->index; }
};
struct threads_source {
    static unsigned get() { return gpu.block_threads; }
};
struct blocks_source {
    static unsigned get() { return gpu.grid_blocks; }
};

} // namespace emulated

inline emulated::index<emulated::thread_source> threadIdx;
inline emulated::index<emulated::block_source> blockIdx;
inline emulated::index<emulated::threads_source> blockDim;
inline emulated::index<emulated::blocks_source> gridDim;

/* ---- collectives ---- */

inline void __syncthreads()
{
    emulated::block_barrier(0, emulated::gpu.current->block->alive);
}

inline int __syncthreads_count(bool value)
{
    int &count = emulated::gpu.current->block->votes;
    __syncthreads();
    count = 0;
    __syncthreads();
    count += value;
    __syncthreads();
    return count;
}

inline int __syncthreads_or(int value)
{
    return __syncthreads_count(value != 0) != 0;
}

/* Memory is in order here. */
inline void __threadfence() {}

inline void __syncwarp(unsigned = ~0u)
{
    emulated::lanes(0, 0);
}

template <class T>
T __shfl_xor_sync(unsigned, T value, int distance)
{
    return emulated::from_bits<T>(emulated::lanes(emulated::to_bits(value), 1).bits[emulated::own_lane() ^ distance]);
}

template <class T>
T __shfl_up_sync(unsigned, T value, int distance, int width = emulated::warp_lanes)
{
    const emulated::lanes all(emulated::to_bits(value), 2);
    const int lane = emulated::own_lane(), from = lane - distance;
    return from < lane / width * width ? value : emulated::from_bits<T>(all.bits[from]);
}

template <class T>
T __shfl_down_sync(unsigned, T value, int distance)
{
    const emulated::lanes all(emulated::to_bits(value), 10);
    const int from = emulated::own_lane() + distance;
    return from < emulated::warp_lanes ? emulated::from_bits<T>(all.bits[from]) : value;
}

template <class T>
T __shfl_sync(unsigned, T value, int from, int width = emulated::warp_lanes)
{
    const emulated::lanes all(emulated::to_bits(value), 3);
    return emulated::from_bits<T>(all.bits[emulated::own_lane() / width * width + from % width]);
}

inline unsigned __ballot_sync(unsigned, bool value)
{
    const emulated::lanes all(value, 4);
    unsigned bits = 0;
    for (int lane = 0; lane < emulated::warp_lanes; ++lane)
        bits |= (all.bits[lane] ? 1u : 0u) << lane;
    return bits;
}

template <class T>
unsigned __match_any_sync(unsigned, T value)
{
    const emulated::lanes all(emulated::to_bits(value), 8);
    unsigned bits = 0;
    for (int lane = 0; lane < emulated::warp_lanes; ++lane)
        bits |= (all.bits[lane] == emulated::to_bits(value) ? 1u : 0u) << lane;
    return bits;
}

inline bool __any_sync(unsigned mask, bool value)
{
    return __ballot_sync(mask, value) != 0;
}

inline bool __all_sync(unsigned mask, bool value)
{
    return __ballot_sync(mask, !value) == 0;
}

inline unsigned __reduce_add_sync(unsigned, unsigned value)
{
    const emulated::lanes all(value, 5);
    unsigned sum = 0;
    for (uint64_t bits : all.bits)
        sum += static_cast<unsigned>(bits);
    return sum;
}

template <class T>
T __reduce_max_sync(unsigned, T value)
{
    const emulated::lanes all(emulated::to_bits(value), 6);
    for (uint64_t bits : all.bits)
        value = std::max(value, emulated::from_bits<T>(bits));
    return value;
}

template <class T>
T atomicAdd(T *to, T value)
{
    const T before = *to;
    *to += value;
    return before;
}

template <class T>
T atomicExch(T *to, T value)
{
    const T before = *to;
    *to = value;
    return before;
}

template <class T>
T atomicMin(T *to, T value)
{
    const T before = *to;
    *to = std::min(before, value);
    return before;
}

inline unsigned atomicCAS(unsigned *to, unsigned expected, unsigned value)
{
    const unsigned before = *to;
    if (before == expected)
        *to = value;
    return before;
}

inline unsigned atomicOr(unsigned *to, unsigned value)
{
    const unsigned before = *to;
    *to |= value;
    return before;
}

/* ---- memory ---- */

struct uint4 {
    unsigned x, y, z, w;
};

inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w)
{
    return {x, y, z, w};
}

template <class T>
T __ldcs(const T *from)
{
    emulated::check_inside(from, sizeof(T), emulated::gpu.in_begin, emulated::gpu.in_end, "a vector outside the input");
    return *from;
}

template <class T>
T __ldg(const T *from)
{
    return __ldcs(from);
}

template <class T, class U>
void __stcs(T *to, U value)
{
    emulated::check_aligned(to, sizeof(T));
    *to = value;
}

template <class T, class U>
void __stwb(T *to, U value)
{
    *to = value;
}

/* ---- bits and numbers ---- */

inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

inline int __ffs(int x)
{
    return __builtin_ffs(x);
}

inline unsigned __umulhi(unsigned a, unsigned b)
{
    return static_cast<unsigned>(static_cast<uint64_t>(a) * b >> 32);
}

inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}

inline int __clz(unsigned x)
{
    return x == 0 ? 32 : __builtin_clz(x);
}

inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) >> shift % 32);
}

inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) << shift % 32 >> 32);
}

inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}

inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum)
{
    for (int i = 0; i < 32; i += 8)
        sum += (a >> i & 255u) * (b >> i & 255u);
    return sum;
}

inline int __dp4a(int a, int b, int sum)
{
    for (int i = 0; i < 32; i += 8)
        sum += static_cast<int8_t>(a >> i) * static_cast<int8_t>(b >> i);
    return sum;
}

inline double __longlong_as_double(long long bits)
{
    return emulated::from_bits<double>(static_cast<uint64_t>(bits));
}
inline long long __double_as_longlong(double value)
{
    return static_cast<long long>(emulated::to_bits(value));
}
inline float __uint_as_float(unsigned bits)
{
    return emulated::from_bits<float>(bits);
}
inline unsigned __float_as_uint(float value)
{
    return static_cast<unsigned>(emulated::to_bits(value));
}
inline double __hiloint2double(int high, int low)
{
    return emulated::from_bits<double>(static_cast<uint64_t>(static_cast<unsigned>(high)) << 32 |
                                       static_cast<unsigned>(low));
}
inline int __double2hiint(double value)
{
    return static_cast<int>(emulated::to_bits(value) >> 32);
}
inline int __double2loint(double value)
{
    return static_cast<int>(emulated::to_bits(value));
}

template <class A, class B>
std::common_type_t<A, B> min(A a, B b)
{
    using C = std::common_type_t<A, B>;
    return static_cast<C>(a) < static_cast<C>(b) ? static_cast<C>(a) : static_cast<C>(b);
}

template <class A, class B>
std::common_type_t<A, B> max(A a, B b)
{
    using C = std::common_type_t<A, B>;
    return static_cast<C>(a) < static_cast<C>(b) ? static_cast<C>(b) : static_cast<C>(a);
}

/* The sum of a product, exact in doubles, and a float, rounded down; and a double, rounded up. */
inline float __fmaf_rd(float a, float b, float c)
{
    const double product = static_cast<double>(a) * b, sum = product + c;
    const double lost = (product - (sum - (sum - product))) + (c - (sum - product)); /* by the sum's rounding */
    const float rounded = static_cast<float>(sum);
    const bool is_above = rounded > sum || (rounded == sum && lost < 0);
    return is_above ? std::nextafterf(rounded, -INFINITY) : rounded;
}

inline float __double2float_ru(double x)
{
    const float rounded = static_cast<float>(x);
    return rounded < x ? std::nextafterf(rounded, INFINITY) : rounded;
}

/* (Volatile: not contracted.) */
inline double __dmul_rn(double a, double b)
{
    const volatile double product = a * b;
    return product;
}
inline float __fmul_rn(float a, float b)
{
    const volatile float product = a * b;
    return product;
}

using std::isfinite;
using std::sqrt;

struct __half {
    uint16_t bits;
    operator float() const { return tcui_f32_from_f16(bits); }
};
struct __nv_bfloat16 {
    uint16_t bits;
    operator float() const { return tcui_f32_from_bf16(bits); }
};

inline float __half2float(__half x)
{
    return x;
}
inline float __bfloat162float(__nv_bfloat16 x)
{
    return x;
}
inline __half __double2half(double x)
{
    return {tcui_f16_from_f64(x)};
}
inline __half __float2half_rn(float x)
{
    return __double2half(x);
}
inline __nv_bfloat16 __double2bfloat16(double x)
{
    return {tcui_bf16_from_f64(x)};
}
inline __nv_bfloat16 __float2bfloat16_rn(float x)
{
    return __double2bfloat16(x);
}
inline __half __ushort_as_half(uint16_t bits)
{
    return {bits};
}
inline uint16_t __half_as_ushort(__half x)
{
    return x.bits;
}
inline __nv_bfloat16 __ushort_as_bfloat16(uint16_t bits)
{
    return {bits};
}
inline uint16_t __bfloat16_as_ushort(__nv_bfloat16 x)
{
    return x.bits;
}

[[noreturn]] inline void __trap()
{
    emulated::fail("a trap");
}

/* ---- launches ---- */

using cudaStream_t = void *;
using cudaError_t = int;
enum {
    cudaSuccess,
    cudaErrorInvalidConfiguration,
    cudaErrorMemoryAllocation,
    cudaFuncAttributeMaxDynamicSharedMemorySize,
    cudaFuncAttributeNonPortableClusterSizeAllowed,
    cudaLaunchAttributeCooperative,
    cudaLaunchAttributeClusterDimension,
    cudaLaunchAttributeProgrammaticStreamSerialization
};

struct cudaLaunchAttribute {
    int id;
    struct {
        int cooperative, programmaticStreamSerializationAllowed;
        dim3 clusterDim;
    } val;
};

struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    int numAttrs;
};

struct cudaFuncAttributes {
    size_t sharedSizeBytes;
    int maxDynamicSharedSizeBytes;
};

inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *)
{
    *attributes = {0, INT32_MAX};
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Kernel, int, size_t)
{
    *blocks = 1;
    return cudaSuccess;
}
inline cudaError_t cudaFuncSetAttribute(const void *, int, int)
{
    return cudaSuccess;
}
inline cudaError_t cudaGetLastError()
{
    return cudaSuccess;
}
inline const char *cudaGetErrorString(cudaError_t)
{
    return "";
}
inline const char *cudaGetErrorName(cudaError_t)
{
    return "";
}

/* The device's memory is the host's, full of NaNs. */
inline cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    *pointer = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (*pointer == nullptr)
        return cudaErrorMemoryAllocation;
    std::memset(*pointer, 0xff, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaFree(void *pointer)
{
    std::free(pointer);
    return cudaSuccess;
}
enum { cudaMemcpyHostToDevice };
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, int, cudaStream_t)
{
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaSuccess;
}
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone };
inline cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *status)
{
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
inline cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int)
{
    return cudaSuccess;
}

/* Blocks run one after the other, those of a cooperative grid or of a cluster together. */
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...), Arguments... arguments)
{
    using namespace emulated;
    gpu.block_threads = config->blockDim.x;
    gpu.grid_blocks = config->gridDim.x;
    const action run = [&] { kernel(arguments...); };
    unsigned together = 1;
    for (int i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute &attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative)
            together = gpu.grid_blocks;
        if (attribute.id == cudaLaunchAttributeClusterDimension)
            together = attribute.val.clusterDim.x;
    }
    if (gpu.grid_blocks % together != 0 || config->dynamicSmemBytes > gpu.shared_limit)
        return cudaErrorInvalidConfiguration;
    for (unsigned b = 0; b < gpu.grid_blocks; b += together)
        run_blocks(b, together, run);
    return cudaSuccess;
}

#endif /* TCU_EMULATED_CUDA_H */
