/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/tune/tune.h"

#include <cmath>

#include "bench/result.h"

namespace bench
{
double Tuner::time(const std::function<tcu_status()> &call)
{
    std::vector<double> samples;
    for (int run = 0; run <= runs_; run++) {
        watch_.start();
        if (call() != TCU_SUCCESS) {
            return NAN;
        }
        watch_.stop();
        const double milliseconds = watch_.milliseconds();
        if (run > 0) { // the first one warms up
            samples.push_back(milliseconds);
        }
    }
    return Times::of(samples).median;
}

double percent_of(double roof, const bench_problem &problem, double milliseconds)
{
    return 100 * bytes_moved(problem) / milliseconds * 1e-6 / roof;
}
} // namespace bench
