/* SPDX-License-Identifier: Apache-2.0 */
/* Operations by key on the host: what the compactions, reductions and scans of this backend do (runs.h). */
#include "algorithms/by_key/runs.h"
#include "arrays.h"

static const tcui_path paths[] = {
    {.name = "host", .reserve = tcui_by_key_runs_reserve, .execute = tcui_by_key_runs_execute}};

const tcui_operation tcui_by_key_host = {
    .id = TCUI_BY_KEY, .name = "by_key", .paths = paths, .num_paths = 1, .extension = &tcui_by_key_of_host};
