/* SPDX-License-Identifier: Apache-2.0 */
/* Elements are compared on the GPU: one thread takes one in `stride`, and adds what it has found to three numbers. */
#include "arrays.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cub/version.cuh>
#include <vector>

namespace
{
constexpr int kThreads = 256, kBlocks = 1024;
constexpr int kPoison[2] = {0xa5, 0x5a};

struct output {
    size_t field, count_field; // where the problem's structure has the pointers
    bool has_count;
    uint64_t capacity;
    tcu_type type;
    app_tolerance tolerance;
    void *memory[2];

    size_t bytes() const { return capacity * tcu_type_size(type); }
};

struct found {
    unsigned long long unequal, worst_bits; // (the bits of reals that are not negative are in their order)
};

template <class Word>
__global__ void compare_bits(const Word *a, const Word *b, uint64_t n, found *result)
{
    unsigned long long unequal = 0;
    const uint64_t stride = uint64_t(gridDim.x) * blockDim.x;
    for (uint64_t i = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        unequal += a[i] != b[i];
    }
    atomicAdd(&result->unequal, unequal);
}

template <class Real>
__global__ void compare_reals(const Real *a, const Real *b, uint64_t n, app_tolerance tolerance, found *result)
{
    unsigned long long unequal = 0;
    double worst = 0;
    const uint64_t stride = uint64_t(gridDim.x) * blockDim.x;
    for (uint64_t i = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        const double x = a[i], y = b[i], difference = fabs(x - y), magnitude = fmax(fabs(x), fabs(y));
        unequal += !(difference <= tolerance.relative * magnitude + tolerance.absolute); // (a NaN is unequal)
        worst = magnitude > 0 ? fmax(worst, difference / magnitude) : worst;
    }
    atomicAdd(&result->unequal, unequal);
    atomicMax(&result->worst_bits, (unsigned long long)__double_as_longlong(worst));
}

void compare(const output &o, uint64_t n, found *result, cudaStream_t stream)
{
    const void *const a = o.memory[0], *const b = o.memory[1];
    const auto bits = [&](auto word) {
        using Word = decltype(word);
        compare_bits<<<kBlocks, kThreads, 0, stream>>>(static_cast<const Word *>(a), static_cast<const Word *>(b), n,
                                                       result);
    };
    const auto reals = [&](auto real) {
        using Real = decltype(real);
        compare_reals<<<kBlocks, kThreads, 0, stream>>>(static_cast<const Real *>(a), static_cast<const Real *>(b), n,
                                                        o.tolerance, result);
    };
    const bool has_tolerance = o.tolerance.relative > 0 || o.tolerance.absolute > 0;
    if (has_tolerance && o.type == TCU_TYPE_F32) {
        reals(float{});
    } else if (has_tolerance && o.type == TCU_TYPE_F64) {
        reals(double{});
    } else if (has_tolerance) {
        std::fprintf(stderr, "tcu-applications: no tolerance for results of type %s\n", tcu_type_name(o.type));
        std::exit(1);
    } else {
        switch (tcu_type_size(o.type)) {
        case 1:
            bits(uint8_t{});
            break;
        case 2:
            bits(uint16_t{});
            break;
        case 4:
            bits(uint32_t{});
            break;
        default:
            bits(uint64_t{});
        }
    }
    APP_CUDA(cudaGetLastError());
}

void set_pointer(void *problem, size_t field, void *value)
{
    std::memcpy(static_cast<char *>(problem) + field, &value, sizeof value);
}
} // namespace

struct app_arrays {
    void *problems[2];
    std::vector<void *> inputs;
    std::vector<output> outputs;
};

app_arrays *app_arrays_create(void *problem)
{
    return new app_arrays{{problem, nullptr}, {}, {}};
}

void *app_allocate(size_t bytes)
{
    void *memory = nullptr;
    APP_CUDA(cudaMalloc(&memory, bytes > 0 ? bytes : 1));
    return memory;
}

void *app_input(app_arrays *arrays, size_t bytes)
{
    arrays->inputs.push_back(app_allocate(bytes));
    return arrays->inputs.back();
}

void app_output(app_arrays *arrays, void *field, uint64_t capacity, tcu_type type, app_tolerance tolerance,
                const void *count)
{
    const auto place = [&](const void *pointer) {
        return size_t(static_cast<const char *>(pointer) - static_cast<const char *>(arrays->problems[0]));
    };
    output o = {place(field), count != nullptr ? place(count) : 0, count != nullptr, capacity, type, tolerance, {}};
    o.memory[0] = app_allocate(o.bytes());
    set_pointer(arrays->problems[0], o.field, o.memory[0]);
    arrays->outputs.push_back(o);
}

void app_arrays_share(app_arrays *arrays, void *other)
{
    arrays->problems[1] = other;
    for (output &o : arrays->outputs) {
        o.memory[1] = app_allocate(o.bytes());
        set_pointer(other, o.field, o.memory[1]);
    }
}

void app_arrays_poison(app_arrays *arrays, cudaStream_t stream)
{
    for (output &o : arrays->outputs) {
        for (int side = 0; side < 2; side++) {
            APP_CUDA(cudaMemsetAsync(o.memory[side], kPoison[side], o.bytes(), stream));
        }
    }
}

app_difference app_arrays_compare(const app_arrays *arrays, cudaStream_t stream)
{
    app_difference difference = {};
    found *const result = static_cast<found *>(app_allocate(sizeof(found)));
    APP_CUDA(cudaMemsetAsync(result, 0, sizeof *result, stream));
    for (const output &o : arrays->outputs) {
        uint64_t n = o.capacity, counts[2];
        if (o.has_count) {
            for (int side = 0; side < 2; side++) {
                void *count;
                std::memcpy(&count, static_cast<char *>(arrays->problems[side]) + o.count_field, sizeof count);
                APP_CUDA(cudaMemcpyAsync(&counts[side], count, sizeof counts[side], cudaMemcpyDeviceToHost, stream));
            }
            APP_CUDA(cudaStreamSynchronize(stream));
            difference.unequal += counts[0] != counts[1];
            n = counts[0] < counts[1] ? counts[0] : counts[1];
            n = n < o.capacity ? n : o.capacity;
        }
        difference.compared += n;
        compare(o, n, result, stream);
    }
    found on_host;
    APP_CUDA(cudaMemcpyAsync(&on_host, result, sizeof on_host, cudaMemcpyDeviceToHost, stream));
    APP_CUDA(cudaStreamSynchronize(stream));
    APP_CUDA(cudaFree(result));
    difference.unequal += on_host.unequal;
    std::memcpy(&difference.worst, &on_host.worst_bits, sizeof difference.worst);
    return difference;
}

void app_arrays_free(app_arrays *arrays)
{
    for (void *memory : arrays->inputs) {
        APP_CUDA(cudaFree(memory));
    }
    for (const output &o : arrays->outputs) {
        APP_CUDA(cudaFree(o.memory[0]));
        APP_CUDA(cudaFree(o.memory[1]));
    }
    delete arrays;
}

int app_cub_version(void)
{
    return CUB_VERSION;
}
