/* SPDX-License-Identifier: Apache-2.0 */
/* Compaction of a stream of numbers: inputs, versions, and the check. */
#include "../harness/example.h"
#include "../harness/memory.h"
#include "compact.cuh"
#include "shared_memory.cuh"

#ifdef __CUDACC__ /* (CUB is not on the emulated device.) */
#include "cub.cuh"
#endif

namespace example
{

class compact_problem : public problem
{
  public:
    explicit compact_problem(uint64_t count)
        : n(count), tiles(divide_up(count, compact_tile)), host_x(random_floats(count, 8)), x(host_x), out(count),
          out_count(1), states(look_back::words(tiles))
    {
        for (const float number : host_x) {
            if (number > threshold) {
                expected.push_back(number);
            }
        }
    }

    std::string title() const override
    {
        return std::to_string(expected.size()) + " of " + std::to_string(n) + " f32 are kept";
    }
    double bytes() const override { return 4.0 * static_cast<double>(n + expected.size()); }
    double operations() const override { return static_cast<double>(n); }
    void clear() override
    {
        out.fill_bytes(0xff);
        out_count.fill_bytes(0xff);
    }

    std::vector<version> versions() override
    {
        std::vector<version> all;
        all.push_back(of("tcu block_scan", compact<tcu_scan, above>));
        all.push_back(of("shared memory (WMMA)", compact<wmma_scan, above>));
#ifdef __CUDACC__
        all.push_back(of("CUB BlockScan", compact<cub_scan, above>));
#endif
        return all;
    }

    /* How many places are wrong, among them those behind the kept numbers that were written, and the count. */
    deviation check() override
    {
        const std::vector<float> got = out.values();
        uint64_t wrong = out_count.values()[0] != expected.size();
        for (uint64_t i = 0; i < n; i++) {
            const bool is_right = i < expected.size() ? got[i] == expected[i] : std::isnan(got[i]);
            wrong += !is_right;
        }
        return {static_cast<double>(wrong), 0};
    }

  private:
    static constexpr float threshold = 0;
    using kernel = void (*)(const float *, uint64_t, above, float *, uint64_t *, look_back);

    version of(const char *name, kernel run) const
    {
        return {name, [=](cudaStream_t stream) {
                    expect(cudaMemsetAsync(states.data(), 0, look_back::words(tiles) * sizeof(uint64_t), stream));
                    if (n == 0) { /* no tile, and so no kernel that would write it */
                        expect(cudaMemsetAsync(out_count.data(), 0, sizeof(uint64_t), stream));
                    }
                    launch(run, tiles, compact_threads, stream, x.data(), n, above{threshold}, out.data(),
                           out_count.data(), look_back(states.data()));
                }};
    }

    const uint64_t n, tiles;
    const std::vector<float> host_x;
    std::vector<float> expected;
    const array<float> x, out;
    const array<uint64_t> out_count, states;
};

static std::unique_ptr<problem> make_compact(const std::vector<uint64_t> &sizes)
{
    return std::make_unique<compact_problem>(sizes[0]);
}

static const description entry("compact", "ELEMENTS", {1 << 26},
                               {{0}, {1}, {33}, {compact_tile}, {compact_tile + 1}, {5 * compact_tile - 7}, {40000}},
                               make_compact);

} // namespace example
