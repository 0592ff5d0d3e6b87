/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include <algorithm>
#include <numeric>

namespace course
{
namespace
{

class pairs_by_key final : public trial
{
  public:
    pairs_by_key(const std::string &title, const std::vector<uint32_t> &numbers, int bits, size_t offset = 0)
        : keys(numbers, offset), values(positions(numbers.size()), offset), keys_out(numbers.size(), offset),
          values_out(numbers.size(), offset), other_keys(numbers.size()), other_values(numbers.size()),
          counts(numbers.size() / 8 + 1024), unsorted(numbers), compared(bits)
    {
        name = title;
        elements = static_cast<double>(numbers.size());
        bytes = 4 * elements * sizeof(uint32_t);
        arrays = {keys.data(), values.data(),     keys_out.data(),     values_out.data(), numbers.size(),
                  bits,        other_keys.data(), other_values.data(), counts.data()};
    }

    const task &given() const override { return arrays; }
    void clear() override
    {
        keys_out.clear();
        values_out.clear();
        other_keys.clear();
        other_values.clear();
        counts.clear();
    }

    /* Each value is the position of its key, so values alone tell whether equal keys kept their order. */
    std::string wrong(const version &) const override
    {
        const uint32_t mask = compared == 32 ? UINT32_MAX : (1u << compared) - 1;
        std::vector<uint32_t> order = positions(unsorted.size()), sorted;
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return (unsorted[a] & mask) < (unsorted[b] & mask); });
        for (uint32_t i : order) {
            sorted.push_back(unsorted[i]);
        }
        const std::string key = first_difference("keys_out", keys_out.values(), sorted);
        return key.empty() ? first_difference("values_out", values_out.values(), order) : key;
    }

  private:
    array<uint32_t> keys, values, keys_out, values_out, other_keys, other_values, counts;
    task arrays;
    std::vector<uint32_t> unsorted;
    int compared;

    static std::vector<uint32_t> positions(size_t n)
    {
        std::vector<uint32_t> all(n);
        std::iota(all.begin(), all.end(), 0u);
        return all;
    }
};

std::vector<uint32_t> random_keys(size_t n)
{
    std::vector<uint32_t> keys(n);
    uint32_t state = 1;
    for (uint32_t &key : keys) {
        state = state * 1664525u + 1013904223u;
        key = (state >> 16) * 2654435761u;
    }
    return keys;
}

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    const auto add = [&](const std::string &what, const std::vector<uint32_t> &keys, int bits, size_t offset = 0) {
        const std::string text = what + "n = " + std::to_string(keys.size()) + ", by " + std::to_string(bits) + " bits";
        all.push_back(std::make_unique<pairs_by_key>(text, keys, bits, offset));
    };
    if (why != purpose::check) {
        add("pairs of u32, ", random_keys(why == purpose::measure ? size_t{1} << 26 : 4096),
            why == purpose::measure ? 32 : 8);
        return all;
    }
    for (size_t n : {0, 1, 31, 32, 33, 1023, 1025}) {
        add("", random_keys(n), 8);
    }
    add("at an odd address, ", random_keys(65), 32, 1);
    std::vector<uint32_t> two_values(600, 0xffffff0fu);
    std::fill_n(two_values.begin(), 300, 0xfffffff5u);
    add("two values, ", two_values, 8);
    std::vector<uint32_t> descending = random_keys(100);
    std::sort(descending.begin(), descending.end(), std::greater<uint32_t>());
    add("descending, ", descending, 16);
    add("", random_keys(4099), 8);
    return all;
}

} // namespace course
