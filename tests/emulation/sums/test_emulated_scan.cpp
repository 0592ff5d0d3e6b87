/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass scan on the emulated device, three blocks, each with many tiles; and the scans by tiles and in
 * registers. */
#include "emulated_case.h"
#include "primitives/scan/cuda/paths.h"

namespace
{

using namespace emulated;

enum class path { one_pass, tiles, small };

/* Of all sums that follow. */
tcu_arithmetic arithmetic = TCU_ARITHMETIC_PLAIN;
bool has_clusters = true;

struct scan_case {
    path taken;
    uint64_t n;
    uint64_t size; /* of segments; 0: by offsets, or one segment */
    const std::vector<int64_t> *offsets;
    unsigned in_shift, out_shift;
    bool exclusive, in_place;
};

template <class In, class Out>
void expect_scan(tcu_type in_type, tcu_type out_type, const scan_case &c)
{
    const uint64_t n = c.n;
    std::vector<bool> heads(n + 1);
    for (uint64_t i = 0; i < n && c.size > 0; i += c.size)
        heads[i] = true;
    uint64_t from = 0, to = n;
    if (c.offsets != nullptr) {
        for (int64_t offset : *c.offsets)
            heads[static_cast<uint64_t>(offset)] = true;
        from = static_cast<uint64_t>(c.offsets->front());
        to = static_cast<uint64_t>(c.offsets->back());
    }
    array<In> in(n, c.in_shift);
    array<Out> beside(n, c.out_shift);
    fill_array(in, n, draw() % 4 == 0 ? fill::with_infinity : fill::random, heads);
    const std::vector<In> elements(in.data(), in.data() + n);
    Out *out = c.in_place ? reinterpret_cast<Out *>(in.data()) : beside.data();
    gpu.in_begin = reinterpret_cast<const char *>(in.data());
    gpu.in_end = reinterpret_cast<const char *>(in.data() + n);
    gpu.out_begin = reinterpret_cast<const char *>(out);
    gpu.out_end = reinterpret_cast<const char *>(out + n);

    tcu_context context = small_device(arithmetic);
    if (!has_clusters)
        context.cluster_blocks = 1;
    const tcui_segments segments = c.offsets != nullptr
                                       ? tcui_segments_offsets(n, c.offsets->data(), c.offsets->size() - 1)
                                   : c.size > 0 ? tcui_segments_fixed(n, c.size)
                                                : tcui_segments_whole(n);
    const tcui_scan_task task = {
        c.exclusive ? TCU_SCAN_EXCLUSIVE : TCU_SCAN_INCLUSIVE, in.data(), in_type, out, out_type, segments};
    tcui_layout layout = {};
    (c.taken == path::tiles ? tcui_scan_tiles_plan : tcui_scan_one_pass_plan)(&context, &task, &layout);
    cr_assert(c.taken != path::small || tcui_scan_is_small(&context, &task));
    garbage_workspace workspace(layout);
    const std::string where = std::string(tcu_type_name(in_type)) + " -> " + tcu_type_name(out_type) + " n " +
                              std::to_string(n) + " size " + std::to_string(c.size) + " segments " +
                              std::to_string(segments.count) + " shifts " + std::to_string(c.in_shift) + ", " +
                              std::to_string(c.out_shift) + (c.exclusive ? " exclusive" : " inclusive") +
                              (c.in_place ? " in place" : "");
    const auto execute = c.taken == path::one_pass ? tcui_scan_one_pass_execute
                         : c.taken == path::tiles  ? tcui_scan_tiles_execute
                                                   : tcui_scan_small_execute;
    cr_assert(execute(&context, &task, workspace.base()) == TCU_SUCCESS, "%s", where.c_str());
    cr_assert((c.in_place ? in.is_guarded() : beside.is_guarded()) && workspace.is_guarded(), "%s: wrote outside",
              where.c_str());
    sum before, up_to;
    for (uint64_t i = 0; i < n; ++i) {
        if (heads[i])
            up_to = sum();
        before = up_to;
        up_to.add(elements[i]);
        const bool right = i < from || i >= to ? c.in_place ? std::memcmp(out + i, &elements[i], sizeof(Out)) == 0
                                                            : beside.is_untouched(i)
                                               : (c.exclusive ? before : up_to).accepts<In, Out>(out[i]);
        cr_assert(right, "%s: at %llu", where.c_str(), static_cast<unsigned long long>(i));
    }
}

template <class In, class Out>
void expect_anywhere(tcu_type in_type, tcu_type out_type, path taken, uint64_t n, uint64_t size,
                     const std::vector<int64_t> *offsets)
{
    constexpr bool same_size = sizeof(In) == sizeof(Out);
    const unsigned in_shift = draw() % 3 ? static_cast<unsigned>(draw() % 9) : 0;
    const unsigned out_shift = draw() % 2 ? in_shift : static_cast<unsigned>(draw() % 9);
    const bool in_place = same_size && in_shift == out_shift && draw() % 2;
    expect_scan<In, Out>(in_type, out_type, {taken, n, size, offsets, in_shift, out_shift, draw() % 2 == 1, in_place});
}

/* By one block, a cluster, a few clusters, and by a grid that synchronises, with a few vectors a lane and with more. */
template <class In, class Out>
void sweep_small(tcu_type in_type, tcu_type out_type)
{
    constexpr uint64_t block = 16384 / sizeof(Out);
    for (uint64_t most : {uint64_t(10), block / 16, block, 2 * block, 3 * block, 6 * block, 12 * block, 23 * block})
        for (int i = 0; i < 3; ++i)
            expect_anywhere<In, Out>(in_type, out_type, path::small, most - draw() % (most / 2), 0, nullptr);
}

template <class In, class Out>
void sweep(tcu_type in_type, tcu_type out_type, path taken = path::one_pass)
{
    constexpr uint64_t tile = 32768 / sizeof(Out);
    const uint64_t many_tiles = (taken == path::one_pass ? 45 : 8) * tile;
    const auto expect = [&](uint64_t n, uint64_t size, const std::vector<int64_t> *offsets) {
        expect_anywhere<In, Out>(in_type, out_type, taken, n, size, offsets);
    };
    for (uint64_t most : {uint64_t(100), tile, 5 * tile, many_tiles})
        for (int i = 0; i < 3; ++i)
            expect(1 + draw() % most, 0, nullptr);
    for (uint64_t size : {1, 3, 8, 16, 20, 24, 100, 1000, 1003, 4096, 20000})
        expect(1 + draw() % (6 * tile), size, nullptr);
    expect(many_tiles, 1003, nullptr);
    for (lengths kind : {lengths::uniform, lengths::power_law, lengths::one_giant, lengths::crowds_of_empty})
        for (double mean : {2.0, 20.0, 700.0}) {
            const uint64_t n = kind == lengths::uniform && mean == 20.0 ? many_tiles : 1 + draw() % (6 * tile);
            const std::vector<int64_t> offsets = make_offsets(kind, mean, static_cast<int64_t>(n));
            expect(n, 0, &offsets);
            if (kind != lengths::uniform)
                break;
        }
}

} // namespace

Test(emulated_scan, reals, .timeout = 300)
{
    sweep<__half, __half>(TCU_TYPE_F16, TCU_TYPE_F16);
    sweep<__half, float>(TCU_TYPE_F16, TCU_TYPE_F32);
    sweep<float, float>(TCU_TYPE_F32, TCU_TYPE_F32);
    sweep<double, double>(TCU_TYPE_F64, TCU_TYPE_F64);
}

Test(emulated_scan, narrow_integers, .timeout = 300)
{
    sweep<uint8_t, uint8_t>(TCU_TYPE_U8, TCU_TYPE_U8);
    sweep<int8_t, uint32_t>(TCU_TYPE_I8, TCU_TYPE_I32);
    sweep<uint16_t, uint64_t>(TCU_TYPE_U16, TCU_TYPE_U64);
}

Test(emulated_scan, in_registers, .timeout = 300)
{
    sweep_small<__half, __half>(TCU_TYPE_F16, TCU_TYPE_F16);
    sweep_small<__half, float>(TCU_TYPE_F16, TCU_TYPE_F32);
    sweep_small<double, double>(TCU_TYPE_F64, TCU_TYPE_F64);
    sweep_small<uint8_t, uint8_t>(TCU_TYPE_U8, TCU_TYPE_U8);
    sweep_small<int8_t, uint64_t>(TCU_TYPE_I8, TCU_TYPE_I64);
    sweep_small<uint32_t, uint32_t>(TCU_TYPE_U32, TCU_TYPE_U32);
    has_clusters = false;
    sweep_small<float, double>(TCU_TYPE_F32, TCU_TYPE_F64);
}

Test(emulated_scan, by_tiles, .timeout = 300)
{
    sweep<__half, float>(TCU_TYPE_F16, TCU_TYPE_F32, path::tiles);
    sweep<double, double>(TCU_TYPE_F64, TCU_TYPE_F64, path::tiles);
    sweep<uint8_t, uint8_t>(TCU_TYPE_U8, TCU_TYPE_U8, path::tiles);
}

Test(emulated_scan, on_the_matrix_unit, .timeout = 300)
{
    arithmetic = TCU_ARITHMETIC_MATRIX;
    sweep<__half, __half>(TCU_TYPE_F16, TCU_TYPE_F16);
    sweep<double, double>(TCU_TYPE_F64, TCU_TYPE_F64);
    sweep<uint8_t, uint8_t>(TCU_TYPE_U8, TCU_TYPE_U8);
    sweep<__nv_bfloat16, float>(TCU_TYPE_BF16, TCU_TYPE_F32, path::tiles);
    sweep<uint16_t, uint32_t>(TCU_TYPE_U16, TCU_TYPE_U32, path::tiles);
}

Test(emulated_scan, wide_integers, .timeout = 300)
{
    sweep<uint32_t, uint32_t>(TCU_TYPE_U32, TCU_TYPE_U32);
    sweep<int32_t, uint64_t>(TCU_TYPE_I32, TCU_TYPE_I64);
}
