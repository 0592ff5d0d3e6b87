/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A device on the processor, so that kernels can be tested where there is no GPU: each thread of a block is a fiber,
 * and collectives of warps, blocks and grids are points where fibers wait for each other. What the hardware leaves open
 * is left to chance here: the order in which threads run, which threads, warps and blocks fall behind the others and
 * how far, when a bulk load arrives. Bulk stores read shared memory as late as they may. What a kernel must not do ends
 * the test with a sentence: a collective that not all lanes reach, a vector or a bulk copy that is misaligned or not
 * inside the arrays that the test declares, a barrier that never completes, a load again and again of what nobody
 * stores.
 *
 * Of programs that are compiled for checks (observer.h) every access to memory is looked at, too: what is outside of all
 * arrays, what nothing wrote, and races. Not here: how the matrix unit rounds, and speed.
 */
#ifndef TCU_EMULATED_DEVICE_H
#define TCU_EMULATED_DEVICE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <setjmp.h>
#include <string>
#include <ucontext.h>
#include <vector>

#include "cuda/indices.h"
#include "observer.h"

namespace emulated
{

constexpr int warp_lanes = 32;
constexpr size_t stack_bytes = 64 << 10, shared_bytes = 228 << 10;
/* Rounds without progress, in which all threads wait or only look at what others are to store: until those that are
 * held back go on, and until the kernel hangs. */
constexpr uint64_t patience_with_held = 32, patience = 20000;

struct warp {
    uint64_t value[4][warp_lanes]; /* of the collective in flight and of those before */
    int operation, arrived;
    int lanes;             /* fewer than 32 in the last warp of a block whose threads are no multiple of 32 */
    uint64_t done, synced; /* collectives, and those of them that put memory in order */
};

struct block {
    unsigned index;
    uint3 place; /* blockIdx */
    int alive;
    int arrived[16]; /* at the block's barriers */
    int votes;       /* of __syncthreads_count() */
    uint64_t passed[16];
    std::vector<warp> warps;
    std::vector<unsigned char> shared_memory;
    unsigned char *shared; /* dynamic; as aligned as on a GPU */
};

using action = std::function<void()>;

struct fiber {
    ucontext_t context; /* where it begins */
    jmp_buf place;      /* where it goes on */
    bool begun = false;
};

struct thread {
    emulated::fiber fiber;
    unsigned index;
    uint3 place; /* threadIdx */
    bool ended;
    uint64_t held_until; /* a round */
    emulated::block *block;
    /* What it waits for: that a counter is another one, or a condition (both NULL: it waits for nothing); and what is
     * said if that never comes. */
    const uint64_t *counter;
    uint64_t before;
    bool (*condition)(const void *captured);
    const void *captured;
    const char *what;
    std::vector<action> stores;              /* bulk stores not yet committed */
    std::vector<std::vector<action>> groups; /* committed, shared memory not yet read */
    std::vector<action> copies;              /* asynchronous, not yet in a group */
    std::vector<std::vector<action>> copy_groups;
    std::unique_ptr<char[]> stack{new char[stack_bytes]};
};

/* TCU_TEST_SEED, which the runner sets if nobody has (emulated_context.cpp): every test begins with it, so that it can
 * be repeated alone. Mixed (G. Steele et al., "Fast splittable pseudorandom number generators", 2014), as 1 is a seed
 * too. */
inline uint64_t first_random()
{
    const char *seed = std::getenv("TCU_TEST_SEED");
    uint64_t x = (seed != nullptr ? std::strtoull(seed, nullptr, 0) : 0) + 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return x != 0 ? x : 1;
}

struct device {
    std::vector<std::unique_ptr<thread>> threads;
    std::vector<block> blocks; /* of which the first `together` run */
    unsigned together = 0;
    thread *current = nullptr;
    fiber scheduler;
    unsigned block_threads = 0, grid_blocks = 0;
    unsigned block_shape[3] = {1, 1, 1}, grid_shape[3] = {1, 1, 1}; /* x, y, z */
    bool stopped = false;                                           /* by a mistake of a kernel that is observed */
    size_t launched_bytes = 0;                                      /* of a block's dynamic shared memory */
    unsigned at_grid_barrier = 0;
    uint64_t grid_barriers = 0, barriers_at_launch = 0;
    std::vector<action> loads; /* bulk loads in flight */
    const action *kernel = nullptr;
    uint64_t round = 0, last_progress = 0;
    uint64_t random = first_random();
    /* The arrays that kernels may read and write by vectors and bulk copies; NULL: not looked at. */
    const char *in_begin = nullptr, *in_end = nullptr, *out_begin = nullptr, *out_end = nullptr;
    const char *items_begin = nullptr, *items_end = nullptr; /* a second input */
    /* And where kernels of a task's own steps read and write what they leave for each other. */
    const char *workspace_begin = nullptr, *workspace_end = nullptr;
};

inline device gpu;

/* (As swapcontext(), which calls the kernel for each fiber's signals: that takes longer than all else here.) */
inline void switch_fibers(fiber &from, fiber &to)
{
    if (_setjmp(from.place) != 0) {
        return;
    }
    if (to.begun) {
        _longjmp(to.place, 1);
    }
    to.begun = true;
    setcontext(&to.context);
}

inline uint64_t draw()
{
    gpu.random ^= gpu.random << 13;
    gpu.random ^= gpu.random >> 7;
    gpu.random ^= gpu.random << 17;
    return gpu.random;
}

/* "(5, 1)" for thread 21 of blocks of 16 x 16, "21" where blocks have one dimension. */
inline std::string place_of(unsigned index, const unsigned (&shape)[3])
{
    const uint3 at = place_in_shape(index, shape);
    if (shape[1] == 1 && shape[2] == 1) {
        return std::to_string(index);
    }
    return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) +
           (shape[2] > 1 ? ", " + std::to_string(at.z) : "") + ")";
}

inline std::string current_place()
{
    return "thread " + place_of(gpu.current->index, gpu.block_shape) + " of block " +
           place_of(gpu.current->block->index, gpu.grid_shape);
}

/* Ends the process; where kernels are observed it ends the launch, which returns an error. */
[[noreturn]] inline void fail(const char *what)
{
    if (watch != nullptr) {
        watch->failed(what);
        gpu.stopped = true;
        switch_fibers(gpu.current->fiber, gpu.scheduler);
    }
    std::fprintf(stderr, "emulated device: %s (%s)\n", what, current_place().c_str());
    std::abort();
}

/* Lets others run until `condition` holds. The scheduler looks at it, so that a thread that waits is not switched to.
 * Where others are only given a turn, before a load of what they may store, `what` is empty: that is no progress. */
template <class Condition>
void wait_until(const Condition &condition, const char *what)
{
    if (condition()) {
        return;
    }
    thread &t = *gpu.current;
    t.condition = [](const void *captured) { return (*static_cast<const Condition *>(captured))(); };
    t.captured = &condition;
    t.what = what;
    switch_fibers(t.fiber, gpu.scheduler);
}

inline void wait_for_change(const uint64_t &counter, uint64_t before, const char *what)
{
    if (counter != before) {
        return;
    }
    thread &t = *gpu.current;
    t.counter = &counter;
    t.before = before;
    t.what = what;
    switch_fibers(t.fiber, gpu.scheduler);
}

inline void block_barrier_arrive(int number, int threads)
{
    block &b = *gpu.current->block;
    if (++b.arrived[number] == threads) {
        b.arrived[number] = 0;
        b.passed[number]++;
    }
}

/* `is_counted`: false of the further ones of an instruction that is one barrier on a GPU. */
inline void block_barrier(int number, int threads, bool is_counted = true)
{
    block &b = *gpu.current->block;
    if (watch != nullptr && is_counted) {
        watch->barrier();
    }
    const uint64_t before = b.passed[number];
    block_barrier_arrive(number, threads);
    wait_for_change(b.passed[number], before, "a barrier that not all threads reach");
}

/* Of the blocks that run together: what grid_barrier_wait() takes. */
inline uint64_t grid_barrier_arrive()
{
    const uint64_t before = gpu.grid_barriers;
    if (++gpu.at_grid_barrier == gpu.together * gpu.block_threads) {
        gpu.at_grid_barrier = 0;
        gpu.grid_barriers++;
    }
    return before;
}

inline void grid_barrier_wait(uint64_t before)
{
    wait_for_change(gpu.grid_barriers, before, "a grid barrier that not all threads reach");
}

inline void grid_barrier()
{
    grid_barrier_wait(grid_barrier_arrive());
}

/* The values of all lanes of a warp, until two collectives later; `operation` tells collectives apart. */
struct lanes {
    const uint64_t (&bits)[warp_lanes];
    const int count; /* of the warp's lanes; what follows in `bits` is of no lane */

    lanes(uint64_t own, int operation)
        : lanes(own, operation, gpu.current->block->warps[gpu.current->index / warp_lanes])
    {
    }

  private:
    lanes(uint64_t own, int operation, warp &w) : bits(w.value[w.done % 4]), count(w.lanes)
    {
        const uint64_t before = w.done;
        if (w.arrived == 0) {
            w.operation = operation;
        } else if (w.operation != operation) {
            fail("lanes of a warp in different collectives");
        }
        w.value[before % 4][gpu.current->index % warp_lanes] = own;
        if (++w.arrived == w.lanes) {
            w.arrived = 0;
            w.synced += operation == 0;
            w.done++;
        }
        wait_for_change(w.done, before, "a collective that not all lanes reach");
    }
};

inline int own_lane()
{
    return static_cast<int>(gpu.current->index % warp_lanes);
}

template <class T>
uint64_t to_bits(T value)
{
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T>
T from_bits(uint64_t bits)
{
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

/* Bulk stores read shared memory, until `keep` groups are left. */
inline void finish_stores(size_t keep)
{
    auto &groups = gpu.current->groups;
    while (groups.size() > keep) {
        for (const action &store : groups.front()) {
            store();
        }
        groups.erase(groups.begin());
    }
}

/* Asynchronous copies arrive as late as they may: when all groups but the latest `keep` are waited for. */
inline void finish_copies(size_t keep)
{
    auto &groups = gpu.current->copy_groups;
    while (groups.size() > keep) {
        for (const action &copy : groups.front()) {
            copy();
        }
        groups.erase(groups.begin());
    }
}

inline void end_copy_group()
{
    gpu.current->copy_groups.push_back(std::move(gpu.current->copies));
    gpu.current->copies.clear();
}

inline void check_aligned(const void *pointer, size_t bytes)
{
    if (reinterpret_cast<uintptr_t>(pointer) % (bytes < 16 ? bytes : 16) != 0) {
        fail("a misaligned access");
    }
}

inline void check_inside(const void *pointer, size_t bytes, const char *begin, const char *end, const char *what)
{
    const char *p = static_cast<const char *>(pointer);
    check_aligned(p, bytes);
    const bool in_workspace = p >= gpu.workspace_begin && p + bytes <= gpu.workspace_end;
    const bool in_items = begin == gpu.in_begin && p >= gpu.items_begin && p + bytes <= gpu.items_end;
    if (begin != nullptr && (p < begin || p + bytes > end) && !in_workspace && !in_items) {
        fail(what);
    }
}

/* A fiber is a thread of one block after the other: beginning anew would take calls of the system's kernel. */
inline void run_threads()
{
    for (;;) {
        (*gpu.kernel)();
        if (!gpu.current->stores.empty()) {
            fail("bulk stores that are not committed");
        }
        finish_stores(0);
        gpu.current->ended = true;
        --gpu.current->block->alive;
        switch_fibers(gpu.current->fiber, gpu.scheduler);
    }
}

inline void begin_anew(thread &t)
{
    fiber &f = t.fiber;
    f.begun = false;
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = t.stack.get();
    f.context.uc_stack.ss_size = stack_bytes;
    makecontext(&f.context, run_threads, 0);
}

inline void add_thread()
{
    gpu.threads.emplace_back(new thread());
    begin_anew(*gpu.threads.back());
}

/* What another kernel may have left in shared memory: in no two places the same, so that nothing that reads it before it
 * writes it gets equal words by chance. */
inline void fill_with_anything(block &b)
{
    const uint64_t some = draw();
    for (size_t i = 0; i < gpu.launched_bytes; i += sizeof some) {
        const uint64_t word = (some + i) * 0x9e3779b97f4a7c15u;
        std::memcpy(b.shared + i, &word, sizeof word);
    }
}

/* (Memory is kept from launch to launch.) */
inline void start_block(block &b, unsigned index)
{
    const size_t warps = (gpu.block_threads + warp_lanes - 1) / warp_lanes;
    b.index = index;
    b.place = place_in_shape(index, gpu.grid_shape);
    b.alive = static_cast<int>(gpu.block_threads);
    std::memset(b.arrived, 0, sizeof b.arrived);
    if (b.warps.size() < warps) {
        b.warps.resize(warps);
    }
    for (size_t w = 0; w < warps; w++) {
        const size_t lanes = gpu.block_threads - w * warp_lanes;
        b.warps[w].arrived = 0;
        b.warps[w].lanes = static_cast<int>(lanes < warp_lanes ? lanes : warp_lanes);
    }
    b.shared_memory.resize(shared_bytes + 128);
    b.shared =
        reinterpret_cast<unsigned char *>((reinterpret_cast<uintptr_t>(b.shared_memory.data()) + 127) / 128 * 128);
    fill_with_anything(b);
    if (watch != nullptr) {
        watch->block_begins(b.shared, gpu.launched_bytes);
    }
}

inline void start_blocks(unsigned first, unsigned count)
{
    gpu.barriers_at_launch = gpu.grid_barriers;
    gpu.together = count;
    if (gpu.blocks.size() < count) {
        gpu.blocks.resize(count);
    }
    const size_t threads = static_cast<size_t>(count) * gpu.block_threads;
    while (gpu.threads.size() < threads) {
        add_thread();
    }
    for (unsigned b = 0; b < count; b++) {
        start_block(gpu.blocks[b], first + b);
    }
    for (size_t i = 0; i < threads; i++) {
        thread &t = *gpu.threads[i];
        t.index = static_cast<unsigned>(i % gpu.block_threads);
        t.place = place_in_shape(t.index, gpu.block_shape);
        t.block = &gpu.blocks[i / gpu.block_threads];
        t.ended = false;
        t.held_until = 0;
        t.counter = nullptr;
        t.condition = nullptr;
        t.copies.clear();
        t.copy_groups.clear();
    }
}

/* Now and then a thread, its warp or its block falls behind, for some rounds or for many; until all others wait. */
inline void hold_some_back(size_t threads)
{
    const uint64_t idle = gpu.round - gpu.last_progress;
    if (idle == patience_with_held) {
        for (size_t i = 0; i < threads; i++) {
            gpu.threads[i]->held_until = 0;
        }
    }
    if (idle >= patience_with_held || draw() % 64 != 0) {
        return;
    }
    const size_t kinds[] = {1, warp_lanes, gpu.block_threads};
    const size_t together = kinds[draw() % 3], first = draw() % threads / together * together;
    const uint64_t until = gpu.round + (uint64_t{2} << draw() % 12);
    for (size_t i = first; i < first + together && i < threads; i++) {
        gpu.threads[i]->held_until = until;
    }
}

/* A thread's turn. */
inline void run_turn(thread &t)
{
    gpu.current = &t;
    if (t.counter != nullptr ? *t.counter == t.before : t.condition != nullptr && !t.condition(t.captured)) {
        return;
    }
    if (t.condition == nullptr || t.what[0] != '\0') {
        gpu.last_progress = gpu.round;
    }
    t.counter = nullptr;
    t.condition = nullptr;
    thread_place = t.place;
    block_place = t.block->place;
    switch_fibers(gpu.scheduler, t.fiber);
}

/* Some of the bulk loads in flight arrive. */
inline void run_loads()
{
    for (size_t i = 0; i < gpu.loads.size();) {
        if (draw() % 3 == 0) {
            gpu.loads[i]();
            gpu.loads.erase(gpu.loads.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            i++;
        }
    }
}

/* Ends threads where they are. */
inline void abandon(size_t threads)
{
    for (size_t i = 0; i < threads; i++) {
        begin_anew(*gpu.threads[i]);
    }
    gpu.loads.clear();
    gpu.at_grid_barrier = 0;
}

/* Of the first thread that waits. (The scheduler is what runs: no fiber has to be left.) */
inline void report_hang(size_t threads)
{
    for (size_t i = 0; i < threads; i++) {
        thread &t = *gpu.threads[i];
        if (!t.ended && (t.counter != nullptr || t.condition != nullptr)) {
            gpu.current = &t;
            break;
        }
    }
    const char *what =
        gpu.current->what[0] != '\0' ? gpu.current->what : "a load again and again of what nobody stores";
    if (watch == nullptr) {
        std::fprintf(stderr, "emulated device: %s (%s)\n", what, current_place().c_str());
        std::abort();
    }
    watch->failed(what);
    gpu.stopped = true;
    abandon(threads);
}

/* `count` blocks together, until all have ended. */
inline void run_blocks(unsigned first, unsigned count, const action &kernel)
{
    gpu.kernel = &kernel;
    start_blocks(first, count);
    const size_t threads = static_cast<size_t>(count) * gpu.block_threads;
    gpu.last_progress = gpu.round;
    gpu.scheduler.begun = true;
    for (bool running = true; running; gpu.round++) {
        running = false;
        hold_some_back(threads);
        const size_t start = draw() % threads, step = draw() % 2 ? threads - 1 : 1; /* backwards or forwards */
        for (size_t i = 0, place = start; i < threads; i++, place += step) {
            place -= place >= threads ? threads : 0;
            thread &t = *gpu.threads[place];
            running |= !t.ended;
            if (!t.ended && t.held_until <= gpu.round) {
                run_turn(t);
            }
            if (gpu.stopped) {
                abandon(threads);
                return;
            }
        }
        run_loads();
        if (running && gpu.round - gpu.last_progress > patience) {
            report_hang(threads);
            return;
        }
    }
    if (watch != nullptr) {
        watch->block_ends();
    }
}

} // namespace emulated

#endif /* TCU_EMULATED_DEVICE_H */
