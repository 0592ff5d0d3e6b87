// SPDX-License-Identifier: Apache-2.0
/**
 * @file memory.hpp
 * Memory of a context's space that frees itself, and copies: memory.h for C++.
 */
#ifndef TCU_CPP_MEMORY_HPP
#define TCU_CPP_MEMORY_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/memory.h>

namespace tcu
{
/**
 * Elements of a context's memory, freed with it: by tcu_free(), so the context, which it was allocated with, has to live
 * longer. It can be moved and not copied, and is an array for all operations. It is made by allocate().
 */
template <class T>
class buffer
{
  public:
    /** No elements. */
    buffer() noexcept = default;
    /** Owns `count` elements at `memory`, which tcu_allocate() gave with this context. */
    buffer(tcu_context *owner, void *memory, std::size_t count) noexcept
        : context_(owner), memory_(static_cast<T *>(memory)), size_(count)
    {
    }
    /** Takes the other's memory. */
    buffer(buffer &&other) noexcept
        : context_(other.context_), memory_(std::exchange(other.memory_, nullptr)), size_(std::exchange(other.size_, 0))
    {
    }
    /** Frees its memory and takes the other's. */
    buffer &operator=(buffer &&other) noexcept
    {
        if (this != &other) {
            free();
            context_ = other.context_;
            memory_ = std::exchange(other.memory_, nullptr);
            size_ = std::exchange(other.size_, 0);
        }
        return *this;
    }
    buffer(const buffer &) = delete;
    buffer &operator=(const buffer &) = delete;
    /** tcu_free(). */
    ~buffer() { free(); }

    /** @return the first element's address, in the context's memory. */
    T *data() noexcept { return memory_; }
    /** @return the first element's address, in the context's memory. */
    const T *data() const noexcept { return memory_; }
    /** @return how many elements there are. */
    std::size_t size() const noexcept { return size_; }

  private:
    void free() noexcept
    {
        if (memory_ != nullptr) {
            tcu_free(context_, memory_);
        }
    }

    tcu_context *context_ = nullptr;
    T *memory_ = nullptr;
    std::size_t size_ = 0;
};

/** tcu_allocate(): `count` elements without values. */
template <class T, class Errors>
typename Errors::template outcome<buffer<T>> allocate(basic_context<Errors> &ctx, std::size_t count)
{
    static_assert(std::is_trivially_copyable_v<T>, "tcu::allocate: elements are copied byte by byte");
    void *memory = nullptr;
    const uint64_t bytes = detail::times(count, sizeof(T));
    const tcu_status status = tcu_allocate(ctx.get(), bytes, &memory);
    return Errors::finish(detail::result_of(ctx.get(), status), buffer<T>(ctx.get(), memory, count));
}

/**
 * tcu_copy_in(): host memory into the context's memory.
 *
 * @param to    elements of the context's memory.
 * @param from  as many of host memory.
 */
template <class Errors, class To, class From>
outcome_of<basic_context<Errors>> copy_in(basic_context<Errors> &ctx, To &&to, const From &from)
{
    const auto x = detail::single_input(from);
    const auto y = detail::single(to);
    static_assert(x.item_bytes() == y.item_bytes(), "tcu::copy_in: elements of two sizes");
    detail::checks checks("copy_in");
    checks.equal("from", x, y.size());
    const auto call = [&](tcu_context *c) { return tcu_copy_in(c, y.data(), x.data(), x.size() * x.item_bytes()); };
    return Errors::finish(detail::checked_call(ctx.get(), checks, call));
}

/**
 * tcu_copy_out(): the context's memory into host memory, when the work on the stream is done.
 *
 * @param to    elements of host memory.
 * @param from  as many of the context's memory.
 */
template <class Errors, class To, class From>
outcome_of<basic_context<Errors>> copy_out(basic_context<Errors> &ctx, To &&to, const From &from)
{
    const auto x = detail::single_input(from);
    const auto y = detail::single(to);
    static_assert(x.item_bytes() == y.item_bytes(), "tcu::copy_out: elements of two sizes");
    detail::checks checks("copy_out");
    checks.equal("from", x, y.size());
    const auto call = [&](tcu_context *c) { return tcu_copy_out(c, y.data(), x.data(), x.size() * x.item_bytes()); };
    return Errors::finish(detail::checked_call(ctx.get(), checks, call));
}

/** @return a buffer with a copy of what lies in host memory. */
template <class Errors, class From>
auto copy_of(basic_context<Errors> &ctx, const From &from)
{
    const auto x = detail::input(from);
    using T = typename decltype(x)::value_type;
    void *memory = nullptr;
    tcu_status status = tcu_allocate(ctx.get(), x.size() * sizeof(T), &memory);
    buffer<T> made(ctx.get(), memory, x.size());
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(ctx.get(), memory, x.data(), x.size() * sizeof(T));
    }
    return Errors::finish(detail::result_of(ctx.get(), status), std::move(made));
}
} // namespace tcu

#endif // TCU_CPP_MEMORY_HPP
