/* SPDX-License-Identifier: Apache-2.0 */
/* A row for each unit sold, of orders that say how many: run-length decoding: docs/guide/gather.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { ORDERS = 4, ROOM = 10 };

int main(void)
{
    const uint32_t units[ORDERS] = {2, 0, 3, 1};
    const double prices[ORDERS] = {9.5, 20, 4.25, 7};
    double price_of_unit[ROOM];
    uint32_t order_of_unit[ROOM];
    uint64_t count = 0;

    tcu_context *context;
    void *lengths = NULL, *items = NULL, *out = NULL, *numbers = NULL, *total = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof units, &lengths) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof prices, &items) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof price_of_unit, &out) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof order_of_unit, &numbers) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof count, &total) != TCU_SUCCESS ||
        tcu_copy_in(context, lengths, units, sizeof units) != TCU_SUCCESS ||
        tcu_copy_in(context, items, prices, sizeof prices) != TCU_SUCCESS ||
        tcu_run_length_decode(context, lengths, TCU_TYPE_U32, ORDERS, items, out, sizeof *prices, numbers, TCU_TYPE_U32,
                              total, ROOM, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, &count, total, sizeof count) != TCU_SUCCESS ||
        tcu_copy_out(context, price_of_unit, out, count * sizeof *price_of_unit) != TCU_SUCCESS ||
        tcu_copy_out(context, order_of_unit, numbers, count * sizeof *order_of_unit) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (uint64_t j = 0; j < count; j++) {
            printf("unit %" PRIu64 ": order %" PRIu32 ", %.2f\n", j, order_of_unit[j], price_of_unit[j]);
        }
        result = 0;
    }
    tcu_free(context, lengths);
    tcu_free(context, items);
    tcu_free(context, out);
    tcu_free(context, numbers);
    tcu_free(context, total);
    tcu_context_destroy(context);
    return result;
}
