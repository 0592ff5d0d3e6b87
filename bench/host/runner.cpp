/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A row on the host backend, against the serial loops of bench/serial (sums, compactions, histograms, polynomials,
 * stencils) or qsort(); the reference of sums is a serial loop in long double.
 */
#include <chrono>
#include <cstdio>
#include <cstring>
#include <random>
#include <stdexcept>

#include "bench/host/compaction.h"
#include "bench/host/histogram.h"
#include "bench/host/polynomial.h"
#include "bench/host/sort.h"
#include "bench/host/stencil.h"
#include "bench/library/library.h"
#include "bench/runner.h"
#include "bench/serial/compaction.h"
#include "bench/serial/histogram.h"
#include "bench/serial/polynomial.h"
#include "bench/serial/sort.h"
#include "bench/serial/stencil.h"
#include "bench/serial/sums.h"

namespace bench
{
namespace
{
using Clock = std::chrono::steady_clock;

std::vector<int64_t> make_offsets(const Row &row)
{
    std::mt19937_64 random(20261);
    std::uniform_real_distribution<double> unit(0, 1);
    std::vector<int64_t> offsets = {0};
    while (uint64_t(offsets.back()) < row.n) {
        const double u = unit(random);
        double length = u * (2 * double(row.param) + 1);
        if (row.dist == "powerlaw")
            length = std::fmin(1e7, 8 * std::pow(1 - u, -1 / 1.2) - 1);
        else if (row.dist == "giant")
            length = offsets.size() == 1001 ? double(row.n / 2) : u * 129;
        else if (row.dist == "empty")
            length = random() % 4 != 0 ? 0 : 1 + u * 127;
        offsets.push_back(std::min(int64_t(row.n), offsets.back() + int64_t(length)));
    }
    return offsets;
}

class HostRunner : public Runner
{
  public:
    HostRunner()
    {
        for (tcu_context **context : {&automatic_, &plain_})
            if (tcu_context_create(context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS)
                throw std::runtime_error(tcu_context_last_error(nullptr));
        tcu_context_set_arithmetic(plain_, TCU_ARITHMETIC_PLAIN);
    }
    ~HostRunner() override
    {
        tcu_context_destroy(automatic_);
        tcu_context_destroy(plain_);
    }

    void describe(Header &header) override
    {
        tcu_properties properties;
        tcu_context_get_properties(automatic_, &properties);
        header.host = std::string(properties.name) + ", " + std::to_string(properties.multiprocessors) + " threads";
    }
    bool prepare(Result &result) override;
    double round() override;
    void finish(Result &result) override
    {
        result.tcu = Times::of(tcu_ms_);
        result.plain = Times::of(plain_ms_);
        result.serial = Times::of(serial_ms_);
    }

  private:
    void library(tcu_context *context)
    {
        if (tcu_context_set_workspace(context, workspace_.data(), workspace_.size()) != TCU_SUCCESS ||
            run_library(context, problem_) != TCU_SUCCESS)
            throw std::runtime_error(std::string("tcu: ") + tcu_context_last_error(context));
    }
    void serial()
    {
        const int unknown = bench_is_compaction(problem_.op)  ? bench_serial_compaction(&problem_)
                            : bench_is_histogram(problem_.op) ? bench_serial_histogram(&problem_)
                            : bench_is_sort(problem_.op)      ? bench_serial_sort(&problem_)
                            : problem_.op == BENCH_POLYNOMIAL ? bench_serial_polynomial(&problem_)
                            : bench_is_stencil(problem_.op)   ? bench_serial_stencil(&problem_)
                                                              : bench_serial(&problem_);
        if (unknown != 0)
            throw std::runtime_error("no serial loop for these types, or no memory for it");
    }
    void prepare_sums(Result &result);
    void verify_sums(Result &result);
    void verify_compaction(Result &result);
    void verify_histogram(Result &result);
    void verify_sort(Result &result);
    void verify_polynomial(Result &result);
    void verify_stencil(Result &result);
    template <class Work>
    static double milliseconds(Work &&work)
    {
        const Clock::time_point begin = Clock::now();
        work();
        return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    }
    bool check(const char *name, const Result &result, double &max_error);

    tcu_context *automatic_ = nullptr, *plain_ = nullptr;
    bench_problem problem_ = {};
    std::vector<char> in_, out_, workspace_;
    std::vector<int64_t> offsets_;
    HostCompaction compaction_;
    HostHistogram histogram_;
    HostSort sort_;
    HostPolynomial polynomial_;
    HostStencil stencil_;
    std::vector<double> tcu_ms_, plain_ms_, serial_ms_;
};

void HostRunner::prepare_sums(Result &result)
{
    const Row &row = result.row;
    problem_ = problem_without_arrays(row);
    offsets_.clear();
    if (bench_has_offsets(row.op)) {
        offsets_ = make_offsets(row);
        problem_.offsets = offsets_.data();
        problem_.num_segments = offsets_.size() - 1;
    }
    in_.resize(row.n * bench_size(row.in));
    bench_serial_fill(in_.data(), row.in, row.n, 20260);
    out_.assign(bench_out_count(&problem_) * bench_size(row.out), char(0xff));
    problem_.in = in_.data();
    problem_.out = out_.data();
}

void HostRunner::verify_sums(Result &result)
{
    double ignored = 0;
    library(plain_);
    result.verified = check("plain", result, ignored);
    std::fill(out_.begin(), out_.end(), char(0xff));
    library(automatic_);
    result.verified = check("tcu", result, result.max_error) && result.verified;
    serial();
}

void HostRunner::verify_compaction(Result &result)
{
    const auto run = [&](const char *name, auto work) {
        compaction_.poison();
        work();
        const uint64_t wrong = compaction_.wrong();
        if (wrong > 0)
            std::fprintf(stderr, "tcu-bench: WRONG: %s (%s): %llu values\n", result.row.name().c_str(), name,
                         (unsigned long long)wrong);
        return wrong == 0;
    };
    result.verified = run("serial", [this] { serial(); });
    result.verified = run("plain", [this] { library(plain_); }) && result.verified;
    const bool right = run("tcu", [this] { library(automatic_); });
    result.max_error = right ? 0 : 1;
    result.verified = right && result.verified;
}

void HostRunner::verify_histogram(Result &result)
{
    const bool real = bench_is_float(problem_.in_type), weighted = problem_.weights != nullptr;
    const double bound = weighted ? 4 * 0x1p-24 * std::log2(double(problem_.n) + 1) : 0;
    const auto run = [&](const char *name, double allowed, auto work) {
        histogram_.poison();
        work();
        const double error = histogram_.error();
        if (error > allowed) {
            std::fprintf(stderr, "tcu-bench: WRONG: %s (%s): error %g\n", result.row.name().c_str(), name, error);
            result.verified = false;
        }
        return error;
    };
    result.verified = true;
    // The serial loop may count samples at the edges of bins beside their bin.
    run("serial", weighted ? 1 : real ? 1e-3 : 0, [this] { serial(); });
    run("plain", bound, [this] { library(plain_); });
    result.max_error = run("tcu", bound, [this] { library(automatic_); });
}

void HostRunner::verify_sort(Result &result)
{
    const auto run = [&](const char *name, auto work) {
        sort_.poison();
        sort_.reset();
        work();
        const uint64_t wrong = sort_.wrong();
        if (wrong > 0)
            std::fprintf(stderr, "tcu-bench: WRONG: %s (%s): %llu values\n", result.row.name().c_str(), name,
                         (unsigned long long)wrong);
        return wrong == 0;
    };
    const bool expected = run("serial", [this] { serial(); }), right = run("tcu", [this] { library(automatic_); });
    result.max_error = right ? 0 : 1;
    result.verified = expected && right;
}

void HostRunner::verify_polynomial(Result &result)
{
    result.verified = true;
    if (!force_polynomial_path(plain_, "horner"))
        throw std::runtime_error(std::string("tcu: ") + tcu_context_last_error(nullptr));
    const auto run = [&](const char *name, auto work) {
        polynomial_.poison();
        work();
        const uint64_t wrong = polynomial_.wrong(result.max_error);
        if (wrong > 0) {
            std::fprintf(stderr, "tcu-bench: WRONG: %s (%s): %llu outputs, error %g\n", result.row.name().c_str(), name,
                         (unsigned long long)wrong, result.max_error);
            result.verified = false;
        }
    };
    run("serial", [this] { serial(); });
    run("plain", [this] { library(plain_); });
    run("tcu", [this] { library(automatic_); }); // whose error stays
}

void HostRunner::verify_stencil(Result &result)
{
    result.verified = true;
    const auto run = [&](const char *name, auto work) {
        stencil_.poison();
        work();
        const uint64_t wrong = stencil_.wrong(result.max_error);
        if (wrong > 0) {
            std::fprintf(stderr, "tcu-bench: WRONG: %s (%s): %llu outputs, error %g\n", result.row.name().c_str(), name,
                         (unsigned long long)wrong, result.max_error);
            result.verified = false;
        }
    };
    run("serial", [this] { serial(); });
    run("plain", [this] { library(plain_); });
    run("tcu", [this] { library(automatic_); }); // whose error stays
}

bool HostRunner::prepare(Result &result)
{
    try {
        tcu_ms_.clear();
        plain_ms_.clear();
        serial_ms_.clear();
        const bool compaction = bench_is_compaction(result.row.op);
        if (compaction)
            problem_ = compaction_.prepare(result.row);
        else if (bench_is_histogram(result.row.op))
            problem_ = histogram_.prepare(result.row);
        else if (bench_is_sort(result.row.op))
            problem_ = sort_.prepare(result.row, bench_has_offsets(result.row.op) ? make_offsets(result.row)
                                                                                  : std::vector<int64_t>());
        else if (result.row.op == BENCH_POLYNOMIAL)
            problem_ = polynomial_.prepare(result.row);
        else if (bench_is_stencil(result.row.op))
            problem_ = stencil_.prepare(result.row);
        else
            prepare_sums(result);
        if (bench_has_offsets(problem_.op) && !result.row.has_param())
            result.row.param = double((problem_.n + problem_.num_segments / 2) / problem_.num_segments);
        size_t bytes = 0;
        if (library_workspace(automatic_, problem_, &bytes) != TCU_SUCCESS)
            throw std::runtime_error(std::string("tcu: ") + tcu_context_last_error(automatic_));
        workspace_.resize(bytes + 1);
        result.bytes = bytes_moved(problem_);
        if (compaction)
            verify_compaction(result);
        else if (bench_is_histogram(result.row.op))
            verify_histogram(result);
        else if (bench_is_sort(result.row.op))
            verify_sort(result);
        else if (result.row.op == BENCH_POLYNOMIAL)
            verify_polynomial(result);
        else if (bench_is_stencil(result.row.op))
            verify_stencil(result);
        else
            verify_sums(result);
        return true;
    } catch (const std::exception &problem_found) {
        result.error = problem_found.what();
        result.verified = false;
        return false;
    }
}

bool HostRunner::check(const char *name, const Result &result, double &max_error)
{
    const bench_problem &p = problem_;
    const bool real = bench_is_float(p.in_type), f64 = p.in_type == TCU_TYPE_F64 || p.out_type == TCU_TYPE_F64;
    const double unit_out = p.out_type == TCU_TYPE_F16    ? 0x1p-11
                            : p.out_type == TCU_TYPE_BF16 ? 0x1p-8
                            : p.out_type == TCU_TYPE_F32  ? 0x1p-24
                                                          : 0x1p-53;
    const uint64_t mask =
        tcu_type_size(p.out_type) == 8 ? ~uint64_t(0) : (uint64_t(1) << 8 * tcu_type_size(p.out_type)) - 1;
    uint64_t wrong = 0;
    max_error = 0;
    long double sum = 0, absolute = 0;
    uint64_t integer = 0;
    const auto compare = [&](uint64_t at, uint64_t terms) {
        if (!real) {
            if (((bench_integer(p.out_type, p.out, at) ^ integer) & mask) != 0) {
                wrong++;
                max_error = 1;
            }
            return;
        }
        const double got = bench_real(p.out_type, p.out, at), error = double(std::fabs(got - sum));
        const double steps = std::fmax(1.0, std::log2(double(terms)));
        const double bound = 4 * (f64 ? 0x1p-49 : 0x1p-24) * steps * double(absolute) +
                             1.001 * unit_out * double(std::fabs(sum)) + 0x1p-24;
        if (!(error <= bound))
            wrong++;
        if (absolute > 0)
            max_error = std::fmax(max_error, error / double(absolute));
    };
    for (uint64_t k = 0; k < p.num_segments; k++) {
        const uint64_t size = bench_has_segment_size(p.op) ? p.segment_size : p.n;
        const uint64_t begin = bench_has_offsets(p.op) ? uint64_t(p.offsets[k]) : k * size;
        const uint64_t end = bench_has_offsets(p.op) ? uint64_t(p.offsets[k + 1]) : std::min(begin + size, p.n);
        sum = absolute = 0;
        integer = 0;
        for (uint64_t i = begin; i < end; i++) {
            if (bench_is_scan(p.op) && p.form == BENCH_EXCLUSIVE)
                compare(i, i - begin);
            if (real) {
                sum += bench_real(p.in_type, p.in, i);
                absolute += std::fabs(bench_real(p.in_type, p.in, i));
            } else {
                integer += bench_integer(p.in_type, p.in, i);
            }
            if (bench_is_scan(p.op) && p.form == BENCH_INCLUSIVE)
                compare(i, i + 1 - begin);
        }
        if (!bench_is_scan(p.op))
            compare(k, end - begin);
    }
    if (wrong > 0)
        std::fprintf(stderr, "tcu-bench: WRONG: %s (%s): %llu outputs, error %g\n", result.row.name().c_str(), name,
                     (unsigned long long)wrong, max_error);
    return wrong == 0;
}

double HostRunner::round()
{
    const bool sort = bench_is_sort(problem_.op);
    if (sort)
        sort_.reset();
    tcu_ms_.push_back(milliseconds([this] { library(automatic_); }));
    if (!sort) // sorts have no sums in floating point
        plain_ms_.push_back(milliseconds([this] { library(plain_); }));
    serial_ms_.push_back(milliseconds([this] { serial(); }));
    return tcu_ms_.back() * 1e-3;
}
} // namespace

std::unique_ptr<Runner> make_host_runner(const RunOptions &)
{
    return std::make_unique<HostRunner>();
}
} // namespace bench
