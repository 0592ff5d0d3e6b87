/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

namespace course
{
namespace
{

class count_of_samples final : public trial
{
  public:
    count_of_samples(const std::string &title, const std::vector<uint8_t> &values, size_t offset = 0)
        : samples(values, offset), counts(256), expected(256)
    {
        name = title;
        elements = static_cast<double>(values.size());
        bytes = elements + 256 * sizeof(unsigned long long);
        arrays = {samples.data(), values.size(), counts.data()};
        for (uint8_t value : values) {
            expected[value]++;
        }
    }

    const task &given() const override { return arrays; }
    void clear() override { counts.clear(); }

    std::string wrong(const version &) const override
    {
        const std::vector<unsigned long long> all = counts.values();
        return first_difference("counts", std::vector<uint64_t>(all.begin(), all.end()), expected);
    }

  private:
    array<uint8_t> samples;
    array<unsigned long long> counts;
    task arrays;
    std::vector<uint64_t> expected;
};

/* As of a picture with a dark background: half of the samples are 20, the others are anything. */
std::vector<uint8_t> picture(size_t n)
{
    std::vector<uint8_t> values(n);
    uint32_t state = 1;
    for (uint8_t &value : values) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<uint8_t>(state >> 31 != 0 ? 20 : state >> 16);
    }
    return values;
}

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    const auto add = [&](const std::string &title, const std::vector<uint8_t> &values, size_t offset = 0) {
        all.push_back(std::make_unique<count_of_samples>(title, values, offset));
    };
    if (why != purpose::check) {
        const size_t n = why == purpose::measure ? size_t{1} << 30 : 8192;
        add("counts of " + std::to_string(n) + " u8, half of them equal", picture(n));
        return all;
    }
    for (size_t n : edge_sizes(256)) {
        add("n = " + std::to_string(n), picture(n));
    }
    for (size_t n : {15, 16, 17, 4097}) { /* around vectors, and what a block gets at least */
        add("n = " + std::to_string(n), picture(n));
    }
    add("n = 300, at an odd address", picture(300), 1);
    add("n = 5, within 16 bytes", picture(5), 3);
    add("n = 400, all are 0", std::vector<uint8_t>(400, 0));
    add("n = 400, all are 255", std::vector<uint8_t>(400, 255));
    std::vector<uint8_t> ramp(512);
    for (size_t i = 0; i < ramp.size(); i++) {
        ramp[i] = static_cast<uint8_t>(i);
    }
    add("n = 512, each value twice", ramp);
    return all;
}

} // namespace course
