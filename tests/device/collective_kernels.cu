/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_kernels.h"

#include "collective_table.cuh"
#include "device_array.cuh"

template <>
const std::vector<collective_instance<__half>> &collective_instances();
template <>
const std::vector<collective_instance<__nv_bfloat16>> &collective_instances();
template <>
const std::vector<collective_instance<float>> &collective_instances();
template <>
const std::vector<collective_instance<double>> &collective_instances();
template <>
const std::vector<collective_instance<int8_t>> &collective_instances();
template <>
const std::vector<collective_instance<uint8_t>> &collective_instances();
template <>
const std::vector<collective_instance<int32_t>> &collective_instances();
template <>
const std::vector<collective_instance<uint32_t>> &collective_instances();

namespace
{

/* A result array, which the device begins with what nothing writes. */
class result_array
{
  public:
    result_array(double *to, size_t count)
        : to(to), count(count), poison(count, -12345.678), array(poison.data(), count)
    {
    }
    double *get() const { return array.get(); }
    cudaError_t fetch()
    {
        array.copy_to(to);
        return array.error;
    }

  private:
    double *to;
    size_t count;
    std::vector<double> poison;
    device_array<double> array;
};

/* As many threads (a multiple of 32), with warps across several rows where there are several; up to 64 in z, as CUDA
 * allows. */
dim3 shape_of_block(unsigned threads, int dimensions)
{
    return dimensions == 1 ? dim3(threads) : dimensions == 2 ? dim3(16, threads / 16) : dim3(4, 4, threads / 16);
}

template <class T>
int run(int index, int dimensions, const void *elements, int valid, const collective_results *to)
{
    const collective_instance<T> &instance = collective_instances<T>()[static_cast<size_t>(index)];
    const collective_case &of = instance.of;
    const size_t threads = COLLECTIVE_GROUPS * (of.threads > 0 ? of.threads : 32);
    const size_t count = threads * of.items;
    device_array<T> in(static_cast<const T *>(elements), count);
    result_array inclusive(to->inclusive, count), exclusive(to->exclusive, count), sums(to->sums, count);
    result_array inclusive_total(to->inclusive_total, threads), exclusive_total(to->exclusive_total, threads);
    result_array total(to->total, threads), valid_total(to->valid_total, threads);
    if (in.error != cudaSuccess) {
        return in.error;
    }
    const collective_results on_device = {inclusive.get(),       exclusive.get(),       sums.get(),
                                          inclusive_total.get(), exclusive_total.get(), total.get(),
                                          valid_total.get()};
    const unsigned blocks = of.threads > 0 ? COLLECTIVE_GROUPS : 1;
    const dim3 shape = shape_of_block(static_cast<unsigned>(threads) / blocks, dimensions);
    const cudaError_t error = launch(instance.kernel, blocks, shape, in.get(), valid, on_device);
    return first_error(error, inclusive.fetch(), exclusive.fetch(), sums.fetch(), inclusive_total.fetch(),
                       exclusive_total.fetch(), total.fetch(), valid_total.fetch());
}

/* call(T()) for the type. */
template <class Call>
auto with_type(element_type type, const Call &call)
{
    switch (type) {
    case ELEMENT_F16:
        return call(__half());
    case ELEMENT_BF16:
        return call(__nv_bfloat16());
    case ELEMENT_F32:
        return call(float());
    case ELEMENT_F64:
        return call(double());
    case ELEMENT_S8:
        return call(int8_t());
    case ELEMENT_U8:
        return call(uint8_t());
    case ELEMENT_S32:
        return call(int32_t());
    default:
        return call(uint32_t());
    }
}

} // namespace

int collective_count(element_type type)
{
    return with_type(type, [](auto x) { return static_cast<int>(collective_instances<decltype(x)>().size()); });
}

collective_case collective_at(element_type type, int index)
{
    return with_type(type, [=](auto x) { return collective_instances<decltype(x)>()[static_cast<size_t>(index)].of; });
}

int collective_run(element_type type, int index, int dimensions, const void *elements, int valid,
                   const collective_results *results)
{
    return with_type(type, [=](auto x) { return run<decltype(x)>(index, dimensions, elements, valid, results); });
}
