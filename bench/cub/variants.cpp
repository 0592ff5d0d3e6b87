/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/cub/variants.h"

namespace bench
{
#if TCU_BENCH_CUB
std::vector<const CubVariant *> find_cub(const bench_problem &p)
{
#define TABLE(family) family##_cub(),
    static const CubTable tables[] = {BENCH_FAMILIES(TABLE)};
    std::vector<const CubVariant *> found;
    if (p.n > UINT32_MAX) { // the wrappers use CUB's 32-bit indices
        return found;
    }
    const bool is_signed =
        p.in_type == TCU_TYPE_I8 || p.in_type == TCU_TYPE_I16 || p.in_type == TCU_TYPE_I32 || p.in_type == TCU_TYPE_I64;
    for (const CubTable &table : tables) {
        const int unsigned_type = table.ignores_sign && is_signed && p.in_type == p.out_type; // is the next one
        for (const CubVariant *v = table.begin; v < table.end; v++) {
            if (v->op == p.op && v->form == p.form && v->in_type == p.in_type + unsigned_type &&
                v->out_type == p.out_type + unsigned_type) {
                found.push_back(v);
            }
        }
    }
    return found;
}
#else
std::vector<const CubVariant *> find_cub(const bench_problem &)
{
    return {};
}

int cub_version()
{
    return 0;
}
#endif
} // namespace bench
