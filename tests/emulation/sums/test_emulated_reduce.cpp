/* SPDX-License-Identifier: Apache-2.0 */
/* Every path by which the CUDA backend sums segments, on the emulated device. */
#include "emulated_case.h"
#include "primitives/reduce/cuda/paths.h"

namespace
{

using namespace emulated;

enum class path { registers, threads, lanes, warps, slices, array, offsets };

/* Of all sums that follow. */
tcu_arithmetic arithmetic = TCU_ARITHMETIC_PLAIN;

tcu_status execute(path taken, tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    switch (taken) {
    case path::registers:
        return tcui_reduce_registers_execute(context, task);
    case path::threads:
        return tcui_reduce_threads_execute(context, task);
    case path::lanes:
        return tcui_reduce_lanes_execute(context, task);
    case path::warps:
        return tcui_reduce_warps_execute(context, task);
    case path::slices:
        return tcui_reduce_slices_execute(context, task, workspace);
    case path::array:
        return tcui_reduce_array_execute(context, task, workspace);
    default:
        return tcui_reduce_offsets_execute(context, task, workspace);
    }
}

template <class In, class Out>
void expect_sums(path taken, tcu_type in_type, tcu_type out_type, uint64_t n, const tcui_segments &segments,
                 unsigned shift, fill how)
{
    const auto begin_of = [&](uint64_t k) {
        return segments.offsets != nullptr ? static_cast<uint64_t>(segments.offsets[k])
                                           : std::min(k * segments.size, n);
    };
    std::vector<bool> heads(n + 1);
    for (uint64_t k = 0; k < segments.count; ++k)
        heads[begin_of(k)] = true;
    array<In> in(n, shift);
    array<Out> out(segments.count, 0);
    fill_array(in, n, how, heads);
    gpu.in_begin = reinterpret_cast<const char *>(in.data());
    gpu.in_end = reinterpret_cast<const char *>(in.data() + n);

    tcu_context context = small_device(arithmetic);
    if (taken == path::array && draw() % 2)
        context.properties.multiprocessors = 40; /* blocks are few */
    const tcui_reduce_task task = {in.data(), in_type, out.data(), out_type, segments, true, TCU_REDUCE_ALGORITHM_AUTO};
    tcui_layout layout = {};
    cr_assert(taken != path::array || tcui_reduce_array_takes(&context, &task));
    if (taken == path::slices || taken == path::array)
        tcui_reduce_slices_plan(&context, &task, &layout);
    else if (taken == path::offsets)
        tcui_reduce_offsets_plan(&context, &task, &layout);
    garbage_workspace workspace(layout);
    const std::string where = std::string(tcu_type_name(in_type)) + " n " + std::to_string(n) + " size " +
                              std::to_string(segments.size) + " segments " + std::to_string(segments.count) +
                              " shift " + std::to_string(shift);
    cr_assert(execute(taken, &context, &task, workspace.base()) == TCU_SUCCESS, "%s", where.c_str());
    cr_assert(out.is_guarded() && workspace.is_guarded(), "%s: wrote outside", where.c_str());
    for (uint64_t k = 0; k < segments.count; ++k) {
        sum expected;
        for (uint64_t i = begin_of(k); i < begin_of(k + 1); ++i)
            expected.add(in[i]);
        cr_assert((expected.accepts<In, Out>(out[k])), "%s: segment %llu, [%llu, %llu)", where.c_str(),
                  static_cast<unsigned long long>(k), static_cast<unsigned long long>(begin_of(k)),
                  static_cast<unsigned long long>(begin_of(k + 1)));
    }
}

template <class In, class Out>
void sweep_sizes(tcu_type in_type, tcu_type out_type, fill how = fill::random)
{
    constexpr uint64_t vector = 16 / sizeof(In);
    const auto expect = [&](path taken, uint64_t size, uint64_t most, unsigned shift) {
        const uint64_t n = 1 + draw() % most;
        expect_sums<In, Out>(taken, in_type, out_type, n, tcui_segments_fixed(n, size), shift, how);
    };
    for (uint64_t size = 1; size * sizeof(In) <= 512; size *= 2)
        for (uint64_t most : {300, 20000, 60000})
            expect(path::registers, size, most, 0);
    for (unsigned shift : {0u, 1u, 3u}) {
        for (uint64_t size :
             {1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 20, 31, 33, 40, 63, 64, 65, 100, 127, 129, 200, 256})
            if (size * sizeof(In) <= 256)
                expect(path::threads, size, 20000, shift);
        for (uint64_t size :
             {4, 5, 8, 9, 15, 16, 17, 20, 32, 33, 64, 65, 96, 100, 200, 255, 256, 300, 700, 1000, 1536, 3071})
            if (size >= vector && size * sizeof(In) <= 6144)
                expect(path::lanes, size, 30000, shift);
        for (uint64_t size : {4, 5, 8, 9, 16, 17, 32, 33, 100, 511, 512, 1000, 1024, 2049, 4096, 5000, 8191})
            if (size >= vector && size * sizeof(In) <= 65536)
                expect(path::warps, size, 60000, shift);
        for (uint64_t size : {1000, 4097, 16384, 20000, 50001, 100000})
            expect(path::slices, size, 100000, shift);
        for (uint64_t size : {1, 2, 3, 7, 16, 33, 100}) /* no task takes these here, but where the path is forced */
            expect(path::slices, size, 500, shift);
    }
}

/* By a block of some warps, by clusters of some blocks, and by a grid. */
template <class In, class Out>
void sweep_arrays(tcu_type in_type, tcu_type out_type)
{
    const auto expect = [&](uint64_t n, unsigned shift) {
        expect_sums<In, Out>(path::array, in_type, out_type, n, tcui_segments_whole(n), shift, fill::random);
    };
    for (unsigned shift : {0u, 1u, 3u}) {
        for (uint64_t n : {0, 1, 2, 15, 16, 17, 31, 33, 100, 1000})
            expect(n, shift);
        for (uint64_t kilobytes : {2, 8, 16, 64, 80, 128, 256, 400}) {
            const uint64_t n = kilobytes * 1024 / sizeof(In);
            expect(n, shift);
            expect(n - draw() % (n / 3), shift);
        }
    }
}

template <class In, class Out>
void sweep_offsets(tcu_type in_type, tcu_type out_type, fill how = fill::random)
{
    for (int64_t n : {1, 9, 1000, 8192, 8193, 40000, 100000})
        for (unsigned shift : {0u, 1u, 5u})
            for (lengths kind : {lengths::uniform, lengths::power_law, lengths::one_giant, lengths::crowds_of_empty})
                for (double mean : {2.0, 20.0, 300.0, 4000.0}) {
                    const std::vector<int64_t> offsets = make_offsets(kind, mean, n);
                    const tcui_segments segments =
                        tcui_segments_offsets(static_cast<uint64_t>(n), offsets.data(), offsets.size() - 1);
                    expect_sums<In, Out>(path::offsets, in_type, out_type, segments.n, segments, shift, how);
                    if (kind != lengths::uniform)
                        break; /* the mean is the uniform lengths' */
                }
}

} // namespace

Test(emulated_reduce, segments_of_every_size, .timeout = 300)
{
    sweep_sizes<__half, float>(TCU_TYPE_F16, TCU_TYPE_F32);
    sweep_sizes<__nv_bfloat16, __nv_bfloat16>(TCU_TYPE_BF16, TCU_TYPE_BF16);
    sweep_sizes<float, float>(TCU_TYPE_F32, TCU_TYPE_F32);
    sweep_sizes<float, double>(TCU_TYPE_F32, TCU_TYPE_F64);
    sweep_sizes<double, double>(TCU_TYPE_F64, TCU_TYPE_F64);
    sweep_sizes<int8_t, uint32_t>(TCU_TYPE_I8, TCU_TYPE_I32);
    sweep_sizes<uint8_t, uint8_t>(TCU_TYPE_U8, TCU_TYPE_U8);
    sweep_sizes<int16_t, uint64_t>(TCU_TYPE_I16, TCU_TYPE_I64);
    sweep_sizes<uint32_t, uint32_t>(TCU_TYPE_U32, TCU_TYPE_U32);
    sweep_sizes<int32_t, uint64_t>(TCU_TYPE_I32, TCU_TYPE_I64);
}

Test(emulated_reduce, whole_arrays, .timeout = 300)
{
    sweep_arrays<__half, __half>(TCU_TYPE_F16, TCU_TYPE_F16);
    sweep_arrays<float, float>(TCU_TYPE_F32, TCU_TYPE_F32);
    sweep_arrays<float, double>(TCU_TYPE_F32, TCU_TYPE_F64);
    sweep_arrays<double, double>(TCU_TYPE_F64, TCU_TYPE_F64);
    sweep_arrays<uint8_t, uint8_t>(TCU_TYPE_U8, TCU_TYPE_U8);
    sweep_arrays<int8_t, uint64_t>(TCU_TYPE_I8, TCU_TYPE_I64);
    sweep_arrays<uint16_t, uint32_t>(TCU_TYPE_U16, TCU_TYPE_U32);
    sweep_arrays<uint64_t, uint64_t>(TCU_TYPE_U64, TCU_TYPE_U64);
}

/* Who asks for the matrix unit gets it where the type has a path to it, and the path by slices with it. */
Test(emulated_reduce, small_arrays_go_by_slices_for_the_matrix_unit_alone)
{
    static const struct {
        tcu_type in_type, out_type;
        bool has_matrix;
    } table[] = {
        {TCU_TYPE_F16, TCU_TYPE_F32, true},  {TCU_TYPE_BF16, TCU_TYPE_BF16, true}, {TCU_TYPE_F64, TCU_TYPE_F64, true},
        {TCU_TYPE_U8, TCU_TYPE_U32, true},   {TCU_TYPE_F32, TCU_TYPE_F32, false},  {TCU_TYPE_F32, TCU_TYPE_F64, true},
        {TCU_TYPE_I16, TCU_TYPE_I16, false}, {TCU_TYPE_U32, TCU_TYPE_U64, false},  {TCU_TYPE_I64, TCU_TYPE_I64, false}};
    for (const auto &row : table)
        for (const tcu_arithmetic arithmetic : {TCU_ARITHMETIC_AUTO, TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_MATRIX}) {
            const tcu_context context = small_device(arithmetic);
            const tcui_reduce_task task = {nullptr,
                                           row.in_type,
                                           nullptr,
                                           row.out_type,
                                           tcui_segments_whole(1000),
                                           false,
                                           TCU_REDUCE_ALGORITHM_AUTO};
            cr_expect_eq(tcui_reduce_array_takes(&context, &task),
                         arithmetic != TCU_ARITHMETIC_MATRIX || !row.has_matrix, "%s, arithmetic %d",
                         tcu_type_name(row.in_type), static_cast<int>(arithmetic));
        }
}

/* So many that a warp takes more than one of them. */
Test(emulated_reduce, many_long_segments, .timeout = 300)
{
    const uint64_t size = 1025, n = 390 * size - 7;
    expect_sums<double, double>(path::warps, TCU_TYPE_F64, TCU_TYPE_F64, n, tcui_segments_fixed(n, size), 1,
                                fill::random);
}

Test(emulated_reduce, segments_by_offsets, .timeout = 300)
{
    sweep_offsets<__half, float>(TCU_TYPE_F16, TCU_TYPE_F32);
    sweep_offsets<float, float>(TCU_TYPE_F32, TCU_TYPE_F32);
    sweep_offsets<double, double>(TCU_TYPE_F64, TCU_TYPE_F64);
    sweep_offsets<int8_t, uint32_t>(TCU_TYPE_I8, TCU_TYPE_I32);
    sweep_offsets<uint8_t, uint64_t>(TCU_TYPE_U8, TCU_TYPE_U64);
}

Test(emulated_reduce, on_the_matrix_unit, .timeout = 300)
{
    arithmetic = TCU_ARITHMETIC_MATRIX;
    sweep_sizes<__half, float>(TCU_TYPE_F16, TCU_TYPE_F32);
    sweep_sizes<__nv_bfloat16, __nv_bfloat16>(TCU_TYPE_BF16, TCU_TYPE_BF16);
    sweep_sizes<double, double>(TCU_TYPE_F64, TCU_TYPE_F64);
    sweep_sizes<int8_t, uint32_t>(TCU_TYPE_I8, TCU_TYPE_I32);
    sweep_sizes<uint8_t, uint64_t>(TCU_TYPE_U8, TCU_TYPE_U64);
    sweep_offsets<__half, float>(TCU_TYPE_F16, TCU_TYPE_F32);
}

Test(emulated_reduce, rounding_at_its_worst, .timeout = 300)
{
    sweep_sizes<float, float>(TCU_TYPE_F32, TCU_TYPE_F32, fill::worst_rounding);
    sweep_sizes<double, double>(TCU_TYPE_F64, TCU_TYPE_F64, fill::worst_rounding);
    sweep_offsets<float, float>(TCU_TYPE_F32, TCU_TYPE_F32, fill::worst_rounding);
}

/* Offsets that decrease, leave [0, n], or are near the limits of 64 bits: the call ends and stays inside `out`. */
Test(emulated_reduce, offsets_that_are_garbage, .timeout = 300)
{
    const int64_t tile = 16384 / sizeof(float);
    for (int round = 0; round < 40; ++round) {
        const uint64_t n = round % 3 == 0 ? 3 * tile : 1 + draw() % (5 * tile);
        const uint64_t count = round % 4 == 0 ? 20000 : 1 + draw() % 3000;
        std::vector<int64_t> offsets(count + 1);
        for (uint64_t k = 0; k <= count; ++k) {
            const int64_t choices[] = {k == 8192 || k == 16384 ? 2 * tile + 5 : static_cast<int64_t>(k) % tile,
                                       static_cast<int64_t>(draw()),
                                       static_cast<int64_t>(draw() % (2 * n)) - static_cast<int64_t>(n) / 2,
                                       k % 3 == 0   ? INT64_MIN
                                       : k % 3 == 1 ? INT64_MAX
                                                    : static_cast<int64_t>(draw() % (n + 1)),
                                       k == 0   ? 0
                                       : k == 1 ? tile + 5
                                                : INT64_MIN};
            offsets[k] = choices[round % 5];
        }
        array<float> in(n, 0), out(count, 0);
        fill_array(in, n, fill::random, {});
        gpu.in_begin = reinterpret_cast<const char *>(in.data());
        gpu.in_end = reinterpret_cast<const char *>(in.data() + n);
        tcu_context context = small_device(arithmetic);
        const tcui_reduce_task task = {in.data(),
                                       TCU_TYPE_F32,
                                       out.data(),
                                       TCU_TYPE_F32,
                                       tcui_segments_offsets(n, offsets.data(), count),
                                       true,
                                       TCU_REDUCE_ALGORITHM_AUTO};
        tcui_layout layout = {};
        tcui_reduce_offsets_plan(&context, &task, &layout);
        garbage_workspace workspace(layout);
        cr_assert(tcui_reduce_offsets_execute(&context, &task, workspace.base()) == TCU_SUCCESS);
        cr_assert(out.is_guarded() && workspace.is_guarded(), "round %d wrote outside", round);
    }
}
