/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils and convolutions on the emulated device. Cases are those of tests/stencil: calls of the public functions with
 * all that they promise checked (tests/support/stencil), by each path that can do them.
 */
#include <cstdlib>

#include "algorithms/stencil/backend.h"
#include "emulated_case.h"

extern "C" {
#include "stencil/stencil.h"
#include "test_types.h"
}

namespace
{

using namespace emulated;

template <class T, size_t N>
T any(const T (&values)[N])
{
    return values[draw() % N];
}

/* Cases by one path where it applies, and by the table elsewhere; how often it was taken. */
class stencil_tester
{
  public:
    explicit stencil_tester(const tcui_path *path = nullptr) : path(path), sweeper(test_sweeper_new())
    {
        sweeper.context->forced_paths[TCUI_STENCIL] = path;
    }
    ~stencil_tester() { test_sweeper_free(&sweeper); }

    void expect(const test_stencil_case &t)
    {
        /* (As on small devices and on larger ones: strips are cut by that.) */
        static const int multiprocessors[] = {1, 3, 12};
        sweeper.context->properties.multiprocessors = any(multiprocessors);
        test_sweeper_expect(&sweeper, &t);
        tcu_call_info info;
        cr_assert(tcu_context_get_last_call(sweeper.context, &info) == TCU_SUCCESS);
        if (path != nullptr && info.path != nullptr && std::string(info.path) == path->name)
            ++taken;
    }

    test_stencil_case draw_case(test_stencil_form form, tcu_type type, uint64_t work)
    {
        return test_stencil_random(form, type, work, &random);
    }

    int taken = 0;

  private:
    const tcui_path *path;
    test_sweeper sweeper;
    test_random random = {draw()};
};

const test_stencil_form sweeps[] = {TEST_STENCIL_EXECUTE, TEST_STENCIL_EXECUTE, TEST_STENCIL_CONVOLVE_1D,
                                    TEST_STENCIL_CONVOLVE_2D, TEST_STENCIL_SEPARABLE};

} // namespace

/* Sweeps and time steps at random: by the table, and by every path. */
Test(emulated_stencil, random_cases_by_the_table, .timeout = 600)
{
    stencil_tester tester;
    for (int i = 0; i < 400; ++i)
        tester.expect(tester.draw_case(any(sweeps), test_stencil_types[i % TEST_STENCIL_TYPES], 20000));
    for (int i = 0; i < 60; ++i)
        tester.expect(tester.draw_case(TEST_STENCIL_ITERATE, test_stencil_types[i % 4], 20000));
}

Test(emulated_stencil, random_cases_of_every_path, .timeout = 900)
{
    for (int p = 0; p < tcui_stencil_cuda.num_paths; ++p) {
        const tcui_path *const path = &tcui_stencil_cuda.paths[p];
        stencil_tester tester(path);
        for (int i = 0; i < 20; ++i)
            tester.expect(tester.draw_case(TEST_STENCIL_ITERATE, test_stencil_types[i % 4], 10000));
        for (int i = 0; i < 10; ++i)
            tester.expect(tester.draw_case(TEST_STENCIL_DIFFERENCE, TCU_TYPE_F32, 10000));
        for (int i = 0; i < 80 || (tester.taken < 3 && i < 2000); ++i)
            tester.expect(tester.draw_case(any(sweeps), test_stencil_types[i % TEST_STENCIL_TYPES], 20000));
        cr_expect(tester.taken > 0, "no case of %s", path->name);
    }
}

/* Grids of many strips and lines, whose results are held against the oracle here and there. */
Test(emulated_stencil, long_lines_and_strips, .timeout = 900)
{
    static const uint64_t extents[][3] = {{1, 1, 40000}, {1, 300, 270}, {1, 7, 3000}, {40, 30, 70}, {3, 90, 140}};
    static const test_pattern patterns[] = {TEST_PATTERN_BOX, TEST_PATTERN_STAR, TEST_PATTERN_SEPARABLE};
    stencil_tester tester;
    for (const auto &points : extents)
        for (test_pattern pattern : patterns)
            for (int type = 0; type < TEST_STENCIL_TYPES; ++type) {
                const uint32_t dimensions = points[0] > 1 ? 3 : points[1] > 1 ? 2 : 1;
                test_stencil_case t = test_stencil_plain(TEST_STENCIL_EXECUTE, test_stencil_types[type], dimensions);
                t.seed = draw();
                t.value_seed = draw();
                t.pattern = pattern;
                const int64_t radius = static_cast<int64_t>(1 + draw() % (dimensions == 3 ? 2 : 4));
                for (int axis = 0; axis < TEST_AXES; ++axis) {
                    t.extents[axis] = points[axis];
                    t.boundaries[axis] = static_cast<tcu_boundary>(draw() % 7);
                    t.low[axis] = -radius;
                    t.high[axis] = radius;
                }
                t.every = 37;
                test_stencil_settle(&t);
                tester.expect(t);
            }
}
