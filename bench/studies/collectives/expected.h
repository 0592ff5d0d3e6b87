/* SPDX-License-Identifier: Apache-2.0 */
/** @file expected.h The elements of the study `collectives`, and what each variant's results have to be. */
#ifndef TCU_BENCH_STUDIES_COLLECTIVES_EXPECTED_H
#define TCU_BENCH_STUDIES_COLLECTIVES_EXPECTED_H

#include <cstdint>
#include <vector>

#include "bench/studies/collectives/collective.h"

namespace study::collectives
{
/** Bytes of the elements of a type that a group has: as many as the longest collective takes. */
std::vector<uint8_t> elements_of(tcu_type type, int count);

/** What a group's results have to be, thread by thread, result_count() each. */
struct Expected {
    std::vector<double> value;
    std::vector<double> allowed; // the most that a result may differ
};

/** By a plain loop in f64 over the same elements. */
Expected expected_of(const Variant &variant);
} // namespace study::collectives

#endif
