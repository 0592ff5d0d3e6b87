/* SPDX-License-Identifier: Apache-2.0 */
/* Two logs that are in the order of their times become one: docs/guide/merging.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { WEB = 4, MAIL = 3, ALL = WEB + MAIL };

int main(void)
{
    const int64_t web_times[WEB] = {100, 103, 103, 110}, mail_times[MAIL] = {99, 103, 120};
    const uint32_t web_lines[WEB] = {1, 2, 3, 4}, mail_lines[MAIL] = {901, 902, 903};
    int64_t all_times[ALL];
    uint32_t all_lines[ALL];

    tcu_context *context;
    void *web = NULL, *mail = NULL, *web_numbers = NULL, *mail_numbers = NULL, *times = NULL, *lines = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof web_times, &web) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof mail_times, &mail) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof web_lines, &web_numbers) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof mail_lines, &mail_numbers) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof all_times, &times) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof all_lines, &lines) != TCU_SUCCESS ||
        tcu_copy_in(context, web, web_times, sizeof web_times) != TCU_SUCCESS ||
        tcu_copy_in(context, mail, mail_times, sizeof mail_times) != TCU_SUCCESS ||
        tcu_copy_in(context, web_numbers, web_lines, sizeof web_lines) != TCU_SUCCESS ||
        tcu_copy_in(context, mail_numbers, mail_lines, sizeof mail_lines) != TCU_SUCCESS ||
        tcu_merge_pairs(context, web, web_numbers, WEB, mail, mail_numbers, MAIL, times, lines, TCU_TYPE_I64,
                        sizeof *all_lines, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, all_times, times, sizeof all_times) != TCU_SUCCESS ||
        tcu_copy_out(context, all_lines, lines, sizeof all_lines) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < ALL; k++) {
            printf("%" PRId64 ": line %" PRIu32 "\n", all_times[k], all_lines[k]);
        }
        result = 0;
    }
    void *const arrays[] = {web, mail, web_numbers, mail_numbers, times, lines};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        tcu_free(context, arrays[i]);
    }
    tcu_context_destroy(context);
    return result;
}
