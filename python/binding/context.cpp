// SPDX-License-Identifier: Apache-2.0
// Contexts: creation, settings, properties, copies to the host.
#include "context.h"

#include <nanobind/stl/string.h>

#include "array.h"

namespace nb = nanobind;

namespace tcu_python
{

void raise_status(tcu_status status, const std::string &sentence)
{
    const nb::object make = nb::module_::import_("tcu._errors").attr("error_of_status");
    const nb::object error = make(int(status), sentence.empty() ? tcu_status_string(status) : sentence.c_str());
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error.ptr())), error.ptr());
    nb::raise_python_error();
}

context::context(int backend, int device)
{
    const tcu_status status = tcu_context_create(&handle_, static_cast<tcu_backend>(backend), device);
    if (status != TCU_SUCCESS) {
        raise_status(status, tcu_context_last_error(nullptr));
    }
}

context::~context()
{
    // (Waits for nothing, but may give memory back to the driver.)
    const nb::gil_scoped_release unlocked;
    tcu_context_destroy(handle_);
}

static nb::dict properties_of(context &self)
{
    tcu_properties properties = {};
    self.run(0, [&](tcu_context *handle) { return tcu_context_get_properties(handle, &properties); });
    nb::dict result;
    result["backend"] = int(properties.backend);
    result["device"] = properties.device;
    result["name"] = properties.name;
    result["compute_capability"] =
        nb::make_tuple(properties.compute_capability_major, properties.compute_capability_minor);
    result["multiprocessors"] = properties.multiprocessors;
    result["memory_bytes"] = properties.memory_bytes;
    result["fallback_reason"] = properties.fallback_reason;
    return result;
}

static nb::dict last_call_of(context &self)
{
    tcu_call_info info = {};
    self.run(0, [&](tcu_context *handle) { return tcu_context_get_last_call(handle, &info); });
    nb::dict result;
    result["function"] = info.function;
    result["operation"] = info.operation;
    result["path"] = info.path;
    result["workspace_bytes"] = info.workspace_bytes;
    return result;
}

// The elements of an array as bytes, once the work before it on the stream is done.
static nb::bytes copy_out(context &self, uintptr_t stream, const array &from)
{
    std::string bytes(from.size() * from.item_bytes, '\0');
    self.run(stream, [&](tcu_context *handle) { return tcu_copy_out(handle, bytes.data(), from.data, bytes.size()); });
    return nb::bytes(bytes.data(), bytes.size());
}

static void copy_in(context &self, uintptr_t stream, const array &to, const array &from)
{
    const size_t bytes = from.size() * from.item_bytes;
    if (to.size() * to.item_bytes != bytes || from.device >= 0) {
        throw nb::value_error("copy_in: arrays of different sizes, or an input that is not in host memory");
    }
    self.run(stream, [&](tcu_context *handle) { return tcu_copy_in(handle, to.data, from.data, bytes); });
}

void bind_context(nb::module_ &module)
{
    nb::class_<context>(module, "Context", "Where operations run, and the lock that lets threads share it.")
        .def(nb::init<int, int>(), nb::arg("backend"), nb::arg("device"))
        .def("properties", &properties_of)
        .def("last_call", &last_call_of)
        .def("copy_out", &copy_out, nb::arg("stream"), nb::arg("array"))
        .def("copy_in", &copy_in, nb::arg("stream"), nb::arg("to"), nb::arg("source"))
        .def("synchronize", [](context &self, uintptr_t stream) { self.run(stream, tcu_synchronize); })
        .def("set_threads",
             [](context &self, int threads) {
                 self.run(0, [=](tcu_context *handle) { return tcu_context_set_threads(handle, threads); });
             })
        .def("set_arithmetic",
             [](context &self, int arithmetic) {
                 self.run(0, [=](tcu_context *handle) {
                     return tcu_context_set_arithmetic(handle, static_cast<tcu_arithmetic>(arithmetic));
                 });
             })
        .def("set_pointer_checks",
             [](context &self, bool enabled) {
                 self.run(0, [=](tcu_context *handle) { return tcu_context_set_pointer_checks(handle, enabled); });
             })
        .def("load_tuning", [](context &self, const std::string &path) {
            self.run(0, [&](tcu_context *handle) { return tcu_context_load_tuning(handle, path.c_str()); });
        });
}

} // namespace tcu_python
