/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels with the installed device headers: a product by fragments, one of f32 accuracy, and prefix sums of a warp and of
 * a block. On a GPU their results are checked. */
#include <cmath>
#include <cstdio>

#include <tcu/device/collectives.cuh>
#include <tcu/device/corrected_mma.cuh>
#include <tcu/device/fragment.cuh>

using namespace tcu::device;

using shape = m16n8k16;

/* d = A B: A(i, j) = i + j, B = 2 I. */
__global__ void doubled(float *d)
{
    fragment<use::a, shape, f16> a;
    fragment<use::b, shape, f16> b;
    fragment<use::accumulator, shape, float> sum;
    load_matrix_with(a, [](int i, int j) { return i + j; });
    make_identity(b, 2.0f);
    fill(sum, 0.0f);
    mma(sum, a, b, sum);
    store_matrix<order::row_major>(d, sum, shape::n);
}

/* The same with thirds, which f16 has not. */
__global__ void thirds(float *d)
{
    corrected_fragment<use::a, shape, f16> a;
    corrected_fragment<use::b, shape, f16> b;
    fragment<use::accumulator, shape, float> sum;
    load_matrix_with(a, [](int i, int j) { return (i + j) / 3.0f; });
    load_matrix_with(b, [](int i, int j) { return i == j ? 1.0f : 0.0f; });
    fill(sum, 0.0f);
    corrected_mma(sum, a, b, sum);
    store_matrix<order::row_major>(d, sum, shape::n);
}

constexpr int scan_threads = 128, scan_items = 4;

/* Inclusive prefix sums of the numbers 1, 2, 3, 1, 2, 3, ...: of the first 32 threads' by the warp. */
template <class T, bool OfBlock>
__global__ void prefixes(float *sums)
{
    __shared__ block_storage<T, scan_threads> storage;
    T numbers[scan_items];
    float results[scan_items];
    const int first = static_cast<int>(threadIdx.x) * scan_items;
    for (int i = 0; i < scan_items; i++) {
        numbers[i] = static_cast<T>(static_cast<float>((first + i) % 3 + 1));
    }
    if constexpr (OfBlock) {
        block_scan<scan_threads>(numbers, results, storage);
    } else {
        warp_scan(numbers, results);
    }
    for (int i = 0; i < scan_items; i++) {
        sums[first + i] = results[i];
    }
}

static int check_prefixes(void (*kernel)(float *), int threads)
{
    float sums[scan_threads * scan_items], *on_device = nullptr;
    if (cudaMalloc(&on_device, sizeof sums) != cudaSuccess) {
        return 0; /* (check() has said so) */
    }
    kernel<<<1, threads>>>(on_device);
    const cudaError_t error = cudaMemcpy(sums, on_device, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(on_device);
    float expected = 0;
    for (int i = 0; i < threads * scan_items; i++) {
        expected += static_cast<float>(i % 3 + 1);
        if (error != cudaSuccess || sums[i] != expected) {
            std::printf("prefix %d of %d threads: %g, expected %g\n", i, threads, static_cast<double>(sums[i]),
                        static_cast<double>(expected));
            return 1;
        }
    }
    return 0;
}

static int check(void (*kernel)(float *), double factor, double tolerance)
{
    float d[shape::m * shape::n], *on_device = nullptr;
    if (cudaMalloc(&on_device, sizeof d) != cudaSuccess) {
        std::printf("no GPU here: compiled and linked\n");
        return 0;
    }
    kernel<<<1, warp_size>>>(on_device);
    const cudaError_t error = cudaMemcpy(d, on_device, sizeof d, cudaMemcpyDeviceToHost);
    cudaFree(on_device);
    for (int i = 0; i < shape::m; i++) {
        for (int j = 0; j < shape::n; j++) {
            const double expected = factor * (i + j);
            if (error != cudaSuccess || !(std::fabs(d[i * shape::n + j] - expected) <= tolerance * expected)) {
                std::printf("(%d, %d): %.9g, expected %.9g\n", i, j, static_cast<double>(d[i * shape::n + j]),
                            expected);
                return 1;
            }
        }
    }
    return 0;
}

int main()
{
    const int failed = check(doubled, 2, 0) + check(thirds, 1.0 / 3, std::ldexp(1, -21)) +
                       check_prefixes(prefixes<f16, false>, warp_size) +
                       check_prefixes(prefixes<f32, true>, scan_threads);
    return failed == 0 ? 0 : 1;
}
