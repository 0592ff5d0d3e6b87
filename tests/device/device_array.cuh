/* SPDX-License-Identifier: Apache-2.0 */
/* What hosts of test kernels need: arrays on the device, and launches that the emulated device has too. */
#ifndef DEVICE_ARRAY_CUH
#define DEVICE_ARRAY_CUH

#include <cstddef>
#include <cuda_runtime.h>

/* `count` elements on the device, copied from `from`. `error` is what went wrong first. */
template <class T>
class device_array
{
  public:
    device_array(const T *from, size_t count) : count(count)
    {
        error = cudaMalloc(reinterpret_cast<void **>(&pointer), bytes());
        if (error == cudaSuccess && count > 0) {
            error = cudaMemcpy(pointer, from, count * sizeof(T), cudaMemcpyHostToDevice);
        }
    }
    ~device_array() { cudaFree(pointer); }
    device_array(const device_array &) = delete;
    device_array &operator=(const device_array &) = delete;

    T *get() const { return pointer; }
    void copy_to(T *to)
    {
        if (error == cudaSuccess && count > 0) {
            error = cudaMemcpy(to, pointer, count * sizeof(T), cudaMemcpyDeviceToHost);
        }
    }
    cudaError_t error;

  private:
    size_t bytes() const { return count > 0 ? count * sizeof(T) : 1; }

    T *pointer = nullptr;
    size_t count;
};

template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), unsigned blocks, dim3 threads, Arguments... arguments)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = threads;
    return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

/* The first error of several. */
template <class... Errors>
int first_error(Errors... errors)
{
    cudaError_t first = cudaSuccess;
    ((first = first == cudaSuccess ? errors : first), ...);
    return first;
}

#endif /* DEVICE_ARRAY_CUH */
