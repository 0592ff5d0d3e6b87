// SPDX-License-Identifier: Apache-2.0
// A call in C++ is one call of C, with the arguments that a user of C writes, NULL for options that are not given among
// them; and one whose lengths do not fit is none. Functions of C are here ones that write down what they get, and nothing
// else is linked.
#include <cstdio>
#include <cstring>
#include <tcu/tcu.hpp>
#include <vector>

namespace
{
struct scan_arguments {
    tcu_context *context;
    tcu_scan_kind kind;
    const void *in;
    tcu_type in_type;
    void *out;
    tcu_type out_type;
    std::uint64_t n;
    bool has_options;
    tcu_scan_options options;
} got;
int calls;
tcu_status answer = TCU_SUCCESS;
char place[1]; // whose address stands for a context
int failed;

void expect(bool condition, const char *what)
{
    if (!condition) {
        std::printf("same_arguments: %s\n", what);
        failed = 1;
    }
}
} // namespace

extern "C" tcu_status tcu_scan(tcu_context *context, tcu_scan_kind kind, const void *in, tcu_type in_type, void *out,
                               tcu_type out_type, uint64_t n, const tcu_scan_options *options)
{
    got = {context, kind, in, in_type, out, out_type, n, options != nullptr, {}};
    if (options != nullptr) {
        got.options = *options;
    }
    calls++;
    return answer;
}

extern "C" const char *tcu_context_last_error(const tcu_context *)
{
    calls++;
    return "the sentence";
}

extern "C" const char *tcu_type_name(tcu_type)
{
    return "";
}

extern "C" tcu_status tcu_context_destroy(tcu_context *)
{
    return TCU_SUCCESS;
}

int main()
{
    tcu_context *const handle = reinterpret_cast<tcu_context *>(place);
    const std::vector<float> in(5);
    std::vector<double> out(5);
    tcu::context context = tcu::context::adopt(handle);
    tcu::scan(context, in, out);
    expect(calls == 1 && got.context == handle && got.kind == TCU_SCAN_INCLUSIVE, "a scan is one call");
    expect(got.in == in.data() && got.in_type == TCU_TYPE_F32 && got.out == out.data() && got.out_type == TCU_TYPE_F64,
           "arrays and types");
    expect(got.n == 5 && !got.has_options, "the length, and NULL");

    const double start = 2;
    const std::uint64_t count = 3;
    tcu::scan_options options;
    options.exclusive = true;
    options.op = TCU_OPERATOR_MAX;
    options.initial = &start;
    options.count = &count;
    options.sum_mode = TCU_SUM_REPRODUCIBLE;
    tcu::scan(context, in, out, options);
    tcu_scan_options same = TCU_SCAN_OPTIONS_INIT;
    same.op = TCU_OPERATOR_MAX;
    expect(calls == 2 && got.kind == TCU_SCAN_EXCLUSIVE && got.has_options, "options");
    expect(got.options.op == same.op && got.options.nan_mode == same.nan_mode && got.options.initial == &start &&
               got.options.count == &count && got.options.sum_mode == TCU_SUM_REPRODUCIBLE &&
               std::memcmp(got.options.reserved, same.reserved, sizeof same.reserved) == 0,
           "every option");
    tcu::scan(context, in, out, tcu::scan_options());
    expect(calls == 3 && got.has_options, "options with defaults are options");

    tcu::reduce_options reduction;
    reduction.sum_mode = TCU_SUM_REPRODUCIBLE;
    expect(reduction.c().sum_mode == TCU_SUM_REPRODUCIBLE, "the order of sums");
    tcu::moments_options moments;
    moments.count = &count;
    moments.sum_mode = TCU_SUM_REPRODUCIBLE;
    expect(moments.c().sum_mode == TCU_SUM_REPRODUCIBLE && moments.c().count == &count, "the order of moments");

    out.pop_back();
    tcu_status status = TCU_SUCCESS;
    try {
        tcu::scan(context, in, out);
    } catch (const tcu::error &error) {
        status = error.status();
    }
    expect(calls == 3 && status == TCU_ERROR_INVALID_ARGUMENT, "lengths that do not fit: no call");

    out.resize(5);
    answer = TCU_ERROR_DEVICE;
    try {
        tcu::scan(context, in, out);
    } catch (const tcu::error &error) {
        expect(calls == 5 && error.status() == TCU_ERROR_DEVICE && std::strcmp(error.what(), "the sentence") == 0,
               "an error has the status and the sentence of the library");
        status = error.status();
    }
    expect(status == TCU_ERROR_DEVICE, "an error is thrown");
    static_cast<void>(context.release());
    std::printf("same_arguments: %s\n", failed ? "FAILED" : "ok");
    return failed;
}
