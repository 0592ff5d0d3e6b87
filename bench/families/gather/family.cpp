/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers and scatters of items of many sizes by random permutations, and run-length decoding. All is compared exactly. */
#include <cstring>

#include "bench/family.h"
#include "bench/host/elements.h"
#include "bench/inputs/gather.h"

namespace bench
{
using namespace types;

namespace
{
// Bytes of items; mean lengths of runs.
const Params kItems = {4, 8, 12, 16, 24, 32, 64, 128}, kRuns = {1, 4, 16, 256, 1 << 16};
const Pairs kMoves = {{U32, U8}}, kDecode = {{U32, U32}};

bool is_decode(bench_op op)
{
    return op == BENCH_RUN_LENGTH_DECODE;
}

/* ---------------------------------------------------------------------------------------------------------- host --- */

class HostGather : public HostData
{
  public:
    void poison() override
    {
        fill_with_poison(out_);
        fill_with_poison(count_);
    }
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override;
    bool is_right(uint64_t i) const;

    std::vector<uint32_t> indices_;
    std::vector<char> count_;
};

void HostGather::make(const Row &)
{
    bench_problem &p = problem_;
    const bool decodes = is_decode(p.op);
    indices_.resize(decodes ? p.num_runs : p.n);
    for (uint64_t i = 0; i < indices_.size(); i++) {
        indices_[i] = decodes ? bench_run_length(i, p.n / p.num_runs) : bench_place(i, p.n);
    }
    count_.resize(sizeof(uint64_t));
    p.in = decodes ? random(in_, p.out_type, p.num_runs) : random(in_, U8, p.n * p.item_bytes);
    p.indices = indices_.data();
    p.count = reinterpret_cast<uint64_t *>(count_.data());
}

// Element i, or the item of index i.
bool HostGather::is_right(uint64_t i) const
{
    const bench_problem &p = problem_;
    const uint64_t from = is_decode(p.op) ? bench_run_of(i, p.n / p.num_runs) : p.op == BENCH_GATHER ? indices_[i] : i;
    const uint64_t to = p.op == BENCH_SCATTER ? indices_[i] : i;
    return std::memcmp(out_.data() + to * p.item_bytes, static_cast<const char *>(p.in) + from * p.item_bytes,
                       p.item_bytes) == 0;
}

uint64_t HostGather::wrong(bool, double &max_error) const
{
    uint64_t wrong = written_behind(out_) + (is_decode(problem_.op) && *problem_.count != problem_.n);
    for (uint64_t i = 0; i < problem_.n; i++) {
        wrong += !is_right(i);
    }
    max_error = wrong > 0 ? 1 : 0;
    return wrong;
}

/* -------------------------------------------------------------------------------------------------------- family --- */

class GatherFamily final : public Family
{
  public:
    const char *params() const override { return "gathered and scattered items' bytes, decoded runs' mean lengths"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override
    {
        return is_decode(row.op) ? bytes / bench_size(row.out) : bytes / uint64_t(row.param);
    }
    // A permutation is of a power of two; pairs of runs fill the array.
    bool fit(Row &row) const override
    {
        if (!Family::fit(row) || row.param != std::floor(row.param)) {
            return false;
        }
        if (is_decode(row.op)) {
            row.n -= row.n % (2 * uint64_t(row.param));
        } else {
            const uint64_t most = row.n < uint64_t(1) << 32 ? row.n : uint64_t(1) << 32;
            row.n = most > 0 ? uint64_t(std::exp2(std::floor(std::log2(double(most))))) : 0;
        }
        return true;
    }
    void set_problem(const Row &row, bench_problem &p) const override
    {
        p.item_bytes = is_decode(row.op) ? bench_size(row.out) : uint64_t(row.param);
        p.num_runs = is_decode(row.op) ? row.n / uint64_t(row.param) : 0;
    }
    uint64_t out_bytes(const bench_problem &p) const override { return p.n * p.item_bytes; }
    double bytes_moved(const bench_problem &p) const override
    {
        const double item = double(p.item_bytes);
        return is_decode(p.op) ? double(p.num_runs) * (4 + item) + double(p.n) * item : double(p.n) * (4 + 2 * item);
    }

    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostGather>(); }
    std::vector<Yardstick> yardsticks() const override { return gather_yardsticks(); }
};

void GatherFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        for (bench_op op : {BENCH_GATHER, BENCH_SCATTER}) {
            t.add(op, BENCH_NO_FORM, kMoves, {1 << 26}, kItems);
        }
        t.add(BENCH_RUN_LENGTH_DECODE, BENCH_NO_FORM, kDecode, kLarge, kRuns);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_GATHER, BENCH_NO_FORM, kMoves, {n}, {24});
        t.add(BENCH_RUN_LENGTH_DECODE, BENCH_NO_FORM, kDecode, {n}, {4});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_GATHER, BENCH_NO_FORM, U32, U8, 0, 24});
        t.add_call({BENCH_SCATTER, BENCH_NO_FORM, U32, U8, 0, 24});
        t.add_call({BENCH_RUN_LENGTH_DECODE, BENCH_NO_FORM, U32, U32, 0, 4});
    }
}

void GatherFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_GATHER, BENCH_NO_FORM, kMoves, {1 << 10, 1 << 18, kMiddle}, {4, 24});
    t.add(BENCH_SCATTER, BENCH_NO_FORM, kMoves, {1 << 18, kMiddle}, {4, 24});
    t.add(BENCH_RUN_LENGTH_DECODE, BENCH_NO_FORM, kDecode, {1 << 10, 1 << 18, kMiddle}, {4, 256});
}

tcu_status GatherFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    switch (p.op) {
    case BENCH_GATHER:
        return bytes ? tcu_gather_workspace(context, p.n, TCU_TYPE_U32, p.item_bytes, p.n, nullptr, bytes)
                     : tcu_gather(context, p.in, p.n, p.indices, TCU_TYPE_U32, p.out, p.item_bytes, p.n, nullptr);
    case BENCH_SCATTER:
        return bytes ? tcu_scatter_workspace(context, TCU_TYPE_U32, p.n, p.item_bytes, p.n, nullptr, bytes)
                     : tcu_scatter(context, p.in, p.indices, TCU_TYPE_U32, p.out, p.n, p.item_bytes, p.n, nullptr);
    default:
        return bytes ? tcu_run_length_decode_workspace(context, TCU_TYPE_U32, p.num_runs, p.item_bytes, p.n, nullptr,
                                                       bytes)
                     : tcu_run_length_decode(context, p.indices, TCU_TYPE_U32, p.num_runs, p.in, p.out, p.item_bytes,
                                             nullptr, TCU_TYPE_U32, p.count, p.n, nullptr);
    }
}

const GatherFamily the_family;
} // namespace

const Family &gather_family = the_family;
} // namespace bench
