/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/contestants.h"

#include <algorithm>
#include <cmath>

namespace bench
{
Contestant CubContestants::contestant(const CubVariant *variant, const bench_problem &problem, const GpuFamily &family)
{
    size_t bytes = 0;
    cuda_check(variant->run(&problem, nullptr, &bytes, stream_), "size of temporary memory");
    bytes = std::max<size_t>(bytes, 1);
    temp_.ensure(bytes);
    return {Role::cub, variant->name,
            [this, variant, problem, bytes] {
                size_t room = bytes;
                cuda_check(variant->run(&problem, temp_.get(), &room, stream_), variant->name);
            },
            variant->half_sums != 0,
            variant->overwrites_input ? [this, problem, &family] { family.bring_input(problem, stream_); }
                                      : std::function<void()>()};
}

// The second run: the first one may load code.
double CubContestants::time_once(const Contestant &contestant)
{
    Stopwatch watch(stream_);
    contestant.launch();
    if (contestant.reset) {
        contestant.reset();
    }
    watch.start();
    contestant.launch();
    watch.stop();
    return watch.milliseconds();
}

std::vector<Contestant> CubContestants::of(const bench_problem &problem, const GpuFamily &family,
                                           const GpuCheck &reference, std::string &notes)
{
    const std::vector<const CubVariant *> found = find_cub(problem);
    std::vector<std::pair<double, const CubVariant *>> candidates;
    double best = INFINITY;
    const auto leave_out = [&](const char *name, const std::string &why) {
        notes += (notes.empty() ? "" : "; ") + std::string(name) + ": " + why;
        cudaGetLastError();
    };
    const auto in_ms = [](double ms) { return std::to_string(ms).substr(0, 6) + " ms"; };

    // Some forms take a block a segment, a hundred times slower than others: a sixteenth of the input tells.
    bench_problem probe = problem;
    const bool probing = bench_has_segment_size(problem.op) && problem.num_segments >= 16 && problem.n >= (1u << 26);
    if (probing) {
        probe.num_segments = problem.num_segments / 16;
        probe.n = probe.num_segments * problem.segment_size;
    }
    for (const CubVariant *variant : found) {
        try {
            const double ms = probing ? time_once(contestant(variant, probe, family)) : 0;
            candidates.emplace_back(ms, variant);
            best = std::min(best, ms);
        } catch (const std::exception &problem_found) {
            leave_out(variant->name, problem_found.what());
        }
    }

    std::vector<Contestant> chosen;
    double best_any = INFINITY, best_float = INFINITY;
    for (const auto &[ms, variant] : candidates) {
        if (ms > 3 * best) {
            leave_out(variant->name, "about " + in_ms(16 * ms));
            continue;
        }
        try {
            Contestant candidate = contestant(variant, problem, family);
            reference.poison();
            candidate.estimate = time_once(candidate);
            const bench_verdict verdict = reference.check(variant->rejects_reversed != 0);
            candidate.differs = verdict.wrong > 0 ? family.difference(problem, verdict) : "";
            // Long chains of f32 additions may miss the library's own bound and are let through.
            const double allowed = candidate.half_sums ? 0.05 : bench_is_float(problem.in_type) ? 1e-4 : 0;
            if (verdict.wrong > 0 && candidate.differs.empty() &&
                !(verdict.max_error < allowed && bench_is_float(problem.in_type))) {
                leave_out(variant->name, "wrong (" + std::to_string(verdict.wrong) + " outputs, error " +
                                             std::to_string(verdict.max_error) + ")");
                continue;
            }
            best_any = std::min(best_any, candidate.estimate);
            if (!candidate.half_sums) {
                best_float = std::min(best_float, candidate.estimate);
            }
            chosen.push_back(candidate);
        } catch (const std::exception &problem_found) {
            leave_out(variant->name, problem_found.what());
        }
    }
    const bool all = problem.n <= (1u << 22) || family.shows_all_cub_forms(problem);
    const auto slow = [&](const Contestant &c) {
        const bool keep = all || c.estimate <= 1.3 * best_any || (!c.half_sums && c.estimate <= 1.05 * best_float);
        if (!keep) {
            leave_out(c.name.c_str(), in_ms(c.estimate));
        }
        return !keep;
    };
    chosen.erase(std::remove_if(chosen.begin(), chosen.end(), slow), chosen.end());
    return chosen;
}
} // namespace bench
