// SPDX-License-Identifier: Apache-2.0
// Arrays in general: who keeps their memory, and which protocol is asked first. DLPack is in import_dlpack.cpp, Python's
// buffers and the two interfaces of dictionaries in import_interface.cpp.
#include "array.h"

#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace tcu_python
{

array::array(array &&other) noexcept
    : data(other.data), type(other.type), item_bytes(other.item_bytes), device(other.device),
      read_only(other.read_only), contiguous(other.contiguous), shape(std::move(other.shape)),
      has_buffer(other.has_buffer), buffer(other.buffer), tensor(other.tensor), versioned(other.versioned),
      owner(std::move(other.owner))
{
    other.has_buffer = false;
    other.tensor = nullptr;
    other.versioned = nullptr;
}

array::~array()
{
    if (has_buffer) {
        PyBuffer_Release(&buffer);
    }
    if (tensor && tensor->deleter) {
        tensor->deleter(tensor);
    }
    if (versioned && versioned->deleter) {
        versioned->deleter(versioned);
    }
}

uint64_t array::size() const
{
    uint64_t count = 1;
    for (const int64_t extent : shape) {
        count *= static_cast<uint64_t>(extent);
    }
    return count;
}

bool is_dense(const std::vector<int64_t> &shape, const int64_t *strides, int64_t unit)
{
    for (const int64_t extent : shape) {
        if (extent == 0) {
            return true; // no element: any strides
        }
    }
    int64_t expected = unit;
    for (size_t axis = shape.size(); axis-- > 0;) {
        if (shape[axis] != 1 && strides[axis] != expected) {
            return false; // (strides of an axis with one element are never used)
        }
        expected *= shape[axis];
    }
    return true;
}

int type_of_kind(char kind, uint64_t bytes)
{
    if (kind == 'f') {
        return bytes == 2 ? TCU_TYPE_F16 : bytes == 4 ? TCU_TYPE_F32 : bytes == 8 ? TCU_TYPE_F64 : -1;
    }
    if (kind == 'i') {
        return bytes == 1   ? TCU_TYPE_I8
               : bytes == 2 ? TCU_TYPE_I16
               : bytes == 4 ? TCU_TYPE_I32
               : bytes == 8 ? TCU_TYPE_I64
                            : -1;
    }
    if (kind == 'u') {
        return bytes == 1   ? TCU_TYPE_U8
               : bytes == 2 ? TCU_TYPE_U16
               : bytes == 4 ? TCU_TYPE_U32
               : bytes == 8 ? TCU_TYPE_U64
                            : -1;
    }
    return -1;
}

array import_array(nb::handle object, intptr_t stream)
{
    array result;
    // NumPy answers buffers faster than __dlpack__(), also for arrays that are read only; others that have both do not. (The
    // type is asked, as to make a dictionary takes longer than all else.)
    const nb::handle type(reinterpret_cast<PyObject *>(Py_TYPE(object.ptr())));
    const bool by_buffer = PyObject_CheckBuffer(object.ptr()) &&
                           (nb::hasattr(type, "__array_interface__") || !nb::hasattr(type, "__dlpack__"));
    if ((by_buffer && import_buffer(result, object)) || import_exchange(result, object) ||
        import_dlpack(result, object, stream) || import_interface(result, object)) {
        return result;
    }
    throw nb::type_error("no array: it has neither DLPack nor Python's buffers nor __cuda_array_interface__");
}

void bind_array(nb::module_ &module)
{
    nb::class_<array>(module, "Array", "An array of any library: address, element type, shape, device.")
        .def_prop_ro("address", [](const array &a) { return reinterpret_cast<uintptr_t>(a.data); })
        .def_ro("type", &array::type)
        .def_ro("item_bytes", &array::item_bytes)
        .def_ro("device", &array::device)
        .def_ro("read_only", &array::read_only)
        .def_ro("contiguous", &array::contiguous)
        .def_prop_ro("size", &array::size)
        .def_prop_ro("shape", [](const array &a) { return nb::tuple(nb::cast(a.shape)); });
    module.def("import_array", &import_array, nb::arg("object").none(), nb::arg("stream") = -1,
               "The array behind an object.");
    module.def("current_stream", &current_stream, nb::arg("object"), nb::arg("device"),
               "The stream on which the object's library enqueues its work now.");
}

} // namespace tcu_python
