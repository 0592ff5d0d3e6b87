/* SPDX-License-Identifier: Apache-2.0 */
/* A plan's memory: its arrays are written on the host one behind the other, and copied to the device together. */
#include <cstdlib>
#include <cstring>

#include "algorithms/stencil/cuda/fields/passes.h"
#include "algorithms/stencil/cuda/matrix/bands.h"
#include "paths.h"
#include "prepared.h"
#include "primitives/memory/cuda/device_memory.h"
#include "primitives/pipeline/capture.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

size_t weight_bytes(const tcui_stencil *stencil)
{
    return stencil->num_taps * tcui_stencil_computed_bytes(stencil->type);
}

void write_weights(const tcui_stencil *stencil, void *to)
{
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        tcui_stencil_write_computed(stencil->type, to, t, stencil->taps[t].weight);
    }
}

uint64_t count_factors(const tcui_stencil *stencil, int axis)
{
    return stencil->is_separable && stencil->factors[axis] != nullptr ? tcui_stencil_width(&stencil->axes[axis]) : 0;
}

template <int Axis>
size_t factor_bytes(const tcui_stencil *stencil)
{
    return count_factors(stencil, Axis) * tcui_stencil_computed_bytes(stencil->type);
}

template <int Axis>
void write_factors(const tcui_stencil *stencil, void *to)
{
    for (uint64_t i = 0; i < count_factors(stencil, Axis); i++) {
        tcui_stencil_write_computed(stencil->type, to, i, static_cast<const double *>(stencil->factors[Axis])[i]);
    }
}

size_t place_bytes(const tcui_stencil *stencil)
{
    return stencil->num_taps * sizeof(tcui_stencil_place);
}

void write_places(const tcui_stencil *stencil, void *to)
{
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        const tcui_tap &tap = stencil->taps[t];
        tcui_stencil_place place = {};
        place.in_field = tap.in_field;
        uint64_t distance = tap.in_field * stencil->in_field_stride;
        for (int axis = 0; axis < TCUI_AXES; axis++) {
            place.offset[axis] = tap.offset[axis];
            distance += static_cast<uint64_t>(static_cast<int64_t>(tap.offset[axis])) * stencil->axes[axis].in_stride;
        }
        place.distance = static_cast<int64_t>(distance);
        static_cast<tcui_stencil_place *>(to)[t] = place;
    }
}

size_t field_bytes(const tcui_stencil *stencil)
{
    return (static_cast<size_t>(stencil->out_fields) + 1) * sizeof(uint64_t);
}

void write_fields(const tcui_stencil *stencil, void *to)
{
    uint64_t t = 0;
    for (uint32_t field = 0; field <= stencil->out_fields; field++) {
        while (t < stencil->num_taps && stencil->taps[t].out_field < field) {
            t++;
        }
        static_cast<uint64_t *>(to)[field] = t;
    }
}

uint64_t line_count(const tcui_stencil *stencil)
{
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        if (stencil->taps[t].offset[0] != 0 || stencil->taps[t].offset[1] != 0) {
            return 0;
        }
    }
    const bool is_line = stencil->num_taps > 0 && stencil->in_fields == 1 && stencil->out_fields == 1;
    return is_line ? tcui_stencil_width(&stencil->axes[2]) : 0;
}

size_t line_weight_bytes(const tcui_stencil *stencil)
{
    return line_count(stencil) * tcui_stencil_computed_bytes(stencil->type);
}

void write_line_weights(const tcui_stencil *stencil, void *to)
{
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        const uint64_t i = static_cast<uint64_t>(stencil->taps[t].offset[2] - stencil->axes[2].low);
        tcui_stencil_write_computed(stencil->type, to, i, stencil->taps[t].weight);
    }
}

size_t line_present_bytes(const tcui_stencil *stencil)
{
    const uint64_t count = line_count(stencil);
    return count == stencil->num_taps ? 0 : divide_up(count, 32) * sizeof(uint32_t);
}

void write_line_present(const tcui_stencil *stencil, void *to)
{
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        const uint32_t i = static_cast<uint32_t>(stencil->taps[t].offset[2] - stencil->axes[2].low);
        static_cast<uint32_t *>(to)[i / 32] |= 1u << i % 32;
    }
}

/* In the order of tcui_stencil_part; of 0 bytes there is none. */
const struct {
    size_t (*bytes)(const tcui_stencil *stencil);
    void (*write)(const tcui_stencil *stencil, void *to);
} parts[] = {
    {weight_bytes, write_weights},
    {factor_bytes<0>, write_factors<0>},
    {factor_bytes<1>, write_factors<1>},
    {factor_bytes<2>, write_factors<2>},
    {place_bytes, write_places},
    {field_bytes, write_fields},
    {line_weight_bytes, write_line_weights},
    {line_present_bytes, write_line_present},
    {tcui_stencil_band_bytes, tcui_stencil_write_bands},
};
static_assert(sizeof parts / sizeof *parts == TCUI_STENCIL_PARTS, "a row for each part");

tcu_status fail_on_device(tcu_context *context, size_t bytes, cudaError_t error)
{
    cudaGetLastError();
    if (error == cudaErrorMemoryAllocation) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no %zu bytes for the plan", bytes);
    }
    return tcui_fail(context, TCU_ERROR_DEVICE, "the plan's memory cannot be set up: %s (%s)",
                     cudaGetErrorString(error), cudaGetErrorName(error));
}

/* The parts in device memory. */
tcu_status copy_parts(tcu_context *context, const tcui_stencil *stencil, tcui_stencil_prepared *prepared)
{
    tcui_layout layout = {};
    size_t offsets[TCUI_STENCIL_PARTS], bytes[TCUI_STENCIL_PARTS];
    for (int i = 0; i < TCUI_STENCIL_PARTS; i++) {
        bytes[i] = parts[i].bytes(stencil);
        offsets[i] = tcui_layout_reserve(&layout, bytes[i], 1);
    }
    char *const staged = static_cast<char *>(std::calloc(layout.bytes, 1));
    if (staged == nullptr) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no %zu bytes for the plan", layout.bytes);
    }
    for (int i = 0; i < TCUI_STENCIL_PARTS; i++) {
        if (bytes[i] > 0) {
            parts[i].write(stencil, staged + offsets[i]);
        }
    }

    const cudaStream_t stream = static_cast<cudaStream_t>(context->stream);
    cudaError_t error = tcui_device_allocate(layout.bytes, &prepared->memory);
    if (error == cudaSuccess) {
        error = tcui_device_copy(prepared->memory, staged, layout.bytes, stream);
    }
    std::free(staged);
    if (error != cudaSuccess) {
        return fail_on_device(context, layout.bytes, error);
    }
    for (int i = 0; i < TCUI_STENCIL_PARTS; i++) {
        prepared->parts[i] = bytes[i] > 0 ? static_cast<char *>(prepared->memory) + offsets[i] : nullptr;
    }
    return TCU_SUCCESS;
}

void set_parts(tcui_stencil *stencil, const tcui_stencil_prepared *prepared)
{
    stencil->weights = prepared->parts[TCUI_STENCIL_WEIGHTS];
    for (int axis = 0; axis < TCUI_AXES; axis++) {
        stencil->factors[axis] = prepared->parts[TCUI_STENCIL_FACTORS_0 + axis];
    }
    stencil->prepared = prepared;
}

/* The passes of several fields, each stencil with parts of its own. */
tcu_status make_passes(tcu_context *context, const tcui_stencil *stencil, tcui_stencil_prepared *prepared)
{
    tcu_status status = tcui_stencil_make_passes(context, stencil, &prepared->passes);
    const uint32_t count = prepared->passes != nullptr ? prepared->passes->num_stencils : 0;
    for (uint32_t i = 0; i < count && status == TCU_SUCCESS; i++) {
        tcui_field_stencil &field = prepared->passes->stencils[i];
        status = copy_parts(context, &field.stencil, &field.prepared);
        set_parts(&field.stencil, &field.prepared);
    }
    return status;
}

/* (free_memory: of the current device, or of that of the plan.) */
template <class Free>
void release_all(tcui_stencil_prepared *prepared, Free free_memory)
{
    const uint32_t count = prepared->passes != nullptr ? prepared->passes->num_stencils : 0;
    for (uint32_t i = 0; i < count; i++) {
        free_memory(prepared->passes->stencils[i].prepared.memory);
    }
    free_memory(prepared->memory);
    std::free(prepared->passes);
    std::free(prepared);
}

} // namespace

extern "C" {

tcu_status tcui_stencil_cuda_prepare(tcu_context *context, tcui_stencil *stencil, void **memory)
{
    *memory = nullptr;
    const tcu_status capturable = check_no_capture(context);
    if (capturable != TCU_SUCCESS) {
        return capturable;
    }
    tcui_stencil_prepared *const prepared =
        static_cast<tcui_stencil_prepared *>(std::calloc(1, sizeof(tcui_stencil_prepared)));
    if (prepared == nullptr) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory for the plan");
    }
    tcu_status status = copy_parts(context, stencil, prepared);
    if (status == TCU_SUCCESS) {
        status = make_passes(context, stencil, prepared);
    }
    if (status != TCU_SUCCESS) {
        release_all(prepared, [](void *of_device) { tcui_device_free(of_device); });
        return status;
    }
    set_parts(stencil, prepared);
    *memory = prepared;
    return TCU_SUCCESS;
}

void tcui_stencil_cuda_release(int device, void *memory)
{
    release_all(static_cast<tcui_stencil_prepared *>(memory),
                [&](void *of_device) { tcui_device_free_of(device, of_device); });
}

} // extern "C"
