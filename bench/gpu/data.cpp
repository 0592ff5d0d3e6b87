/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/data.h"

#include <vector>

namespace bench
{
void *DeviceBuffer::ensure(size_t bytes)
{
    if (bytes > size_) {
        cudaFree(pointer_);
        pointer_ = nullptr;
        size_ = 0;
        cuda_check(cudaMalloc(&pointer_, bytes), "device memory");
        size_ = bytes;
    }
    return pointer_;
}

namespace
{
constexpr uint64_t kSeed = 20260;
}

bench_problem GpuData::problem_of(const Row &row)
{
    bench_problem p = problem_without_arrays(row);
    if (bench_is_sort(row.op)) {
        add_sort(row, p);
    } else if (bench_is_histogram(row.op)) {
        add_samples(row, p);
    } else if (row.op == BENCH_POLYNOMIAL) {
        add_polynomials(row, p);
    } else if (bench_is_stencil(row.op)) {
        add_stencils(row, p);
    } else if (row.op != BENCH_COMPACT_INDICES) {
        add_items(row, p);
    }
    if (bench_has_offsets(row.op)) {
        add_segments(row, p);
    }
    if (bench_is_compaction(row.op)) {
        add_selection(row, p);
    }
    p.out = out_.ensure(bench_out_bytes(&p) + BENCH_GUARD_BYTES);
    return p;
}

// An array of random elements serves every n up to its own.
void GpuData::add_items(const Row &row, bench_problem &p)
{
    const uint64_t count = row.n * bench_columns(row.op);
    const bool runs = row.op == BENCH_UNIQUE;
    const std::string holds = type_name(row.in) + (runs ? "/" + param_text(row.param) : "");
    if (in_holds_ != holds || count > in_count_) {
        in_holds_ = "";
        in_.ensure(count * bench_size(row.in));
        if (runs) {
            cuda_check(bench_make_runs(row.param, in_.get(), row.in, count, kSeed, stream_), "inputs");
        } else if (row.in == BENCH_B128) {
            cuda_check(bench_fill(in_.get(), TCU_TYPE_U64, 2 * count, kSeed, stream_), "inputs");
        } else {
            cuda_check(bench_fill(in_.get(), row.in, count, kSeed, stream_), "inputs");
        }
        in_holds_ = holds;
        in_count_ = count;
    }
    p.in = in_.get();
}

void GpuData::add_segments(const Row &row, bench_problem &p)
{
    const bench_lengths lengths = row.dist == "powerlaw" ? BENCH_LENGTHS_POWERLAW
                                  : row.dist == "giant"  ? BENCH_LENGTHS_GIANT
                                  : row.dist == "empty"  ? BENCH_LENGTHS_EMPTY
                                                         : BENCH_LENGTHS_UNIFORM;
    const uint64_t mean = row.has_param() ? uint64_t(row.param) : 0;
    const std::string holds = row.dist + "/" + std::to_string(mean) + "/" + std::to_string(row.n);
    if (offsets_hold_ != holds) {
        offsets_hold_ = "";
        const uint64_t capacity = bench_offsets_capacity(lengths, mean, row.n);
        int64_t *offsets = static_cast<int64_t *>(offsets_.ensure(capacity * sizeof(int64_t)));
        cuda_check(bench_make_offsets(lengths, mean, row.n, kSeed + 1, offsets, capacity, &num_segments_, stream_),
                   "offsets");
        offsets_hold_ = holds;
    }
    p.offsets = static_cast<const int64_t *>(offsets_.get());
    p.num_segments = num_segments_;
}

void GpuData::add_selection(const Row &row, bench_problem &p)
{
    if (bench_has_flags(row.op)) {
        const bench_pattern pattern = row.dist == "clustered"     ? BENCH_PATTERN_CLUSTERED
                                      : row.dist == "alternating" ? BENCH_PATTERN_ALTERNATING
                                                                  : BENCH_PATTERN_UNIFORM;
        const std::string holds = row.dist + "/" + param_text(row.param) + "/" + row.case_name();
        if (flags_hold_ != holds || row.n > flags_count_) {
            flags_hold_ = "";
            flags_.ensure(bench_flag_bytes(row.form, row.n));
            cuda_check(bench_make_flags(pattern, row.param, row.form, row.n, kSeed + 2, flags_.get(), stream_),
                       "flags");
            flags_hold_ = holds;
            flags_count_ = row.n;
        }
        p.flags = flags_.get();
    }
    p.count = static_cast<uint64_t *>(count_.ensure(sizeof(uint64_t)));
    if (row.form == BENCH_LENGTHS) {
        p.run_lengths = static_cast<uint64_t *>(run_lengths_.ensure(row.n * sizeof(uint64_t)));
    }
}

void GpuData::add_samples(const Row &row, bench_problem &p)
{
    const auto upload = [](DeviceBuffer &to, const void *from, size_t bytes) {
        cuda_check(cudaMemcpy(to.ensure(bytes), from, bytes, cudaMemcpyHostToDevice), "inputs");
        return to.get();
    };
    if (row.op == BENCH_HISTOGRAM_RANGE) {
        std::vector<float> levels(p.num_bins + 1);
        bench_make_levels(row.form, levels.data(), p.num_bins);
        p.levels = upload(levels_, levels.data(), levels.size() * sizeof(float));
    }
    if (row.op == BENCH_HISTOGRAM_WEIGHTED) {
        p.weights = weights_.ensure(row.n * bench_size(row.out));
        cuda_check(bench_fill(weights_.get(), row.out, row.n, kSeed + 3, stream_), "weights");
    }
    const uint64_t count = row.n * bench_channels(row.op);
    const std::string holds =
        "samples/" + type_name(row.in) + "/" + param_text(row.param) + "/" + row.case_name() + "/" + row.dist;
    if (in_holds_ != holds || count > in_count_) {
        in_holds_ = "";
        bench_sampler sampler = {p, spread_of(row), nullptr};
        if (sampler.spread == BENCH_SPREAD_ZIPF) {
            std::vector<double> ranks(p.num_bins);
            bench_make_zipf_ranks(ranks.data(), p.num_bins);
            sampler.ranks = static_cast<const double *>(upload(ranks_, ranks.data(), ranks.size() * sizeof(double)));
        }
        cuda_check(bench_make_samples(&sampler, in_.ensure(count * bench_size(row.in)), count, kSeed, stream_),
                   "samples");
        in_holds_ = holds;
        in_count_ = count;
    }
    p.in = in_.get();
}

// Keys in order depend on how many there are; an array of others serves every n up to its own.
void GpuData::add_sort(const Row &row, bench_problem &p)
{
    const bench_key_sampler sampler = {row.in, key_spread_of(row), row.n};
    const bool ordered = sampler.spread == BENCH_KEYS_SORTED || sampler.spread == BENCH_KEYS_REVERSED;
    const std::string holds =
        "keys/" + type_name(row.in) + "/" + row.dist + (ordered ? "/" + std::to_string(row.n) : "");
    if (in_holds_ != holds || row.n > in_count_) {
        in_holds_ = "";
        cuda_check(bench_make_sort_keys(&sampler, in_.ensure(row.n * bench_size(row.in)), kSeed, stream_), "keys");
        in_holds_ = holds;
        in_count_ = row.n;
    }
    p.in = in_.get();
    p.spare = spare_.ensure(row.n * bench_size(row.in));
    if (row.op != BENCH_SORT_PAIRS && row.op != BENCH_ARGSORT) {
        return;
    }
    if (position_type_ != row.out || row.n > positions_) {
        positions_ = 0;
        cuda_check(bench_make_positions(values_in_.ensure(row.n * bench_size(row.out)), row.out, row.n, stream_),
                   "values");
        position_type_ = row.out;
        positions_ = row.n;
    }
    p.values_in = values_in_.get();
    if (row.op == BENCH_SORT_PAIRS) {
        p.values_out = values_out_.ensure(row.n * bench_size(row.out) + BENCH_GUARD_BYTES);
        p.spare_values = spare_values_.ensure(row.n * bench_size(row.out));
    }
}

void GpuData::add_polynomials(const Row &row, bench_problem &p)
{
    add_items(row, p);
    const uint64_t count = bench_coefficient_count(&p), bytes = count * bench_size(row.in);
    p.coefficients = coefficients_.ensure(bytes);
    cuda_check(bench_fill(coefficients_.get(), row.in, count, kSeed + 4, stream_), "coefficients");
    coefficients_here_.resize(bytes);
    cuda_check(cudaMemcpyAsync(coefficients_here_.data(), p.coefficients, bytes, cudaMemcpyDeviceToHost, stream_),
               "coefficients");
    cuda_check(cudaStreamSynchronize(stream_), "coefficients"); // the plan is made on another stream
    p.coefficients_here = coefficients_here_.data();
    if (row.form == BENCH_TABLE) {
        const std::vector<char> breakpoints = make_breakpoints(row);
        cuda_check(cudaMemcpy(breakpoints_.ensure(breakpoints.size()), breakpoints.data(), breakpoints.size(),
                              cudaMemcpyHostToDevice),
                   "breakpoints");
        p.breakpoints = breakpoints_.get();
    }
    if (row.form == BENCH_INDEXED) {
        uint32_t *indices = static_cast<uint32_t *>(indices_.ensure(row.n * sizeof(uint32_t)));
        cuda_check(bench_make_indices(indices, uint32_t(row.polynomials), row.n, kSeed + 5, stream_), "indices");
        p.indices = indices;
    }
    if (row.form == BENCH_ARGMAX) {
        p.which = static_cast<uint64_t *>(which_.ensure(row.n * sizeof(uint64_t)));
    }
    plan_.reset(); // its memory before the next one's
    plan_ = std::make_unique<Plan>(TCU_BACKEND_CUDA, p);
    cuda_check(cudaDeviceSynchronize(), "plan");
    p.plan = plan_->get();
}

void GpuData::add_stencils(const Row &row, bench_problem &p)
{
    add_items(row, p);
    stencil_.reset(); // their memory before the next one's
    dense_.reset();
    if (row.op == BENCH_CONVOLUTION_LAYER) {
        const uint64_t count = bench_filter_count(&p.layer);
        p.filters = filters_.ensure(count * bench_size(row.in));
        cuda_check(bench_fill(filters_.get(), row.in, count, kSeed + 7, stream_), "filters");
    } else if (row.op != BENCH_ADJACENT_DIFFERENCE) {
        add_weights(row, p);
    }
    if (row.op == BENCH_STENCIL_ITERATE) {
        p.scratch = scratch_.ensure(row.n * bench_size(row.in));
    }
}

void GpuData::add_weights(const Row &row, bench_problem &p)
{
    const auto upload = [](DeviceBuffer &to, const void *from, size_t bytes) {
        cuda_check(cudaMemcpy(to.ensure(bytes), from, bytes, cudaMemcpyHostToDevice), "weights");
        return to.get();
    };
    const auto upload_weights = [&](DeviceBuffer &to, const std::vector<double> &weights) {
        const std::vector<char> bytes = bytes_of_weights(row.in, weights);
        return upload(to, bytes.data(), bytes.size());
    };
    box_here_ = make_weights(p);
    p.grid.weights_here = box_here_.data();
    p.grid.weights = static_cast<const double *>(upload(box_, box_here_.data(), box_here_.size() * sizeof(double)));
    if (row.op == BENCH_CONVOLVE) {
        p.kernel = upload_weights(kernel_, box_here_);
        if (p.grid.is_product) {
            const std::vector<double> both = make_factors(p);
            const auto middle = both.begin() + 2 * p.grid.radius[1] + 1;
            p.factors[0] = upload_weights(column_factor_, {both.begin(), middle});
            p.factors[1] = upload_weights(row_factor_, {middle, both.end()});
        }
        return;
    }
    stencil_ = std::make_unique<StencilPlan>(TCU_BACKEND_CUDA, p);
    p.stencil = stencil_->get();
    if (p.grid.is_product) {
        dense_ = std::make_unique<StencilPlan>(TCU_BACKEND_CUDA, p, true);
    }
    cuda_check(cudaDeviceSynchronize(), "plan");
}

bool GpuData::dense_of(const bench_problem &problem, bench_problem &dense)
{
    dense = problem;
    dense.factors[0] = dense.factors[1] = nullptr;
    if (problem.op == BENCH_STENCIL && dense_ != nullptr) {
        dense.stencil = dense_->get();
    }
    return problem.grid.is_product != 0;
}

const uint32_t *GpuData::keys_of(const bench_problem &problem)
{
    uint32_t *keys = static_cast<uint32_t *>(keys_.ensure(problem.n * sizeof(uint32_t)));
    if (keys_hold_ != offsets_hold_) {
        cuda_check(bench_make_keys(&problem, keys, stream_), "keys");
        keys_hold_ = offsets_hold_;
    }
    return keys;
}

} // namespace bench
