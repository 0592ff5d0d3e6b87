/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of the CUDA toolkit's. */
#ifndef TCU_EMULATED_COOPERATIVE_GROUPS_H
#define TCU_EMULATED_COOPERATIVE_GROUPS_H

#include "emulated_cuda.h"

namespace cooperative_groups
{
struct grid_group {
    void sync() { emulated::grid_barrier(); }
};

inline grid_group this_grid()
{
    return {};
}
} // namespace cooperative_groups

#endif /* TCU_EMULATED_COOPERATIVE_GROUPS_H */
