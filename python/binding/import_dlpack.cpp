// SPDX-License-Identifier: Apache-2.0
// Arrays by DLPack: by the producer's C functions where its type has them, which cost no call of Python, else by its
// methods __dlpack_device__() and __dlpack__().
#include "array.h"

namespace nb = nanobind;

namespace tcu_python
{

int type_of_dlpack(dl_data_type type)
{
    if (type.lanes != 1) {
        return -1;
    }
    switch (type.code) {
    case dl_int:
        return type_of_kind('i', type.bits / 8);
    case dl_uint:
        return type_of_kind('u', type.bits / 8);
    case dl_float:
        return type_of_kind('f', type.bits / 8);
    case dl_bfloat:
        return type.bits == 16 ? TCU_TYPE_BF16 : -1;
    default:
        return -1;
    }
}

static void describe(array &result, const dl_tensor &tensor)
{
    switch (tensor.device.type) {
    case dl_cpu:
    case dl_cuda_host:
        result.device = -1;
        break;
    case dl_cuda:
    case dl_cuda_managed:
        result.device = tensor.device.id;
        break;
    default:
        throw nb::type_error("an array on a device that is neither the CPU nor a CUDA device");
    }
    result.data = static_cast<char *>(tensor.data) + tensor.byte_offset;
    result.type = type_of_dlpack(tensor.dtype);
    result.item_bytes = static_cast<uint64_t>(tensor.dtype.bits) * tensor.dtype.lanes / 8;
    result.shape.assign(tensor.shape, tensor.shape + tensor.ndim);
    result.contiguous = !tensor.strides || is_dense(result.shape, tensor.strides, 1);
}

// The table of C functions of the object's type, or NULL. (Of a major version that is not 1 nothing is known.)
static const dl_exchange_api *exchange_api(nb::handle object)
{
    PyObject *type = reinterpret_cast<PyObject *>(Py_TYPE(object.ptr()));
    PyObject *capsule = PyObject_GetAttrString(type, "__dlpack_c_exchange_api__");
    if (!capsule) {
        PyErr_Clear();
        return nullptr;
    }
    const nb::object owned = nb::steal(capsule);
    if (!PyCapsule_IsValid(capsule, "dlpack_exchange_api")) {
        return nullptr;
    }
    auto *api = static_cast<const dl_exchange_api *>(PyCapsule_GetPointer(capsule, "dlpack_exchange_api"));
    while (api && api->version.major != 1) {
        api = api->previous;
    }
    return api;
}

bool import_exchange(array &result, nb::handle object)
{
    const dl_exchange_api *api = exchange_api(object);
    if (!api || !api->from_object) {
        return false;
    }
    if (api->from_object(object.ptr(), &result.versioned) != 0) {
        nb::raise_python_error();
    }
    result.read_only = result.versioned->flags & dl_read_only;
    describe(result, result.versioned->tensor);
    return true;
}

uintptr_t current_stream(nb::handle object, int device)
{
    const dl_exchange_api *api = exchange_api(object);
    void *stream = nullptr;
    if (!api || !api->current_stream || device < 0) {
        return 0;
    }
    if (api->current_stream(dl_cuda, device, &stream) != 0) {
        nb::raise_python_error();
    }
    return reinterpret_cast<uintptr_t>(stream);
}

// A producer older than version 1 does not know `max_version`.
static nb::object call_dlpack(nb::handle object, intptr_t stream, bool on_device)
{
    const nb::object method = object.attr("__dlpack__");
    nb::dict arguments;
    if (on_device) {
        // The protocol's numbers: 1 is the legacy default stream, 0 is no number of CUDA, -1 asks for no ordering.
        arguments["stream"] = stream == 0 ? intptr_t(1) : stream;
    }
    arguments["max_version"] = nb::make_tuple(1, 1);
    try {
        return method(**arguments);
    } catch (nb::python_error &error) {
        if (!error.matches(PyExc_TypeError)) {
            throw;
        }
    }
    PyDict_DelItemString(arguments.ptr(), "max_version");
    return method(**arguments);
}

bool import_dlpack(array &result, nb::handle object, intptr_t stream)
{
    if (!nb::hasattr(object, "__dlpack__") || !nb::hasattr(object, "__dlpack_device__")) {
        return false;
    }
    const int32_t device = nb::cast<int32_t>(nb::tuple(object.attr("__dlpack_device__")())[0]);
    const nb::object capsule = call_dlpack(object, stream, device == dl_cuda || device == dl_cuda_managed);
    if (PyCapsule_IsValid(capsule.ptr(), "dltensor_versioned")) {
        auto *versioned =
            static_cast<dl_managed_tensor_versioned *>(PyCapsule_GetPointer(capsule.ptr(), "dltensor_versioned"));
        if (versioned->version.major > 1) {
            throw nb::type_error("an array of a version of DLPack that is not known");
        }
        // From here on the tensor is ours, and the capsule is to leave it alone.
        PyCapsule_SetName(capsule.ptr(), "used_dltensor_versioned");
        result.versioned = versioned;
        result.read_only = versioned->flags & dl_read_only;
        describe(result, versioned->tensor);
        return true;
    }
    if (PyCapsule_IsValid(capsule.ptr(), "dltensor")) {
        result.tensor = static_cast<dl_managed_tensor *>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
        PyCapsule_SetName(capsule.ptr(), "used_dltensor");
        describe(result, result.tensor->tensor);
        return true;
    }
    throw nb::type_error("__dlpack__() returned no capsule of DLPack");
}

} // namespace tcu_python
