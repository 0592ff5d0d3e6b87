// SPDX-License-Identifier: Apache-2.0
// An array of any library as an operation sees it: an address, an element type, a shape, a device. It holds what the
// producer gave until it is dropped, so that the memory stays where it is while a call runs. Nothing is copied.
#ifndef TCU_PYTHON_ARRAY_H
#define TCU_PYTHON_ARRAY_H

#include <cstdint>
#include <nanobind/nanobind.h>
#include <vector>

#include <tcu/tcu.h>

#include "dlpack.h"

namespace tcu_python
{

class array
{
  public:
    array() = default;
    array(array &&other) noexcept;
    array(const array &) = delete;
    array &operator=(const array &) = delete;
    array &operator=(array &&) = delete;
    ~array();

    void *data = nullptr;
    int type = -1; // a tcu_type, or -1 where elements are none of these: items of so many bytes
    uint64_t item_bytes = 0;
    int device = -1; // CUDA ordinal; -1: host memory
    bool read_only = false;
    bool contiguous = true; // dense, in C order
    std::vector<int64_t> shape;

    uint64_t size() const;

    // What keeps the memory: a buffer of Python, a tensor of DLPack, or an object.
    bool has_buffer = false;
    Py_buffer buffer = {};
    dl_managed_tensor *tensor = nullptr;
    dl_managed_tensor_versioned *versioned = nullptr;
    nanobind::object owner;
};

// By the first of these that the object has: Python's buffers (of NumPy, and of what has no DLPack), DLPack's C
// functions, __dlpack__(), __cuda_array_interface__, __array_interface__. `stream` is what a producer is told that the
// work will run on (the object protocols alone ask); -1: not told, so that it waits for nothing.
array import_array(nanobind::handle object, intptr_t stream);

// The stream on which the producer of the object enqueues its work now, where DLPack's C functions tell; else 0.
uintptr_t current_stream(nanobind::handle object, int device);

// Each fills the array and returns true, returns false if the object does not have the protocol, or raises.
bool import_exchange(array &result, nanobind::handle object);
bool import_dlpack(array &result, nanobind::handle object, intptr_t stream);
bool import_buffer(array &result, nanobind::handle object);
bool import_interface(array &result, nanobind::handle object);

// Elements of DLPack's types, and of the codes that NumPy and Python's buffers have for them ('f', 'i', 'u', 'b').
int type_of_dlpack(dl_data_type type);
int type_of_kind(char kind, uint64_t bytes);

// Whether strides (in elements, or in bytes with that unit) are those of a dense array in C order.
bool is_dense(const std::vector<int64_t> &shape, const int64_t *strides, int64_t unit);

void bind_array(nanobind::module_ &module);

} // namespace tcu_python

#endif // TCU_PYTHON_ARRAY_H
