/* SPDX-License-Identifier: Apache-2.0 */
/* Whether selections from long arrays find their keys among the candidates of a sample: results are the same if all keys
 * are searched, only later, so the state that a call leaves in its workspace is looked at. */
#include <criterion/criterion.h>

#include <algorithm>
#include <vector>

#include "algorithms/selection/cuda/array/launch.cuh"

#include "tcu/memory.h"

extern "C" {
#include "test_backend.h"
}

namespace
{

using namespace tcu;

constexpr uint64_t n = 60000, k = 500;
constexpr double quantiles[] = {0.5, 0.01, 0.99};

template <class Key>
struct selection_of_array {
    std::vector<Key> keys = std::vector<Key>(n), keys_out = std::vector<Key>(k);
    std::vector<double> out = std::vector<double>(std::size(quantiles));

    /* The state that the call leaves. */
    array_selection::selection_state run(tcui_selection_kind kind, tcu_type type)
    {
        static const tcui_selection_policy policy = {12, 1, 0, 0,
                                                     1}; /* a sample of 2^12 keys, of arrays of any length */
        tcu_context *context = test_context_new();
        context->policies[TCUI_SELECTION] = &policy;
        tcui_selection_task task = {};
        task.kind = kind;
        task.keys = keys.data();
        task.key_type = type;
        task.segments = tcui_segments_whole(n);
        task.descending = kind == TCUI_SELECTION_TOP_K;
        task.k = k;
        task.keys_out = keys_out.data();
        task.index_type = TCU_TYPE_U64;
        task.q = quantiles;
        task.num_q = std::size(quantiles);
        task.out = out.data();
        task.out_type = TCU_TYPE_F64;
        tcui_layout layout = {};
        cr_assert_eq(reserve_selection<Key>(context, &task, &layout), TCU_SUCCESS);
        void *workspace = nullptr;
        cr_assert_eq(tcu_allocate(context, layout.bytes, &workspace), TCU_SUCCESS);
        cr_assert_eq(launch_selection<Key>(context, &task, workspace), TCU_SUCCESS, "%s",
                     tcu_context_last_error(context));
        const array_selection::selection_state state = *static_cast<array_selection::selection_state *>(workspace);
        tcu_free(context, workspace);
        tcu_context_destroy(context);
        return state;
    }
};

template <class Key>
void expect_candidates(tcu_type type)
{
    for (tcui_selection_kind kind : {TCUI_SELECTION_TOP_K, TCUI_SELECTION_NTH, TCUI_SELECTION_QUANTILES}) {
        selection_of_array<Key> selection;
        std::generate(selection.keys.begin(), selection.keys.end(), [] { return static_cast<Key>(emulated::draw()); });
        const array_selection::selection_state few = selection.run(kind, type);
        cr_expect(few.has_candidates && few.candidates > 0 && few.candidates < n / 2,
                  "kind %d: %llu candidates of drawn keys", static_cast<int>(kind),
                  static_cast<unsigned long long>(few.candidates));
        std::fill(selection.keys.begin(), selection.keys.end(), Key(7));
        const array_selection::selection_state all = selection.run(kind, type);
        cr_expect(!all.has_candidates, "kind %d: candidates of equal keys", static_cast<int>(kind));
    }
}

} // namespace

Test(emulated_selection, candidates_hold_the_keys)
{
    expect_candidates<u32>(TCU_TYPE_U32);
    expect_candidates<u64>(TCU_TYPE_I64);
}
