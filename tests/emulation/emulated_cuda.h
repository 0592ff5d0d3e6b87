/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A device on the processor, so that kernels can be tested where there is no GPU: each thread of a block is a fiber,
 * and collectives of warps, blocks and grids are points where fibers wait for each other. What the hardware leaves open
 * is left to chance here: the order in which threads run, when a bulk load arrives. Bulk stores read shared memory as
 * late as they may. What a kernel must not do ends the test with a sentence: a collective that not all lanes reach, a
 * vector or a bulk copy that is misaligned or not inside the arrays that the test declares, a barrier that never
 * completes.
 *
 * Not here: races between ordinary accesses to shared memory, how the matrix unit rounds, and speed.
 */
#ifndef TCU_EMULATED_CUDA_H
#define TCU_EMULATED_CUDA_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <type_traits>
#include <ucontext.h>
#include <utility>
#include <vector>

#include "primitives/tile/half.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
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

constexpr int warp_lanes = 32;
constexpr size_t stack_bytes = 64 << 10, shared_bytes = 228 << 10;
constexpr long patience = 3000000; /* turns that a thread waits for others */

struct warp {
    uint64_t value[2][warp_lanes]; /* of the collective that is under way and of the one before */
    int operation, arrived;
    uint64_t done;
};

struct block {
    unsigned index;
    int alive;
    int arrived[16]; /* at the block's barriers */
    uint64_t passed[16];
    std::vector<warp> warps;
    std::vector<unsigned char> shared;
};

using action = std::function<void()>;

struct thread {
    ucontext_t context;
    unsigned index;
    bool ended;
    emulated::block *block;
    std::vector<action> stores;              /* bulk stores not yet committed */
    std::vector<std::vector<action>> groups; /* committed, shared memory not yet read */
    std::unique_ptr<char[]> stack{new char[stack_bytes]};
};

struct device {
    std::vector<std::unique_ptr<thread>> threads;
    std::vector<block> blocks;
    thread *current = nullptr;
    ucontext_t scheduler;
    unsigned block_threads = 0, grid_blocks = 0;
    unsigned at_grid_barrier = 0;
    uint64_t grid_barriers = 0;
    std::vector<action> loads; /* bulk loads on their way */
    const action *kernel = nullptr;
    uint64_t random = 88172645463325252u;
    /* The arrays that kernels may read and write by vectors and bulk copies; NULL: not looked at. */
    const char *in_begin = nullptr, *in_end = nullptr, *out_begin = nullptr, *out_end = nullptr;
};

inline device gpu;

inline uint64_t draw()
{
    gpu.random ^= gpu.random << 13;
    gpu.random ^= gpu.random >> 7;
    gpu.random ^= gpu.random << 17;
    return gpu.random;
}

[[noreturn]] inline void fail(const char *what)
{
    std::fprintf(stderr, "emulated device: %s (block %u, thread %u)\n", what, gpu.current->block->index,
                 gpu.current->index);
    std::abort();
}

/* Lets others run until `condition` holds. */
template <class Condition>
void wait_until(Condition condition, const char *what)
{
    for (long turns = 0; !condition(); ++turns) {
        if (turns > patience)
            fail(what);
        swapcontext(&gpu.current->context, &gpu.scheduler);
    }
}

inline void block_barrier(int number, int threads)
{
    block &b = *gpu.current->block;
    const uint64_t before = b.passed[number];
    if (++b.arrived[number] == threads) {
        b.arrived[number] = 0;
        ++b.passed[number];
    }
    wait_until([&] { return b.passed[number] != before; }, "a barrier that not all threads reach");
}

inline void grid_barrier()
{
    const uint64_t before = gpu.grid_barriers;
    if (++gpu.at_grid_barrier == gpu.grid_blocks * gpu.block_threads) {
        gpu.at_grid_barrier = 0;
        ++gpu.grid_barriers;
    }
    wait_until([&] { return gpu.grid_barriers != before; }, "a grid barrier that not all threads reach");
}

/* The values of all lanes of a warp; `operation` tells collectives apart. */
struct lanes {
    uint64_t bits[warp_lanes];

    lanes(uint64_t own, int operation)
    {
        warp &w = gpu.current->block->warps[gpu.current->index / warp_lanes];
        const uint64_t before = w.done;
        if (w.arrived == 0)
            w.operation = operation;
        else if (w.operation != operation)
            fail("lanes of a warp in different collectives");
        w.value[before % 2][gpu.current->index % warp_lanes] = own;
        if (++w.arrived == warp_lanes) {
            w.arrived = 0;
            ++w.done;
        }
        wait_until([&] { return w.done != before; }, "a collective that not all lanes reach");
        std::memcpy(bits, w.value[before % 2], sizeof bits);
    }
};

inline int own_lane()
{
    return static_cast<int>(gpu.current->index % warp_lanes);
}

template <class T>
uint64_t to_bits(T value)
{
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T>
T from_bits(uint64_t bits)
{
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

/* Bulk stores read shared memory, until `keep` groups are left. */
inline void finish_stores(size_t keep)
{
    auto &groups = gpu.current->groups;
    while (groups.size() > keep) {
        for (const action &store : groups.front())
            store();
        groups.erase(groups.begin());
    }
}

inline void check_inside(const void *pointer, size_t bytes, const char *begin, const char *end, const char *what)
{
    const char *p = static_cast<const char *>(pointer);
    if (reinterpret_cast<uintptr_t>(p) % (bytes < 16 ? bytes : 16) != 0)
        fail("a misaligned access");
    if (begin != nullptr && (p < begin || p + bytes > end))
        fail(what);
}

inline void run_thread()
{
    (*gpu.kernel)();
    if (!gpu.current->stores.empty())
        fail("bulk stores that are not committed");
    finish_stores(0);
    gpu.current->ended = true;
    --gpu.current->block->alive;
    swapcontext(&gpu.current->context, &gpu.scheduler);
}

/* `count` blocks together, until all have ended. */
inline void run_blocks(unsigned first, unsigned count, const action &kernel)
{
    gpu.kernel = &kernel;
    gpu.blocks.assign(count, block());
    const size_t threads = static_cast<size_t>(count) * gpu.block_threads;
    while (gpu.threads.size() < threads)
        gpu.threads.emplace_back(new thread());
    for (unsigned b = 0; b < count; ++b) {
        gpu.blocks[b].index = first + b;
        gpu.blocks[b].alive = static_cast<int>(gpu.block_threads);
        gpu.blocks[b].warps.assign((gpu.block_threads + warp_lanes - 1) / warp_lanes, warp());
        gpu.blocks[b].shared.assign(shared_bytes + 128, 0xa5);
    }
    for (size_t i = 0; i < threads; ++i) {
        thread &t = *gpu.threads[i];
        t.index = static_cast<unsigned>(i % gpu.block_threads);
        t.block = &gpu.blocks[i / gpu.block_threads];
        t.ended = false;
        getcontext(&t.context);
        t.context.uc_stack.ss_sp = t.stack.get();
        t.context.uc_stack.ss_size = stack_bytes;
        t.context.uc_link = &gpu.scheduler;
        makecontext(&t.context, run_thread, 0);
    }
    for (bool running = true; running;) {
        running = false;
        const size_t start = draw() % threads;
        for (size_t i = 0; i < threads; ++i) {
            thread &t = *gpu.threads[(start + i) % threads];
            if (!t.ended) {
                running = true;
                gpu.current = &t;
                swapcontext(&gpu.scheduler, &t.context);
            }
        }
        for (size_t i = 0; i < gpu.loads.size();) {
            if (draw() % 3 == 0) {
                gpu.loads[i]();
                gpu.loads.erase(gpu.loads.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
    }
}

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
    static int count;
    __syncthreads();
    count = 0;
    __syncthreads();
    count += value;
    __syncthreads();
    return count;
}

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

inline bool __any_sync(unsigned mask, bool value)
{
    return __ballot_sync(mask, value) != 0;
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
T atomicMin(T *to, T value)
{
    const T before = *to;
    *to = std::min(before, value);
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

template <class T, class U>
void __stcs(T *to, U value)
{
    *to = value;
}

/* ---- bits and numbers ---- */

inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
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
    cudaFuncAttributeMaxDynamicSharedMemorySize,
    cudaLaunchAttributeCooperative,
    cudaLaunchAttributeProgrammaticStreamSerialization
};

struct cudaLaunchAttribute {
    int id;
    struct {
        int cooperative, programmaticStreamSerializationAllowed;
    } val;
};

struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    int numAttrs;
};

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

/* Blocks run one after the other, those of a cooperative grid together. */
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...), Arguments... arguments)
{
    using namespace emulated;
    gpu.block_threads = config->blockDim.x;
    gpu.grid_blocks = config->gridDim.x;
    const action run = [&] { kernel(arguments...); };
    if (config->numAttrs > 0 && config->attrs->id == cudaLaunchAttributeCooperative) {
        run_blocks(0, gpu.grid_blocks, run);
    } else {
        for (unsigned b = 0; b < gpu.grid_blocks; ++b)
            run_blocks(b, 1, run);
    }
    return cudaSuccess;
}

#endif /* TCU_EMULATED_CUDA_H */
