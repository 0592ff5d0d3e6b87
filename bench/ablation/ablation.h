/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ablation.h
 * What the matrix unit would gain in operations that do not use it: kernels that exist twice, alike but for the
 * arithmetic, on one array. (Reductions, scans and polynomials have both in the library: tcu_context_set_arithmetic(),
 * TCU_PATH; tcu-bench and tcu-tune show them side by side.)
 */
#ifndef TCU_BENCH_ABLATION_ABLATION_H
#define TCU_BENCH_ABLATION_ABLATION_H

#include "bench/tune/tune.h"

namespace bench
{
/** Prints a row for each form; throws where two forms' counts differ. */
void ablate_byte_counts(Tuner &tuner, double read_roof);
void ablate_mark_counts(Tuner &tuner, double read_roof);
} // namespace bench

#endif
