/* SPDX-License-Identifier: Apache-2.0 */
/* Sums, prefix sums and first values by key, and groups. The reference is a loop over the keys, in f64. */
#include <cmath>
#include <cstring>

#include "bench/family.h"
#include "bench/host/elements.h"
#include "bench/inputs/by_key.h"

namespace bench
{
using namespace types;

namespace
{
// Mean lengths of runs; numbers of groups.
const Params kRuns = {1, 4, 16, 256}, kGroups = {1 << 10, 1 << 20, 1 << 26};
const Names kGeometric = {"geometric"};
const Pairs kPairs = {{U32, F32}};

/* ---------------------------------------------------------------------------------------------------------- host --- */

class HostByKey : public HostData
{
  public:
    void poison() override
    {
        for (std::vector<char> *data : {&out_, &keys_out_, &count_}) {
            fill_with_poison(*data);
        }
    }
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    // What a result is the sum of.
    struct Sum {
        uint32_t key;
        uint64_t count;
        double sum, magnitude;
    };

    void make(const Row &row) override;
    uint64_t wrong_sums(const std::vector<Sum> &sums, double &max_error) const;
    bool is_near(const Sum &sum, uint64_t i, double &max_error) const;

    std::vector<char> values_, keys_out_, count_;
    std::vector<uint32_t> keys_;
};

void HostByKey::make(const Row &row)
{
    bench_problem &p = problem_;
    keys_.resize(p.n);
    for (uint64_t i = 0; i < p.n; i++) {
        if (row.op == BENCH_GROUP_BY) {
            keys_[i] = bench_group_key(i, p.groups);
        } else {
            keys_[i] = bench_begins_run(row.param, i, BENCH_SEED) ? uint32_t(bench_hash(i ^ ~uint64_t(BENCH_SEED)))
                                                                  : keys_[i - 1];
        }
    }
    p.kept = row.op == BENCH_GROUP_BY ? p.groups : 0;
    for (uint64_t i = 0; i < p.n && row.op != BENCH_GROUP_BY; i++) {
        p.kept += i == 0 || keys_[i] != keys_[i - 1];
    }
    keys_out_.resize(p.n * sizeof(uint32_t));
    count_.resize(sizeof(uint64_t));
    p.in = keys_.data();
    p.values_in = random(values_, row.out, row.n, BENCH_SEED + 3);
    p.values_out = keys_out_.data();
    p.count = reinterpret_cast<uint64_t *>(count_.data());
}

bool HostByKey::is_near(const Sum &sum, uint64_t i, double &max_error) const
{
    const double got = real_at(problem_.out_type, out_.data(), i), error = std::fabs(got - sum.sum);
    if (sum.magnitude > 0) {
        max_error = std::fmax(max_error, error / sum.magnitude);
    }
    return error <= bench_sum_bound(problem_.out_type, sum.count, sum.sum, sum.magnitude);
}

uint64_t HostByKey::wrong_sums(const std::vector<Sum> &sums, double &max_error) const
{
    const bool is_unique = problem_.op == BENCH_UNIQUE_BY_KEY;
    uint64_t wrong = sums.size() != problem_.kept || *problem_.count != problem_.kept;
    for (uint64_t k = 0; k < sums.size(); k++) {
        const uint32_t key = uint32_t(integer_at(problem_.in_type, keys_out_.data(), k));
        wrong += key != sums[k].key || (is_unique ? real_at(problem_.out_type, out_.data(), k) != sums[k].sum
                                                  : !is_near(sums[k], k, max_error));
    }
    return wrong;
}

uint64_t HostByKey::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    std::vector<Sum> sums(p.op == BENCH_GROUP_BY ? p.groups : 0);
    Sum run = {};
    uint64_t wrong = written_behind(out_);
    max_error = 0;
    for (uint64_t i = 0; i < p.n; i++) {
        const double x = real_at(p.out_type, p.values_in, i);
        if (p.op == BENCH_GROUP_BY) {
            Sum &sum = sums[keys_[i]];
            sum = {keys_[i], sum.count + 1, sum.sum + x, sum.magnitude + std::fabs(x)};
            continue;
        }
        const bool begins = i == 0 || keys_[i] != keys_[i - 1];
        run = begins                        ? Sum{keys_[i], 1, x, std::fabs(x)}
              : p.op == BENCH_UNIQUE_BY_KEY ? run
                                            : Sum{keys_[i], run.count + 1, run.sum + x, run.magnitude + std::fabs(x)};
        if (p.op == BENCH_SCAN_BY_KEY) {
            wrong += !is_near(run, i, max_error);
        } else if (begins) {
            sums.push_back(run);
        } else {
            sums.back() = run;
        }
    }
    return p.op == BENCH_SCAN_BY_KEY ? wrong : wrong + wrong_sums(sums, max_error);
}

/* -------------------------------------------------------------------------------------------------------- family --- */

class ByKeyFamily final : public Family
{
  public:
    std::vector<Distributions> distributions() const override { return {{"runs by key", {"geometric"}}}; }
    const char *params() const override { return "by key mean lengths of runs, numbers of groups"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override
    {
        return bytes / (bench_size(row.in) + bench_size(row.out));
    }
    bool fit(Row &row) const override
    {
        const double param = row.param;
        return Family::fit(row) && (row.op != BENCH_GROUP_BY ||
                                    (param <= double(row.n) && param == std::exp2(std::floor(std::log2(param)))));
    }
    void set_problem(const Row &row, bench_problem &p) const override
    {
        p.groups = row.op == BENCH_GROUP_BY ? uint64_t(row.param) : 0;
    }
    uint64_t out_bytes(const bench_problem &p) const override { return p.n * bench_size(p.out_type); }
    double bytes_moved(const bench_problem &p) const override
    {
        const double key = double(bench_size(p.in_type)), value = double(bench_size(p.out_type));
        const double written = p.op == BENCH_SCAN_BY_KEY ? double(p.n) * value : double(p.kept) * (key + value);
        return double(p.n) * (key + value) + written;
    }

    bool takes_length(const bench_problem &) const override { return true; }
    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostByKey>(); }
    std::vector<Yardstick> yardsticks() const override { return by_key_yardsticks(); }
};

void ByKeyFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        t.add(BENCH_REDUCE_BY_KEY, BENCH_SUM, kPairs, kLarge, kRuns, kGeometric);
        t.add(BENCH_SCAN_BY_KEY, BENCH_INCLUSIVE, kPairs, kLarge, kRuns, kGeometric);
        t.add(BENCH_UNIQUE_BY_KEY, BENCH_NO_FORM, kPairs, kLarge, kRuns, kGeometric);
        t.add(BENCH_GROUP_BY, BENCH_SUM, kPairs, kLarge, kGroups);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_REDUCE_BY_KEY, BENCH_SUM, kPairs, {n}, {4}, kGeometric);
        t.add(BENCH_SCAN_BY_KEY, BENCH_INCLUSIVE, kPairs, {n}, {4}, kGeometric);
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_REDUCE_BY_KEY, BENCH_SUM, U32, F32, 0, 4, "geometric"});
    }
}

void ByKeyFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_REDUCE_BY_KEY, BENCH_SUM, kPairs, kSome, {4, 256}, kGeometric);
    t.add(BENCH_SCAN_BY_KEY, BENCH_INCLUSIVE, kPairs, kSome, {4, 256}, kGeometric);
    t.add(BENCH_UNIQUE_BY_KEY, BENCH_NO_FORM, kPairs, kSome, {4, 256}, kGeometric);
    t.add(BENCH_GROUP_BY, BENCH_SUM, kPairs, {1 << 18, kMiddle}, {1 << 10, 1 << 18});
}

tcu_status ByKeyFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const size_t key_bytes = bench_size(p.in_type), value_bytes = bench_size(p.out_type);
    const tcu_type type = p.out_type;
    tcu_runs runs = TCU_RUNS_INIT;
    runs.keys = p.values_out;
    runs.count = p.count;
    const tcu_group_column column = TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_SUM, p.values_in, type, p.out, type);
    tcu_by_key_options with_length = TCU_BY_KEY_OPTIONS_INIT;
    with_length.count = p.length;
    const tcu_by_key_options *const options = p.length != nullptr ? &with_length : nullptr;
    tcu_group_by_options of_groups = TCU_GROUP_BY_OPTIONS_INIT;
    of_groups.count = p.length;
    switch (p.op) {
    case BENCH_REDUCE_BY_KEY:
        return bytes ? tcu_reduce_by_key_workspace(context, key_bytes, type, type, p.n, &runs, options, bytes)
                     : tcu_reduce_by_key(context, p.in, key_bytes, p.values_in, type, p.out, type, p.n, &runs, options);
    case BENCH_SCAN_BY_KEY:
        return bytes ? tcu_scan_by_key_workspace(context, key_bytes, type, type, p.n, options, bytes)
                     : tcu_scan_by_key(context, TCU_SCAN_INCLUSIVE, p.in, key_bytes, p.values_in, type, p.out, type,
                                       p.n, options);
    case BENCH_UNIQUE_BY_KEY:
        return bytes
                   ? tcu_unique_by_key_workspace(context, key_bytes, value_bytes, p.n, &runs, options, bytes)
                   : tcu_unique_by_key(context, p.in, key_bytes, p.values_in, p.out, value_bytes, p.n, &runs, options);
    default:
        return bytes ? tcu_group_by_workspace(context, p.in_type, p.n, &column, 1, &runs, &of_groups, bytes)
                     : tcu_group_by(context, p.in, p.in_type, p.n, &column, 1, &runs, &of_groups);
    }
}

const ByKeyFamily the_family;
} // namespace

const Family &by_key_family = the_family;
} // namespace bench
