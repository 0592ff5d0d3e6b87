/* SPDX-License-Identifier: Apache-2.0 */
/* Merges of two sorted arrays of equal length, and searches in a sorted array. The reference is a plain loop. */
#include <cstring>

#include "bench/family.h"
#include "bench/host/elements.h"
#include "bench/inputs/merge.h"

namespace bench
{
using namespace types;

namespace
{
const Pairs kKeys = same({U32, F32, U64, U16}), kSearches = {{U32, U32}, {F32, U32}, {U64, U32}};
const Params kLengths = {1 << 10, 1 << 20, 1 << 26};

/* ----------------------------------------------------------------------------------------------------------- host --- */

class HostMerge : public HostData
{
  public:
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override;
    uint64_t rank_at(const void *keys, uint64_t i) const
    {
        return bench_rank_of_key(problem_.in_type, bench_key_at(problem_.in_type, keys, i));
    }
    uint64_t wrong_positions() const;

    std::vector<char> searched_;
};

void HostMerge::make(const Row &row)
{
    bench_problem &p = problem_;
    const uint64_t bytes = bench_size(row.in);
    const auto fill = [&](std::vector<char> &to, uint64_t n, auto rank) {
        to.resize(n * bytes);
        for (uint64_t i = 0; i < n; i++) { // little-endian
            const uint64_t key = bench_key_of_rank(row.in, rank(&p, i));
            std::memcpy(to.data() + i * bytes, &key, bytes);
        }
        return to.data();
    };
    p.in = fill(in_, row.n, bench_merge_rank);
    p.values_in = fill(searched_, p.searched_keys, bench_searched_rank);
}

uint64_t HostMerge::wrong_positions() const
{
    const bench_problem &p = problem_;
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < p.n; i++) {
        const uint64_t at = integer_at(p.out_type, out_.data(), i), value = rank_at(p.in, i);
        wrong += at > p.searched_keys || (at > 0 && rank_at(p.values_in, at - 1) >= value) ||
                 (at < p.searched_keys && rank_at(p.values_in, at) < value);
    }
    return wrong;
}

uint64_t HostMerge::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    uint64_t wrong = 0, i = 0, j = bench_first_half(p.n);
    if (p.op == BENCH_SEARCH_SORTED) {
        wrong = wrong_positions();
    }
    for (uint64_t k = 0; k < p.n && p.op == BENCH_MERGE; k++) {
        const bool takes_second = i == bench_first_half(p.n) || (j < p.n && rank_at(p.in, j) < rank_at(p.in, i));
        wrong += rank_at(out_.data(), k) != rank_at(p.in, takes_second ? j++ : i++);
    }
    max_error = wrong > 0 ? 1 : 0;
    return wrong + written_behind(out_);
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class MergeFamily final : public Family
{
  public:
    const char *params() const override { return "of searches lengths of the sorted array"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override { return bytes / 4 / bench_size(row.in); }
    void set_problem(const Row &row, bench_problem &p) const override
    {
        p.searched_keys = row.op == BENCH_SEARCH_SORTED ? uint64_t(row.param) : 0;
    }
    uint64_t out_bytes(const bench_problem &p) const override { return p.n * bench_size(p.out_type); }
    double bytes_moved(const bench_problem &p) const override
    {
        return double(p.n + p.searched_keys) * double(bench_size(p.in_type)) + double(out_bytes(p));
    }

    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostMerge>(); }
    std::vector<Yardstick> yardsticks() const override { return merge_yardsticks(); }
};

void MergeFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        t.add(BENCH_MERGE, BENCH_NO_FORM, kKeys, kLarge);
        t.add(BENCH_SEARCH_SORTED, BENCH_NO_FORM, kSearches, {pow2(26)}, kLengths);
        t.add(BENCH_SEARCH_SORTED, BENCH_ORDERED, kSearches, {pow2(26)}, kLengths);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_MERGE, BENCH_NO_FORM, same({U32}), {n});
        t.add(BENCH_SEARCH_SORTED, BENCH_NO_FORM, {{U32, U32}}, {n}, {1 << 20});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_MERGE, BENCH_NO_FORM, U32, U32});
    }
}

void MergeFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_MERGE, BENCH_NO_FORM, kKeys, kSome);
    t.add(BENCH_SEARCH_SORTED, BENCH_NO_FORM, kSearches, {1000, 1 << 18}, {1 << 10, 1 << 20});
    t.add(BENCH_SEARCH_SORTED, BENCH_ORDERED, kSearches, {1000, 1 << 18}, {1 << 10, 1 << 20});
}

tcu_status MergeFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const uint64_t first = bench_first_half(p.n);
    if (p.op == BENCH_MERGE) {
        return bytes ? tcu_merge_workspace(context, first, p.n - first, p.in_type, nullptr, bytes)
                     : tcu_merge(context, p.in, first, static_cast<const char *>(p.in) + first * bench_size(p.in_type),
                                 p.n - first, p.out, p.in_type, nullptr);
    }
    tcu_search_options options = TCU_SEARCH_OPTIONS_INIT;
    options.values_sorted = p.form == BENCH_ORDERED;
    return bytes ? tcu_search_sorted_workspace(context, p.searched_keys, p.n, p.in_type, p.out_type, &options, bytes)
                 : tcu_search_sorted(context, p.values_in, p.searched_keys, p.in, p.n, p.in_type, p.out, p.out_type,
                                     &options);
}

const MergeFamily the_family;
} // namespace

const Family &merge_family = the_family;
} // namespace bench
