/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours on the emulated device, against a plain loop. */
#include "emulated_case.h"

#include "algorithms/stencil/cuda/paths.h"

using namespace emulated;

namespace
{

constexpr uint64_t tile_bytes = 16384;

/* x - y as the type forms it: integers wrap, halves are rounded once from a double, in which their difference is exact. */
template <class T>
T difference(T x, T y)
{
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<uint64_t>(x) - static_cast<uint64_t>(y));
    else if constexpr (std::is_same_v<T, __half>)
        return __double2half(static_cast<double>(static_cast<float>(x)) - static_cast<float>(y));
    else if constexpr (std::is_same_v<T, __nv_bfloat16>)
        return __double2bfloat16(static_cast<double>(static_cast<float>(x)) - static_cast<float>(y));
    else
        return x - y;
}

template <class T>
void check_difference(tcu_type type, uint64_t n, unsigned in_shift, unsigned out_shift, bool in_place)
{
    array<T> in(n, in_shift), apart(n, out_shift);
    fill_array(in, n, fill::random, {});
    std::vector<T> expected(n);
    for (uint64_t i = 0; i < n; ++i)
        expected[i] = i == 0 ? in[0] : difference(in[i], in[i - 1]);
    array<T> &out = in_place ? in : apart;

    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    tcui_stencil_task task = {};
    task.form = TCUI_STENCIL_DIFFERENCE;
    task.type = type;
    task.in = in.data();
    task.out = out.data();
    task.n = n;
    tcui_layout layout = {};
    tcui_plan(&context, &tcui_stencil_cuda, &task, &layout);
    garbage_workspace workspace(layout);
    gpu.in_begin = reinterpret_cast<const char *>(in.data());
    gpu.in_end = reinterpret_cast<const char *>(in.data() + n);
    cr_assert(tcui_execute(&context, &tcui_stencil_cuda, &task, workspace.base()) == TCU_SUCCESS);

    const std::string what = std::string(tcu_type_name(type)) + ", n " + std::to_string(n) + ", in +" +
                             std::to_string(in_shift) + ", out +" + std::to_string(out_shift) +
                             (in_place ? ", in place" : "");
    for (uint64_t i = 0; i < n; ++i)
        cr_assert(std::memcmp(&out[i], &expected[i], sizeof(T)) == 0, "%s: element %llu", what.c_str(),
                  static_cast<unsigned long long>(i));
    cr_assert(in.is_guarded() && apart.is_guarded() && workspace.is_guarded(), "%s: beyond the arrays", what.c_str());
}

template <class T>
void check_type(tcu_type type)
{
    constexpr uint64_t tile = tile_bytes / sizeof(T), vector = 16 / sizeof(T);
    const uint64_t lengths[] = {1, 2, vector, vector + 1, tile - 1, tile, tile + 1, 1 + draw() % (3 * tile)};
    for (const uint64_t n : lengths) {
        check_difference<T>(type, n, 0, 0, false);
        check_difference<T>(type, n, draw() % vector, draw() % vector, false);
        check_difference<T>(type, n, draw() % vector, 0, true);
    }
}

} // namespace

Test(emulated_difference, of_all_types)
{
    check_type<__half>(TCU_TYPE_F16);
    check_type<__nv_bfloat16>(TCU_TYPE_BF16);
    check_type<float>(TCU_TYPE_F32);
    check_type<double>(TCU_TYPE_F64);
    check_type<int8_t>(TCU_TYPE_I8);
    check_type<uint8_t>(TCU_TYPE_U8);
    check_type<int16_t>(TCU_TYPE_I16);
    check_type<uint16_t>(TCU_TYPE_U16);
    check_type<int32_t>(TCU_TYPE_I32);
    check_type<uint32_t>(TCU_TYPE_U32);
    check_type<int64_t>(TCU_TYPE_I64);
    check_type<uint64_t>(TCU_TYPE_U64);
}
