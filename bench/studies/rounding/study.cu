/* SPDX-License-Identifier: Apache-2.0 */
/* How the matrix unit rounds, by probes (probes.cpp), for each type of operands and accumulators that kernels use. */
#include <stdexcept>

#include "bench/studies/rounding/formats.cuh"
#include "bench/studies/rounding/probes.h"

namespace
{
using namespace study;

constexpr int kTrials = 4096, kTrialsQuick = 64, kTrialsOfModels = 512; // random operands
// Models like those that were found of V100, A100 and H100: the search is tried on them before it is used.
constexpr Model kModels[] = {{23, 4, false, false}, {24, 8, true, false}, {25, 16, true, false}};

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

/** Throws if the search does not find back a model that made the results. */
void check_search(const Format &format)
{
    const std::vector<Terms> trials = random_trials(format, kTrialsOfModels);
    for (const Model &model : kModels) {
        std::vector<double> results;
        for (const Terms &terms : trials) {
            results.push_back(modelled(model, format, terms));
        }
        const Fit fit = best_fit(format, trials, results);
        if (fit.matches != fit.trials || fit.model.kept != model.kept || fit.model.group != model.group) {
            throw std::runtime_error("the search does not find a model that is known");
        }
    }
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
    check_search(formats[0]);
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
