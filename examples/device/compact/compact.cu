/* SPDX-License-Identifier: Apache-2.0 */
/* Compaction of a stream of numbers: inputs, versions, and the check. */
#include "../harness/example.h"
#include "../harness/memory.h"
#include "compact.cuh"
#include "shared_memory.cuh"

#if EXAMPLE_HAS_CUB
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
        all.push_back(of<tcu_scan>("tcu block_scan"));
        all.push_back(of<wmma_scan>("shared memory (WMMA)"));
#if EXAMPLE_HAS_CUB
        all.push_back(of<cub_scan>("CUB BlockScan"));
        all.push_back(of<cub_transposed_scan>("CUB BlockScan and BlockLoad"));
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

    template <class Collectives>
    version of(const char *name) const
    {
        const bool aligned =
            reinterpret_cast<uintptr_t>(x.data()) % sizeof(float4) == 0 && n % (sizeof(float4) / sizeof(float)) == 0;
        const auto run = aligned ? compact<Collectives, true, above> : compact<Collectives, false, above>;
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

static const description
    entry("compact", "ELEMENTS", {1 << 26},
          {{0}, {1}, {33}, {compact_tile}, {compact_tile + 1}, {3 * compact_tile - 8}, {5 * compact_tile - 7}, {40000}},
          make_compact);

} // namespace example
