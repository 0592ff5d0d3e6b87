/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels of polynomials on the emulated device. Cases are those of tests/polynomial: calls of the public functions
 * with all that they promise checked (tests/support/polynomial), each by the path that the test names.
 */
#include <cstdlib>

#include "algorithms/polynomial/backend.h"
#include "algorithms/polynomial/cuda/grid/launch.cuh"
#include "emulated_case.h"

extern "C" {
#include "polynomial/inputs.h"
#include "polynomial/polynomial.h"
#include "test_types.h"
}

namespace
{

using namespace emulated;

struct type_pair {
    tcu_type in, out;
};

const type_pair pairs[] = {{TCU_TYPE_F64, TCU_TYPE_F64}, {TCU_TYPE_F32, TCU_TYPE_F32},   {TCU_TYPE_F16, TCU_TYPE_F32},
                           {TCU_TYPE_F16, TCU_TYPE_F16}, {TCU_TYPE_BF16, TCU_TYPE_BF16}, {TCU_TYPE_BF16, TCU_TYPE_F32}};

/* (tcui_force_paths() goes by the tables of all operations.) */
void force_path(tcu_context *context, const std::string &name)
{
    const tcui_path *const end = tcui_polynomial_cuda.paths + tcui_polynomial_cuda.num_paths;
    const tcui_path *const path =
        std::find_if(tcui_polynomial_cuda.paths, end, [&](const tcui_path &p) { return p.name == name; });
    cr_assert(path != end);
    context->forced_paths[TCUI_POLYNOMIAL] = path;
}

/* Cases by one path, in a workspace of exactly the bytes of the query. */
class polynomial_tester
{
  public:
    explicit polynomial_tester(const char *path) : path(path), evaluator(test_evaluator_new())
    {
        force_path(evaluator.context, path);
    }
    ~polynomial_tester() { test_evaluator_free(&evaluator); }

    /* Everything but these at random, of numbers in [-1, 1]. */
    test_polynomial_case draw_case(test_polynomial_form form, type_pair types, uint64_t count, uint64_t degree,
                                   uint64_t n)
    {
        test_polynomial_case t = test_polynomial_random(form, types.in, count, degree, n, &random);
        t.out_type = types.out;
        t.temporary = TEST_TEMPORARY_WORKSPACE;
        t.basis = TCU_BASIS_MONOMIAL;
        t.derivatives = 0;
        t.point_numbers = t.coefficient_numbers = TEST_NUMBERS_UNIT;
        return t;
    }

    void prepare(const test_polynomial_case &t)
    {
        /* (As on small devices and on larger ones: few or many slices, one tile of points a block or several.) */
        static const int multiprocessors[] = {1, 3, 12};
        evaluator.context->properties.multiprocessors = multiprocessors[draw() % 3];
        gpu.shared_limit = evaluator.context->properties.shared_memory_per_block;
        test_evaluator_prepare(&evaluator, &t);
    }

    void set_shared_memory(size_t bytes) { evaluator.context->properties.shared_memory_per_block = bytes; }

    void finish(const test_polynomial_case &t)
    {
        cr_assert(test_evaluator_execute(&evaluator, &t) && test_evaluator_verify(&evaluator, &t), "%s",
                  evaluator.failure);
        tcu_call_info info;
        cr_assert(tcu_context_get_last_call(evaluator.context, &info) == TCU_SUCCESS);
        cr_assert(t.n == 0 || std::string(info.path) == path, "path %s, not %s", info.path, path);
    }

    void expect(const test_polynomial_case &t)
    {
        prepare(t);
        finish(t);
    }

    /* Between prepare() and finish() of a case that is updated and not in place, without gaps. */
    void set_coefficient(const test_polynomial_case &t, uint64_t p, uint64_t k, double value)
    {
        const uint64_t i = p * (t.degree + 1) + k;
        evaluator.coefficients[i] = store(TEST_POLYNOMIAL_COEFFICIENTS, t.type, i, value);
    }
    void set_point(const test_polynomial_case &t, uint64_t i, double value)
    {
        evaluator.points[i] = store(TEST_POLYNOMIAL_POINTS, t.type, i, value);
    }

    uint64_t verified() const { return evaluator.verified; }

  private:
    double store(int buffer, tcu_type type, uint64_t i, double value)
    {
        const test_buffer &to = evaluator.buffers[buffer];
        const size_t bytes = test_types[type].bytes;
        const double stored = test_number_store(type, value, to.host + i * bytes);
        std::memcpy(to.slice.data + i * bytes, to.host + i * bytes, bytes);
        return stored;
    }

    const char *path;
    test_evaluator evaluator;
    test_random random = {draw()};
};

template <class T, size_t N>
T any(const T (&values)[N])
{
    return values[draw() % N];
}

const uint64_t counts[] = {1, 15, 16, 17, 40}, sizes[] = {1, 31, 257, 700}, degrees[] = {1, 7, 15, 16, 63, 64, 130};

/* A case that set_coefficient() and set_point() can change. */
test_polynomial_case changeable(test_polynomial_case t)
{
    t.updated = true;
    t.in_place = t.copies = false;
    t.coefficient_gap = t.point_gap = 0;
    t.lower = t.upper = 0;
    return t;
}

} // namespace

/* ------------------------------------------------------------------------------- products on the matrix unit --- */

Test(emulated_polynomial, grid_of_every_shape, .timeout = 600)
{
    polynomial_tester tester("grid");
    for (type_pair types : pairs)
        for (uint64_t count : counts)
            for (uint64_t degree : degrees) {
                test_polynomial_case t = tester.draw_case(TEST_POLYNOMIAL_GRID, types, count, degree,
                                                          degree * count > 1000 ? 31 + draw() % 70 : any(sizes));
                t.derivatives = draw() % 6 == 0 ? 1 + draw() % 2 : 0;
                tester.expect(t);
            }
    cr_expect(tester.verified() > 100000);
}

Test(emulated_polynomial, grid_of_every_size_and_order, .timeout = 600)
{
    polynomial_tester tester("grid");
    for (type_pair types : pairs)
        for (uint64_t n : sizes)
            for (tcu_order order : {TCU_ORDER_ROW_MAJOR, TCU_ORDER_COLUMN_MAJOR})
                for (uint64_t gap : {0, 3, 16}) {
                    test_polynomial_case t =
                        tester.draw_case(TEST_POLYNOMIAL_GRID, types, any(counts), any({1, 7, 16}), n);
                    t.order = order;
                    t.out_gap = gap;
                    t.out_shift = gap == 16 ? 0 : t.out_shift;
                    tester.expect(t);
                }
}

/* Points and coefficients beyond [-1, 1], tiny, huge and not finite, by themselves and among others. */
Test(emulated_polynomial, grid_of_all_numbers, .timeout = 600)
{
    polynomial_tester tester("grid");
    for (type_pair types : pairs)
        for (int points = 0; points < TEST_NUMBERS_COUNT; ++points)
            for (int coefficients = 0; coefficients < TEST_NUMBERS_COUNT; ++coefficients) {
                const test_polynomial_form form = draw() % 3 == 0 ? TEST_POLYNOMIAL_REDUCE : TEST_POLYNOMIAL_GRID;
                test_polynomial_case t =
                    tester.draw_case(form, types, any(counts), any({1, 2, 7, 15, 16, 40}), 1 + draw() % 150);
                t.point_numbers = static_cast<test_numbers>(points);
                t.coefficient_numbers = static_cast<test_numbers>(coefficients);
                t.derivatives = draw() % 6 == 0;
                tester.expect(t);
            }
}

/* One point that is none, huge or tiny among ordinary ones, and coefficients 0 or infinite. */
Test(emulated_polynomial, grid_of_single_odd_numbers, .timeout = 600)
{
    polynomial_tester tester("grid");
    const double odd[] = {NAN, INFINITY, -INFINITY, 1e30, 1e-30, 0, 0x1p-149, 0x1p-1074, 3, 0x1p-24};
    for (type_pair types : pairs)
        for (double number : odd)
            for (uint64_t degree : {1, 16, 63}) {
                const test_polynomial_case t =
                    changeable(tester.draw_case(TEST_POLYNOMIAL_GRID, types, 20, degree, 90));
                tester.prepare(t);
                tester.set_point(t, draw() % t.n, number);
                if (draw() % 2)
                    tester.set_coefficient(t, draw() % t.count, draw() % (degree + 1), any(odd));
                tester.finish(t);
            }
}

/* Where the leading coefficients are 0, what is left near 0 are small terms. */
Test(emulated_polynomial, grid_of_tiny_points_without_constants, .timeout = 600)
{
    polynomial_tester tester("grid");
    for (type_pair types : pairs)
        for (uint64_t degree : {1, 5, 16, 40})
            for (uint64_t zeros : {1, 2, 3, 15, 16, 17}) {
                const test_polynomial_case t =
                    changeable(tester.draw_case(TEST_POLYNOMIAL_GRID, types, 17, degree, 64));
                tester.prepare(t);
                for (uint64_t p = 0; p < t.count; p += 1 + draw() % 3)
                    for (uint64_t k = 0; k < std::min(zeros, degree); ++k)
                        tester.set_coefficient(t, p, k, 0);
                for (uint64_t i = 0; i < t.n; ++i)
                    tester.set_point(t, i, std::ldexp(1 + 1e-3 * (draw() % 1000), -static_cast<int>(draw() % 40)));
                tester.finish(t);
            }
}

/* Shared memory has one tile of rows at a time, and the largest degree one. */
Test(emulated_polynomial, grid_of_high_degrees, .timeout = 600)
{
    for (type_pair types : pairs) {
        polynomial_tester tester("grid");
        const uint64_t most = ((__CUDA_ARCH__ >= 900 ? 227 : 163) << 10) / 16 / (types.in == TCU_TYPE_F64 ? 8 : 4) - 70;
        for (uint64_t degree : {uint64_t{1000}, most}) {
            test_polynomial_case t =
                tester.draw_case(draw() % 2 ? TEST_POLYNOMIAL_REDUCE : TEST_POLYNOMIAL_GRID, types, 18, degree, 20);
            tester.expect(t);
        }
    }
}

/* Rows that do not fit a block together, on devices with the least shared memory. */
Test(emulated_polynomial, grid_of_many_rows_in_less_shared_memory, .timeout = 600)
{
    constexpr size_t least_bytes = 99 << 10;
    for (type_pair types : pairs) {
        polynomial_tester tester("grid");
        tester.set_shared_memory(least_bytes);
        const uint64_t most = types.in == TCU_TYPE_F64 ? 700 : types.in == TCU_TYPE_F32 ? 1400 : 2800;
        for (test_polynomial_form form : {TEST_POLYNOMIAL_GRID, TEST_POLYNOMIAL_REDUCE}) {
            for (uint64_t degree : {15, 40, 127})
                tester.expect(tester.draw_case(form, types, 1024, degree, 40));
            tester.expect(tester.draw_case(form, types, 18, most, 20));
        }
    }
}

/* --------------------------------------------------------------------- giant steps as columns, row by row --- */

/* (f32 has no such path.) */
const type_pair giant_pairs[] = {{TCU_TYPE_F64, TCU_TYPE_F64},
                                 {TCU_TYPE_F16, TCU_TYPE_F32},
                                 {TCU_TYPE_F16, TCU_TYPE_F16},
                                 {TCU_TYPE_BF16, TCU_TYPE_BF16},
                                 {TCU_TYPE_BF16, TCU_TYPE_F32}};

const test_polynomial_form giant_forms[] = {TEST_POLYNOMIAL_GRID, TEST_POLYNOMIAL_BATCHED};

/* Chunks of 256 coefficients and points of warps and blocks, whole ones and others. */
Test(emulated_polynomial, giant_of_every_shape, .timeout = 600)
{
    polynomial_tester tester("giant");
    for (type_pair types : giant_pairs)
        for (test_polynomial_form form : giant_forms)
            for (uint64_t degree : {1, 15, 16, 63, 130, 255, 256, 257, 300, 520})
                for (tcu_order order : {TCU_ORDER_ROW_MAJOR, TCU_ORDER_COLUMN_MAJOR}) {
                    test_polynomial_case t = tester.draw_case(form, types, any({1, 2, 3, 9}), degree, any(sizes));
                    t.derivatives = draw() % 3 == 0 ? 1 + draw() % 2 : 0;
                    t.order = order;
                    tester.expect(t);
                }
    cr_expect(tester.verified() > 50000);
}

/* Points and coefficients beyond [-1, 1], tiny, huge and not finite, by themselves and among others. */
Test(emulated_polynomial, giant_of_all_numbers, .timeout = 600)
{
    polynomial_tester tester("giant");
    for (type_pair types : giant_pairs)
        for (int points = 0; points < TEST_NUMBERS_COUNT; ++points)
            for (int coefficients = 0; coefficients < TEST_NUMBERS_COUNT; ++coefficients) {
                test_polynomial_case t = tester.draw_case(any(giant_forms), types, any({1, 2, 9}),
                                                          any({1, 2, 15, 40, 129}), 1 + draw() % 150);
                t.point_numbers = static_cast<test_numbers>(points);
                t.coefficient_numbers = static_cast<test_numbers>(coefficients);
                t.derivatives = draw() % 6 == 0;
                tester.expect(t);
            }
}

/* One point that is none, huge or tiny among ordinary ones: a block may not have seen it when it scales. */
Test(emulated_polynomial, giant_of_single_odd_numbers, .timeout = 600)
{
    polynomial_tester tester("giant");
    const double odd[] = {NAN, INFINITY, -INFINITY, 1e30, 1e-30, 0, 0x1p-149, 0x1p-1074, 3, 0x1p-24};
    for (type_pair types : giant_pairs)
        for (double number : odd)
            for (uint64_t degree : {1, 16, 200}) {
                const test_polynomial_case t =
                    changeable(tester.draw_case(TEST_POLYNOMIAL_GRID, types, 2, degree, 3000));
                tester.prepare(t);
                for (int i = 0; i < 10; ++i)
                    tester.set_point(t, draw() % t.n, number);
                if (draw() % 2)
                    tester.set_coefficient(t, draw() % t.count, draw() % (degree + 1), any(odd));
                tester.finish(t);
            }
}

/* Rows that do not fit a block together, and degrees up to the largest one that fits. */
Test(emulated_polynomial, giant_of_many_and_long_rows, .timeout = 600)
{
    for (type_pair types : giant_pairs)
        for (test_polynomial_form form : giant_forms) {
            polynomial_tester tester("giant");
            tester.set_shared_memory(99 << 10);
            tester.expect(tester.draw_case(form, types, 60, 260, 40));
            tester.expect(tester.draw_case(form, types, 2, types.in == TCU_TYPE_F64 ? 9000 : 4000, 40));
        }
}

/* ------------------------------------------------------------------------------------------------ reductions --- */

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

/* What slices need is what is reserved for them. */
Test(emulated_polynomial, slices_of_any_size_fit_their_workspace)
{
    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    for (size_t shared_bytes : {99 << 10, 163 << 10, 227 << 10})
        for (int multiprocessors : {1, 3, 12, 108, 132})
            for (int log_count = 0; log_count < 40; ++log_count)
                for (int log_n = 0; log_n < 24; ++log_n) {
                    context.properties.shared_memory_per_block = shared_bytes;
                    context.properties.multiprocessors = multiprocessors;
                    const uint64_t count = (uint64_t{1} << log_count) + draw() % (uint64_t{1} << log_count);
                    const uint64_t n = (uint64_t{1} << log_n) + draw() % (uint64_t{1} << log_n);
                    const auto expect = [&](const tcu::row_slices &slices, uint64_t most_rows, const char *path) {
                        const uint64_t values = slices.count > 1 ? slices.count * n : 0;
                        cr_assert(values <= tcu::slice_values(&context, n, count, most_rows),
                                  "%s: %llu slices of %llu rows, %llu points", path,
                                  static_cast<unsigned long long>(slices.count), static_cast<unsigned long long>(count),
                                  static_cast<unsigned long long>(n));
                        cr_assert(slices.count * slices.rows >= count && slices.rows <= TCUI_POLYNOMIAL_SLICE_ROWS);
                    };
                    expect(tcu::slice_rows(&context, n, count), TCUI_POLYNOMIAL_SLICE_ROWS, "plain");
                    const tcui_polynomial_task task = reduction_of(TCU_TYPE_F32, count, 1 + draw() % 300, n);
                    tcui_layout layout = {};
                    const tcu::grid_plan plan = tcu::plan_grid<tcu::split_operands, 1, 4>(&context, &task, &layout);
                    expect(tcu::slices_of(plan),
                           tcu::most_tiles_a_block<tcu::split_operands>(&context, plan) * tcu::tile_rows, "grid");
                }
}

/* The workspace never decreases with more points, however many. */
Test(emulated_polynomial, workspace_rises_with_points)
{
    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    context.properties.shared_memory_per_block = 227 << 10;
    for (tcu_type type : test_polynomial_types)
        for (uint64_t count : {uint64_t{100}, uint64_t{1} << 20, uint64_t{3} << 31}) {
            size_t before = 0;
            for (int log_n = 0; log_n <= 60; ++log_n)
                for (uint64_t n : {uint64_t{1} << log_n, (uint64_t{1} << log_n) / 2 * 3}) {
                    const tcui_polynomial_task task = reduction_of(type, count, 255, n > 0 ? n : 1);
                    tcui_layout layout = {};
                    cr_assert(tcui_plan(&context, &tcui_polynomial_cuda, &task, &layout) == TCU_SUCCESS);
                    cr_assert(layout.bytes >= before, "%llu polynomials, %llu points: %zu bytes, fewer than %zu",
                              static_cast<unsigned long long>(count), static_cast<unsigned long long>(n), layout.bytes,
                              before);
                    before = layout.bytes;
                }
        }
}

/* Equal rows, several slices, both paths. */
Test(emulated_polynomial, reductions, .timeout = 600)
{
    for (const char *path : {"grid", "plain"}) {
        polynomial_tester tester(path);
        for (type_pair types : pairs)
            for (tcu_polynomial_reduction reduction : {TCU_POLYNOMIAL_MAX, TCU_POLYNOMIAL_MIN, TCU_POLYNOMIAL_SUM})
                for (uint64_t count : {1, 16, 17, 40, 200})
                    for (int which = 0; which < (reduction == TCU_POLYNOMIAL_SUM ? 1 : 3); ++which) {
                        test_polynomial_case t = tester.draw_case(TEST_POLYNOMIAL_REDUCE, types, count,
                                                                  any({1, 7, 15, 20}), any({1, 31, 257}));
                        t.reduction = reduction;
                        t.with_which = which > 0;
                        t.without_out = which == 2;
                        t.copies = true;
                        t.derivatives = draw() % 6 == 0;
                        if (draw() % 2) { /* without rounding the first of equal ones is known */
                            t.point_numbers = t.coefficient_numbers = TEST_NUMBERS_EXACT;
                            t.lower = t.upper = 0;
                        }
                        if (draw() % 6 == 0)
                            t.coefficient_numbers = TEST_NUMBERS_SPECIAL;
                        tester.expect(t);
                    }
    }
}

/* ------------------------------------------------------------------------------------------- Horner's scheme --- */

Test(emulated_polynomial, plain_of_every_shape, .timeout = 600)
{
    polynomial_tester tester("plain");
    for (type_pair types : pairs)
        for (test_polynomial_form form : {TEST_POLYNOMIAL_GRID, TEST_POLYNOMIAL_BATCHED, TEST_POLYNOMIAL_REDUCE})
            for (tcu_basis basis : {TCU_BASIS_MONOMIAL, TCU_BASIS_CHEBYSHEV})
                for (uint64_t degree : {0, 1, 2, 3, 4, 5, 7, 8, 15, 40}) {
                    test_polynomial_case t =
                        tester.draw_case(form, types, any({1, 2, 5, 33}), degree, any({1, 31, 257}));
                    t.basis = basis;
                    t.derivatives = draw() % 4 == 0 ? 1 + draw() % 3 : 0;
                    if (draw() % 4 == 0)
                        t.point_numbers = t.coefficient_numbers = TEST_NUMBERS_SPECIAL;
                    tester.expect(t);
                }
}

/* Several tiles of points for each block, and points loaded ahead. */
Test(emulated_polynomial, plain_of_many_points, .timeout = 600)
{
    polynomial_tester tester("plain");
    for (type_pair types : pairs)
        for (uint64_t degree : {1, 3, 9}) {
            test_polynomial_case t = tester.draw_case(TEST_POLYNOMIAL_GRID, types, 65, degree, 2048 * 2 + 100);
            t.every = 61;
            tester.expect(t);
            t = tester.draw_case(TEST_POLYNOMIAL_BATCHED, types, 30, degree, 2048 * 5 + 100);
            t.every = 61;
            tester.expect(t);
        }
}

/* A row in several chunks of shared memory. */
Test(emulated_polynomial, plain_of_long_rows, .timeout = 600)
{
    polynomial_tester tester("plain");
    for (type_pair types : pairs)
        for (test_polynomial_form form : {TEST_POLYNOMIAL_GRID, TEST_POLYNOMIAL_BATCHED, TEST_POLYNOMIAL_REDUCE})
            for (tcu_basis basis : {TCU_BASIS_MONOMIAL, TCU_BASIS_CHEBYSHEV})
                for (uint64_t degree : {4095, 4096, 9000}) {
                    test_polynomial_case t = tester.draw_case(form, types, 3, degree, 5);
                    t.basis = basis;
                    tester.expect(t);
                }
}

/* ---------------------------------------------------------------------------------------------- derivatives --- */

/* Of Chebyshev series in a block's shared memory, and beyond it; and more derivatives than the degree has. */
Test(emulated_polynomial, derivatives, .timeout = 600)
{
    polynomial_tester tester("plain");
    for (type_pair types : pairs)
        for (tcu_basis basis : {TCU_BASIS_MONOMIAL, TCU_BASIS_CHEBYSHEV})
            for (uint64_t degree : {0, 1, 2, 3, 16, 33, 64, 65, 511, 512, 513, 1030}) {
                test_polynomial_case t = tester.draw_case(TEST_POLYNOMIAL_GRID, types, any({1, 7}), degree, 9);
                t.basis = basis;
                t.derivatives = any({1u, 2u, 5u});
                tester.expect(t);
                t.lower = -3, t.upper = 1.5;
                tester.expect(t);
            }
    test_polynomial_case t = tester.draw_case(TEST_POLYNOMIAL_GRID, pairs[draw() % 2], 1, 15000, 2);
    t.basis = TCU_BASIS_CHEBYSHEV;
    t.derivatives = 1;
    t.lower = t.upper = 0;
    tester.expect(t);
}

/* ----------------------------------------------------------------------------------- a polynomial for each point --- */

Test(emulated_polynomial, table_of_every_shape, .timeout = 600)
{
    polynomial_tester tester("table");
    for (type_pair types : pairs)
        for (test_polynomial_form form : {TEST_POLYNOMIAL_INDEXED, TEST_POLYNOMIAL_SPLINE, TEST_POLYNOMIAL_BATCHED})
            for (uint64_t count : {1, 2, 7, 100, 3000})
                for (uint64_t degree : {0, 1, 3, 4, 9, 40}) {
                    const bool many = form == TEST_POLYNOMIAL_BATCHED && count > 100;
                    const uint64_t n = many ? any({1, 3, 8, 31}) : any({1, 31, 257, 2100});
                    test_polynomial_case t = tester.draw_case(form, types, count, degree, n);
                    t.basis = draw() % 3 == 0 ? TCU_BASIS_CHEBYSHEV : TCU_BASIS_MONOMIAL;
                    t.derivatives = draw() % 4 == 0 ? 1 + draw() % 2 : 0;
                    t.copies = draw() % 2;
                    if (draw() % 3 == 0)
                        t.point_numbers = TEST_NUMBERS_SPECIAL;
                    tester.expect(t);
                }
}

/* Less and less shared memory: more vectors of a row side by side, then fewer copies of each, then none. */
Test(emulated_polynomial, table_of_every_layout, .timeout = 600)
{
    for (type_pair types : pairs)
        for (test_polynomial_form form : {TEST_POLYNOMIAL_INDEXED, TEST_POLYNOMIAL_SPLINE})
            for (uint64_t degree : {1, 3, 7, 11, 15, 31, 40}) {
                polynomial_tester tester("table");
                for (uint64_t count : {2, 9}) {
                    test_polynomial_case t = tester.draw_case(form, types, count, degree, 16000);
                    t.basis = draw() % 3 == 0 ? TCU_BASIS_CHEBYSHEV : TCU_BASIS_MONOMIAL;
                    t.derivatives = draw() % 3;
                    for (size_t bytes = 16 << 10; bytes >= 512; bytes /= 2) {
                        tester.set_shared_memory(bytes);
                        tester.expect(t);
                    }
                }
            }
}

/* Tables beyond shared memory, and beyond what a guide counts. */
Test(emulated_polynomial, table_of_many_pieces, .timeout = 600)
{
    polynomial_tester tester("table");
    for (type_pair types : {pairs[0], pairs[1]})
        for (test_polynomial_form form : {TEST_POLYNOMIAL_INDEXED, TEST_POLYNOMIAL_SPLINE})
            for (uint64_t count : {20000, 65536, 65537, 70001}) {
                test_polynomial_case t = tester.draw_case(form, types, count, draw() % 2, 600);
                tester.expect(t);
            }
}

/* ------------------------------------------------------------------------------------------------ everything --- */

Test(emulated_polynomial, random_cases_of_every_path, .timeout = 600)
{
    test_random random = {draw()};
    for (const char *path : {"table", "values", "grid", "plain"}) {
        test_evaluator evaluator = test_evaluator_new();
        force_path(evaluator.context, path);
        for (int i = 0; i < 60; ++i) {
            const test_polynomial_case t =
                test_polynomial_any(static_cast<test_polynomial_form>(i % TEST_POLYNOMIAL_COUNT), 20000, &random);
            test_evaluator_expect(&evaluator, &t);
        }
        test_evaluator_free(&evaluator);
    }
}
