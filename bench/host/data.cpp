/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/host/data.h"

#include <algorithm>
#include <random>

#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
constexpr char kPoison = char(0xff);
} // namespace

std::vector<int64_t> make_offsets(const Row &row)
{
    std::mt19937_64 random(20261);
    std::uniform_real_distribution<double> unit(0, 1);
    std::vector<int64_t> offsets = {0};
    while (uint64_t(offsets.back()) < row.n) {
        const double u = unit(random);
        double length = u * (2 * double(row.param) + 1);
        if (row.dist == "powerlaw") {
            length = std::fmin(1e7, 8 * std::pow(1 - u, -1 / 1.2) - 1);
        } else if (row.dist == "giant") {
            length = offsets.size() == 1001 ? double(row.n / 2) : u * 129;
        } else if (row.dist == "empty") {
            length = random() % 4 != 0 ? 0 : 1 + u * 127;
        }
        offsets.push_back(std::min(int64_t(row.n), offsets.back() + int64_t(length)));
    }
    return offsets;
}

const bench_problem &HostData::prepare(const Row &row)
{
    problem_ = problem_without_arrays(row);
    if (bench_has_offsets(row.op)) {
        offsets_ = make_offsets(row);
        problem_.offsets = offsets_.data();
        problem_.num_segments = offsets_.size() - 1;
    }
    make(row);
    out_.resize(family_of(row.op).out_bytes(problem_) + kGuardBytes);
    problem_.out = out_.data();
    return problem_;
}

const void *HostData::random(std::vector<char> &to, tcu_type type, uint64_t n, uint64_t seed)
{
    to.resize(n * bench_size(type));
    fill(to.data(), type, n, seed);
    return to.data();
}

void HostData::fill_with_poison(std::vector<char> &data)
{
    std::fill(data.begin(), data.end(), kPoison);
}

bool HostData::is_poison(const std::vector<char> &data, uint64_t at, uint64_t bytes)
{
    const auto begin = data.begin() + std::ptrdiff_t(at);
    return std::all_of(begin, begin + std::ptrdiff_t(bytes), [](char byte) { return byte == kPoison; });
}

uint64_t HostData::written_behind(const std::vector<char> &out)
{
    return uint64_t(std::count_if(out.end() - kGuardBytes, out.end(), [](char byte) { return byte != kPoison; }));
}
} // namespace bench
