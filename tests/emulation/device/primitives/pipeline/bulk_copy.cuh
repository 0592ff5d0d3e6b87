/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of the library's file of this path: see there what each function does. */
#ifndef TCUI_BULK_COPY_CUH
#define TCUI_BULK_COPY_CUH

#include <cooperative_groups.h>

#include "primitives/tile/instructions.cuh"

namespace tcu
{

/* As large as a GPU's: it is counted in what a block may have of shared memory. */
struct alignas(8) barrier {
    int32_t bytes; /* in flight */
    int16_t arrivals, missing : 15;
    uint16_t parity : 1;

    void init(unsigned count)
    {
        arrivals = static_cast<int16_t>(count);
        missing = static_cast<int16_t>(count);
        bytes = 0;
        parity = 0;
    }

    void arrive() { change(1, 0); }
    void arrive_expect(unsigned expected) { change(1, expected); }
    void complete(unsigned arrived) { change(0, -static_cast<int64_t>(arrived)); }

    void wait(unsigned of_phase)
    {
        emulated::wait_until([&] { return parity != of_phase % 2; }, "a barrier that never completes");
    }
    void wait_for_cluster(unsigned of_phase) { wait(of_phase); }

  private:
    void change(int arrived, int64_t expected)
    {
        if (arrived > missing) {
            emulated::fail("more arrivals than a barrier has");
        }
        missing -= arrived;
        bytes += expected;
        if (missing == 0 && bytes == 0) {
            missing = arrivals;
            parity ^= 1u;
        }
    }
};

static_assert(sizeof(barrier) == 8, "as large as a GPU's");

inline void fence_barrier_init() {}
inline void fence_before_bulk_copy() {}
inline void fence_all_before_bulk_copy() {}

inline void check_bulk(const void *shared, unsigned bytes)
{
    if (reinterpret_cast<uintptr_t>(shared) % 16 != 0 || bytes % 16 != 0 || bytes == 0) {
        emulated::fail("a bulk copy that is not of whole 16 bytes");
    }
}

/* Until it arrives there is garbage. */
inline void bulk_load(void *shared, const void *global, unsigned bytes, barrier &full)
{
    check_bulk(shared, bytes);
    emulated::check_inside(global, 16, emulated::gpu.in_begin, emulated::gpu.in_end, "a bulk load outside the input");
    emulated::check_inside(static_cast<const char *>(global) + bytes - 16, 16, emulated::gpu.in_begin,
                           emulated::gpu.in_end, "a bulk load beyond the input");
    std::memset(shared, 0xc7, bytes);
    barrier *barrier = &full;
    emulated::gpu.loads.push_back([=] {
        std::memcpy(shared, global, bytes);
        barrier->complete(bytes);
    });
}

inline void bulk_load(void *shared, const void *global, unsigned bytes, barrier &full, cache_policy)
{
    bulk_load(shared, global, bytes, full);
}

inline void bulk_store(void *global, const void *shared, unsigned bytes)
{
    check_bulk(shared, bytes);
    emulated::check_inside(global, 16, emulated::gpu.out_begin, emulated::gpu.out_end,
                           "a bulk store outside the output");
    emulated::check_inside(static_cast<char *>(global) + bytes - 16, 16, emulated::gpu.out_begin, emulated::gpu.out_end,
                           "a bulk store beyond the output");
    emulated::gpu.current->stores.push_back([=] { std::memcpy(global, shared, bytes); });
}

inline void bulk_store_commit()
{
    emulated::gpu.current->groups.push_back(std::move(emulated::gpu.current->stores));
    emulated::gpu.current->stores.clear();
}

template <int Pending>
void bulk_store_wait_read()
{
    emulated::finish_stores(Pending);
}

inline void bulk_store_wait_all()
{
    emulated::finish_stores(0);
}

/* It arrives late. */
inline void store_to_block(unsigned block, uint32_t *word, uint32_t value, barrier &full)
{
    const auto cluster = cooperative_groups::this_cluster();
    uint32_t *const there = cluster.map_shared_rank(word, static_cast<int>(block));
    barrier *const done = cluster.map_shared_rank(&full, static_cast<int>(block));
    emulated::gpu.loads.push_back([=] {
        *there = value;
        done->complete(sizeof value);
    });
}

} // namespace tcu

#endif /* TCUI_BULK_COPY_CUH */
