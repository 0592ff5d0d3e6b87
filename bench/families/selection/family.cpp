/* SPDX-License-Identifier: Apache-2.0 */
/* Top-k of arrays and of segments, the middle of the order, quantiles. The check counts keys before each result. */
#include <algorithm>
#include <cmath>
#include <cstring>

#include "bench/family.h"
#include "bench/host/elements.h"
#include "bench/inputs/selection.h"

namespace bench
{
using namespace types;

namespace
{
const Pairs kKeys = same({F32, U32, U64, U16}), kQuantiles = {{F32, F64}, {F64, F64}};
const Params kResults = {10, 1000, 100000}, kMost = {10000000}, kRows = {128, 10000}, kThree = {3};

/* ----------------------------------------------------------------------------------------------------------- host --- */

class HostSelection : public HostData
{
  public:
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override;
    uint64_t rank_at(const void *keys, uint64_t i) const
    {
        return bench_rank_of_key(problem_.in_type, bench_key_at(problem_.in_type, keys, i));
    }
    uint64_t wrong_row(uint64_t segment) const;
    uint64_t wrong_places() const;
};

void HostSelection::make(const Row &row)
{
    bench_problem &p = problem_;
    const uint64_t bytes = bench_size(row.in);
    in_.resize(row.n * bytes);
    for (uint64_t i = 0; i < row.n; i++) { // little-endian
        const uint64_t key = bench_key_of_rank(row.in, bench_selection_rank(&p, i));
        std::memcpy(in_.data() + i * bytes, &key, bytes);
    }
    p.in = in_.data();
}

/** They descend; and of the keys that are greater than the last one there are as many in the input, the same ones. */
uint64_t HostSelection::wrong_row(uint64_t segment) const
{
    const bench_problem &p = problem_;
    const uint64_t size = p.op == BENCH_TOP_K ? p.n : p.segment_size, begin = segment * size,
                   end = std::min(begin + size, p.n), results = std::min(end - begin, p.num_results);
    const uint64_t first = segment * p.num_results, last = rank_at(out_.data(), first + results - 1);
    uint64_t wrong = 0, sum = 0, equal = 0;
    for (uint64_t j = 0; j < results; j++) {
        const uint64_t rank = rank_at(out_.data(), first + j);
        wrong += j > 0 && rank_at(out_.data(), first + j - 1) < rank;
        sum += rank > last ? bench_hash(rank) : 0;
        equal += rank == last;
    }
    for (uint64_t i = begin; i < end; i++) {
        const uint64_t rank = rank_at(p.in, i);
        sum -= rank > last ? bench_hash(rank) : 0;
        equal -= rank == last && equal > 0;
    }
    return wrong + (sum != 0) + equal;
}

/** As many keys are before each result as its place says, or with it. */
uint64_t HostSelection::wrong_places() const
{
    const bench_problem &p = problem_;
    uint64_t wrong = 0;
    for (uint64_t j = 0; j < p.num_results; j++) {
        const bool is_quantile = p.op == BENCH_QUANTILES;
        const double place = is_quantile ? bench_quantile_place(&p, j) : double(p.n / 2);
        uint64_t less = 0, up_to = 0;
        const auto count = [&](auto key_at, auto value) {
            for (uint64_t i = 0; i < p.n; i++) {
                less += key_at(i) < value;
                up_to += key_at(i) <= value;
            }
        };
        if (is_quantile) {
            count([&](uint64_t i) { return element_at(p.in_type, p.in, i); }, element_at(p.out_type, out_.data(), j));
        } else {
            count([&](uint64_t i) { return rank_at(p.in, i); }, rank_at(out_.data(), j));
        }
        wrong += double(less) > std::ceil(place) || double(up_to) < std::floor(place) + 1;
    }
    return wrong;
}

uint64_t HostSelection::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    uint64_t wrong = 0;
    if (p.op == BENCH_TOP_K || p.op == BENCH_SEGMENTED_TOP_K) {
        for (uint64_t segment = 0; segment < p.num_segments; segment++) {
            wrong += wrong_row(segment);
        }
    } else {
        wrong = wrong_places();
    }
    max_error = wrong > 0 ? 1 : 0;
    return wrong + written_behind(out_);
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class SelectionFamily final : public Family
{
  public:
    const char *params() const override { return "of selections numbers of results, or sizes of segments"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override
    {
        const uint64_t n = bytes / 2 / bench_size(row.in);
        return row.op == BENCH_SEGMENTED_TOP_K ? n / uint64_t(row.param) * uint64_t(row.param) : n;
    }
    bool fit(Row &row) const override
    {
        if (row.op == BENCH_SEGMENTED_TOP_K) {
            row.n = row.n / uint64_t(row.param) * uint64_t(row.param);
        }
        return !row.has_param() || (row.param >= 1 && (row.op == BENCH_QUANTILES || row.param <= double(row.n)));
    }
    void set_problem(const Row &row, bench_problem &p) const override
    {
        p.num_results = row.op == BENCH_NTH_ELEMENT       ? 1
                        : row.op == BENCH_SEGMENTED_TOP_K ? bench_selected_of(uint64_t(row.param))
                                                          : uint64_t(row.param);
    }
    uint64_t out_bytes(const bench_problem &p) const override
    {
        return p.num_segments * p.num_results * bench_size(p.out_type);
    }
    double bytes_moved(const bench_problem &p) const override
    {
        return double(p.n) * double(bench_size(p.in_type)) + double(out_bytes(p));
    }
    Roof roof(const bench_problem &p) const override { return {"read", bytes_moved(p)}; }

    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostSelection>(); }
    std::vector<Yardstick> yardsticks() const override { return selection_yardsticks(); }
};

void SelectionFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        t.add(BENCH_TOP_K, BENCH_NO_FORM, kKeys, kLarge, kResults);
        t.add(BENCH_TOP_K, BENCH_NO_FORM, same({F32}), kLarge, kMost);
        t.add(BENCH_SEGMENTED_TOP_K, BENCH_NO_FORM, same({F32}), kLarge, kRows);
        t.add(BENCH_NTH_ELEMENT, BENCH_NO_FORM, kKeys, kLarge);
        t.add(BENCH_QUANTILES, BENCH_NO_FORM, kQuantiles, kLarge, kThree);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_TOP_K, BENCH_NO_FORM, same({F32}), {n}, {10});
        t.add(BENCH_QUANTILES, BENCH_NO_FORM, {{F32, F64}}, {n}, kThree);
    }
    if (t.wants("calls")) {
        Row call = {BENCH_TOP_K, BENCH_NO_FORM, F32, F32};
        call.param = 10;
        t.add_call(call);
    }
}

void SelectionFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_TOP_K, BENCH_NO_FORM, kKeys, {1000, 1 << 18, kMiddle}, {10, 100});
    t.add(BENCH_TOP_K, BENCH_NO_FORM, same({F32}), kOne, {100000});
    t.add(BENCH_SEGMENTED_TOP_K, BENCH_NO_FORM, same({F32}), kOne, kRows);
    t.add(BENCH_NTH_ELEMENT, BENCH_NO_FORM, kKeys, kSome);
    t.add(BENCH_QUANTILES, BENCH_NO_FORM, kQuantiles, kSome, kThree);
}

tcu_status SelectionFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    switch (p.op) {
    case BENCH_TOP_K:
        return bytes ? tcu_top_k_workspace(context, p.n, p.num_results, p.in_type, TCU_TYPE_U64, nullptr, bytes)
                     : tcu_top_k(context, p.in, p.n, p.num_results, p.in_type, p.out, nullptr, TCU_TYPE_U64, nullptr);
    case BENCH_SEGMENTED_TOP_K:
        return bytes ? tcu_segmented_top_k_workspace(context, p.n, p.segment_size, p.num_results, p.in_type,
                                                     TCU_TYPE_U64, nullptr, bytes)
                     : tcu_segmented_top_k(context, p.in, p.n, p.segment_size, p.num_results, p.in_type, p.out, nullptr,
                                           TCU_TYPE_U64, nullptr);
    case BENCH_NTH_ELEMENT:
        return bytes ? tcu_nth_element_workspace(context, p.n, p.n / 2, p.in_type, TCU_TYPE_U64, nullptr, bytes)
                     : tcu_nth_element(context, p.in, p.n, p.n / 2, p.in_type, p.out, nullptr, TCU_TYPE_U64, nullptr);
    default:
        break;
    }
    std::vector<double> q(p.num_results);
    for (uint64_t j = 0; j < p.num_results; j++) {
        q[j] = bench_quantile(j, p.num_results);
    }
    return bytes ? tcu_quantiles_workspace(context, p.n, p.in_type, p.num_results, p.out_type, nullptr, bytes)
                 : tcu_quantiles(context, p.in, p.n, p.in_type, q.data(), p.num_results, p.out, p.out_type, nullptr);
}

const SelectionFamily the_family;
} // namespace

const Family &selection_family = the_family;
} // namespace bench
