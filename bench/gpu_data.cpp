/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu_data.h"

namespace bench
{
void *DeviceBuffer::ensure(size_t bytes)
{
    if (bytes > size_) {
        cudaFree(pointer_);
        pointer_ = nullptr;
        size_ = 0;
        cuda_check(cudaMalloc(&pointer_, bytes), "device memory");
        size_ = bytes;
    }
    return pointer_;
}

bench_problem GpuData::problem_of(const Row &row)
{
    constexpr uint64_t kSeed = 20260;
    bench_problem p = {};
    p.op = row.op;
    p.kind = row.kind;
    p.in_type = row.in;
    p.out_type = row.out;
    p.n = row.n;
    p.num_segments = 1;

    // An array of random elements serves every n up to its own.
    const std::string type = tcu_type_name(row.in);
    const size_t in_bytes = row.n * tcu_type_size(row.in);
    if (in_holds_ != type || in_bytes > in_.size()) {
        in_holds_ = "";
        in_.ensure(in_bytes);
        cuda_check(bench_fill(in_.get(), row.in, in_.size() / tcu_type_size(row.in), kSeed, stream_), "inputs");
        in_holds_ = type;
    }
    p.in = in_.get();

    if (bench_has_segment_size(row.op)) {
        p.segment_size = row.param;
        p.num_segments = (row.n + row.param - 1) / row.param;
    } else if (bench_has_offsets(row.op)) {
        const bench_lengths lengths = row.dist == "powerlaw" ? BENCH_LENGTHS_POWERLAW
                                      : row.dist == "giant"  ? BENCH_LENGTHS_GIANT
                                      : row.dist == "empty"  ? BENCH_LENGTHS_EMPTY
                                                             : BENCH_LENGTHS_UNIFORM;
        const std::string holds = row.dist + "/" + std::to_string(row.param) + "/" + std::to_string(row.n);
        if (offsets_hold_ != holds) {
            offsets_hold_ = "";
            const uint64_t capacity = bench_offsets_capacity(lengths, row.param, row.n);
            int64_t *offsets = static_cast<int64_t *>(offsets_.ensure(capacity * sizeof(int64_t)));
            cuda_check(
                bench_make_offsets(lengths, row.param, row.n, kSeed + 1, offsets, capacity, &num_segments_, stream_),
                "offsets");
            offsets_hold_ = holds;
        }
        p.offsets = static_cast<const int64_t *>(offsets_.get());
        p.num_segments = num_segments_;
    }
    p.out = out_.ensure(bench_out_count(&p) * tcu_type_size(row.out));
    return p;
}

const uint32_t *GpuData::keys_of(const bench_problem &problem)
{
    uint32_t *keys = static_cast<uint32_t *>(keys_.ensure(problem.n * sizeof(uint32_t)));
    if (keys_hold_ != offsets_hold_) {
        cuda_check(bench_make_keys(&problem, keys, stream_), "keys");
        keys_hold_ = offsets_hold_;
    }
    return keys;
}

double bytes_moved(const bench_problem &p)
{
    return double(p.n) * tcu_type_size(p.in_type) + double(bench_out_count(&p)) * tcu_type_size(p.out_type) +
           (bench_has_offsets(p.op) ? 8.0 * (p.num_segments + 1) : 0.0);
}
} // namespace bench
