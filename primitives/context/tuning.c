/* SPDX-License-Identifier: Apache-2.0 */
/* The families of policies that tuning files can set, and a context's copies of them. */
#include "tuning.h"

#include <inttypes.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#define TABLE(name) extern const tcui_tuning_family tcui_##name##_tuning;
TCUI_FOR_TUNING_FAMILIES(TABLE)
#undef TABLE

#define ENTRY(name) &tcui_##name##_tuning,
static const tcui_tuning_family *const families[] = {TCUI_FOR_TUNING_FAMILIES(ENTRY)};
#undef ENTRY

enum { FAMILIES = sizeof families / sizeof families[0] };

/* What tcu_context::tuning points to. */
typedef struct copies {
    alignas(max_align_t) unsigned char policies[FAMILIES][TCUI_TUNING_MOST_BYTES];
} copies;

const tcui_tuning_family *tcui_tuning_family_at(size_t index)
{
    return index < FAMILIES ? families[index] : NULL;
}

const tcui_tuning_row *tcui_tuning_find(const char *name, const tcui_tuning_family **family)
{
    const size_t length = strcspn(name, ".");
    size_t f = 0;
    while ((*family = tcui_tuning_family_at(f)) != NULL &&
           !(name[length] == '.' && strlen((*family)->name) == length && memcmp((*family)->name, name, length) == 0)) {
        f++;
    }
    for (size_t r = 0; *family != NULL && r < (*family)->num_rows; r++) {
        if (strcmp((*family)->rows[r].name, name + length + 1) == 0) {
            return &(*family)->rows[r];
        }
    }
    return NULL;
}

uint64_t tcui_tuning_get(const void *policy, const tcui_tuning_row *row)
{
    const unsigned char *const field = (const unsigned char *)policy + row->offset;
    uint32_t narrow;
    uint64_t wide;
    if (row->size == sizeof narrow) {
        memcpy(&narrow, field, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, field, sizeof wide);
    return wide;
}

static void put(void *policy, const tcui_tuning_row *row, uint64_t value)
{
    unsigned char *const field = (unsigned char *)policy + row->offset;
    const uint32_t narrow = (uint32_t)value;
    if (row->size == sizeof narrow) {
        memcpy(field, &narrow, sizeof narrow);
    } else {
        memcpy(field, &value, sizeof value);
    }
}

bool tcui_tuning_allows(const tcui_tuning_row *row, uint64_t value)
{
    return value >= row->least && value <= row->most;
}

/* The context's copy of the family's policy, which begins as what its calls went by before. */
static void *copy_of(tcu_context *context, const tcui_tuning_family *family)
{
    copies *const own = context->tuning;
    size_t index = 0;
    while (families[index] != family) {
        index++;
    }
    const void *const given = context->policies[family->operation];
    if (given != own->policies[index]) {
        memcpy(own->policies[index], given != NULL ? given : family->policy, family->policy_bytes);
        context->policies[family->operation] = own->policies[index];
    }
    return own->policies[index];
}

bool tcui_tuning_make_room(tcu_context *context)
{
    if (context->tuning == NULL) {
        context->tuning = calloc(1, sizeof(copies));
    }
    return context->tuning != NULL;
}

tcu_status tcui_tuning_set(tcu_context *context, const tcui_tuning_family *family, const tcui_tuning_row *row,
                           uint64_t value)
{
    if (!tcui_tuning_allows(row, value)) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "%s.%s is %" PRIu64 "; it must be from %" PRIu64 " to %" PRIu64, family->name, row->name,
                         value, row->least, row->most);
    }
    if (!tcui_tuning_make_room(context)) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory for policies of %zu bytes", sizeof(copies));
    }
    put(copy_of(context, family), row, value);
    return TCU_SUCCESS;
}

void tcui_tuning_reset(tcu_context *context)
{
    const copies *const own = context->tuning;
    for (size_t i = 0; own != NULL && i < FAMILIES; i++) {
        if (context->policies[families[i]->operation] == own->policies[i]) {
            context->policies[families[i]->operation] = NULL;
        }
    }
}
