/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of the CUDA backend for devices of any size, which need no device. */
#include <criterion/criterion.h>

#include "algorithms/polynomial/backend.h"
#include "algorithms/polynomial/cuda/grid/launch.cuh"
#include "algorithms/polynomial/cuda/paths.h"
#include "algorithms/radix_sort/cuda/passes/steps.cuh"
#include "algorithms/stencil/cuda/matrix/bands.h"
#include "primitives/context/path.h"
#include "primitives/reduce/cuda/paths.h"
#include "primitives/scan/cuda/paths.h"

extern "C" {
#include "polynomial/polynomial.h"
}

namespace
{

using emulated::draw;

/* A device of sm_90 with few multiprocessors. */
tcu_context small_device(tcu_arithmetic arithmetic)
{
    tcu_context context = {};
    context.properties.multiprocessors = 3;
    context.properties.compute_capability_major = 9;
    context.multiprocessor_threads = 2048;
    context.has_bulk_copies = true;
    context.cluster_blocks = 8;
    context.arithmetic = arithmetic;
    return context;
}

/* A reduction of so many rows and points, of which there are no arrays. */
tcui_polynomial_task reduction_of(tcu_type type, uint64_t count, uint64_t degree, uint64_t n)
{
    tcui_polynomial_task task = {};
    task.form = TCUI_POLYNOMIAL_REDUCE;
    task.type = task.out_type = type;
    task.polynomials = {nullptr, degree + 1, count, 1, degree, TCU_BASIS_MONOMIAL, 1, 0, 0};
    task.n = n;
    return task;
}

} // namespace

/* What chunks need is what is reserved for them. */
Test(emulated_plans, chunks_of_any_size_fit_their_workspace)
{
    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    for (size_t shared_bytes : {99 << 10, 163 << 10, 227 << 10}) {
        for (int multiprocessors : {1, 3, 12, 108, 132}) {
            for (int log_count = 0; log_count < 40; log_count++) {
                for (int log_n = 0; log_n < 24; log_n++) {
                    context.properties.shared_memory_per_block = shared_bytes;
                    context.properties.multiprocessors = multiprocessors;
                    const uint64_t count = (uint64_t{1} << log_count) + draw() % (uint64_t{1} << log_count);
                    const uint64_t n = (uint64_t{1} << log_n) + draw() % (uint64_t{1} << log_n);
                    const auto expect = [&](const tcu::row_chunks &chunks, uint64_t most_rows, const char *path) {
                        const uint64_t values = chunks.count > 1 ? chunks.count * n : 0;
                        cr_assert(values <= tcu::chunk_values(&context, n, count, most_rows),
                                  "%s: %llu chunks of %llu rows, %llu points", path,
                                  static_cast<unsigned long long>(chunks.count), static_cast<unsigned long long>(count),
                                  static_cast<unsigned long long>(n));
                        cr_assert(chunks.count * chunks.rows >= count && chunks.rows <= TCUI_POLYNOMIAL_CHUNK_ROWS);
                    };
                    expect(tcu::chunk_rows(&context, n, count), TCUI_POLYNOMIAL_CHUNK_ROWS, "plain");
                    const tcui_polynomial_task task = reduction_of(TCU_TYPE_F32, count, 1 + draw() % 300, n);
                    tcui_layout layout = {};
                    const tcu::grid_schedule schedule =
                        tcu::schedule_of<tcu::split_operands, tcu::grid_shape<1, 4>>(&context, &task, &layout);
                    expect(tcu::chunks_of(schedule),
                           tcu::most_tiles_a_block<tcu::split_operands>(&context, schedule) * tcu::tile_rows, "grid");
                }
            }
        }
    }
}

/* The workspace never decreases with more points, however many. */
Test(emulated_plans, workspace_rises_with_points)
{
    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    context.properties.shared_memory_per_block = 227 << 10;
    for (tcu_type type : test_polynomial_types) {
        for (uint64_t count : {uint64_t{100}, uint64_t{1} << 20, uint64_t{3} << 31}) {
            size_t before = 0;
            for (int log_n = 0; log_n <= 60; log_n++) {
                for (uint64_t n : {uint64_t{1} << log_n, (uint64_t{1} << log_n) / 2 * 3}) {
                    const tcui_polynomial_task task = reduction_of(type, count, 255, n > 0 ? n : 1);
                    tcui_layout layout = {};
                    cr_assert(tcui_reserve(&context, &tcui_polynomial_cuda, &task, &layout) == TCU_SUCCESS);
                    cr_assert(layout.bytes >= before, "%llu polynomials, %llu points: %zu bytes, fewer than %zu",
                              static_cast<unsigned long long>(count), static_cast<unsigned long long>(n), layout.bytes,
                              before);
                    before = layout.bytes;
                }
            }
        }
    }
}

/* Who asks for the matrix unit gets it where a scan of the type has a path with it; compactions by tiles scan u64. */
Test(emulated_plans, small_scans_leave_to_others_what_has_the_matrix_unit)
{
    static const struct {
        tcu_type in_type, out_type;
        bool has_matrix;
    } table[] = {
        {TCU_TYPE_F16, TCU_TYPE_F32, true},  {TCU_TYPE_F64, TCU_TYPE_F64, true},  {TCU_TYPE_U8, TCU_TYPE_U32, true},
        {TCU_TYPE_F32, TCU_TYPE_F32, false}, {TCU_TYPE_U16, TCU_TYPE_U32, false}, {TCU_TYPE_U32, TCU_TYPE_U32, false},
        {TCU_TYPE_U32, TCU_TYPE_U64, false}, {TCU_TYPE_I64, TCU_TYPE_I64, false}, {TCU_TYPE_U64, TCU_TYPE_U64, false}};
    for (const auto &row : table) {
        for (const tcu_arithmetic arithmetic : {TCU_ARITHMETIC_AUTO, TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_MATRIX}) {
            const tcu_context context = small_device(arithmetic);
            tcui_scan_task task = {TCU_SCAN_EXCLUSIVE,        nullptr, row.in_type, nullptr, row.out_type,
                                   tcui_segments_whole(1000), {}};
            const bool is_small = arithmetic != TCU_ARITHMETIC_MATRIX || !row.has_matrix;
            cr_expect_eq(tcui_scan_is_small(&context, &task), is_small, "%s, arithmetic %d", tcu_type_name(row.in_type),
                         static_cast<int>(arithmetic));
            cr_expect_eq(tcui_scan_needs_no_workspace(&context, &task), is_small, "%s, arithmetic %d",
                         tcu_type_name(row.in_type), static_cast<int>(arithmetic));
            /* Other operators have no such path. */
            task.reduction.op = TCU_OPERATOR_PRODUCT;
            cr_expect_not(tcui_scan_is_small(&context, &task));
            cr_expect_not(tcui_scan_needs_no_workspace(&context, &task));
        }
    }
}

/* Who asks for the matrix unit gets it where the type has a path to it, and the path by chunks with it. */
Test(emulated_plans, small_arrays_go_by_chunks_for_the_matrix_unit_alone)
{
    static const struct {
        tcu_type in_type, out_type;
        bool has_matrix;
    } table[] = {
        {TCU_TYPE_F16, TCU_TYPE_F32, true},  {TCU_TYPE_BF16, TCU_TYPE_BF16, true}, {TCU_TYPE_F64, TCU_TYPE_F64, true},
        {TCU_TYPE_U8, TCU_TYPE_U32, true},   {TCU_TYPE_F32, TCU_TYPE_F32, false},  {TCU_TYPE_F32, TCU_TYPE_F64, true},
        {TCU_TYPE_I16, TCU_TYPE_I16, false}, {TCU_TYPE_U32, TCU_TYPE_U64, false},  {TCU_TYPE_I64, TCU_TYPE_I64, false}};
    for (const auto &row : table) {
        for (const tcu_arithmetic arithmetic : {TCU_ARITHMETIC_AUTO, TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_MATRIX}) {
            const tcu_context context = small_device(arithmetic);
            const tcui_reduce_task task = {nullptr,
                                           row.in_type,
                                           nullptr,
                                           row.out_type,
                                           tcui_segments_whole(1000),
                                           false,
                                           TCU_REDUCE_ALGORITHM_AUTO,
                                           {}};
            cr_expect_eq(tcui_reduce_array_takes(&context, &task),
                         arithmetic != TCU_ARITHMETIC_MATRIX || !row.has_matrix, "%s, arithmetic %d",
                         tcu_type_name(row.in_type), static_cast<int>(arithmetic));
        }
    }
}

/* One polynomial of 16-bit points is looked up from a higher degree on than several, but for series. */
Test(emulated_plans, one_polynomial_is_looked_up_from_degree_16_on)
{
    const tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    static const struct {
        uint64_t count, degree;
        tcu_basis basis;
        bool pays;
    } table[] = {{1, 15, TCU_BASIS_MONOMIAL, false},  {1, 16, TCU_BASIS_MONOMIAL, true},
                 {1, 11, TCU_BASIS_CHEBYSHEV, false}, {1, 12, TCU_BASIS_CHEBYSHEV, true},
                 {2, 11, TCU_BASIS_MONOMIAL, false},  {2, 12, TCU_BASIS_MONOMIAL, true}};
    for (const auto &row : table) {
        tcui_polynomial_task task = reduction_of(TCU_TYPE_F16, row.count, row.degree, uint64_t{1} << 27);
        task.form = TCUI_POLYNOMIAL_GRID;
        task.polynomials.basis = row.basis;
        cr_expect_eq(tcui_polynomial_values_pays(&context, &task), row.pays, "%d of degree %d, basis %d",
                     static_cast<int>(row.count), static_cast<int>(row.degree), static_cast<int>(row.basis));
    }
}

/* A line of weights that are all 1 but the last two. */
static tcui_stencil_bands bands_of_line(tcu_type type, double last, double one_before, bool *are_found)
{
    constexpr int count = 33;
    tcui_tap taps[count] = {};
    for (int t = 0; t < count; t++) {
        taps[t].offset[2] = t;
        taps[t].weight = t == count - 1 ? last : t == count - 2 ? one_before : 1;
    }
    tcui_stencil stencil = {};
    stencil.type = type;
    stencil.shape = TCUI_STENCIL_BOX;
    stencil.channels = stencil.in_fields = stencil.out_fields = 1;
    stencil.num_taps = count;
    stencil.taps = taps;
    for (tcui_axis &axis : stencil.axes) {
        axis.step = 1;
    }
    stencil.axes[2].high = count - 1;
    tcui_stencil_bands bands;
    *are_found = tcui_stencil_find_bands(&stencil, &bands);
    return bands;
}

/* The second half of weights is left out where none has one; then the least may be smaller, too. */
Test(emulated_plans, weights_are_of_one_half_where_all_have_few_bits)
{
    static const struct {
        tcu_type type;
        double last, one_before;
        bool are_found;
        int halves;
    } table[] = {
        {TCU_TYPE_F16, 1, 1, true, 1},
        {TCU_TYPE_F16, 2047, -3, true, 1},
        {TCU_TYPE_F16, 2049, 1, true, 2},
        {TCU_TYPE_F16, 1 + 0x1p-10, -0x1.ffcp-3, true, 1},
        {TCU_TYPE_F16, 1 + 0x1p-11, 1, true, 2},
        {TCU_TYPE_F16, 1, 1 - 0x1p-12, true, 2},
        {TCU_TYPE_F16, 0x1p-13, 1 + 0x1p-11, true, 2},
        {TCU_TYPE_F16, 0x1p-14, 1 + 0x1p-11, false, 2},
        {TCU_TYPE_F16, 0x1p-27, 1, true, 1},
        {TCU_TYPE_F16, 0x1p-28, 1, false, 1},
        {TCU_TYPE_F16, 0x1p40, 0x1p40, false, 1},
        {TCU_TYPE_F16, 0x1p20, 0x1.804p20, true, 1},
        {TCU_TYPE_BF16, 255, 0x1p-20, true, 1},
        {TCU_TYPE_BF16, 257, 1, true, 2},
        {TCU_TYPE_BF16, 1, 1 + 0x1p-8, true, 2},
        {TCU_TYPE_F32, 1, 1, false, 0}, /* f32 has no bands */
    };
    for (const auto &row : table) {
        bool are_found;
        const tcui_stencil_bands bands = bands_of_line(row.type, row.last, row.one_before, &are_found);
        cr_expect_eq(are_found, row.are_found, "%s, %g and %g", tcu_type_name(row.type), row.last, row.one_before);
        cr_expect(!row.are_found || bands.halves == row.halves, "%s, %g and %g: %d halves", tcu_type_name(row.type),
                  row.last, row.one_before, bands.halves);
    }
}

/* Tiles of a sort's passes: no more than there is room for, which never decreases with n; of whole rows; and where they have
 * fewer than all, no multiple of four, and so many that each block has one or two. */
Test(emulated_plans, tiles_of_sorts)
{
    for (const tcui_sort_tile_policy &policy : {tcui_sort_large_tiles[0][0], tcui_sort_large_tiles[0][1],
                                                tcui_sort_large_tiles[1][2], tcui_sort_small_tiles[0]}) {
        const tcu::sort_tile_size size = tcu::sort_tile_size::of(policy);
        for (uint64_t at_once : {1, 2, 9, 132, 264}) {
            const uint64_t round = at_once * size.items();
            uint64_t before = 0;
            for (uint64_t n = 0; n < 5 * round; n += 1 + draw() % (round / 50 + 1)) {
                const uint64_t tile = size.even_items(n, at_once, 2), rows = tile / size.threads;
                const uint64_t tiles = (n + tile - 1) / tile, most = size.most_tiles(n, at_once);
                cr_assert(tile % size.threads == 0 && rows > 0 && rows <= size.rows && tiles <= most && most >= before,
                          "%llu keys, %llu at once: %llu rows, %llu tiles", static_cast<unsigned long long>(n),
                          static_cast<unsigned long long>(at_once), static_cast<unsigned long long>(rows),
                          static_cast<unsigned long long>(tiles));
                cr_assert(rows == size.rows || (rows % 4 != 0 && tiles <= 2 * at_once && n <= 2 * round));
                cr_assert(rows < size.rows || n == 0 || n > 2 * round ||
                          100 * ((n + round - 1) / round) * round < 120 * n || size.rows <= TCUI_SORT_LEAST_ROWS);
                before = most;
            }
        }
    }
}
