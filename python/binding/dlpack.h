// SPDX-License-Identifier: Apache-2.0
// The structures of DLPack, by which libraries of arrays hand memory to each other (https://dmlc.github.io/dlpack, 1.3):
// those of the old protocol ("dltensor"), of the versioned one ("dltensor_versioned"), and the table of C functions with
// which a producer answers without Python calls (`__dlpack_c_exchange_api__`). Names and layout are those of its header.
#ifndef TCU_PYTHON_DLPACK_H
#define TCU_PYTHON_DLPACK_H

#include <cstdint>

namespace tcu_python
{

enum dl_device_type : int32_t { dl_cpu = 1, dl_cuda = 2, dl_cuda_host = 3, dl_cuda_managed = 13 };

enum dl_type_code : uint8_t { dl_int = 0, dl_uint = 1, dl_float = 2, dl_bfloat = 4, dl_bool = 6 };

struct dl_device {
    int32_t type;
    int32_t id;
};

struct dl_data_type {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes;
};

struct dl_tensor {
    void *data;
    dl_device device;
    int32_t ndim;
    dl_data_type dtype;
    int64_t *shape;
    int64_t *strides; // in elements; NULL: dense, in C order
    uint64_t byte_offset;
};

struct dl_managed_tensor {
    dl_tensor tensor;
    void *manager;
    void (*deleter)(dl_managed_tensor *self);
};

struct dl_version {
    uint32_t major;
    uint32_t minor;
};

constexpr uint64_t dl_read_only = 1;

struct dl_managed_tensor_versioned {
    dl_version version;
    void *manager;
    void (*deleter)(dl_managed_tensor_versioned *self);
    uint64_t flags;
    dl_tensor tensor;
};

struct dl_exchange_api {
    dl_version version;
    dl_exchange_api *previous;
    int (*allocate)(dl_tensor *prototype, dl_managed_tensor_versioned **out, void *error_context,
                    void (*set_error)(void *error_context, const char *kind, const char *message));
    int (*from_object)(void *object, dl_managed_tensor_versioned **out);
    int (*to_object)(dl_managed_tensor_versioned *tensor, void **object);
    int (*view_of_object)(void *object, dl_tensor *out);
    int (*current_stream)(int32_t device_type, int32_t device_id, void **stream);
};

} // namespace tcu_python

#endif // TCU_PYTHON_DLPACK_H
