// SPDX-License-Identifier: Apache-2.0
// Every operation of the C library as a function of the module, by one template: from the C function's type it knows the
// Python arguments, (context, stream, arguments...). Numbers and enumerators are integers; an address of data is None, an
// Array or bytes; options are an object of their structure or None. Which lengths belong to which address is the business of
// the Python side, which alone calls these functions.
#ifndef TCU_PYTHON_CALL_H
#define TCU_PYTHON_CALL_H

#include <cstdint>
#include <nanobind/nanobind.h>
#include <type_traits>
#include <utility>

#include "array.h"
#include "context.h"

namespace tcu_python
{

// An address of data, and whether the operation may write there.
struct pointer {
    void *address = nullptr;
    bool writable = true;
};

// A structure that an operation reads, or NULL.
template <typename Struct>
struct structure {
    Struct *address = nullptr;
};

// What stands for a C parameter in Python, and back.
template <typename T, typename = void>
struct parameter {
    using type = T;
    static T value(T given) { return given; }
};
template <typename T>
struct parameter<T, std::enable_if_t<std::is_enum_v<T>>> {
    using type = int;
    static T value(int given) { return static_cast<T>(given); }
};
template <typename T>
struct parameter<T *> {
    static constexpr bool is_data = std::is_void_v<T> || std::is_arithmetic_v<T>;
    using type = std::conditional_t<is_data, pointer, structure<std::remove_const_t<T>>>;
    static T *value(const type &given)
    {
        if constexpr (is_data) {
            if (!std::is_const_v<T> && !given.writable) {
                throw nanobind::value_error("an output is read only");
            }
        }
        return static_cast<T *>(given.address);
    }
};

template <auto Function>
struct call;

template <typename... Parameters, tcu_status (*Function)(tcu_context *, Parameters...)>
struct call<Function> {
    static void run(context &where, uintptr_t stream, typename parameter<Parameters>::type... arguments)
    {
        const std::tuple<Parameters...> values{parameter<Parameters>::value(arguments)...};
        where.run(stream, [&](tcu_context *handle) {
            return std::apply([&](auto... value) { return Function(handle, value...); }, values);
        });
    }

    static void bind(nanobind::module_ &module, const char *name)
    {
        module.def(name, &run, nanobind::arg(), nanobind::arg(),
                   ((void)sizeof(Parameters *), nanobind::arg().none())...);
    }
};

void bind_options(nanobind::module_ &module);
void bind_operations(nanobind::module_ &module);
void bind_plans(nanobind::module_ &module);
void bind_memory(nanobind::module_ &module);

} // namespace tcu_python

namespace nanobind::detail
{

template <>
struct type_caster<tcu_python::pointer> {
    NB_TYPE_CASTER(tcu_python::pointer, const_name("Array | bytes | None"))

    bool from_python(handle object, uint32_t, cleanup_list *) noexcept
    {
        if (object.is_none()) {
            return true;
        }
        tcu_python::array *source = nullptr;
        if (try_cast(object, source) && source) {
            value.address = source->data;
            value.writable = !source->read_only;
            return true;
        }
        if (PyBytes_Check(object.ptr())) {
            value.address = PyBytes_AsString(object.ptr());
            value.writable = false;
            return true;
        }
        return false;
    }
};

template <typename Struct>
struct type_caster<tcu_python::structure<Struct>> {
    NB_TYPE_CASTER(tcu_python::structure<Struct>, make_caster<Struct>::Name)

    bool from_python(handle object, uint32_t, cleanup_list *) noexcept
    {
        return object.is_none() || try_cast(object, value.address);
    }
};

} // namespace nanobind::detail

#endif // TCU_PYTHON_CALL_H
