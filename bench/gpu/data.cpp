/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/data.h"

#include "bench/gpu/family.h"

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

const void *upload(DeviceBuffer &to, const void *from, size_t bytes)
{
    cuda_check(cudaMemcpy(to.ensure(bytes), from, bytes, cudaMemcpyHostToDevice), "inputs");
    cuda_check(cudaDeviceSynchronize(), "inputs"); // a copy from pageable memory may return before its end
    return to.get();
}

GpuData::GpuData(cudaStream_t stream, bool for_cub) : stream_(stream), for_cub_(for_cub)
{
#define ENTER(family) make_##family##_gpu(*this),
    std::unique_ptr<GpuFamily> made[] = {BENCH_FAMILIES(ENTER)};
    size_t next = 0;
    for (const Family *family : bench::families()) {
        families_[family] = std::move(made[next++]);
    }
}

GpuData::~GpuData() = default;

GpuFamily &GpuData::family(bench_op op)
{
    return *families_.at(&family_of(op));
}

bench_problem GpuData::problem_of(const Row &row)
{
    bench_problem p = problem_without_arrays(row);
    if (bench_has_offsets(row.op)) {
        add_segments(row, p);
    }
    family(row.op).add_inputs(row, p);
    p.out = out_.ensure(family_of(row.op).out_bytes(p) + BENCH_GUARD_BYTES);
    return p;
}

const void *GpuData::input(const std::string &holds, uint64_t count, uint64_t size,
                           const std::function<void(void *)> &make)
{
    if (in_holds_ != holds || count > in_count_) {
        in_holds_ = "";
        make(in_.ensure(count * size));
        in_holds_ = holds;
        in_count_ = count;
    }
    return in_.get();
}

const void *GpuData::items(tcu_type type, uint64_t count)
{
    return input(type_name(type), count, bench_size(type),
                 [&](void *to) { fill(to, type, count, BENCH_SEED, stream_); });
}

void GpuData::add_segments(const Row &row, bench_problem &p)
{
    const std::string holds = row.dist + "/" + param_text(row.param) + "/" + std::to_string(row.n);
    if (offsets_hold_ != holds) {
        offsets_hold_ = "";
        const std::vector<int64_t> offsets = make_offsets(row);
        upload(offsets_, offsets.data(), offsets.size() * sizeof(int64_t));
        num_segments_ = offsets.size() - 1;
        offsets_hold_ = holds;
    }
    p.offsets = static_cast<const int64_t *>(offsets_.get());
    p.num_segments = num_segments_;
}

const uint32_t *GpuData::keys_of(const bench_problem &problem)
{
    if (!for_cub_) {
        return nullptr;
    }
    uint32_t *keys = static_cast<uint32_t *>(keys_.ensure(problem.n * sizeof(uint32_t)));
    if (keys_hold_ != offsets_hold_) {
        make_keys(problem, keys, stream_);
        keys_hold_ = offsets_hold_;
    }
    return keys;
}
} // namespace bench
