/* SPDX-License-Identifier: Apache-2.0 */
/* Each kind of mistake that the emulated device finds is made once, and nothing else is found; and counts are those of
 * kernels whose accesses are known. Exit status 1, and a line for each, if something differs. */
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <emulated_checks.h>
#include <mma.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace
{

int failures = 0;
constexpr unsigned n = 1024; /* elements of every array */

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, Arguments... arguments)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    emulated::forget();
    cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

template <class... Parameters, class... Arguments>
void launch_together(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, Arguments... arguments)
{
    cudaLaunchAttribute cooperative = {};
    cooperative.id = cudaLaunchAttributeCooperative;
    cooperative.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.attrs = &cooperative;
    config.numAttrs = 1;
    emulated::forget();
    cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

/* The launch has ended with this mistake; "" is none. */
void expect(const char *what, const std::string &mistake)
{
    const std::string found = emulated::first_mistake();
    const cudaError_t error = cudaGetLastError();
    if (mistake.empty() ? !found.empty() : found.find(mistake) == std::string::npos) {
        std::printf("%s: found \"%s\", expected \"%s\"\n", what, found.c_str(), mistake.c_str());
        failures++;
    }
    if ((error != cudaSuccess) != !mistake.empty()) {
        std::printf("%s: %s\n", what, cudaGetErrorName(error));
        failures++;
    }
    if (!mistake.empty() && found.find("check_emulated_device.cu:") == std::string::npos) {
        std::printf("%s: \"%s\" names no line\n", what, found.c_str());
        failures++;
    }
}

void expect_count(const char *what, uint64_t got, uint64_t expected)
{
    if (got != expected) {
        std::printf("%s: %llu, expected %llu\n", what, static_cast<unsigned long long>(got),
                    static_cast<unsigned long long>(expected));
        failures++;
    }
}

/* ------------------------------------------------------------------------------------------------------ mistakes --- */

__global__ void copy(const float *x, float *y, int shift)
{
    y[threadIdx.x] = x[static_cast<int>(threadIdx.x) + shift];
}

__global__ void behind_shared(float *y, int size)
{
    __shared__ float tile[100];
    if (static_cast<int>(threadIdx.x) < size) {
        tile[threadIdx.x] = 1;
    }
    __syncthreads();
    y[0] = tile[0];
}

template <int Size>
__global__ void behind_shared_of_template(float *y)
{
    __shared__ float tile[Size];
    tile[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        y[0] = tile[0];
    }
}

/* Shared memory of a function that kernels call is theirs, too. */
__attribute__((noinline)) __device__ float *scratch()
{
    __shared__ float tile[64];
    return tile;
}

__global__ void with_scratch(float *y)
{
    float *const tile = scratch();
    tile[threadIdx.x] = 1;
    y[threadIdx.x] = tile[threadIdx.x];
}

__global__ void reverse(const float *x, float *y, bool with_barrier)
{
    __shared__ float tile[64];
    tile[threadIdx.x] = 0;
    __syncthreads();
    tile[threadIdx.x] = x[threadIdx.x];
    if (with_barrier) {
        __syncthreads();
    }
    y[threadIdx.x] = tile[63 - threadIdx.x];
}

/* Within a warp __syncwarp() is enough. */
__global__ void reverse_warp(const float *x, float *y, bool with_barrier)
{
    __shared__ float tile[32];
    tile[threadIdx.x] = 0;
    __syncwarp();
    tile[threadIdx.x] = x[threadIdx.x];
    if (with_barrier) {
        __syncwarp();
    }
    y[threadIdx.x] = tile[31 - threadIdx.x];
}

__global__ void half_of_tile(const float *x, float *y)
{
    __shared__ float tile[64];
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = x[threadIdx.x];
    }
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x];
}

__global__ void all_to_one(float *y)
{
    y[0] = static_cast<float>(blockIdx.x);
}

__global__ void add_to_one(int *sum)
{
    atomicAdd(sum, 1);
}

/* The last block adds what all have left: atomic operations make an order. */
__global__ void last_block(int *parts, int *blocks_done, int *sum)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = static_cast<int>(blockIdx.x);
        __threadfence();
        is_last = atomicAdd(blocks_done, 1) == static_cast<int>(gridDim.x) - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int total = 0;
        for (unsigned b = 0; b < gridDim.x; b++) {
            total += parts[b];
        }
        sum[0] = total;
    }
}

__global__ void barrier_of_some(float *y)
{
    y[threadIdx.x] = 0;
    if (threadIdx.x < 40) {
        __syncthreads();
    }
}

__global__ void ended_before_barrier(float *y)
{
    y[threadIdx.x] = 0;
    if (threadIdx.x >= 40) {
        return;
    }
    __syncthreads();
}

__global__ void shuffle_of_some(float *y)
{
    float x = y[threadIdx.x];
    if (threadIdx.x < 20) {
        x = __shfl_xor_sync(0xffffffff, x, 1);
    }
    y[threadIdx.x] = x;
}

__global__ void vectors(const float *x, float *y)
{
    const float4 four = *reinterpret_cast<const float4 *>(x);
    y[threadIdx.x] = four.x + four.w;
}

struct three {
    float x, y, z;
};
struct two {
    float x, y;
};
struct large {
    double parts[18];
};

/* Elements that no power of two divides, and whose alignment is smaller than their size; elements that take many
 * instructions. */
__global__ void structs(const float *x, float *y)
{
    __shared__ three threes[32];
    __shared__ large larges[32];
    const unsigned t = threadIdx.x;
    threes[t] = reinterpret_cast<const three *>(x)[t];
    reinterpret_cast<two *>(y + 1)[t] = reinterpret_cast<const two *>(x + 1)[t];
    larges[t] = reinterpret_cast<const large *>(x)[t % 4];
    y[100 + t] = threes[t].y + static_cast<float>(larges[t].parts[8]);
}

/* Threads of one word each write a byte of their own. */
__global__ void bytes_of_words(unsigned char *y, int by)
{
    y[threadIdx.x / static_cast<unsigned>(by)] = 1;
}

/* Every block reads what the next one has written. */
__global__ void next_block(float *y, bool with_barrier)
{
    const unsigned own = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    y[own] = static_cast<float>(own);
    if (with_barrier) {
        cooperative_groups::this_grid().sync();
    }
    y[all + own] = y[(own + blockDim.x) % all];
}

__global__ void all_arrive(int *y)
{
    y[threadIdx.x] = __syncthreads_count(threadIdx.x < 40);
}

__global__ void exchange_in_groups(int *y)
{
    y[threadIdx.x] = __shfl_xor_sync(0xffffffff, static_cast<int>(threadIdx.x), 17, 16);
    __threadfence_block();
}

/* Where threads and blocks are is what any number is. */
__global__ void numbers_of_threads(unsigned *y)
{
    const unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    char text[32];
    std::snprintf(text, sizeof text, "%u %u", threadIdx.x, blockIdx.y);
    y[blockIdx.y * 24 + t] = std::min(threadIdx.x, 2u) + 10 * static_cast<unsigned>(text[0] - '0');
}

__global__ void words(const uint4 *x, uint4 *y)
{
    y[threadIdx.x] = x[threadIdx.x];
}

__global__ void misaligned_double(const float *x, float *y)
{
    y[0] = static_cast<float>(*reinterpret_cast<const double *>(x));
}

__global__ void endless(const float *x, float *y)
{
    while (x[0] == 0) {
        y[threadIdx.x] = 1;
    }
}

void check_mistakes(float *x, float *y, int *numbers)
{
    launch(copy, 1, 64, x, y, 0);
    expect("a right kernel", "");
    launch(copy, 1, 64, x, y, 1000);
    expect("behind an array", "out of bounds: thread");
    launch(copy, 1, 64, x, y, -1);
    expect("before an array", "reads 4 bytes, 4 bytes before an array of 4096 bytes");
    launch(copy, 1, 64, x, y, 500000000);
    expect("far behind an array", "out of bounds");
    launch(copy, 1, 64, x, static_cast<float *>(nullptr), 0);
    expect("a null pointer", "null pointer: thread");
    launch(behind_shared, 1, 128, y, 100);
    expect("threads write one element", "race: ");
    launch(behind_shared, 1, 128, y, 101);
    expect("behind an array in shared memory", "400 bytes behind the beginning of shared tile of 400 bytes");
    launch(behind_shared_of_template<33>, 1, 33, y);
    expect("shared memory of a template", "");
    launch(behind_shared_of_template<31>, 1, 32, y);
    expect("behind shared memory of a template", "out of bounds");
    launch(with_scratch, 1, 64, y);
    expect("shared memory of a function", "");
    launch(reverse, 2, 64, x, y, true);
    expect("blocks that write the same elements", "race: ");
    launch(reverse, 1, 64, x, y, true);
    expect("a barrier", "");
    launch(reverse, 1, 64, x, y, false);
    expect("no barrier", "race: thread");
    launch(reverse_warp, 1, 32, x, y, true);
    expect("a warp's barrier", "");
    launch(reverse_warp, 1, 32, x, y, false);
    expect("no warp's barrier", "race: thread");
    launch(half_of_tile, 1, 64, x, y);
    expect("half of a tile", "nothing written: thread");
    launch(all_to_one, 2, 1, y);
    expect("two blocks, one element", "race: thread 0 of block 1 writes element 0");
    launch(add_to_one, 4, 64, numbers);
    expect("atomic additions", "");
    launch(last_block, 8, 32, numbers + 100, numbers, numbers + 50);
    expect("the last block", "");
    launch(barrier_of_some, 1, 64, y);
    expect("a barrier of some threads", "a barrier that not all threads reach");
    launch(ended_before_barrier, 1, 64, y);
    expect("a barrier after some threads have ended", "a barrier that not all threads reach");
    launch(shuffle_of_some, 1, 32, y);
    expect("a shuffle of some lanes", "a collective that not all lanes reach");
    launch(vectors, 1, 32, x + 1, y);
    expect("a misaligned vector", "misaligned: thread");
    launch(vectors, 1, 32, x, y);
    expect("an aligned vector", "");
    launch(structs, 1, 32, x, y);
    expect("structs", "");
    launch(bytes_of_words, 1, 64, reinterpret_cast<unsigned char *>(y), 1);
    expect("bytes of one word", "");
    launch(bytes_of_words, 1, 64, reinterpret_cast<unsigned char *>(y), 2);
    expect("threads write one byte", "race: thread");
    launch_together(next_block, 4, 64, y, true);
    expect("a grid's barrier", "");
    expect_count("accesses of a cooperative grid", emulated::counted().global_accesses, 4 * 2 * 3);
    launch_together(next_block, 4, 64, y, false);
    expect("no grid's barrier", "race: thread");
    launch_together(half_of_tile, 2, 64, x, y);
    expect("a shared array of blocks that run together", "not on the emulated device: thread");
    launch(all_arrive, 1, 64, numbers);
    expect_count("a count is one barrier", emulated::counted().barriers, 1);
    launch(exchange_in_groups, 1, 32, numbers);
    expect("lanes of groups", "");
    std::vector<int> exchanged(32);
    cudaMemcpy(exchanged.data(), numbers, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    for (unsigned lane = 0; lane < 32; lane++) {
        expect_count("an exchange in groups of 16", static_cast<uint64_t>(exchanged[lane]),
                     lane < 16 ? lane : lane ^ 17);
    }
    launch(numbers_of_threads, dim3(1, 2), dim3(4, 3, 2), reinterpret_cast<unsigned *>(numbers));
    expect("numbers of threads", "");
    std::vector<unsigned> places(48);
    cudaMemcpy(places.data(), numbers, 48 * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < 48; i++) {
        expect_count("a number of a thread", places[i], std::min(i % 4, 2u) + 10 * (i % 4));
    }
    launch(words, 1, 32, reinterpret_cast<const uint4 *>(x), reinterpret_cast<uint4 *>(y));
    expect("vectors of words", "");
    expect_count("accesses to vectors of words", emulated::counted().global_accesses, 2);
    launch(words, 1, 32, reinterpret_cast<const uint4 *>(x + 2), reinterpret_cast<uint4 *>(y));
    expect("misaligned vectors of words", "misaligned: thread");
    launch(misaligned_double, 1, 1, x + 1, y);
    expect("a misaligned number", "misaligned: thread");
    launch(endless, 1, 1, x, y);
    expect("an endless kernel", "a kernel that does not end");

    float *fresh;
    cudaMalloc(&fresh, n * sizeof(float));
    launch(copy, 1, 64, fresh, y, 0);
    expect("memory that nothing wrote", "nothing written: thread");
    cudaFree(fresh);

    cudaStream_t stream;
    cudaEvent_t begin, end;
    float milliseconds = -1;
    cudaStreamCreate(&stream);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    expect_count("an event that is not recorded", cudaEventElapsedTime(&milliseconds, begin, end),
                 cudaErrorInvalidValue);
    cudaEventRecord(end, stream);
    expect_count("events", cudaEventElapsedTime(&milliseconds, begin, end), cudaSuccess);
    expect_count("time that has passed", milliseconds >= 0, 1);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaStreamDestroy(stream);

    emulated::forget_written(y + 8, 16 * sizeof(float));
    launch(copy, 1, 64, y, x, 0);
    expect("memory whose contents are forgotten", "nothing written: thread");
    cudaMemset(y, 0, n * sizeof(float));

    emulated::forget();
    const float read = x[3];
    if (emulated::first_mistake().find("the host reads memory of the device") == std::string::npos || read != 0) {
        std::printf("the host: found \"%s\"\n", emulated::first_mistake().c_str());
        failures++;
    }
}

/* ------------------------------------------------------------------------------------------ warps of fewer lanes --- */

/* A whole warp leaves ones and large numbers, which a warp of five lanes must not see. */
__global__ void votes(unsigned *results)
{
    const unsigned lane = threadIdx.x, all = 0xffffffff;
    const bool is_whole = blockDim.x == 32;
    const unsigned value = is_whole ? 1000 : lane + 1;
    const unsigned answers[] = {__ballot_sync(all, is_whole || lane != 2),
                                __any_sync(all, is_whole),
                                __all_sync(all, true),
                                __match_any_sync(all, 0u),
                                __reduce_add_sync(all, value),
                                __reduce_or_sync(all, value),
                                __reduce_max_sync(all, value)};
    if (lane == 0) {
        for (unsigned i = 0; i < 7; i++) {
            results[i] = answers[i];
        }
    }
}

void check_short_warps(int *numbers)
{
    unsigned *const results = reinterpret_cast<unsigned *>(numbers);
    launch(votes, 1, 32, results);
    expect("votes of a whole warp", "");
    launch(votes, 1, 5, results);
    expect("votes of five lanes", "");
    const unsigned expected[] = {0x1b, 0, 1, 0x1f, 15, 7, 5};
    std::vector<unsigned> got(7);
    cudaMemcpy(got.data(), results, 7 * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < 7; i++) {
        expect_count("a vote of five lanes", got[i], expected[i]);
    }
}

/* -------------------------------------------------------------------------------------------------------- counts --- */

__global__ void strided(const float *x, float *y, int stride, int shift)
{
    y[threadIdx.x] = x[(static_cast<int>(threadIdx.x) * stride + shift) % n];
}

__global__ void banks(float *y, int stride)
{
    __shared__ float tile[1024];
    for (unsigned i = threadIdx.x; i < 1024; i += 32) {
        tile[i] = 0;
    }
    __syncwarp();
    y[threadIdx.x] = tile[threadIdx.x * static_cast<unsigned>(stride) % 1024];
}

__global__ void banks_of_vectors(float4 *y)
{
    __shared__ float4 tile[32];
    tile[threadIdx.x] = y[threadIdx.x];
}

__global__ void one_counter(int *y)
{
    __shared__ int counter;
    if (threadIdx.x == 0) {
        counter = 0;
    }
    __syncwarp();
    atomicAdd(&counter, 1);
    __syncwarp();
    if (threadIdx.x == 0) {
        y[0] = counter;
    }
}

__global__ void squares(const unsigned char *a, int *sums)
{
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, unsigned char, row_major> left;
    fragment<matrix_b, 16, 16, 16, unsigned char, row_major> right;
    fragment<accumulator, 16, 16, 16, int> square;
    load_matrix_sync(left, a, 16);
    load_matrix_sync(right, a, 16);
    fill_fragment(square, 0);
    mma_sync(square, left, right, square);
    store_matrix_sync(sums, square, 16, mem_row_major);
}

void check_counts(float *x, float *y, int *numbers)
{
    struct {
        int stride, shift;
        uint64_t sectors; /* of the reads of a warp */
    } reads[] = {{1, 0, 4}, {1, 1, 5}, {2, 0, 8}, {8, 0, 32}, {16, 0, 32}, {0, 5, 1}};
    for (const auto &r : reads) {
        launch(strided, 1, 32, x, y, r.stride, r.shift);
        expect_count("sectors", emulated::counted().sectors, r.sectors + 4);
        expect_count("bytes read", emulated::counted().read_bytes, 128);
        expect_count("bytes written", emulated::counted().written_bytes, 128);
        expect_count("accesses", emulated::counted().global_accesses, 2);
    }
    struct {
        int stride;
        uint64_t conflicts;
    } strides[] = {{0, 0}, {1, 0}, {2, 1}, {3, 0}, {4, 3}, {32, 31}, {33, 0}};
    for (const auto &s : strides) {
        launch(banks, 1, 32, y, s.stride);
        expect_count("bank conflicts", emulated::counted().conflicts, s.conflicts);
        expect_count("accesses to shared memory", emulated::counted().shared_accesses, 33);
        expect_count("active lanes", emulated::counted().active_lanes, 34 * 32);
    }
    launch(banks_of_vectors, 1, 32, reinterpret_cast<float4 *>(x));
    expect("vectors into shared memory", "");
    expect_count("conflicts of vectors", emulated::counted().conflicts, 0);
    expect_count("sectors of vectors", emulated::counted().sectors, 16);
    launch(one_counter, 1, 32, numbers);
    expect_count("atomic operations", emulated::counted().atomics, 32);
    expect_count("conflicts on one counter", emulated::counted().conflicts, 31);
    launch(reverse, 1, 64, x, y, true);
    expect_count("barriers", emulated::counted().barriers, 2);

    std::vector<unsigned char> matrix(256);
    for (unsigned i = 0; i < 256; i++) {
        matrix[i] = static_cast<unsigned char>(i * 7);
    }
    cudaMemcpy(x, matrix.data(), 256, cudaMemcpyHostToDevice);
    launch(squares, 1, 32, reinterpret_cast<const unsigned char *>(x), numbers);
    expect_count("products", emulated::counted().products, 1);
    std::vector<int> square(256);
    cudaMemcpy(square.data(), numbers, 256 * sizeof(int), cudaMemcpyDeviceToHost);
    for (unsigned row = 0; row < 16; row++) {
        for (unsigned column = 0; column < 16; column++) {
            int sum = 0;
            for (unsigned k = 0; k < 16; k++) {
                sum += matrix[row * 16 + k] * matrix[k * 16 + column];
            }
            expect_count("an element of the product", static_cast<uint64_t>(square[row * 16 + column]),
                         static_cast<uint64_t>(sum));
        }
    }
}

} // namespace

int main()
{
    float *x, *y;
    int *numbers;
    cudaMalloc(reinterpret_cast<void **>(&x), n * sizeof(float));
    cudaMalloc(reinterpret_cast<void **>(&y), n * sizeof(float));
    cudaMalloc(reinterpret_cast<void **>(&numbers), n * sizeof(int));
    cudaMemset(x, 0, n * sizeof(float));
    cudaMemset(y, 0, n * sizeof(float));
    cudaMemset(numbers, 0, n * sizeof(int));
    check_mistakes(x, y, numbers);
    check_short_warps(numbers);
    check_counts(x, y, numbers);
    cudaFree(x);
    cudaFree(y);
    cudaFree(numbers);
    std::printf("the emulated device's checks: %d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
