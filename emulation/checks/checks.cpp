/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The observer of programs that are compiled for checks (emulated_checks.h). -fsanitize=thread makes the compiler call a
 * function __tsan_read4(address), ... before each access to memory; these functions are here, in the place of the
 * sanitizer's library.
 */
#include <algorithm>
#include <map>
#include <memory>

#include "emulated_checks.h"
#include "emulated_cuda.h"
#include "shadow.h"
#include "symbols.h"
#include "warp_accesses.h"

namespace emulated
{
namespace
{

/* A thread that makes so many accesses is taken for one that does not end. */
constexpr uint64_t most_accesses = uint64_t{1} << 24;
/* The device's memory is full of them before anything is written. If one of an access's bytes is another one, it was
 * written by what is not seen: the library, or a copy of a struct whose size is no power of two, which Clang tells nobody
 * of. */
constexpr unsigned char unwritten_byte = 0xff;
/* So many bytes before and behind all arrays in shared memory are taken for an index out of bounds. */
constexpr uintptr_t beside_arrays = 4096;
/* Of a thread, in global and in shared memory. */
constexpr size_t most_instruction_bytes = 16;

struct thread_accesses {
    uint64_t accesses = 0;
    const void *last_place = nullptr; /* in the program */
};

class checks final : public observer
{
  public:
    counts sums = {};
    std::string mistake;

    void allocated(const void *memory, size_t bytes) override
    {
        const uintptr_t begin = reinterpret_cast<uintptr_t>(memory);
        arrays[begin] = std::make_unique<shadow>(begin, bytes);
        last = nullptr;
    }

    void released(const void *memory) override
    {
        arrays.erase(reinterpret_cast<uintptr_t>(memory));
        last = nullptr;
    }

    void host_wrote(const void *memory, size_t bytes) override
    {
        const uintptr_t begin = reinterpret_cast<uintptr_t>(memory);
        if (shadow *const array = array_at(begin)) {
            array->set_written(begin, std::min<size_t>(bytes, array->end() - begin), true);
        }
    }

    void forget_written(const void *memory, size_t bytes)
    {
        const uintptr_t begin = reinterpret_cast<uintptr_t>(memory);
        if (shadow *const array = array_at(begin)) {
            array->set_written(begin, std::min<size_t>(bytes, array->end() - begin), false);
        }
    }

    void launched(const void *function) override
    {
        launch++;
        kernel = function_symbol(function);
        if (statics == nullptr) {
            static_begin = shared_begin();
            static_end = shared_end();
            statics = std::make_unique<shadow>(static_begin, static_end - static_begin);
        }
        last_shared = nullptr;
        block_accesses.clear();
    }

    void block_begins(const void *dynamic_shared, size_t bytes) override
    {
        blocks_begun++;
        block_is_ordered = false;
        statics->forget();
        fill_with_anything();
        dynamic_bytes = bytes;
        const uintptr_t begin = reinterpret_cast<uintptr_t>(dynamic_shared);
        if (dynamic == nullptr || dynamic->begin() != begin) {
            dynamic = std::make_unique<shadow>(begin, shared_bytes);
        }
        dynamic->forget();
        threads.assign(gpu.block_threads, {});
    }

    void block_ends() override { block_accesses.finish(sums); }

    /* (Each thread tells of it.) */
    void barrier() override { sums.barriers += gpu.current->index == 0; }
    void product() override { sums.products += gpu.current->index % warp_lanes == 0; }

    void atomic(const void *memory, size_t bytes, const void *caller) override
    {
        see(memory, bytes, bytes, true, true, caller);
        sums.atomics++;
        block_is_ordered = true;
    }

    void access(const void *memory, size_t bytes, bool writes, const void *caller) override
    {
        see(memory, bytes, bytes, writes, false, caller);
    }

    void failed(const char *what) override
    {
        if (!mistake.empty()) {
            return;
        }
        if (is_complete) {
            mistake = what;
            is_complete = false;
            return;
        }
        mistake = std::string(what) + ": " + current_place();
        const unsigned thread = gpu.current->index;
        if (thread < threads.size() && threads[thread].last_place != nullptr) {
            const std::string line = line_of(threads[thread].last_place);
            mistake += line.empty() ? "" : ", after " + line;
        }
    }

    /* An access of the program to any memory; its address has to be a multiple of `alignment`. */
    void see(const void *memory, size_t bytes, size_t alignment, bool writes, bool is_atomic, const void *caller)
    {
        if (is_busy || bytes == 0) {
            return;
        }
        const uintptr_t address = reinterpret_cast<uintptr_t>(memory);
        const bool is_global = is_device_address(memory);
        const bool is_static = gpu.current != nullptr && static_end != 0 && address + beside_arrays >= static_begin &&
                               !is_guard(address) && address < static_end + beside_arrays;
        const bool is_dynamic =
            gpu.current != nullptr && dynamic != nullptr && address >= dynamic->begin() && address < dynamic->end();
        if (!is_global && !is_static && !is_dynamic && (address >= 4096 || gpu.current == nullptr)) {
            return;
        }
        is_busy = true;
        look(address, bytes, alignment, writes, is_atomic, caller, is_global, is_static);
        is_busy = false;
    }

  private:
    std::map<uintptr_t, std::unique_ptr<shadow>> arrays;
    shadow *last = nullptr;                    /* array that was accessed */
    std::unique_ptr<shadow> statics, dynamic;  /* shared memory */
    const shared_array *last_shared = nullptr; /* that the kernel accessed */
    uintptr_t static_begin = 0, static_end = 0;
    size_t dynamic_bytes = 0;
    std::string kernel; /* mangled */
    uint64_t launch = 0, blocks_begun = 0;
    bool block_is_ordered = false, is_busy = false;
    bool is_complete = false; /* the sentence that failed() gets */
    warp_accesses block_accesses;
    std::vector<thread_accesses> threads; /* of the block */

    shadow *array_at(uintptr_t address)
    {
        if (last != nullptr && address >= last->begin() && address < last->end()) {
            return last;
        }
        auto found = arrays.upper_bound(address);
        if (found == arrays.begin()) {
            return nullptr;
        }
        --found;
        last = address < found->second->end() ? found->second.get() : nullptr;
        return last;
    }

    /* What other kernels may have left in shared memory, other bytes for each block. */
    unsigned char anything_at(uintptr_t address) const
    {
        return static_cast<unsigned char>((address + 0x632be59bd9b4e019u * blocks_begun) * 0x9e3779b97f4a7c15u >> 56);
    }

    void fill_with_anything()
    {
        for (const shared_array &array : shared_arrays()) {
            for (uintptr_t at = array.begin; at < array.end; at++) {
                *reinterpret_cast<unsigned char *>(at) = anything_at(at);
            }
        }
    }

    /* "race: thread 1 of block 0 writes element 1 of shared tile (versions.cu:33), which ..." */
    [[noreturn]] void fail_at(const std::string &kind, const std::string &what, const void *caller,
                              const std::string &more = "")
    {
        const std::string line = line_of(caller);
        const std::string sentence =
            kind + ": " + current_place() + " " + what + (line.empty() ? "" : " (" + line + ")") + more;
        is_complete = true;
        failed(sentence.c_str());
        is_busy = false;
        gpu.stopped = true;
        switch_fibers(gpu.current->fiber, gpu.scheduler);
        std::abort(); /* (never reached) */
    }

    void look(uintptr_t address, size_t bytes, size_t alignment, bool writes, bool is_atomic, const void *caller,
              bool is_global, bool is_static)
    {
        const char *const verb = is_atomic ? "changes" : writes ? "writes" : "reads";
        if (gpu.current == nullptr) {
            if (is_global && mistake.empty()) {
                mistake = std::string("the host ") + verb + " memory of the device, which only kernels can access (" +
                          line_of(caller) + ")";
            }
            return;
        }
        const unsigned thread = gpu.current->index;
        if (++threads[thread].accesses > most_accesses) {
            fail_at("a kernel that does not end",
                    "has made " + std::to_string(most_accesses) + " accesses, the most there may be, and is here",
                    caller);
        }
        if (address < 4096) {
            fail_at("null pointer", std::string(verb) + " memory through it", caller);
        }
        shadow *memory = nullptr;
        if (is_global) {
            memory = global_at(address, bytes, verb, caller);
        } else if (is_static) {
            memory = static_at(address, bytes, verb, caller);
        } else {
            memory = dynamic_at(address, bytes, verb, caller);
        }
        if (address % alignment != 0) {
            fail_at("misaligned",
                    std::string(verb) + " " + std::to_string(bytes) + " bytes of " + name_of(*memory, address) +
                        " at an address that is no multiple of " + std::to_string(alignment),
                    caller);
        }
        check_written(*memory, address, bytes, writes && !is_atomic, caller);
        check_races(*memory, address, bytes, writes, is_atomic, caller);
        if (writes) {
            memory->set_written(address, bytes, true);
        }
        count(address, bytes, writes, is_atomic, is_global, caller);
        threads[thread].last_place = caller;
    }

    /* (For sentences alone, as it takes longer than all that is done for an access.) */
    std::string name_of(const shadow &memory, uintptr_t address) const
    {
        if (&memory == dynamic.get()) {
            return "dynamic shared memory";
        }
        if (&memory != statics.get()) {
            return "an array of " + std::to_string(memory.end() - memory.begin()) + " bytes";
        }
        const std::vector<shared_array> &all = shared_arrays();
        const auto behind = std::upper_bound(all.begin(), all.end(), address,
                                             [](uintptr_t a, const shared_array &array) { return a < array.begin; });
        return "shared " + variable_name(*(behind == all.begin() ? behind : behind - 1));
    }

    shadow *global_at(uintptr_t address, size_t bytes, const char *verb, const void *caller)
    {
        shadow *const array = array_at(address);
        if (array != nullptr && address + bytes <= array->end()) {
            return array;
        }
        /* The nearest array is the one that was meant. */
        std::string where = "where there is no array";
        uint64_t nearest = UINT64_MAX;
        for (const auto &entry : arrays) {
            const shadow &a = *entry.second;
            const std::string size = std::to_string(a.end() - a.begin()) + " bytes";
            if (address < a.begin() && a.begin() - address < nearest) {
                nearest = a.begin() - address;
                where = std::to_string(nearest) + " bytes before an array of " + size;
            }
            if (address + bytes > a.end() && address + bytes - a.end() < nearest) {
                nearest = address + bytes - a.end();
                where = std::to_string(address - a.begin()) + " bytes behind the beginning of an array of " + size;
            }
        }
        fail_at("out of bounds", std::string(verb) + " " + std::to_string(bytes) + " bytes, " + where, caller);
    }

    shadow *static_at(uintptr_t address, size_t bytes, const char *verb, const void *caller)
    {
        if (last_shared != nullptr && address >= last_shared->begin && address + bytes <= last_shared->end) {
            return statics.get();
        }
        if (gpu.together > 1) {
            fail_at("not on the emulated device",
                    std::string(verb) + " a shared array of a kernel whose blocks run together: it needs dynamic "
                                        "shared memory",
                    caller);
        }
        const std::vector<shared_array> &all = shared_arrays();
        const auto behind = std::upper_bound(all.begin(), all.end(), address,
                                             [](uintptr_t a, const shared_array &array) { return a < array.begin; });
        const shared_array &array = *(behind == all.begin() ? behind : behind - 1);
        const bool is_inside = address >= array.begin && address + bytes <= array.end;
        if (is_inside && (!array.is_of_kernel || kernel.empty() || is_variable_of(array, kernel))) {
            last_shared = &array;
            return statics.get();
        }
        /* The kernel's last array before the address is the one that was meant. */
        for (const shared_array &own : all) {
            if (own.begin <= address && is_variable_of(own, kernel)) {
                fail_at("out of bounds",
                        std::string(verb) + " " + std::to_string(bytes) + " bytes, " +
                            std::to_string(address - own.begin) + " bytes behind the beginning of shared " +
                            variable_name(own) + " of " + std::to_string(own.end - own.begin) + " bytes",
                        caller);
            }
        }
        fail_at("out of bounds", std::string(verb) + " shared memory outside of all arrays", caller);
    }

    shadow *dynamic_at(uintptr_t address, size_t bytes, const char *verb, const void *caller)
    {
        if (address + bytes > dynamic->begin() + dynamic_bytes) {
            fail_at("out of bounds",
                    std::string(verb) + " behind the " + std::to_string(dynamic_bytes) +
                        " bytes of dynamic shared memory",
                    caller);
        }
        return dynamic.get();
    }

    /* Whether a byte that nothing is known to have written holds what is there before anything is written. */
    bool is_untouched(const shadow &memory, uintptr_t at) const
    {
        const unsigned char byte = *reinterpret_cast<const unsigned char *>(at);
        return &memory == dynamic.get() || byte == (&memory == statics.get() ? anything_at(at) : unwritten_byte);
    }

    void check_written(shadow &memory, uintptr_t address, size_t bytes, bool only_writes, const void *caller)
    {
        if (only_writes) {
            return;
        }
        const uintptr_t end = address + bytes;
        uintptr_t unwritten = 0;
        for (uintptr_t at = memory.first_unwritten(address, bytes); at < end;
             at = memory.first_unwritten(at + 1, end - at - 1)) {
            if (!is_untouched(memory, at)) {
                memory.set_written(address, bytes, true);
                return;
            }
            unwritten = at;
        }
        if (unwritten != 0) {
            fail_at("nothing written", "reads " + place_in(memory, address, bytes) + ", which nothing wrote", caller);
        }
    }

    /* "element 5 of shared tile", if elements are as large as the access. */
    std::string place_in(const shadow &memory, uintptr_t address, size_t bytes) const
    {
        uintptr_t begin = memory.begin();
        if (&memory == statics.get()) {
            for (const shared_array &array : shared_arrays()) {
                begin = array.begin <= address ? array.begin : begin;
            }
        }
        return "element " + std::to_string((address - begin) / bytes) + " of " + name_of(memory, address);
    }

    void check_races(shadow &memory, uintptr_t address, size_t bytes, bool writes, bool is_atomic, const void *caller)
    {
        const block &b = *gpu.current->block;
        /* (Blocks share no shared memory: each begins anew.) */
        const bool is_shared = &memory == statics.get() || &memory == dynamic.get();
        const uint64_t run = is_shared ? blocks_begun | uint64_t{1} << 63 : launch;
        touch own = {};
        own.launch = run;
        own.place = caller;
        own.barriers = static_cast<uint32_t>(b.passed[0]);
        own.warp_barriers = static_cast<uint32_t>(b.warps[gpu.current->index / warp_lanes].synced);
        own.grid_barriers = static_cast<uint32_t>(gpu.grid_barriers);
        own.block = b.index;
        own.together = b.index / gpu.together;
        own.thread = static_cast<uint16_t>(gpu.current->index);
        own.is_atomic = is_atomic;
        const race found = memory.enter(address, bytes, own, writes, block_is_ordered);
        if (const touch *const other = found.access) {
            const std::string line = line_of(other->place);
            fail_at("race",
                    std::string(is_atomic ? "changes"
                                : writes  ? "writes"
                                          : "reads") +
                        " " + place_in(memory, address, bytes),
                    caller,
                    ", which thread " + place_of(other->thread, gpu.block_shape) +
                        (other->block == own.block ? "" : " of block " + place_of(other->block, gpu.grid_shape)) +
                        (found.is_write ? " writes" : " reads") + (line.empty() ? "" : " (" + line + ")") +
                        (other->block == own.block ? " without a barrier between" : " in any order"));
        }
    }

    /* What a compiler for GPUs copies a struct by: as many bytes as an instruction can, and its size is a multiple of. */
    static size_t piece_of(size_t bytes)
    {
        size_t piece = 1;
        while (piece < most_instruction_bytes && bytes % (2 * piece) == 0) {
            piece *= 2;
        }
        return piece;
    }

    void count(uintptr_t address, size_t bytes, bool writes, bool is_atomic, bool is_global, const void *caller)
    {
        const block &b = *gpu.current->block;
        const uint64_t epoch = b.passed[0] << 32 ^ b.warps[gpu.current->index / warp_lanes].done;
        const unsigned threads_of_warps = (gpu.block_threads + warp_lanes - 1) / warp_lanes * warp_lanes;
        const unsigned thread = b.index % gpu.together * threads_of_warps + gpu.current->index;
        const size_t piece = piece_of(bytes);
        for (size_t at = 0; at < bytes; at += piece) {
            block_accesses.add(thread, epoch, caller, is_global ? memory_space::global : memory_space::shared,
                               address + at, static_cast<unsigned>(piece), is_atomic);
        }
        if (is_global) {
            sums.read_bytes += !writes || is_atomic ? bytes : 0;
            sums.written_bytes += writes ? bytes : 0;
        }
    }
};

/* (Never destroyed: memory may be released when the program ends.) */
checks &all_checks()
{
    static checks *const one = new checks;
    return *one;
}

} // namespace

counts counted()
{
    return all_checks().sums;
}

std::string first_mistake()
{
    return all_checks().mistake;
}

void forget()
{
    all_checks().sums = {};
    all_checks().mistake.clear();
}

void forget_written(const void *memory, size_t bytes)
{
    std::memset(const_cast<void *>(memory), unwritten_byte, bytes);
    all_checks().forget_written(memory, bytes);
}

} // namespace emulated

extern "C" {

void __tsan_init()
{
    emulated::watch = &emulated::all_checks();
}

void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void *) {}
void __tsan_vptr_update(void *, void *) {}

#define TCU_SEE(name, bytes, alignment, writes)                                                                        \
    void __tsan_##name##bytes(void *address)                                                                           \
    {                                                                                                                  \
        emulated::all_checks().see(address, bytes, alignment, writes, false, __builtin_return_address(0));             \
    }
/* (Types of 16 bytes may be structs whose alignment is 8; vectors are checked for more by observer::access().) */
#define TCU_SEE_ALL(name, writes)                                                                                      \
    TCU_SEE(name, 1, 1, writes)                                                                                        \
    TCU_SEE(name, 2, 2, writes)                                                                                        \
    TCU_SEE(name, 4, 4, writes)                                                                                        \
    TCU_SEE(name, 8, 8, writes)                                                                                        \
    TCU_SEE(name, 16, 8, writes)
/* (Of structs whose alignment is smaller than their size, or that are packed.) */
#define TCU_SEE_UNALIGNED(name, writes)                                                                                \
    TCU_SEE(name, 2, 1, writes)                                                                                        \
    TCU_SEE(name, 4, 1, writes)                                                                                        \
    TCU_SEE(name, 8, 1, writes)                                                                                        \
    TCU_SEE(name, 16, 1, writes)
/* (Clang's: what is read and written again; copies.) */
#define TCU_SEE_BOTH(name, bytes, alignment)                                                                           \
    void __tsan_##name##bytes(void *address)                                                                           \
    {                                                                                                                  \
        emulated::all_checks().see(address, bytes, alignment, false, false, __builtin_return_address(0));              \
        emulated::all_checks().see(address, bytes, alignment, true, false, __builtin_return_address(0));               \
    }
TCU_SEE_BOTH(read_write, 1, 1)
TCU_SEE_BOTH(read_write, 2, 2)
TCU_SEE_BOTH(read_write, 4, 4)
TCU_SEE_BOTH(read_write, 8, 8)
TCU_SEE_BOTH(read_write, 16, 8)
TCU_SEE_ALL(read, false)
TCU_SEE_ALL(write, true)
TCU_SEE_UNALIGNED(unaligned_read, false)
TCU_SEE_UNALIGNED(unaligned_write, true)

void __tsan_read_range(void *address, unsigned long bytes)
{
    emulated::all_checks().see(address, bytes, 1, false, false, __builtin_return_address(0));
}
void *__tsan_memcpy(void *to, const void *from, unsigned long bytes)
{
    emulated::all_checks().see(from, bytes, 1, false, false, __builtin_return_address(0));
    emulated::all_checks().see(to, bytes, 1, true, false, __builtin_return_address(0));
    return std::memcpy(to, from, bytes);
}
void *__tsan_memmove(void *to, const void *from, unsigned long bytes)
{
    emulated::all_checks().see(from, bytes, 1, false, false, __builtin_return_address(0));
    emulated::all_checks().see(to, bytes, 1, true, false, __builtin_return_address(0));
    return std::memmove(to, from, bytes);
}
void *__tsan_memset(void *to, int value, unsigned long bytes)
{
    emulated::all_checks().see(to, bytes, 1, true, false, __builtin_return_address(0));
    return std::memset(to, value, bytes);
}
void __tsan_write_range(void *address, unsigned long bytes)
{
    emulated::all_checks().see(address, bytes, 1, true, false, __builtin_return_address(0));
}

} // extern "C"
