/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms as products of one-hot matrices, which have a single one for each sample. With bin k = 16 h + l, sample i
 * has its ones at
 *
 *     H[h_i][i] = 1        W[i][l_i] = 1, or the weight of the sample
 *
 * and as (H W)[h][l] is the sum over i of H[h][i] W[i][l], it counts the samples of bin 16 h + l, or sums their
 * weights. So one product of 16 x 16 matrices adds 16 samples to 256 bins. Of more bins than that, a product is formed
 * for each block of 256 that one of the 16 samples is in.
 *
 * An example with matrices of 4 x 4, four samples and 16 bins. The samples' bins are 6, 13, 6 and 7; in base 4 these
 * are the digits h l = 12, 31, 12 and 13:
 *
 *         | 0 0 0 0 |        | 0 0 1 0 |          | 0 0 0 0 |    bins  0 to  3
 *     H = | 1 0 1 1 |    W = | 0 1 0 0 |    H W = | 0 0 2 1 |    bins  4 to  7
 *         | 0 0 0 0 |        | 0 0 1 0 |          | 0 0 0 0 |    bins  8 to 11
 *         | 0 1 0 0 |        | 0 0 0 1 |          | 0 1 0 0 |    bins 12 to 15
 *
 * Bin 6 has two samples, bins 7 and 13 have one. With the weights 10, 20, 30 and 40 in place of the ones of W, bin 6
 * gets 10 + 30 = 40, bin 7 gets 40 and bin 13 gets 20.
 */
#include <math.h>

#include "bin.h"
#include "samples.h"

/* What a channel's bins have so far. */
typedef struct channel_sums {
    tcui_number *sums; /* counts, or sums of weights */
    double *lost;      /* of real weights: what the sums' roundings lost; else NULL */
    uint64_t outside;  /* samples in no bin */
} channel_sums;

static bool sums_reals(const tcui_histogram_task *task)
{
    return task->weighted && tcui_is_real(task->weight_type);
}

/* ------------------------------------------------------------------------------------------------- the products --- */

/* sums[bin] += x. Knuth's TwoSum gives the error of an addition of reals, so that of a sum does not grow with n. */
static void add_to_bin(channel_sums *channel, uint64_t bin, tcui_number x)
{
    tcui_number *sum = &channel->sums[bin];
    if (channel->lost == NULL) {
        sum->integer += x.integer;
        return;
    }
    const double before = sum->real, after = before + x.real, part = after - before;
    const double error = (before - (after - part)) + (x.real - part);
    sum->real = after;
    channel->lost[bin] += isfinite(after) ? error : 0;
}

/* Adds those of up to 16 samples that are in the 256 bins from `block` on, by H W, and marks them as done. */
static void add_block(channel_sums *channel, uint64_t block, uint64_t bin[TCUI_M], const tcui_number weight[TCUI_M],
                      uint64_t count, bool is_real)
{
    tcui_matrix H = tcui_matrix_zero(is_real), W = tcui_matrix_zero(is_real);
    for (uint64_t i = 0; i < count; i++) {
        if (bin[i] != TCUI_NO_BIN && bin[i] / TCUI_MM * TCUI_MM == block) {
            H.at[(bin[i] - block) / TCUI_M][i] = tcui_number_of(is_real, 1);
            W.at[i][bin[i] % TCUI_M] = weight[i];
            bin[i] = TCUI_NO_BIN;
        }
    }
    const tcui_matrix HW = tcui_matrix_multiply(H, W, tcui_matrix_zero(is_real));
    for (uint64_t k = 0; k < TCUI_MM; k++) {
        const tcui_number x = HW.at[k / TCUI_M][k % TCUI_M];
        if (x.integer != 0) { /* (The last block may be longer than there are bins, with zeros.) */
            add_to_bin(channel, block + k, x);
        }
    }
}

/* Pixels first ... first + 15 of channel c, or to the last one. */
static void add_samples(const tcui_histogram_task *task, int c, uint64_t first, channel_sums *channel)
{
    uint64_t bin[TCUI_M];
    tcui_number weight[TCUI_M];
    const uint64_t count = task->n - first < TCUI_M ? task->n - first : TCUI_M;
    for (uint64_t i = 0; i < count; i++) {
        bin[i] = tcui_reference_bin(&task->channels[c], task->sample_type, tcui_sample_at(task, first + i, c));
        weight[i] = tcui_weight_at(task, first + i);
        channel->outside += bin[i] == TCUI_NO_BIN;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (bin[i] != TCUI_NO_BIN) {
            add_block(channel, bin[i] / TCUI_MM * TCUI_MM, bin, weight, count, sums_reals(task));
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- results --- */

/* Writes a bin's count or sum; returns whether a count was more than its type holds. */
static bool store_bin(const tcui_histogram_task *task, const tcui_bins *bins, const channel_sums *channel, uint64_t k)
{
    const bool is_real = sums_reals(task);
    tcui_number sum = channel->sums[k];
    if (is_real) {
        sum.real += channel->lost[k];
    }
    if (task->accumulate) {
        sum = tcui_number_add(is_real, tcui_number_load(task->out_type, bins->counts, k), sum);
    }
    const bool saturates = !task->weighted && task->out_type == TCU_TYPE_U32 && sum.integer > UINT32_MAX;
    if (saturates) {
        sum.integer = UINT32_MAX;
    }
    tcui_number_store(task->out_type, bins->counts, k, sum);
    return saturates;
}

/* Counts a channel; returns the flags of what happened. */
static uint32_t count_channel(const tcui_histogram_task *task, int c, channel_sums *channel)
{
    const tcui_bins *bins = &task->channels[c];
    uint32_t flags = 0;
    for (uint64_t k = 0; k < bins->num_bins; k++) {
        channel->sums[k] = tcui_number_of(sums_reals(task), 0);
        if (channel->lost != NULL) {
            channel->lost[k] = 0;
        }
    }
    for (uint64_t first = 0; first < task->n; first += TCUI_M) {
        add_samples(task, c, first, channel);
    }
    for (uint64_t k = 0; k < bins->num_bins; k++) {
        if (store_bin(task, bins, channel, k)) {
            flags |= TCU_HISTOGRAM_SATURATED;
        }
    }
    if (task->outside != NULL) {
        task->outside[c] = channel->outside + (task->accumulate ? task->outside[c] : 0);
    }
    return flags;
}

/* One channel is counted after the other, so the widest one's sums are all that is needed at a time. */
static uint64_t most_bins(const tcui_histogram_task *task)
{
    uint64_t most = 0;
    for (int c = 0; c < task->num_channels; c++) {
        most = task->channels[c].num_bins > most ? task->channels[c].num_bins : most;
    }
    return most;
}

static size_t reserve_lost(const tcui_histogram_task *task, tcui_layout *layout)
{
    tcui_layout_reserve(layout, most_bins(task), sizeof(tcui_number));
    return tcui_layout_reserve(layout, sums_reals(task) ? most_bins(task) : 0, sizeof(double));
}

static tcu_status reserve(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context;
    reserve_lost(task, layout);
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_histogram_task *task = any_task;
    tcui_layout layout = {0};
    void *lost = (char *)workspace + reserve_lost(task, &layout);
    uint32_t flags = task->accumulate && task->flags != NULL ? *task->flags : 0;
    (void)context;
    for (int c = 0; c < task->num_channels; c++) {
        channel_sums channel = {workspace, sums_reals(task) ? lost : NULL, 0};
        if (task->channels[c].num_bins > 0) {
            flags |= count_channel(task, c, &channel);
        }
    }
    if (task->flags != NULL) {
        *task->flags = flags;
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "reference", .reserve = reserve, .execute = execute}};

const tcui_operation tcui_histogram_reference = {
    .id = TCUI_HISTOGRAM, .name = "histogram", .paths = paths, .num_paths = 1};
