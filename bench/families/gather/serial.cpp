/* SPDX-License-Identifier: Apache-2.0 */
/* What users write for gathers, scatters and repeated items: loops over structures. */
#include <algorithm>
#include <array>
#include <cstdint>

#include "bench/family.h"

namespace bench
{
namespace
{
template <size_t bytes>
struct Item {
    std::array<uint32_t, bytes / sizeof(uint32_t)> words;
};

template <size_t bytes>
int move_items(const bench_problem *p)
{
    const auto *in = static_cast<const Item<bytes> *>(p->in);
    auto *out = static_cast<Item<bytes> *>(p->out);
    if (p->op == BENCH_GATHER) {
        for (uint64_t i = 0; i < p->n; i++) {
            out[i] = in[p->indices[i]];
        }
    } else {
        for (uint64_t i = 0; i < p->n; i++) {
            out[p->indices[i]] = in[i];
        }
    }
    return 0;
}

int repeat(const bench_problem *p)
{
    const auto *in = static_cast<const uint32_t *>(p->in);
    auto *out = static_cast<uint32_t *>(p->out), *end = out;
    for (uint64_t k = 0; k < p->num_runs; k++) {
        end = std::fill_n(end, p->indices[k], in[k]);
    }
    *p->count = uint64_t(end - out);
    return 0;
}

int loop(const bench_problem *p)
{
    if (p->op == BENCH_RUN_LENGTH_DECODE) {
        return repeat(p);
    }
    return p->item_bytes == 4 ? move_items<4>(p) : p->item_bytes == 24 ? move_items<24>(p) : 1;
}
} // namespace

std::vector<Yardstick> gather_yardsticks()
{
    return {{"loop", loop, true}};
}
} // namespace bench
