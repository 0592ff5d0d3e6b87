/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one-pass scan of whole arrays: both arithmetics with the library's shape for every type, and other shapes of its
 * blocks, compiled here, for four types that stand for the others of their size.
 */
#include <cmath>
#include <cstdio>

#include "bench/tune/tune.h"
#include "primitives/context/workspace.h"
#include "primitives/scan/cuda/one_pass/launch.cuh"
#include "primitives/scan/cuda/paths.h"

namespace bench
{
namespace
{
Row scan_row(const Tuner &tuner, tcu_type type)
{
    Row row;
    row.op = BENCH_SCAN;
    row.in = row.out = type;
    row.n = tuner.bytes / tcu_type_size(type);
    return row;
}

void tune_arithmetic(Tuner &tuner, tcu_type type, double copy_roof)
{
    const bench_problem problem = tuner.data.problem_of(scan_row(tuner, type));
    double percent[2];
    for (int unit = 0; unit < 2; unit++) {
        tcu_context_set_arithmetic(tuner.context, unit ? TCU_ARITHMETIC_MATRIX : TCU_ARITHMETIC_PLAIN);
        percent[unit] = percent_of(copy_roof, problem, tuner.time([&] { return run_library(tuner.context, problem); }));
    }
    tcu_context_set_arithmetic(tuner.context, TCU_ARITHMETIC_AUTO);
    std::printf("    /* %s */ {.arithmetic = TCU_ARITHMETIC_%s}, /* matrix %.1f, plain %.1f */\n", tcu_type_name(type),
                percent[1] > percent[0] - 0.3 ? "MATRIX" : "PLAIN", percent[1], percent[0]);
    std::fflush(stdout);
}

template <class T, class Acc, class Shape>
void time_shape(Tuner &tuner, tcu_type type, DeviceBuffer &workspace, double copy_roof)
{
    const bench_problem problem = tuner.data.problem_of(scan_row(tuner, type));
    tcui_scan_task task = {};
    task.in = problem.in;
    task.in_type = task.out_type = type;
    task.out = problem.out;
    task.segments = tcui_segments_whole(problem.n);
    task.kind = TCU_SCAN_INCLUSIVE;
    tcui_layout layout = {};
    tcui_scan_one_pass_plan(tuner.context, &task, &layout);
    void *memory = workspace.ensure(tcui_layout_total(&layout));
    const double ms = tuner.time([&] {
        return tcu::launch_one_pass<T, Acc, T, false, tcu::head_places::none, Shape>(tuner.context, &task, memory);
    });
    std::printf("%-5s consumers %d of %d bytes, lag %d, stages at most %d, summers %d: %.1f\n", tcu_type_name(type),
                Shape::consumers, Shape::slice_bytes, Shape::lag, Shape::stages, Shape::summers,
                percent_of(copy_roof, problem, ms));
    std::fflush(stdout);
}

template <class T, class Acc>
void tune_shapes(Tuner &tuner, tcu_type type, double copy_roof)
{
    using tcu::one_pass_shape;
    constexpr int stages = TCUI_SCAN_STAGES;
    DeviceBuffer workspace;
    time_shape<T, Acc, one_pass_shape<8, 4096, 2, stages, 2>>(tuner, type, workspace, copy_roof);
    time_shape<T, Acc, one_pass_shape<8, 4096, 3, stages, 2>>(tuner, type, workspace, copy_roof);
    time_shape<T, Acc, one_pass_shape<8, 4096, 4, stages, 2>>(tuner, type, workspace, copy_roof);
    time_shape<T, Acc, one_pass_shape<8, 4096, 3, stages, 1>>(tuner, type, workspace, copy_roof);
    time_shape<T, Acc, one_pass_shape<8, 2048, 4, stages, 2>>(tuner, type, workspace, copy_roof);
    time_shape<T, Acc, one_pass_shape<4, 4096, 4, stages, 2>>(tuner, type, workspace, copy_roof);
}
} // namespace

void tune_scan(Tuner &tuner, const std::vector<tcu_type> &types, double copy_roof)
{
    std::printf("\nscans, %% of a copy (%.0f GB/s)\nrows of primitives/scan/cuda/tuning.h:\n", copy_roof);
    for (tcu_type type : types) {
        tune_arithmetic(tuner, type, copy_roof);
    }
    if (!tuner.context->has_bulk_copies) {
        std::printf("this device scans by tiles, whose shape is not tuned\n");
        return;
    }
    std::printf("shapes of the one-pass scan:\n");
    for (tcu_type type : types) {
        if (type == TCU_TYPE_F16) {
            tune_shapes<tcu::f16, tcu::f32>(tuner, type, copy_roof);
        }
        if (type == TCU_TYPE_U8) {
            tune_shapes<tcu::u8, tcu::u32>(tuner, type, copy_roof);
        }
        if (type == TCU_TYPE_U32) {
            tune_shapes<tcu::u32, tcu::u32>(tuner, type, copy_roof);
        }
        if (type == TCU_TYPE_F64) {
            tune_shapes<tcu::f64, tcu::f64>(tuner, type, copy_roof);
        }
    }
}
} // namespace bench
