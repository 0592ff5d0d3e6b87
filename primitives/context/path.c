/* SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ the choice --- */

static bool applies(const tcui_path *path, const tcu_context *context, const void *task)
{
    return path->applies == NULL || path->applies(context, task);
}

const tcui_path *tcui_choose_path_of_several(const tcu_context *context, const tcui_operation *operation,
                                             const void *task)
{
    const tcui_path *forced = context->forced_paths[operation->id];
    if (forced != NULL && applies(forced, context, task)) {
        return forced;
    }
    const tcui_path *last = &operation->paths[operation->num_paths - 1];
    for (const tcui_path *path = operation->paths; path < last; path++) {
        if (applies(path, context, task) && (path->pays == NULL || path->pays(context, task))) {
            return path;
        }
    }
    assert(applies(last, context, task));
    return last;
}

tcu_status tcui_reserve_path(tcu_context *context, const tcui_operation *operation, const void *task,
                             tcui_layout *layout)
{
    const tcui_path *path = tcui_choose_path(context, operation, task);
    return path->reserve != NULL ? path->reserve(context, task, layout) : TCU_SUCCESS;
}

tcu_status tcui_reserve(tcu_context *context, const tcui_operation *operation, const void *task, tcui_layout *layout)
{
    return operation->reserve != NULL ? operation->reserve(context, task, layout)
                                      : tcui_reserve_path(context, operation, task, layout);
}

tcu_status tcui_execute(tcu_context *context, const tcui_operation *operation, const void *task, void *workspace)
{
    const tcui_path *path = tcui_choose_path(context, operation, task);
    /* (Of operations that call others the outermost, which comes first, is the call's.) */
    if (context->last_call.path == NULL) {
        context->last_call.operation = operation->name;
        context->last_call.path = path->name;
    }
    return path->execute(context, task, workspace);
}

/* -------------------------------------------------------------------------------------------------- TCU_PATH --- */

/* A part of TCU_PATH. */
typedef struct word {
    const char *text;
    size_t length;
} word;

static bool is(word w, const char *name)
{
    return strlen(name) == w.length && memcmp(w.text, name, w.length) == 0;
}

static void append(char *list, size_t size, const char *name)
{
    const size_t length = strlen(list);
    snprintf(list + length, size - length, "%s%s", length > 0 ? ", " : "", name);
}

static tcu_status unknown_operation(const tcu_context *context, word name)
{
    char names[200] = "";
    for (int id = 0; id < TCUI_OPERATIONS; id++) {
        append(names, sizeof names, context->backend->operations[id]->name);
    }
    return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT,
                     "the environment variable TCU_PATH names the operation \"%.*s\"; it must be one of %s",
                     (int)(name.length < 60 ? name.length : 60), name.text, names);
}

static tcu_status unknown_path(const tcui_operation *operation, word name)
{
    char names[200] = "";
    for (int p = 0; p < operation->num_paths; p++) {
        append(names, sizeof names, operation->paths[p].name);
    }
    return tcui_fail(
        NULL, TCU_ERROR_INVALID_ARGUMENT,
        "the environment variable TCU_PATH names the path \"%.*s\" of %s; on this backend it must be one of %s",
        (int)(name.length < 60 ? name.length : 60), name.text, operation->name, names);
}

static tcu_status force_path(tcu_context *context, word operation_name, word path_name)
{
    for (int id = 0; id < TCUI_OPERATIONS; id++) {
        const tcui_operation *operation = context->backend->operations[id];
        if (!is(operation_name, operation->name)) {
            continue;
        }
        for (int p = 0; p < operation->num_paths; p++) {
            if (is(path_name, operation->paths[p].name)) {
                context->forced_paths[id] = &operation->paths[p];
                return TCU_SUCCESS;
            }
        }
        return unknown_path(operation, path_name);
    }
    return unknown_operation(context, operation_name);
}

tcu_status tcui_force_paths(tcu_context *context, const char *text)
{
    tcu_status status = TCU_SUCCESS;
    while (text[0] != '\0' && status == TCU_SUCCESS) {
        const size_t length = strcspn(text, ",");
        const size_t operation_length = strcspn(text, ":,");
        const size_t skipped = operation_length < length ? operation_length + 1 : length; /* the colon */
        status = force_path(context, (word){text, operation_length}, (word){text + skipped, length - skipped});
        text += length + (text[length] == ',');
    }
    return status;
}
