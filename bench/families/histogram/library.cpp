/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/histogram/family.h"

#include <cstring>

#include "primitives/tile/half.h"

namespace bench
{
namespace
{
/** A value as an element of its type, for arguments that are read on the host. */
class Level
{
  public:
    Level(tcu_type type, double value)
    {
        switch (type) {
        case TCU_TYPE_F16:
            store(tcui_f16_from_f64(value));
            break;
        case TCU_TYPE_BF16:
            store(tcui_bf16_from_f64(value));
            break;
        case TCU_TYPE_F32:
            store(float(value));
            break;
        case TCU_TYPE_F64:
            store(value);
            break;
        case TCU_TYPE_I32:
            store(int32_t(value));
            break;
        default:
            store(uint32_t(value));
            break;
        }
    }
    const void *get() const { return bytes_; }

  private:
    template <class T>
    void store(T value)
    {
        std::memcpy(bytes_, &value, sizeof value);
    }
    alignas(8) char bytes_[8] = {};
};

/** The bins of all channels; refers to the problem and to itself. */
struct LibraryBins {
    explicit LibraryBins(const bench_problem &p)
        : lower(p.level_type, p.lower_level), upper(p.level_type, p.upper_level)
    {
        for (uint64_t c = 0; c < bench_channels(p.op); c++) {
            channels[c] = TCU_HISTOGRAM_CHANNEL_NONE_INIT;
            if (c < bench_active_channels(p.op)) {
                channels[c] = TCU_HISTOGRAM_CHANNEL_EVEN_INIT(static_cast<char *>(p.out) +
                                                                  c * p.num_bins * bench_size(p.out_type),
                                                              p.num_bins, lower.get(), upper.get(), p.level_type);
            }
        }
    }
    LibraryBins(const LibraryBins &) = delete;
    LibraryBins &operator=(const LibraryBins &) = delete;

    Level lower, upper;
    tcu_histogram_channel channels[BENCH_CHANNELS];
};
} // namespace

tcu_status HistogramFamily::run(tcu_context *context, const bench_problem &p) const
{
    const LibraryBins bins(p);
    switch (p.op) {
    case BENCH_HISTOGRAM_EVEN:
        return tcu_histogram_even(context, p.in, p.in_type, p.out, p.out_type, p.num_bins, bins.lower.get(),
                                  bins.upper.get(), p.level_type, p.n, nullptr);
    case BENCH_HISTOGRAM_RANGE:
        return tcu_histogram_range(context, p.in, p.in_type, p.out, p.out_type, p.num_bins, p.levels, p.level_type, p.n,
                                   nullptr);
    case BENCH_HISTOGRAM_MULTI:
        return tcu_histogram_multi(context, p.in, p.in_type, BENCH_CHANNELS, bins.channels, p.out_type, p.n, nullptr);
    default:
        return tcu_histogram_weighted(context, p.in, p.in_type, p.weights, p.out_type, 1, bins.channels, p.out_type,
                                      p.n, nullptr);
    }
}

tcu_status HistogramFamily::workspace(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const LibraryBins bins(p);
    switch (p.op) {
    case BENCH_HISTOGRAM_EVEN:
        return tcu_histogram_even_workspace(context, p.in_type, p.out_type, p.num_bins, p.level_type, p.n, bytes);
    case BENCH_HISTOGRAM_RANGE:
        return tcu_histogram_range_workspace(context, p.in_type, p.out_type, p.num_bins, p.level_type, p.n, bytes);
    case BENCH_HISTOGRAM_MULTI:
        return tcu_histogram_multi_workspace(context, p.in_type, BENCH_CHANNELS, bins.channels, p.out_type, p.n, bytes);
    default:
        return tcu_histogram_weighted_workspace(context, p.in_type, p.out_type, 1, bins.channels, p.out_type, p.n,
                                                bytes);
    }
}
} // namespace bench
