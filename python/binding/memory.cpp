// SPDX-License-Identifier: Apache-2.0
// Memory of a context's space with a type and a shape, for results of callers whose library cannot allocate arrays to be
// written to (JAX, Numba, objects that only have __cuda_array_interface__). Other libraries take it by DLPack and the two
// interfaces of dictionaries, and keep it as long as they need it.
#include <memory>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "call.h"

namespace nb = nanobind;

namespace tcu_python
{

struct memory {
    memory(nb::object where, uintptr_t on_stream, int element_type, std::vector<int64_t> extents)
        : owner(std::move(where)), stream(on_stream), type(element_type), shape(std::move(extents))
    {
        bytes = tcu_type_size(static_cast<tcu_type>(type));
        for (const int64_t extent : shape) {
            bytes *= static_cast<uint64_t>(extent);
        }
        nb::cast<context &>(owner).run(stream,
                                       [&](tcu_context *handle) { return tcu_allocate(handle, bytes, &address); });
        device = nb::cast<int>(owner.attr("properties")()["device"]);
    }
    memory(const memory &) = delete;
    memory &operator=(const memory &) = delete;
    ~memory()
    {
        try {
            // Waits for the work on the stream, which may still use the memory.
            nb::cast<context &>(owner).run(stream, [&](tcu_context *handle) { return tcu_free(handle, address); });
        } catch (nb::python_error &error) {
            error.discard_as_unraisable("tcu: freeing an array");
        }
    }

    nb::object owner; // the context
    uintptr_t stream;
    int type;
    std::vector<int64_t> shape;
    int device = -1;
    size_t bytes = 0;
    void *address = nullptr;
};

static dl_data_type dlpack_type(int type)
{
    const auto bits = static_cast<uint8_t>(8 * tcu_type_size(static_cast<tcu_type>(type)));
    switch (type) {
    case TCU_TYPE_BF16:
        return {dl_bfloat, bits, 1};
    case TCU_TYPE_F16:
    case TCU_TYPE_F32:
    case TCU_TYPE_F64:
        return {dl_float, bits, 1};
    case TCU_TYPE_I8:
    case TCU_TYPE_I16:
    case TCU_TYPE_I32:
    case TCU_TYPE_I64:
        return {dl_int, bits, 1};
    default:
        return {dl_uint, bits, 1};
    }
}

// What a consumer of DLPack holds: the tensor, in the form of either protocol, and a reference to the memory.
template <typename Managed>
struct exported {
    Managed managed;
    std::vector<int64_t> shape;
    nb::object owner;

    static void release(Managed *managed)
    {
        const nb::gil_scoped_acquire locked; // consumers may drop it on any thread
        delete static_cast<exported *>(managed->manager);
    }
};

constexpr const char *name_of(const dl_managed_tensor *)
{
    return "dltensor";
}
constexpr const char *name_of(const dl_managed_tensor_versioned *)
{
    return "dltensor_versioned";
}

// (A capsule that nobody took still has its first name.)
template <typename Managed>
static void delete_capsule(PyObject *capsule)
{
    const char *name = name_of(static_cast<Managed *>(nullptr));
    if (PyCapsule_IsValid(capsule, name)) {
        auto *managed = static_cast<Managed *>(PyCapsule_GetPointer(capsule, name));
        managed->deleter(managed);
    }
}

template <typename Managed>
static nb::object make_capsule(nb::handle object)
{
    auto &self = nb::cast<memory &>(object);
    auto made = std::make_unique<exported<Managed>>();
    made->shape = self.shape;
    made->owner = nb::borrow(object);
    made->managed = {};
    if constexpr (std::is_same_v<Managed, dl_managed_tensor_versioned>) {
        made->managed.version = {1, 0};
    }
    made->managed.manager = made.get();
    made->managed.deleter = exported<Managed>::release;
    made->managed.tensor = {self.address,
                            {self.device >= 0 ? dl_cuda : dl_cpu, self.device >= 0 ? self.device : 0},
                            static_cast<int32_t>(made->shape.size()),
                            dlpack_type(self.type),
                            made->shape.data(),
                            nullptr,
                            0};
    PyObject *capsule = PyCapsule_New(&made->managed, name_of(&made->managed), delete_capsule<Managed>);
    if (!capsule) {
        nb::raise_python_error();
    }
    made.release();
    return nb::steal(capsule);
}

// `stream` of the consumer: work on it comes behind ours where the streams are one; else ours is waited for. A consumer that
// does not name a version of at least 1 knows the old protocol alone.
static nb::object to_dlpack(nb::handle object, nb::handle stream, nb::handle max_version, nb::kwargs)
{
    auto &self = nb::cast<memory &>(object);
    if (self.device >= 0) {
        const intptr_t theirs = stream.is_none() ? 0 : nb::cast<intptr_t>(stream);
        const bool same = theirs == -1 || static_cast<uintptr_t>(theirs == 1 ? 0 : theirs) == self.stream;
        if (!same) {
            nb::cast<context &>(self.owner).run(self.stream, tcu_synchronize);
        }
    }
    const bool versioned = !max_version.is_none() && nb::cast<int>(nb::tuple(max_version)[0]) >= 1;
    return versioned ? make_capsule<dl_managed_tensor_versioned>(object) : make_capsule<dl_managed_tensor>(object);
}

static nb::dict to_interface(const memory &self)
{
    const dl_data_type type = dlpack_type(self.type);
    const char kind = type.code == dl_float ? 'f' : type.code == dl_int ? 'i' : type.code == dl_uint ? 'u' : 'V';
    nb::dict result;
    result["shape"] = nb::tuple(nb::cast(self.shape));
    result["typestr"] = std::string("<") + kind + std::to_string(type.bits / 8);
    result["data"] = nb::make_tuple(reinterpret_cast<uintptr_t>(self.address), false);
    result["strides"] = nb::none();
    result["version"] = 3;
    if (self.device >= 0) {
        result["stream"] = self.stream == 0 ? uintptr_t(1) : self.stream;
    }
    return result;
}

void bind_memory(nb::module_ &module)
{
    nb::class_<memory>(module, "Memory", "Memory of a context's space, which other libraries take by DLPack.")
        .def(nb::init<nb::object, uintptr_t, int, std::vector<int64_t>>(), nb::arg("context"), nb::arg("stream"),
             nb::arg("type"), nb::arg("shape"))
        .def("__dlpack__", &to_dlpack, nb::kw_only(), nb::arg("stream") = nb::none(),
             nb::arg("max_version") = nb::none(), nb::arg("options"))
        .def("shorten",
             [](memory &self, int64_t size) {
                 if (self.shape.size() != 1 || size > self.shape[0]) {
                     throw nb::value_error("shorten: more elements than there are");
                 }
                 self.shape[0] = size;
             })
        .def("__dlpack_device__",
             [](const memory &self) {
                 return nb::make_tuple(int(self.device >= 0 ? dl_cuda : dl_cpu), self.device >= 0 ? self.device : 0);
             })
        .def("__getattr__", [](const memory &self, const std::string &name) -> nb::object {
            // Of the two interfaces it has the one of its device.
            if (name == (self.device >= 0 ? "__cuda_array_interface__" : "__array_interface__")) {
                return to_interface(self);
            }
            throw nb::attribute_error(name.c_str());
        });
}

} // namespace tcu_python
