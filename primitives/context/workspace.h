/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Temporary memory of one call: the caller's workspace if there is one, else the context's allocator. And the layout of
 * several arrays inside it.
 */
#ifndef TCUI_WORKSPACE_H
#define TCUI_WORKSPACE_H

#include "context_internal.h"
#include "sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Arrays inside a workspace begin at multiples of this. */
enum { TCUI_WORKSPACE_ALIGNMENT = 256 };

/* Adds up the bytes of a workspace: reserve() returns the offset of an array in it. Saturates at SIZE_MAX. */
typedef struct tcui_layout {
    size_t bytes;
} tcui_layout;

static inline size_t tcui_add_saturating(size_t a, size_t b)
{
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

static inline size_t tcui_layout_reserve(tcui_layout *layout, uint64_t count, size_t element_bytes)
{
    const size_t mask = TCUI_WORKSPACE_ALIGNMENT - 1;
    const size_t offset = layout->bytes;
    size_t bytes;
    const bool fits = tcui_bytes_of(count, element_bytes, &bytes);
    bytes = fits ? tcui_add_saturating(bytes, mask) : SIZE_MAX;
    layout->bytes = tcui_add_saturating(offset, bytes == SIZE_MAX ? SIZE_MAX : bytes & ~mask);
    return offset;
}

/* Reserves, and says where the array is in the workspace that begins at `base`. NULL without elements, and where `base` is
 * NULL: while bytes are only added up. */
void *tcui_layout_place(tcui_layout *layout, void *base, uint64_t count, size_t element_bytes);

/* An output, or in place of NULL one that is only asked about: it is not NULL, aligned to 8 bytes, and never written. */
void *tcui_or_placeholder(void *output);

/* What lies behind all that is reserved; NULL where `base` is. */
void *tcui_layout_rest(const tcui_layout *layout, void *base);

/* What a query answers and what a caller's workspace must hold: the layout's bytes and slack to align any pointer. */
static inline size_t tcui_layout_total(const tcui_layout *layout)
{
    return layout->bytes == 0 ? 0 : tcui_add_saturating(layout->bytes, TCUI_WORKSPACE_ALIGNMENT - 1);
}

typedef struct tcui_workspace {
    void *base;       /* aligned to TCUI_WORKSPACE_ALIGNMENT */
    void *allocation; /* NULL when the memory is the caller's */
    size_t allocation_bytes;
} tcui_workspace;

/* `bytes` is a layout's total. A caller's workspace, if there is one, has to have as many. */
tcu_status tcui_workspace_check(tcu_context *context, size_t bytes);

/* Once that is checked, of 1 byte or more. */
tcu_status tcui_workspace_acquire(tcu_context *context, size_t bytes, tcui_workspace *workspace);
void tcui_workspace_release(tcu_context *context, tcui_workspace *workspace);

#ifdef __cplusplus
}

namespace tcu
{

template <class T>
T *place(tcui_layout *layout, void *base, uint64_t count)
{
    return static_cast<T *>(tcui_layout_place(layout, base, count, sizeof(T)));
}

} // namespace tcu
#endif

#endif /* TCUI_WORKSPACE_H */
