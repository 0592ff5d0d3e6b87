/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram.h"
#include "test_types.h"

const char *const test_histogram_names[TEST_HISTOGRAM_COUNT] = {"tcu_histogram_even", "tcu_histogram_range",
                                                                "tcu_histogram_multi", "tcu_histogram_weighted"};

bool test_takes_channels(test_histogram_operation operation)
{
    return operation == TEST_HISTOGRAM_MULTI || operation == TEST_HISTOGRAM_WEIGHTED;
}

tcu_status test_histogram_run_call(tcu_context *context, const test_histogram_call *c)
{
    const tcu_histogram_channel *channel = c->channels;
    switch (c->operation) {
    case TEST_HISTOGRAM_EVEN:
        return tcu_histogram_even(context, c->samples, c->sample_type, channel->counts, c->out_type, channel->num_bins,
                                  channel->lower, channel->upper, channel->level_type, c->n, c->options);
    case TEST_HISTOGRAM_RANGE:
        return tcu_histogram_range(context, c->samples, c->sample_type, channel->counts, c->out_type, channel->num_bins,
                                   channel->levels, channel->level_type, c->n, c->options);
    case TEST_HISTOGRAM_MULTI:
        return tcu_histogram_multi(context, c->samples, c->sample_type, c->num_channels, channel, c->out_type, c->n,
                                   c->options);
    default:
        return tcu_histogram_weighted(context, c->samples, c->sample_type, c->weights, c->weight_type, c->num_channels,
                                      channel, c->out_type, c->n, c->options);
    }
}

tcu_status test_histogram_query(tcu_context *context, const test_histogram_call *c, size_t *bytes)
{
    const tcu_histogram_channel *channel = c->channels;
    switch (c->operation) {
    case TEST_HISTOGRAM_EVEN:
        return tcu_histogram_even_workspace(context, c->sample_type, c->out_type, channel->num_bins,
                                            channel->level_type, c->n, c->options, bytes);
    case TEST_HISTOGRAM_RANGE:
        return tcu_histogram_range_workspace(context, c->sample_type, c->out_type, channel->num_bins,
                                             channel->level_type, c->n, c->options, bytes);
    case TEST_HISTOGRAM_MULTI:
        return tcu_histogram_multi_workspace(context, c->sample_type, c->num_channels, channel, c->out_type, c->n,
                                             c->options, bytes);
    default:
        return tcu_histogram_weighted_workspace(context, c->sample_type, c->weight_type, c->num_channels, channel,
                                                c->out_type, c->n, c->options, bytes);
    }
}

uint64_t test_num_bins(test_random *random)
{
    const uint64_t power = (uint64_t)1 << test_random_below(random, 12);
    switch (test_random_below(random, 5)) {
    case 0:
        return 1 + test_random_below(random, 4);
    case 1:
        return power;
    case 2:
        return power + 1;
    case 3:
        return 1 + test_random_below(random, 300);
    default:
        return test_random_below(random, 16) == 0 ? 1 + test_random_below(random, 70000)
                                                  : 1 + test_random_below(random, 5000);
    }
}

static tcu_type random_type(bool real, test_random *random)
{
    tcu_type type;
    do {
        type = (tcu_type)test_random_below(random, TCU_TYPE_COUNT);
    } while (test_types[type].real != real);
    return type;
}

test_histogram_case test_histogram_random(test_histogram_operation operation, uint64_t n, test_random *random)
{
    test_histogram_case t = {.operation = operation, .n = n, .num_channels = 1};
    t.sample_type = (tcu_type)test_random_below(random, TCU_TYPE_COUNT);
    if (test_takes_channels(operation)) {
        t.num_channels = 1 + (int)test_random_below(random, TCU_MAX_CHANNELS);
    }
    const uint64_t always = test_random_below(random, (uint64_t)t.num_channels);
    for (int c = 0; c < t.num_channels; c++) {
        test_histogram_channel *channel = &t.channels[c];
        channel->num_bins = (uint64_t)c == always || test_random_below(random, 3) ? test_num_bins(random) : 0;
        channel->kind = operation == TEST_HISTOGRAM_EVEN    ? TCU_BINS_EVEN
                        : operation == TEST_HISTOGRAM_RANGE ? TCU_BINS_RANGE
                                                            : (tcu_bins_kind)test_random_below(random, 2);
        channel->level_type =
            test_random_below(random, 2) ? t.sample_type : random_type(test_types[t.sample_type].real, random);
        channel->scale = (test_scale)test_random_below(random, TEST_SCALE_COUNT);
    }
    const test_pair pair = test_pairs[test_random_below(random, TEST_PAIR_COUNT)];
    t.weight_type = pair.in;
    t.out_type = operation == TEST_HISTOGRAM_WEIGHTED ? pair.out
                 : test_random_below(random, 2)       ? TCU_TYPE_U64
                                                      : TCU_TYPE_U32;
    t.accumulate = test_random_below(random, 3) == 0;
    t.count_start = test_random_below(random, 2) ? UINT32_MAX - test_random_below(random, 40) : 0;
    t.with_outside = test_random_below(random, 2) != 0;
    t.with_flags = test_random_below(random, 2) != 0;
    t.columns = test_random_below(random, 3) == 0 ? 1 + test_random_below(random, n + n / 8 + 1) : 0;
    if (t.columns > 0 && test_random_below(random, 2)) {
        t.columns = 1 + test_random_below(random, 600);
    }
    t.gap = test_random_below(random, 2) ? test_random_below(random, 40) : 0;
    t.nonfinite = test_random_below(random, 8) == 0;
    t.spread = (test_spread)test_random_below(random, TEST_SPREAD_COUNT);
    t.seed = test_random_next(random);
    t.bins_seed = test_random_next(random);
    static const unsigned shifts[] = {0, 1, 3, 7};
    t.in_shift = shifts[test_random_below(random, 4)];
    t.out_shift = shifts[test_random_below(random, 4)];
    t.temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT);
    t.has_count = test_random_below(random, 3) == 0;
    t.finds_ends = operation == TEST_HISTOGRAM_EVEN && test_random_below(random, 3) == 0;
    if (t.finds_ends) {
        t.gap = 0; /* rows must have none */
    }
    return t;
}
