/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code paths that sum segments of one size (reduce/cuda/paths.cu), each forced by a policy of its own, over the
 * sizes at which they may meet.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/tune/tune.h"
#include "primitives/reduce/cuda/tuning.h"

namespace bench
{
namespace
{
constexpr uint32_t all = 1u << 30;

struct Path {
    const char *name;
    uint64_t most_bytes, least_bytes; // of a segment, that it can or might sum
    tcui_sum_policy policy;
};

const Path paths[] = {
    {"thread", 384, 0, {TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, all, all, all, all, 0}},
    {"lanes", 8192, 16, {TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, 0, 0, all, all, 0}},
    {"warp", 262144, 1024, {TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, 0, 0, 0, all, 0}},
    {"slices", UINT64_MAX, 4096, {TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, 0, 0, 0, 0, 0}},
    {"registers", 512, 0, {TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_PLAIN, 0, 0, all, all, 512}},
};
constexpr int path_count = 5, in_registers = 4;

struct Measured {
    uint64_t size;
    double percent[2][path_count]; // plain, on the matrix unit
};

tcu_type sum_type(tcu_type type)
{
    const bool small_integer = type >= TCU_TYPE_I8 && type <= TCU_TYPE_U16;
    if (type == TCU_TYPE_F16 || type == TCU_TYPE_BF16) {
        return TCU_TYPE_F32;
    }
    return !small_integer ? type : (type == TCU_TYPE_I8 || type == TCU_TYPE_I16) ? TCU_TYPE_I32 : TCU_TYPE_U32;
}

Measured measure(Tuner &tuner, tcu_type type, uint64_t size, double read_roof)
{
    const uint64_t element = tcu_type_size(type);
    Row row;
    row.op = BENCH_SEGMENTED_REDUCE;
    row.in = type;
    row.out = sum_type(type);
    row.param = size;
    row.n = std::max<uint64_t>(1, tuner.bytes / element / size) * size;
    const bench_problem problem = tuner.data.problem_of(row);
    Measured m = {size, {}};
    std::printf("%-5s %8llu ", tcu_type_name(type), static_cast<unsigned long long>(size));
    for (int unit = 0; unit < 2; unit++) {
        for (int w = 0; w < path_count; w++) {
            tcui_sum_policy policy = paths[w].policy;
            policy.slices = policy.short_slices = policy.segments = unit ? TCU_ARITHMETIC_MATRIX : TCU_ARITHMETIC_PLAIN;
            m.percent[unit][w] = NAN;
            const uint64_t bytes = size * element;
            if (bytes > paths[w].most_bytes || bytes < paths[w].least_bytes ||
                (unit && (w == 0 || w == in_registers)) || (w == in_registers && (bytes & (bytes - 1)) != 0)) {
                continue;
            }
            tuner.context->policies[TCUI_REDUCE] = &policy;
            const double ms = tuner.time([&] { return run_library(tuner.context, problem); });
            tuner.context->policies[TCUI_REDUCE] = nullptr;
            m.percent[unit][w] = percent_of(read_roof, problem, ms);
            std::printf(" %s%s %5.1f", paths[w].name, unit ? "/matrix" : "", m.percent[unit][w]);
        }
    }
    std::printf("\n");
    std::fflush(stdout);
    return m;
}

constexpr double tie = 0.3; // percent

double plain(const Measured &m, int path)
{
    return m.percent[0][path];
}

/* The best of the other paths, which take what does not fit registers. */
double without_registers(const Measured &m)
{
    double most = NAN;
    for (int w = 0; w < path_count; w++) {
        if (w != in_registers) {
            most = std::fmax(most, plain(m, w)); // of a number and NAN the number
        }
    }
    return most;
}

/*
 * Bytes up to which the first of two paths is to be taken, by the sum of what they reach at the sizes that `applies`
 * names and both can: one outlier does not move it. A tie goes to the first.
 */
template <class First, class Second, class Applies>
uint64_t boundary(const std::vector<Measured> &rows, uint64_t element, First first, Second second, Applies applies)
{
    double gain = 0, most = 0;
    uint64_t end = 0;
    for (const Measured &m : rows) {
        const uint64_t bytes = m.size * element;
        if (!applies(bytes) || std::isnan(first(m)) || std::isnan(second(m))) {
            continue;
        }
        gain += first(m) - second(m) + tie;
        if (gain >= most) {
            most = gain;
            end = bytes;
        }
    }
    return end;
}

/* i16 ... u64 have no path to the matrix unit in these sums, f32 none to f32 sums. */
bool has_matrix_path(tcu_type type)
{
    return type <= TCU_TYPE_F64 ? type != TCU_TYPE_F32 : tcu_type_size(type) == 1;
}

/* By the sizes at which one of these paths is taken, that is, as good as any on plain adds; and who has a tie. */
template <class Applies>
const char *unit_of(tcu_type type, const std::vector<Measured> &rows, int from_path, int to_path, Applies applies,
                    bool tie_to_matrix = true)
{
    if (!has_matrix_path(type)) {
        return "plain";
    }
    double difference = 0;
    int count = 0;
    for (const Measured &m : rows) {
        for (int w = from_path; w <= to_path; w++) {
            if (applies(m.size * tcu_type_size(type)) && !std::isnan(m.percent[1][w]) &&
                plain(m, w) >= 0.99 * without_registers(m)) {
                difference += m.percent[1][w] - plain(m, w);
                count++;
            }
        }
    }
    return difference > (tie_to_matrix ? -tie : tie) * count ? "matrix" : "plain";
}
} // namespace

void tune_reduce(Tuner &tuner, const std::vector<tcu_type> &types, double read_roof)
{
    std::printf("\nreductions, %% of reading the bytes (%.0f GB/s)\n", read_roof);
    std::vector<std::string> lines;
    for (tcu_type type : types) {
        const uint64_t element = tcu_type_size(type);
        std::vector<Measured> rows;
        for (uint64_t size : {1, 2, 3, 4, 5, 7, 8, 11, 13, 15, 16, 20, 33, 64, 100, 127, 200, 300}) {
            if (size * element <= 512) {
                rows.push_back(measure(tuner, type, size, read_roof));
            }
        }
        for (uint64_t bytes : {32, 64, 128, 256, 512}) {
            if (bytes / element > 64) {
                rows.push_back(measure(tuner, type, bytes / element, read_roof));
            }
        }
        for (uint64_t bytes : {640,  1000, 2000, 2800, 3600,  3688,  4800,  5480,  6000,  6400,
                               7200, 7208, 8184, 8192, 12000, 16384, 24000, 32768, 65536, 131072}) {
            rows.push_back(measure(tuner, type, bytes / element, read_roof));
        }
        std::sort(rows.begin(), rows.end(), [](const Measured &a, const Measured &b) { return a.size < b.size; });
        const auto path = [](int w) { return [w](const Measured &m) { return plain(m, w); }; };
        const auto any = [](uint64_t) { return true; };
        const auto whole_vectors = [](uint64_t bytes) { return bytes % 16 == 0; };
        const auto ragged = [](uint64_t bytes) { return bytes % 16 != 0; };
        const auto one_batch = [](uint64_t bytes) { return bytes <= 32768; };
        const auto several_batches = [](uint64_t bytes) { return bytes > 32768; };
        const auto power = [](uint64_t bytes) { return (bytes & (bytes - 1)) == 0; };
        /* (Slices of one batch are also what small arrays are: there a first product is latency, which is not timed
         * here.) */
        char line[300];
        std::snprintf(
            line, sizeof line,
            "/* %-4s */ {.slices = %s, .short_slices = %s, .segments = %s, .thread_elements = %llu,\n"
            "                    .thread_bytes = %llu, .lanes_bytes = %llu, .warp_bytes = %llu, "
            ".register_bytes = %llu},",
            tcu_type_name(type), unit_of(type, rows, 3, 3, several_batches),
            unit_of(type, rows, 3, 3, one_batch, false), unit_of(type, rows, 1, 2, any),
            static_cast<unsigned long long>(boundary(rows, element, path(0), path(1), whole_vectors) / element),
            static_cast<unsigned long long>(boundary(rows, element, path(0), path(1), ragged)),
            static_cast<unsigned long long>(boundary(rows, element, path(1), path(2), any)),
            static_cast<unsigned long long>(boundary(rows, element, path(2), path(3), any)),
            static_cast<unsigned long long>(boundary(rows, element, path(in_registers), without_registers, power)));
        lines.push_back(line);
    }
    std::printf("rows of reduce/cuda/tuning.h (boundaries are measured sizes; the units as in large inputs):\n");
    for (const std::string &line : lines) {
        std::printf("    %s\n", line.c_str());
    }
}
} // namespace bench
