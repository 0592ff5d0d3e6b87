/* SPDX-License-Identifier: Apache-2.0 */
/* How the matrix unit rounds, by probes (probes.cpp), for each type of operands and accumulators that kernels use. */
#include "bench/studies/rounding/formats.cuh"
#include "bench/studies/rounding/probes.h"

namespace
{
using namespace study;

constexpr int kTrials = 4096, kTrialsQuick = 64; // random operands

template <class Product>
std::function<std::vector<double>(const std::vector<Terms> &)> on(cudaStream_t stream)
{
    return [stream](const std::vector<Terms> &terms) {
        const Array<Terms> operands(terms);
        const Array<double> results(terms.size());
        launch(stream, dim3(unsigned(terms.size())), kWarp, product_kernel<Product>, operands.data(), results.data());
        return results.download(stream);
    };
}

void run(Gpu &gpu, Table &table)
{
    const cudaStream_t s = gpu.stream;
    const Format formats[] = {
        // name, k, fractional bits of operands and accumulators, denormals, largest powers, chain
        {"f16, sums in f32", 16, 10, 23, 24, 149, 15, 127, false, on<HalfToFloat>(s)},
        {"f16, sums in f16", 16, 10, 10, 24, 24, 15, 15, false, on<HalfToHalf>(s)},
        {"bf16, sums in f32", 16, 7, 23, 133, 149, 127, 127, false, on<BfloatToFloat>(s)},
        {"tf32, sums in f32", 8, 10, 23, 136, 149, 127, 127, false, on<Tf32ToFloat>(s)},
        {"f64", 16, 52, 52, 1074, 1074, 1023, 1023, true, on<Double>(s)},
    };
    for (const Format &format : formats) {
        for (const Answer &answer : ask(format, gpu.quick ? kTrialsQuick : kTrials)) {
            table.add(Row()
                          .text("format", format.name)
                          .text("probe", answer.probe)
                          .text("result", answer.result)
                          .text("meaning", answer.meaning),
                      answer.right);
        }
    }
}

const Study entry("rounding", "the rounding of the matrix unit's accumulators, by probes", run);
} // namespace
