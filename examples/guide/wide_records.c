/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts records wider than 16 bytes by one of their fields: argsort, then a gather: docs/guide/gather.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

typedef struct city {
    char name[36];
    int32_t population; /* in thousands */
} city;

enum { N = 5 };

int main(void)
{
    const city cities[N] = {{"Lyon", 522}, {"Porto", 232}, {"Turin", 848}, {"Ghent", 265}, {"Basel", 177}};
    city sorted[N];
    int32_t populations[N];
    for (int i = 0; i < N; i++) {
        populations[i] = cities[i].population; /* the keys alone: the records are not needed to find their order */
    }

    tcu_context *context;
    void *keys = NULL, *order = NULL, *records = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof populations, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, N * sizeof(uint32_t), &order) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof cities, &records) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof sorted, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, populations, sizeof populations) != TCU_SUCCESS ||
        tcu_copy_in(context, records, cities, sizeof cities) != TCU_SUCCESS ||
        tcu_argsort(context, keys, TCU_TYPE_I32, order, TCU_TYPE_U32, N, NULL) != TCU_SUCCESS ||
        tcu_gather(context, records, N, order, TCU_TYPE_U32, out, sizeof(city), N, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, sorted, out, sizeof sorted) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < N; k++) {
            printf("%-5s %d\n", sorted[k].name, (int)sorted[k].population);
        }
        result = 0;
    }
    tcu_free(context, keys);
    tcu_free(context, order);
    tcu_free(context, records);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
