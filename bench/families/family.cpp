/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/family.h"

namespace bench
{
#define DECLARE(family, FAMILY, A) extern const Family &family##_family;
BENCH_FAMILIES(DECLARE, )

const Family &family_of(bench_op op)
{
#define OF_OP(family, OP, name, segments) &family##_family,
    static const Family *const by_op[] = {BENCH_OPS(OF_OP)};
    return *by_op[op];
}

std::vector<const Family *> families()
{
#define ENTER(family, FAMILY, A) &family##_family,
    return {BENCH_FAMILIES(ENTER, )};
}
} // namespace bench
