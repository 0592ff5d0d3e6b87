/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs, segments and the oracle of the tests on the emulated device. */
#ifndef TCU_EMULATED_CASE_H
#define TCU_EMULATED_CASE_H

#include <criterion/criterion.h>
#include <string>

#include "emulated_cuda.h"
#include "primitives/context/context_internal.h"
#include "primitives/context/segments.h"
#include "primitives/context/workspace.h"

namespace emulated
{

/* A context as the kernels' launchers see it: so few multiprocessors that persistent blocks take many tiles each. */
inline tcu_context small_device(tcu_arithmetic arithmetic)
{
    tcu_context context = {};
    context.properties.multiprocessors = 3;
    context.properties.compute_capability_major = __CUDA_ARCH__ / 100;
    context.multiprocessor_threads = 2048;
    context.has_bulk_copies = __CUDA_ARCH__ >= 900;
    /* Every device has clusters of 8 blocks, the largest ones of 16. */
    context.cluster_blocks = !context.has_bulk_copies ? 1 : draw() % 2 ? 8 : 16;
    context.arithmetic = arithmetic;
    return context;
}

/* Elements between guards, `shift` elements behind a multiple of 256 bytes. */
template <class T>
class array
{
  public:
    array(uint64_t n, unsigned shift) : n(n), bytes((n + shift) * sizeof(T) + 1024, guard)
    {
        const uintptr_t begin = reinterpret_cast<uintptr_t>(bytes.data()) + 256;
        elements = reinterpret_cast<T *>(begin / 256 * 256) + shift;
    }

    T *data() { return elements; }
    const T *data() const { return elements; }
    T &operator[](uint64_t i) { return elements[i]; }

    bool is_untouched(uint64_t i) const
    {
        const unsigned char *p = reinterpret_cast<const unsigned char *>(elements + i);
        return std::all_of(p, p + sizeof(T), [](unsigned char byte) { return byte == guard; });
    }

    bool is_guarded() const
    {
        const unsigned char *first = reinterpret_cast<const unsigned char *>(elements);
        const unsigned char *end = reinterpret_cast<const unsigned char *>(elements + n);
        return std::all_of(bytes.data(), first, [](unsigned char byte) { return byte == guard; }) &&
               std::all_of(end, bytes.data() + bytes.size(), [](unsigned char byte) { return byte == guard; });
    }

  private:
    static constexpr unsigned char guard = 0xee;
    uint64_t n;
    std::vector<unsigned char> bytes;
    T *elements;
};

enum class fill {
    random,
    with_infinity, /* random, and one infinity */
    worst_rounding /* heads 1, the others a little less than half a unit in the last place of it */
};

template <class T>
void fill_array(array<T> &in, uint64_t n, fill how, const std::vector<bool> &heads)
{
    const double half_unit = 0.99 * (sizeof(T) == 8 ? 0x1p-53 : 0x1p-24);
    for (uint64_t i = 0; i < n; ++i) {
        const uint64_t r = draw();
        const double real = static_cast<int>(r % 8192) / 2048.0 - 2.0;
        if constexpr (std::is_same_v<T, __half>)
            in[i] = __double2half(real);
        else if constexpr (std::is_same_v<T, __nv_bfloat16>)
            in[i] = __double2bfloat16(real);
        else if constexpr (std::is_floating_point_v<T>)
            in[i] = static_cast<T>(how != fill::worst_rounding ? real : i == 0 || heads[i] ? 1.0 : half_unit);
        else
            in[i] = static_cast<T>(r);
    }
    if constexpr (std::is_floating_point_v<T>)
        if (how == fill::with_infinity && n > 0)
            in[draw() % n] = static_cast<T>(INFINITY);
}

/* The sum of some elements, exact for integers (modulo 2^64) and nearly so for reals, and how far a result may be. */
struct sum {
    long double real = 0, magnitude = 0;
    uint64_t integer = 0, elements = 0;

    template <class T>
    void add(T x)
    {
        if constexpr (std::is_integral_v<T>) {
            integer += static_cast<uint64_t>(static_cast<int64_t>(x));
        } else if constexpr (sizeof(T) == 2) {
            real += static_cast<float>(x);
            magnitude += std::fabs(static_cast<float>(x));
        } else {
            real += x;
            magnitude += std::fabs(x);
        }
        ++elements;
    }

    /* The bound of reduce.h, and one rounding of a 16-bit output. */
    template <class In, class Out>
    bool accepts(Out result) const
    {
        if constexpr (std::is_integral_v<In>) {
            return result == static_cast<Out>(integer);
        } else {
            long double x;
            if constexpr (sizeof(Out) == 2)
                x = static_cast<float>(result);
            else
                x = result;
            if (!std::isfinite(static_cast<double>(real)))
                return !std::isfinite(static_cast<double>(x));
            const long double unit = sizeof(In) == 8 ? 0x1p-51L : 0x1p-24L;
            long double bound = 4 * unit * std::max(1.0, std::log2(static_cast<double>(elements))) * magnitude;
            if (sizeof(Out) == 2)
                bound += std::fabs(static_cast<double>(real)) * 0x1p-8L + 0x1p-24L;
            return std::fabs(static_cast<double>(x - real)) <= bound;
        }
    }
};

enum class lengths { uniform, power_law, one_giant, crowds_of_empty };

/* Offsets of segments that may begin behind 0 and end before n. */
inline std::vector<int64_t> make_offsets(lengths kind, double mean, int64_t n)
{
    std::vector<int64_t> offsets;
    int64_t place = draw() % 2 ? 0 : n / 10;
    const int64_t end = draw() % 2 ? n : n - n / 7;
    while (place < end && offsets.size() < 100000) {
        offsets.push_back(place);
        const double u = static_cast<double>(draw() >> 11) * 0x1p-53;
        double length = u * (2 * mean + 1);
        if (kind == lengths::power_law)
            length = std::min(1e7, mean * std::pow(1 - u, -1 / 1.2) - 1);
        else if (kind == lengths::one_giant)
            length = offsets.size() == 100 ? static_cast<double>(n / 2) : u * 129;
        else if (kind == lengths::crowds_of_empty)
            length = u < 0.5 ? 0 : u < 0.7 ? u * 20 : (u - 0.7) * static_cast<double>(n) / 3;
        place = std::min(end, place + static_cast<int64_t>(length));
        if (kind == lengths::crowds_of_empty && u < 0.03)
            offsets.insert(offsets.end(), 9500, place);
    }
    offsets.push_back(end);
    return offsets;
}

/* A workspace full of garbage, and whether a call stayed inside it. */
class garbage_workspace
{
  public:
    explicit garbage_workspace(const tcui_layout &layout) : memory(layout.bytes + 512, 0x5a), used(layout.bytes)
    {
        /* Not the same everywhere: one value might happen to be one that kernels take for none. */
        unsigned char *to = static_cast<unsigned char *>(base());
        for (size_t i = 0; i < used; ++i)
            to[i] = static_cast<unsigned char>(draw() >> 32);
    }

    void *base() { return reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(memory.data()) + 255) / 256 * 256); }

    bool is_guarded()
    {
        unsigned char *end = static_cast<unsigned char *>(base()) + used;
        return std::all_of(end, memory.data() + memory.size(), [](unsigned char byte) { return byte == 0x5a; });
    }

  private:
    std::vector<unsigned char> memory;
    size_t used;
};

} // namespace emulated

#endif /* TCU_EMULATED_CASE_H */
