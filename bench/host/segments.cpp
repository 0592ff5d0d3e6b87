/* SPDX-License-Identifier: Apache-2.0 */
#include <algorithm>
#include <cmath>
#include <random>

#include "bench/host/data.h"

namespace bench
{
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
} // namespace bench
