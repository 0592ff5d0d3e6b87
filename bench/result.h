/* SPDX-License-Identifier: Apache-2.0 */
/** @file result.h What was measured of one row. NaN stands for "there is none". */
#ifndef TCU_BENCH_RESULT_H
#define TCU_BENCH_RESULT_H

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bench/rows.h"

namespace bench
{
struct Times {
    double median = NAN, min = NAN, max = NAN, p10 = NAN, p90 = NAN; // milliseconds a call; in CallTimes us

    static Times of(std::vector<double> samples)
    {
        Times t;
        if (samples.empty()) {
            return t;
        }
        std::sort(samples.begin(), samples.end());
        const size_t last = samples.size() - 1;
        t.median = (samples[last / 2] + samples[(last + 1) / 2]) / 2;
        t.min = samples.front();
        t.max = samples.back();
        t.p10 = samples[size_t(0.1 * last + 0.5)];
        t.p90 = samples[size_t(0.9 * last + 0.5)];
        return t;
    }
};

struct Energy {
    double net_nj = NAN, raw_nj = NAN; // nanojoules an element, without and with idle power
    double watts = NAN;                // while it ran
    double sm_mhz = NAN, memory_mhz = NAN;
};

/** Microseconds of the calling thread. enqueue: until a call returns; call: until its work is done, too. */
struct CallTimes {
    Times enqueue, call, call_default; // call_default: with neither a workspace nor an allocator
    Times enqueue_cpp;                 // by the headers for C++
    Times enqueue_unchecked;           // pointers are not checked
    Times cub_enqueue, cub_call;       // of the form that is done first
    Times launch, launch_call;         // an empty kernel's
    Times create;                      // a context is created and destroyed
};

struct Result {
    Row row;
    Times tcu, plain, matrix, documented, cub, cub_f32, roof; // documented: tcu with that ranking of keys
    Times counted;             // tcu, to which a number in the device's memory says that there are n elements
    Times sweep, dense, cudnn; // of time steps one by itself; of products of weights all of them; of layers cuDNN
    Times real;                // with weights that are no elements of the type
    CallTimes calls;           // instead of these in rows of "calls"
    Times threads;             // host backend: tcu with all threads; `tcu` is with one
    std::vector<std::pair<std::string, double>> yardsticks; // host backend: what users write, minimum of each
    std::string best;                                       // the fastest of them
    double best_ms = NAN, copy_speed_up = NAN;              // what all threads gain in a copy of as many bytes
    std::string cub_variant, cub_f32_variant;               // cub_f32: the fastest that does not sum in half precision
    std::vector<std::pair<std::string, double>> cub_forms;  // median of each that took part; CallTimes: of `call`
    std::vector<std::pair<std::string, std::string>> cub_differs; // of those whose results are other ones: how far
    std::string cub_notes;                                        // variants that were left out, and why
    std::string roof_name;                                        // "copy", "read", or "" without a GPU
    std::string roof_form;                                        // which form of the roof was the faster
    double bytes = NAN;                                           // read and written, each once
    double max_error = NAN; // relative to the sum of |x|; of counts: part of the samples that lies elsewhere
    bool verified = false;
    std::string error; // why there are no times
    Energy tcu_energy, plain_energy, matrix_energy, cub_energy;
};

/** Where it was measured. */
struct Header {
    std::string gpu, driver, cuda, cccl, date, commit, command, host, compiler, level;
    int threads = 0; // of the host backend; level: what its kernels may use in rows that do not say it
    double copy_gbs = NAN, read_gbs = NAN, write_gbs = NAN; // of 2 GiB
    double idle_watts = NAN;
};
} // namespace bench

#endif
