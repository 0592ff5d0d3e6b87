/* SPDX-License-Identifier: Apache-2.0 */
/* What the host does for an operation on a fragment: arrays of its type, to the device and back; and from kinds to types. */
#ifndef FRAGMENT_RUN_CUH
#define FRAGMENT_RUN_CUH

#include <vector>

#include "device_array.cuh"
#include "fragment_operations.cuh"

namespace fragment_tests
{

/* Arrays of doubles to arrays of elements, on the host, and back. */
template <class T>
void set(std::vector<typename element<T>::memory> &array, size_t i, double x)
{
    if constexpr (std::is_same_v<T, b1>) {
        array[i / 32] = (array[i / 32] & ~(1u << i % 32)) | (x != 0 ? 1u : 0u) << i % 32;
    } else if constexpr (std::is_same_v<T, f16>) {
        array[i] = __float2half_rn(static_cast<float>(x));
    } else if constexpr (std::is_same_v<T, bf16>) {
        array[i] = __float2bfloat16_rn(static_cast<float>(x));
    } else {
        array[i] = static_cast<typename element<T>::memory>(x);
    }
}

template <class T>
double get(const std::vector<typename element<T>::memory> &array, size_t i)
{
    if constexpr (std::is_same_v<T, b1>) {
        return array[i / 32] >> i % 32 & 1u;
    } else if constexpr (std::is_same_v<T, f16>) {
        return __half2float(array[i]);
    } else if constexpr (std::is_same_v<T, bf16>) {
        return __bfloat162float(array[i]);
    } else {
        return array[i];
    }
}

template <class T>
std::vector<typename element<T>::memory> elements_of(const double *from, size_t count)
{
    std::vector<typename element<T>::memory> array(std::is_same_v<T, b1> ? (count + 31) / 32 : count);
    for (size_t i = 0; i < count; i++) {
        set<T>(array, i, from[i]);
    }
    return array;
}

/* `in` is the matrix of operations on one, and the array of loads (which then have a matrix that nobody looks at). */
template <use U, class S, class T>
int run_on_host(fragment_operation operation, fragment_arguments arguments, const double *in, size_t in_count,
                double *out, size_t out_count)
{
    const bool is_load = operation >= LOAD_ROWS && operation < STORE_ROWS, is_store = operation >= STORE_ROWS;
    const std::vector<double> matrix(fragment<U, S, T>::rows * fragment<U, S, T>::columns);
    const auto array = elements_of<T>(in, is_load ? in_count : 0);
    auto stored = elements_of<T>(out, is_store ? out_count : 0);
    device_array<double> of_matrix(is_load ? matrix.data() : in, matrix.size()), result(out, is_store ? 0 : out_count);
    device_array<typename element<T>::memory> from(array.data(), array.size()), to(stored.data(), stored.size());
    if (const int error = first_error(of_matrix.error, result.error, from.error, to.error); error != 0) {
        return error;
    }
    const cudaError_t launched =
        launch(run<U, S, T>, 1, warp_size, operation, arguments, of_matrix.get(), from.get(), result.get(), to.get());
    if (is_store) {
        to.copy_to(stored.data());
        for (size_t i = 0; i < out_count; i++) {
            out[i] = get<T>(stored, i);
        }
    } else {
        result.copy_to(out);
    }
    return first_error(launched, result.error, to.error);
}

template <use U, class S, class T>
int print_on_host(const double *in, const char *title)
{
    device_array<double> matrix(in, fragment<U, S, T>::rows * fragment<U, S, T>::columns);
    const cudaError_t launched = launch(print_matrix<U, S, T>, 1, warp_size, matrix.get(), title != nullptr);
    return first_error(matrix.error, launched, cudaDeviceSynchronize());
}

/* Of one use: a source file each, compiled side by side. */
#define FRAGMENT_OF_USE(name, U)                                                                                       \
    int run_##name(fragment_kind kind, fragment_operation operation, fragment_arguments arguments, const double *in,   \
                   size_t in_count, double *out, size_t out_count);                                                    \
    int print_##name(fragment_kind kind, const double *in, const char *title);

FRAGMENT_OF_USE(a, use::a)
FRAGMENT_OF_USE(b, use::b)
FRAGMENT_OF_USE(accumulator, use::accumulator)
#undef FRAGMENT_OF_USE

/* Calls function(S{}, T{}) with the kind's shape and type. */
template <class Function>
auto of_kind(fragment_kind kind, Function function)
{
    switch (kind) {
    case M16N8K8_F16:
        return function(m16n8k8{}, f16{});
    case M16N8K8_BF16:
        return function(m16n8k8{}, bf16{});
    case M16N8K8_TF32:
        return function(m16n8k8{}, tf32{});
    case M16N8K4_TF32:
        return function(m16n8k4{}, tf32{});
    case M16N8K16_F16:
        return function(m16n8k16{}, f16{});
    case M16N8K16_BF16:
        return function(m16n8k16{}, bf16{});
    case M16N8K16_S8:
        return function(m16n8k16{}, s8{});
    case M16N8K16_U8:
        return function(m16n8k16{}, u8{});
    case M16N8K16_F64:
        return function(m16n8k16{}, f64{});
    case M16N8K32_S8:
        return function(m16n8k32{}, s8{});
    case M16N8K32_U8:
        return function(m16n8k32{}, u8{});
    case M16N8K256_B1:
        return function(m16n8k256{}, b1{});
    default:
        return function(m8n8k4{}, f64{});
    }
}

} // namespace fragment_tests

#endif /* FRAGMENT_RUN_CUH */
