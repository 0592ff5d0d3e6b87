/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace course
{
namespace
{

constexpr int low = 40, high = 160;

/* Loops over the whole picture, stage by stage. */
class plain_canny
{
  public:
    plain_canny(const std::vector<uint8_t> &picture, int picture_height, int picture_width)
        : height(picture_height), width(picture_width)
    {
        const std::vector<int> smooth = smoothed({picture.begin(), picture.end()});
        std::vector<int> size(smooth.size()), direction(smooth.size());
        sobel(smooth, size, direction);
        thin(size, direction);
        for (size_t i = 0; i < edge.size(); i++) {
            if (edge[i] == 2) {
                positions.push_back(static_cast<uint32_t>(i));
            }
        }
    }

    std::vector<uint32_t> positions;

  private:
    int height, width;
    std::vector<uint8_t> edge; /* 1 weak, 2 strong or reached from a strong one */

    size_t index(int y, int x) const
    {
        return static_cast<size_t>(std::clamp(y, 0, height - 1)) * static_cast<size_t>(width) +
               static_cast<size_t>(std::clamp(x, 0, width - 1));
    }

    /* Along rows, then along columns. */
    std::vector<int> smoothed(const std::vector<int> &in) const
    {
        std::vector<int> along(in.size()), out(in.size());
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                along[index(y, x)] = in[index(y, x - 2)] + 4 * in[index(y, x - 1)] + 6 * in[index(y, x)] +
                                     4 * in[index(y, x + 1)] + in[index(y, x + 2)];
            }
        }
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                out[index(y, x)] = (along[index(y - 2, x)] + 4 * along[index(y - 1, x)] + 6 * along[index(y, x)] +
                                    4 * along[index(y + 1, x)] + along[index(y + 2, x)] + 128) /
                                   256;
            }
        }
        return out;
    }

    void sobel(const std::vector<int> &in, std::vector<int> &size, std::vector<int> &direction) const
    {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int gx = 0, gy = 0;
                for (int k = -1; k <= 1; k++) {
                    const int weight = k == 0 ? 2 : 1;
                    gx += weight * (in[index(y + k, x + 1)] - in[index(y + k, x - 1)]);
                    gy += weight * (in[index(y + 1, x + k)] - in[index(y - 1, x + k)]);
                }
                const int ax = std::abs(gx), ay = std::abs(gy);
                size[index(y, x)] = ax + ay;
                direction[index(y, x)] = 5 * ay < 2 * ax ? 0 : 5 * ax < 2 * ay ? 2 : (gx < 0) == (gy < 0) ? 1 : 3;
            }
        }
    }

    void thin(const std::vector<int> &size, const std::vector<int> &direction)
    {
        static const int dy[4] = {0, 1, 1, 1}, dx[4] = {1, 1, 0, -1};
        const auto outside_0 = [&](int y, int x) {
            return y < 0 || y >= height || x < 0 || x >= width ? 0 : size[index(y, x)];
        };
        edge.assign(size.size(), 0);
        std::vector<size_t> reached;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                const size_t i = index(y, x);
                const int d = direction[i];
                if (size[i] > outside_0(y - dy[d], x - dx[d]) && size[i] >= outside_0(y + dy[d], x + dx[d]) &&
                    size[i] >= low) {
                    edge[i] = size[i] >= high ? 2 : 1;
                    if (edge[i] == 2) {
                        reached.push_back(i);
                    }
                }
            }
        }
        while (!reached.empty()) {
            const int y = static_cast<int>(reached.back() / static_cast<size_t>(width));
            const int x = static_cast<int>(reached.back() % static_cast<size_t>(width));
            reached.pop_back();
            for (int k = 0; k < 9; k++) {
                const size_t i = index(y + k / 3 - 1, x + k % 3 - 1); /* (a clamped one is a neighbour, too) */
                if (edge[i] == 1) {
                    edge[i] = 2;
                    reached.push_back(i);
                }
            }
        }
    }
};

using picture = std::function<int(int y, int x)>;

class edges_of_picture final : public trial
{
  public:
    edges_of_picture(const std::string &title, int height, int width, const picture &value, size_t offset = 0)
        : edges_of_picture(title, height, width, drawn(height, width, value), offset)
    {
    }

    const task &given() const override { return arrays; }
    void clear() override
    {
        positions.clear();
        count.clear();
        smooth.clear();
        gradients.clear();
        marks.clear();
        other_marks.clear();
        counts.clear();
    }

    std::string wrong(const version &by) const override
    {
        const std::string number = first_difference("the number of edge points", count.values(), {expected_count});
        std::vector<uint32_t> got = positions.values();
        if (by.in_any_order) {
            std::sort(got.begin(), got.end()); /* (what nothing wrote are the largest) */
        }
        return number.empty() ? first_difference("positions", got, expected) : number;
    }

  private:
    array<uint8_t> points;
    array<uint32_t> positions;
    array<uint64_t> count;
    array<uint8_t> smooth;
    array<uint16_t> gradients;
    array<uint8_t> marks, other_marks;
    array<uint32_t> counts;
    array<int32_t> changed;
    task arrays;
    std::vector<uint32_t> expected;
    uint64_t expected_count;

    edges_of_picture(const std::string &title, int height, int width, const std::vector<uint8_t> &drawing,
                     size_t offset)
        : points(drawing, offset), positions(drawing.size()), count(1), smooth(drawing.size(), offset),
          gradients(drawing.size()), marks(drawing.size(), offset), other_marks(drawing.size(), offset),
          counts(drawing.size()), changed(1), expected(plain_canny(drawing, height, width).positions),
          expected_count(expected.size())
    {
        name = title;
        elements = static_cast<double>(drawing.size());
        bytes = elements + static_cast<double>(expected_count) * sizeof(uint32_t);
        expected.resize(drawing.size(), UINT32_MAX); /* nothing is to be written behind the last edge */
        arrays = {points.data(),
                  height,
                  width,
                  low,
                  high,
                  positions.data(),
                  reinterpret_cast<unsigned long long *>(count.data()),
                  smooth.data(),
                  gradients.data(),
                  {marks.data(), other_marks.data()},
                  counts.data(),
                  changed.data()};
    }

    static std::vector<uint8_t> drawn(int height, int width, const picture &value)
    {
        std::vector<uint8_t> points;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                points.push_back(static_cast<uint8_t>(std::clamp(value(y, x), 0, 255)));
            }
        }
        return points;
    }
};

/* A disc in each square of 64 points, whose contrast grows from left to right: weak parts continue strong ones. */
int discs(int y, int x)
{
    const int dy = y % 64 - 32, dx = x % 64 - 32;
    return dy * dy + dx * dx < 500 ? 90 + dx + 24 : 60 + y % 64 / 4;
}

int noise(int y, int x)
{
    uint32_t bits = static_cast<uint32_t>(y) * 2654435761u ^ static_cast<uint32_t>(x) * 2246822519u;
    bits = (bits ^ bits >> 15) * 2246822519u;
    return static_cast<int>(bits >> 24);
}

/* A line that winds, of high contrast where it begins and of low contrast then: hysteresis has to follow it. */
int snake(int y, int x)
{
    const int turn = y / 10 % 2 == 0 ? 34 : 2;
    const bool is_on_line = y % 10 < 4 ? x >= 2 && x < 38 : x >= turn && x < turn + 4;
    return !is_on_line ? 100 : y < 4 && x < 20 ? 210 - 4 * x : 130;
}

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    const auto add = [&](const char *what, int height, int width, const picture &value, size_t offset = 0) {
        const std::string shape = std::to_string(height) + " x " + std::to_string(width);
        all.push_back(std::make_unique<edges_of_picture>(what + (", " + shape), height, width, value, offset));
    };
    if (why != purpose::check) {
        const int side = why == purpose::measure ? 8192 : 64;
        add("edges of discs, u8", side, side, discs);
        return all;
    }
    add("no points", 0, 0, noise);
    add("one point", 1, 1, noise);
    add("a row of noise", 1, 33, noise);
    add("a column of noise", 33, 1, noise);
    add("noise", 31, 3, noise);
    add("noise", 10, 32, noise);
    add("noise", 32, 2, noise);
    add("one value", 3, 40, [](int, int) { return 77; });
    add("a vertical edge", 9, 33, [](int, int x) { return x < 32 ? 20 : 200; });
    add("a disc at an odd address", 34, 33, discs, 1);
    add("a line that winds, low contrast", 14, 40, snake);
    return all;
}

} // namespace course
