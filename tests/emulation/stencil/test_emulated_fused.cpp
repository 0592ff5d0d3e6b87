/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fused time steps on the emulated device, against single sweeps in double by the definition: every boundary on each axis,
 * grids that are smaller than the margin of a pass, padded and misaligned rows, batches, and infinities, which have to
 * show where they reach and nowhere else.
 */
#include "emulated_boundary.h"
#include "emulated_case.h"

#include "algorithms/stencil/cuda/paths.h"

using namespace emulated;

namespace
{

constexpr int axes = TCUI_AXES;

struct fused_case {
    tcu_type type = TCU_TYPE_F32;
    uint64_t extents[axes] = {1, 1, 1};
    tcu_boundary boundaries[axes] = {};
    std::vector<tcui_tap> taps;
    uint64_t steps = 1;
    uint64_t batch = 1, copies = 1;
    unsigned pad = 0, shift = 0; /* elements behind a row, in front of the arrays */
    double constant = 0;
    bool has_infinity = false;
};

std::string describe(const fused_case &c)
{
    std::string text = tcu_type_name(c.type);
    for (int a = 0; a < axes; ++a)
        text += " " + std::to_string(c.extents[a]) + "(" + std::to_string(c.boundaries[a]) + ")";
    text += ", taps " + std::to_string(c.taps.size()) + ", steps " + std::to_string(c.steps) + ", batch " +
            std::to_string(c.batch) + " x " + std::to_string(c.copies) + ", pad " + std::to_string(c.pad) + ", shift " +
            std::to_string(c.shift) + (c.has_infinity ? ", infinity" : "");
    return text;
}

tcui_stencil stencil_of(const fused_case &c)
{
    tcui_stencil s = {};
    s.type = c.type;
    uint64_t stride = 1;
    for (int a = axes - 1; a >= 0; --a) {
        tcui_axis &axis = s.axes[a];
        axis.in = axis.out = c.extents[a];
        axis.in_stride = axis.out_stride = stride;
        stride = stride * c.extents[a] + (a == axes - 1 ? c.pad : 0);
        axis.step = 1;
        axis.boundary = c.boundaries[a];
        axis.low = INT32_MAX;
        axis.high = INT32_MIN;
        for (const tcui_tap &tap : c.taps) {
            axis.low = std::min(axis.low, tap.offset[a]);
            axis.high = std::max(axis.high, tap.offset[a]);
        }
    }
    s.channels = 1;
    s.in_fields = s.out_fields = 1;
    s.in_field_stride = s.out_field_stride = stride;
    s.copies = c.copies;
    s.in_copy_stride = s.out_copy_stride = stride + c.pad;
    s.batch = c.batch;
    s.in_batch_stride = s.out_batch_stride = c.copies * s.in_copy_stride;
    s.constant = c.constant;
    s.num_taps = c.taps.size();
    s.taps = c.taps.data();
    return s;
}

/* One grid after a sweep, dense. */
std::vector<double> swept(const fused_case &c, const tcui_stencil &s, const std::vector<double> &u)
{
    const int64_t n[axes] = {static_cast<int64_t>(c.extents[0]), static_cast<int64_t>(c.extents[1]),
                             static_cast<int64_t>(c.extents[2])};
    std::vector<double> out(u.size());
    int64_t i[axes];
    for (i[0] = 0; i[0] < n[0]; ++i[0])
        for (i[1] = 0; i[1] < n[1]; ++i[1])
            for (i[2] = 0; i[2] < n[2]; ++i[2]) {
                const int64_t place = (i[0] * n[1] + i[1]) * n[2] + i[2];
                bool is_kept = false;
                for (int a = 0; a < axes; ++a)
                    is_kept |= c.boundaries[a] == TCU_BOUNDARY_KEEP &&
                               (i[a] + s.axes[a].low < 0 || i[a] + s.axes[a].high >= n[a]);
                double sum = 0;
                for (const tcui_tap &tap : c.taps) {
                    int64_t from = 0, outside = 0;
                    for (int a = 0; a < axes; ++a) {
                        const int64_t at = fold(i[a] + tap.offset[a], n[a], c.boundaries[a]);
                        outside = outside == 0 && at < 0 ? at : outside;
                        from = from * n[a] + at;
                    }
                    sum += tap.weight * (outside == -1 ? 0 : outside == -2 ? c.constant : u[from]);
                }
                out[place] = is_kept ? u[place] : sum;
            }
    return out;
}

bool is_accepted(double x, double expected, double bound)
{
    if (!std::isfinite(expected))
        return std::isnan(expected) ? std::isnan(x) : x == expected;
    return std::fabs(x - expected) <= bound;
}

template <class T>
void check_fused(const fused_case &c)
{
    const tcui_stencil s = stencil_of(c);
    const uint64_t points = c.extents[0] * c.extents[1] * c.extents[2], count = s.batch * s.in_batch_stride;
    array<T> u(count, c.shift), scratch(count, draw() % 16);
    std::vector<std::vector<double>> expected(c.batch * c.copies, std::vector<double>(points));
    std::vector<bool> is_point(count);
    const auto place = [&](uint64_t grid, uint64_t p) {
        const uint64_t i2 = p % c.extents[2], i1 = p / c.extents[2] % c.extents[1],
                       i0 = p / c.extents[2] / c.extents[1];
        return grid / c.copies * s.in_batch_stride + grid % c.copies * s.in_copy_stride + i0 * s.axes[0].in_stride +
               i1 * s.axes[1].in_stride + i2;
    };
    for (uint64_t grid = 0; grid < expected.size(); ++grid) {
        for (uint64_t p = 0; p < points; ++p) {
            const double x = static_cast<int>(draw() % 512) / 256.0 - 1.0;
            expected[grid][p] = c.has_infinity && draw() % (points + 1) == 0 ? INFINITY : x;
            if constexpr (std::is_same_v<T, __half>)
                u[place(grid, p)] = __double2half(expected[grid][p]);
            else if constexpr (std::is_same_v<T, __nv_bfloat16>)
                u[place(grid, p)] = __double2bfloat16(expected[grid][p]);
            else
                u[place(grid, p)] = static_cast<T>(expected[grid][p]);
            is_point[place(grid, p)] = true;
        }
        for (uint64_t step = 0; step < c.steps; ++step)
            expected[grid] = swept(c, s, expected[grid]);
    }

    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    context.properties.shared_memory_per_block = (draw() % 4 != 0 ? 227 : 99) << 10;
    tcui_stencil_task task = {};
    task.form = TCUI_STENCIL_ITERATE;
    task.type = c.type;
    task.stencil = &s;
    task.in = task.out = u.data();
    task.scratch = scratch.data();
    task.steps = c.steps;
    const std::string what = describe(c);
    cr_assert(tcui_stencil_fused_applies(&context, &task), "%s: does not apply", what.c_str());
    gpu.in_begin = nullptr;
    cr_assert(tcui_stencil_fused_execute(&context, &task, nullptr) == TCU_SUCCESS, "%s: fails", what.c_str());

    /* (Weights add up to less than 1 in magnitude.) */
    const double largest = std::max(1.0, std::fabs(c.constant)), taps = static_cast<double>(c.taps.size());
    const double compute = sizeof(T) == 8 ? 0x1p-53 : 0x1p-24;
    const double round = c.type == TCU_TYPE_BF16 ? 0x1p-9 : c.type == TCU_TYPE_F16 ? 0x1p-11 : 0;
    const double bound = static_cast<double>(c.steps) * largest * ((taps + 3) * compute + round);
    for (uint64_t grid = 0; grid < expected.size(); ++grid)
        for (uint64_t p = 0; p < points; ++p) {
            const double x = static_cast<double>(u[place(grid, p)]);
            cr_assert(is_accepted(x, expected[grid][p], bound), "%s: grid %d point %d of (%d %d): %g, expected %g",
                      what.c_str(), static_cast<int>(grid), static_cast<int>(p), static_cast<int>(c.extents[1]),
                      static_cast<int>(c.extents[2]), x, expected[grid][p]);
        }
    for (uint64_t i = 0; i < count; ++i)
        cr_assert(is_point[i] || (u.is_untouched(i) && scratch.is_untouched(i)), "%s: between the rows", what.c_str());
    cr_assert(u.is_guarded() && scratch.is_guarded(), "%s: beyond the arrays", what.c_str());
}

void check(const fused_case &c)
{
    switch (c.type) {
    case TCU_TYPE_F64:
        return check_fused<double>(c);
    case TCU_TYPE_F32:
        return check_fused<float>(c);
    case TCU_TYPE_F16:
        return check_fused<__half>(c);
    default:
        return check_fused<__nv_bfloat16>(c);
    }
}

enum class footprint { star, hollow, box, some };

/* Taps within `radius` along the axes that the grid has. */
std::vector<tcui_tap> draw_taps(footprint kind, const int (&radius)[axes])
{
    std::vector<tcui_tap> taps;
    tcui_tap tap = {};
    for (int z = -radius[0]; z <= radius[0]; ++z)
        for (int y = -radius[1]; y <= radius[1]; ++y)
            for (int x = -radius[2]; x <= radius[2]; ++x) {
                const int on_axes = (z != 0) + (y != 0) + (x != 0);
                if (((kind == footprint::star || kind == footprint::hollow) && on_axes > 1) ||
                    (kind == footprint::hollow && on_axes == 0) || (kind == footprint::some && draw() % 2 == 0))
                    continue;
                tap.offset[0] = z;
                tap.offset[1] = y;
                tap.offset[2] = x;
                tap.weight = static_cast<int>(draw() % 1000 + 1) * (draw() % 4 == 0 ? -1 : 1);
                taps.push_back(tap);
            }
    if (taps.empty())
        return draw_taps(kind, radius);
    for (tcui_tap &t : taps)
        t.weight = static_cast<float>(t.weight / 1000 / static_cast<double>(taps.size()));
    return taps;
}

const tcu_type types[] = {TCU_TYPE_F64, TCU_TYPE_F32, TCU_TYPE_F16, TCU_TYPE_BF16};

fused_case draw_case(uint64_t number)
{
    fused_case c;
    c.type = types[number % 4];
    for (tcu_boundary &boundary : c.boundaries)
        boundary = static_cast<tcu_boundary>(draw() % 7);
    c.constant = static_cast<int>(draw() % 9) / 4.0 - 1;
    c.steps = 2 + draw() % 21;
    c.pad = draw() % 2 ? 0 : static_cast<unsigned>(draw() % 9);
    c.shift = draw() % 2 ? 0 : static_cast<unsigned>(draw() % 16);
    c.batch = 1 + draw() % 4 / 3;
    c.copies = 1 + draw() % 4 / 3;
    c.has_infinity = draw() % 4 == 0;
    return c;
}

} // namespace

Test(emulated_fused, planes, .timeout = 600)
{
    for (uint64_t number = 0; number < 400; ++number) {
        fused_case c = draw_case(number);
        const bool is_small = draw() % 2;
        c.extents[0] = 1 + draw() % 8 / 7;
        c.extents[1] = 1 + draw() % (is_small ? 12 : 130);
        c.extents[2] = 1 + draw() % (is_small ? 40 : 700);
        c.taps = draw_taps(static_cast<footprint>(number / 4 % 4), {0, 1, 1});
        check(c);
    }
}

Test(emulated_fused, lines, .timeout = 600)
{
    for (uint64_t number = 0; number < 400; ++number) {
        fused_case c = draw_case(number);
        c.steps += draw() % 30;
        c.extents[0] = 1 + draw() % 8 / 7;
        c.extents[1] = 1 + draw() % 8 / 6;
        c.extents[2] = 1 + draw() % (draw() % 2 ? 40 : 3000);
        c.taps =
            draw_taps(number % 3 == 0 ? footprint::some : footprint::box, {0, 0, static_cast<int>(number / 4 % 4) + 1});
        check(c);
    }
}

Test(emulated_fused, space, .timeout = 900)
{
    for (uint64_t number = 0; number < 100; ++number) {
        fused_case c = draw_case(number);
        const bool is_small = draw() % 4 != 0;
        c.steps = 2 + draw() % 9;
        c.extents[0] = 2 + draw() % (is_small ? 8 : 40);
        c.extents[1] = 1 + draw() % (is_small ? 40 : 90);
        c.extents[2] = 1 + draw() % (is_small ? 70 : 180);
        c.taps = draw_taps(number / 4 % 2 ? footprint::hollow : footprint::star, {1, 1, 1});
        if (number / 4 % 3 == 2)
            c.taps.erase(c.taps.begin() + 1 + static_cast<int>(draw() % 4));
        check(c);
    }
}
