/* SPDX-License-Identifier: Apache-2.0 */
/* The backend of the public functions in the stencils' suites: the emulated device. */
#include "algorithms/convolution_layer/backend.h"
#include "algorithms/stencil/backend.h"
#include "emulated_backend.h"

using namespace emulated;

/* (In the order of tcui_operation_id.) */
extern "C" const tcui_backend tcui_backend_host = {
    TCU_BACKEND_HOST,
    open_device,
    close_device,
    set_threads,
    enter_device,
    leave_device,
    allocate,
    release,
    copy,
    clear,
    nullptr, /* no test allocates */
    nullptr,
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &tcui_stencil_cuda, &tcui_convolution_layer_cuda}};
static_assert(TCUI_STENCIL == 6 && TCUI_CONVOLUTION_LAYER == 7, "the table's order");
/* (No test asks for it.) */
extern "C" const tcui_backend tcui_backend_reference = tcui_backend_host;
