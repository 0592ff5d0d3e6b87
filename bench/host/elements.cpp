/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/host/elements.h"

#include <cstring>
#include <new>

#include "bench/inputs/random.h"

extern "C" {
#include "backends/host_memory.h"
}

namespace bench
{
void *allocate(size_t bytes)
{
    return bytes >= TCUI_LEAST_HUGE ? tcui_host_memory(bytes) : std::malloc(bytes > 0 ? bytes : 1);
}

void fill(void *data, tcu_type type, uint64_t n, uint64_t seed)
{
    const int is_known = with_element(type, [&](auto zero) {
        using T = decltype(zero);
        for (uint64_t i = 0; i < n; i++) {
            const uint64_t bits = bench_hash(i ^ seed);
            T &x = static_cast<T *>(data)[i];
            if constexpr (std::is_integral_v<T>) {
                x = T(bits);
            } else if constexpr (std::is_same_v<T, f16>) {
                x.bits = tcui_f16_from_f64(2 * bench_unit(bits) - 1);
            } else if constexpr (std::is_same_v<T, bf16>) {
                x.bits = tcui_bf16_from_f64(2 * bench_unit(bits) - 1);
            } else {
                x = T(2 * bench_unit(bits) - 1);
            }
        }
        return 0;
    });
    if (is_known != 0) { // b128
        fill(data, TCU_TYPE_U64, 2 * n, seed);
    }
}

Segment segment_of(const bench_problem &p, uint64_t k)
{
    if (bench_has_offsets(p.op)) {
        return {uint64_t(p.offsets[k]), uint64_t(p.offsets[k + 1])};
    }
    const uint64_t size = bench_has_segment_size(p.op) ? p.segment_size : p.n;
    return {k * size, k * size + size < p.n ? k * size + size : p.n};
}

double real_at(tcu_type type, const void *data, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_F16:
        return double(loaded(static_cast<const f16 *>(data)[i]));
    case TCU_TYPE_BF16:
        return double(loaded(static_cast<const bf16 *>(data)[i]));
    case TCU_TYPE_F32:
        return double(static_cast<const float *>(data)[i]);
    default:
        return static_cast<const double *>(data)[i];
    }
}

uint64_t integer_at(tcu_type type, const void *data, uint64_t i)
{
    uint64_t value = 0;
    with_type(type, [&](auto zero) {
        if constexpr (std::is_integral_v<decltype(zero)>) {
            value = uint64_t(static_cast<const decltype(zero) *>(data)[i]);
        }
        return 0;
    });
    return value;
}

double element_at(tcu_type type, const void *data, uint64_t i)
{
    return bench_is_float(type) ? real_at(type, data, i) : double(int64_t(integer_at(type, data, i)));
}
} // namespace bench

void *operator new(std::size_t bytes)
{
    void *const memory = bench::allocate(bytes);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}
