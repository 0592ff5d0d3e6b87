/* SPDX-License-Identifier: Apache-2.0 */
#include "parallel.h"

#ifdef _OPENMP
#include <omp.h>

static void share(int threads, int64_t count, tcui_loop_body body, const void *data)
{
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int64_t item = 0; item < count; item++) {
        body(data, item, omp_get_thread_num());
    }
}
#endif

void tcui_for_each(int threads, int64_t count, tcui_loop_body body, const void *data)
{
#ifdef _OPENMP
    if (threads > 1 && count > 1) {
        share(tcui_threads_for(threads, count), count, body, data);
        return;
    }
#endif
    (void)threads;
    for (int64_t item = 0; item < count; item++) {
        body(data, item, 0);
    }
}
