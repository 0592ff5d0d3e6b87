// SPDX-License-Identifier: Apache-2.0
// Arrays by Python's buffers (PEP 3118), and by the dictionaries __array_interface__ and __cuda_array_interface__, which
// have the address as a number. NumPy's arrays of ml_dtypes.bfloat16 have no buffer, but the dictionary.
#include "array.h"

#include <cstring>
#include <nanobind/stl/string.h>
#include <string>

namespace nb = nanobind;

namespace tcu_python
{

static int type_of_format(const char *format, uint64_t bytes)
{
    if (!format) {
        return TCU_TYPE_U8; // as PEP 3118 has it
    }
    if (*format == '@' || *format == '=' || *format == '<') {
        format++;
    }
    if (format[0] == '\0' || format[1] != '\0') {
        return -1;
    }
    if (std::strchr("bhilqn", *format)) {
        return type_of_kind('i', bytes);
    }
    if (std::strchr("BHILQN", *format)) {
        return type_of_kind('u', bytes);
    }
    return std::strchr("efd", *format) ? type_of_kind('f', bytes) : -1;
}

// Copies of references to Python's objects that nobody counts would be left.
static void refuse_objects(nb::handle object, const char *format)
{
    bool has_objects = format && std::strcmp(format, "O") == 0;
    if (nb::hasattr(object, "dtype") && nb::hasattr(object.attr("dtype"), "hasobject")) {
        has_objects = nb::cast<bool>(object.attr("dtype").attr("hasobject"));
    }
    if (has_objects) {
        throw nb::type_error("an array of Python objects");
    }
}

bool import_buffer(array &result, nb::handle object)
{
    if (PyObject_GetBuffer(object.ptr(), &result.buffer, PyBUF_RECORDS_RO) != 0) {
        // NumPy has types that neither a buffer nor DLPack can tell, such as dates.
        if (!nb::hasattr(object, "__array_interface__")) {
            nb::raise_python_error();
        }
        PyErr_Clear();
        return import_interface(result, object);
    }
    result.has_buffer = true;
    const Py_buffer &buffer = result.buffer;
    result.data = buffer.buf;
    result.item_bytes = static_cast<uint64_t>(buffer.itemsize);
    result.type = type_of_format(buffer.format, result.item_bytes);
    if (result.type < 0) {
        refuse_objects(object, buffer.format);
    }
    result.read_only = buffer.readonly;
    result.shape.assign(buffer.shape, buffer.shape + buffer.ndim);
    const std::vector<int64_t> strides(buffer.strides, buffer.strides + buffer.ndim);
    result.contiguous = is_dense(result.shape, strides.data(), buffer.itemsize);
    return true;
}

static bool is_bfloat16(nb::handle object)
{
    if (!nb::hasattr(object, "dtype")) {
        return false;
    }
    const nb::object type = object.attr("dtype");
    return nb::hasattr(type, "name") && nb::str(type.attr("name")).equal(nb::str("bfloat16"));
}

bool import_interface(array &result, nb::handle object)
{
    const bool on_device = nb::hasattr(object, "__cuda_array_interface__");
    if (!on_device && !nb::hasattr(object, "__array_interface__")) {
        return false;
    }
    const nb::object description =
        nb::object(object.attr(on_device ? "__cuda_array_interface__" : "__array_interface__"));
    const nb::tuple data(description["data"]);
    const std::string format = nb::cast<std::string>(description["typestr"]); // as in "<f4"
    result.owner = nb::borrow(object);
    result.data = reinterpret_cast<void *>(nb::cast<uintptr_t>(data[0]));
    result.read_only = nb::cast<bool>(data[1]);
    refuse_objects(object, nullptr);
    if (nb::hasattr(object, "itemsize")) {
        result.item_bytes = nb::cast<uint64_t>(object.attr("itemsize"));
    } else if (format.size() > 2) {
        result.item_bytes = std::stoull(format.substr(2));
    }
    if (format.size() > 2 && format[0] != '>') {
        result.type = is_bfloat16(object) ? int(TCU_TYPE_BF16) : type_of_kind(format[1], result.item_bytes);
    }
    for (const nb::handle extent : nb::tuple(description["shape"])) {
        result.shape.push_back(nb::cast<int64_t>(extent));
    }
    const nb::object strides = description.attr("get")("strides");
    if (!strides.is_none()) {
        std::vector<int64_t> bytes;
        for (const nb::handle stride : nb::tuple(strides)) {
            bytes.push_back(nb::cast<int64_t>(stride));
        }
        result.contiguous = is_dense(result.shape, bytes.data(), static_cast<int64_t>(result.item_bytes));
    }
    if (on_device) {
        // The dictionary does not say which device it is; the libraries' arrays do.
        result.device = 0;
        if (nb::hasattr(object, "device")) {
            const nb::object device = object.attr("device");
            if (nb::hasattr(device, "id")) {
                result.device = nb::cast<int>(device.attr("id"));
            }
        }
    }
    return true;
}

} // namespace tcu_python
