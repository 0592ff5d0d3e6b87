// SPDX-License-Identifier: Apache-2.0
/**
 * @file context.hpp
 * Contexts: where operations run, and what becomes of their errors.
 *
 * tcu::context throws tcu::error. tcu::nothrow_context returns tcu::result, and is what there is under -fno-exceptions.
 * tcu::workspace_query stands in for either: operations that get it do nothing but ask for their workspace. Every operation
 * is one template for the three. All that context.h says of a tcu_context holds.
 */
#ifndef TCU_CPP_CONTEXT_HPP
#define TCU_CPP_CONTEXT_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

#include <tcu/context.h>
#include <tcu/cpp/error.hpp>
#include <tcu/cpp/view.hpp>
#include <tcu/memory.h>

namespace tcu
{
/** How a tcu::nothrow_context reports: by the value that is returned. */
struct return_errors {
    template <class T>
    using outcome = result<T>;            /**< what calls return */
    static constexpr bool throws = false; /**< whether they throw */

    /** @return what failed, or the value. */
    template <class T>
    static result<T> finish(const result<void> &done, T &&value) noexcept
    {
        return done ? result<T>(std::move(value)) : result<T>(done);
    }
    /** @return `done` itself. */
    static result<void> finish(const result<void> &done) noexcept { return done; }
};

#ifdef __cpp_exceptions
/** How a tcu::context reports: by tcu::error. */
struct throw_errors {
    template <class T>
    using outcome = T;                   /**< what calls return */
    static constexpr bool throws = true; /**< whether they throw */

    /** @return the value, unless the call failed. */
    template <class T>
    static T finish(const result<void> &done, T &&value)
    {
        finish(done);
        return std::move(value);
    }
    /** Throws if the call failed. */
    static void finish(const result<void> &done)
    {
        if (!done) {
            throw error(done.status(), done.sentence());
        }
    }
};
#endif

namespace detail
{
inline result<void> result_of(tcu_context *handle, tcu_status status) noexcept
{
    return status == TCU_SUCCESS ? result<void>() : result<void>(status, tcu_context_last_error(handle));
}
} // namespace detail

/**
 * A tcu_context that is destroyed with it. It can be moved and not copied; one that was moved from refuses every call with
 * TCU_ERROR_INVALID_CONTEXT. `Errors` is throw_errors or return_errors.
 */
template <class Errors>
class basic_context
{
  public:
    template <class T = void>
    using outcome = typename Errors::template outcome<T>; /**< what its calls return */
    using errors = Errors;                                /**< how they report */

    /** None, to be assigned to. (A tcu::context with a backend: `tcu::context context(TCU_BACKEND_AUTO);`) */
    basic_context() noexcept = default;

    /** tcu_context_create(); throws. (Of a nothrow_context there is create() alone.) */
    template <class E = Errors, std::enable_if_t<E::throws, int> = 0>
    explicit basic_context(tcu_backend backend, int device = -1) : basic_context(create(backend, device))
    {
    }

    /** A CUDA context of the calling thread's current device, on a stream (a cudaStream_t); throws. */
    template <class E = Errors, std::enable_if_t<E::throws, int> = 0>
    explicit basic_context(void *stream) : basic_context(create(TCU_BACKEND_CUDA))
    {
        set_stream(stream);
    }

    /** Takes the other's tcu_context. */
    basic_context(basic_context &&other) noexcept : handle_(other.release()) {}
    /** Destroys its tcu_context and takes the other's. */
    basic_context &operator=(basic_context &&other) noexcept
    {
        if (this != &other) {
            destroy();
            handle_ = other.release();
        }
        return *this;
    }
    basic_context(const basic_context &) = delete;
    basic_context &operator=(const basic_context &) = delete;
    /** tcu_context_destroy(). */
    ~basic_context() { destroy(); }

    /** tcu_context_create(). */
    static outcome<basic_context> create(tcu_backend backend = TCU_BACKEND_AUTO, int device = -1)
    {
        basic_context made;
        const tcu_status status = tcu_context_create(&made.handle_, backend, device);
        return Errors::finish(detail::result_of(nullptr, status), std::move(made));
    }

    /** @return a context that owns `handle`. */
    static basic_context adopt(tcu_context *handle) noexcept
    {
        basic_context made;
        made.handle_ = handle;
        return made;
    }
    /** @return the tcu_context, which it no longer owns. */
    tcu_context *release() noexcept { return std::exchange(handle_, nullptr); }
    /** @return the tcu_context, for functions of C. */
    tcu_context *get() const noexcept { return handle_; }

    /** tcu_context_set_stream(). */
    outcome<> set_stream(void *stream) { return done(tcu_context_set_stream(handle_, stream)); }
    /** tcu_context_set_workspace(). */
    outcome<> set_workspace(void *workspace, std::size_t bytes)
    {
        return done(tcu_context_set_workspace(handle_, workspace, bytes));
    }
    /** The same of all bytes of an array of the context's memory, which is not owned; nullptr: back to the allocator. */
    outcome<> set_workspace(const item_view &workspace)
    {
        return set_workspace(workspace.data(), workspace.size() * workspace.item_bytes());
    }
    /** tcu_context_set_allocator(). */
    outcome<> set_allocator(tcu_allocate_function allocate, tcu_free_function free, void *user)
    {
        return done(tcu_context_set_allocator(handle_, allocate, free, user));
    }
    /** tcu_context_set_arithmetic(). */
    outcome<> set_arithmetic(tcu_arithmetic arithmetic)
    {
        return done(tcu_context_set_arithmetic(handle_, arithmetic));
    }
    /** tcu_context_load_tuning(). */
    outcome<> load_tuning(const char *path) { return done(tcu_context_load_tuning(handle_, path)); }
    /** tcu_context_set_threads(). */
    outcome<> set_threads(int threads) { return done(tcu_context_set_threads(handle_, threads)); }
    /** tcu_context_set_pointer_checks(). */
    outcome<> set_pointer_checks(bool enabled)
    {
        return done(tcu_context_set_pointer_checks(handle_, enabled ? 1 : 0));
    }
    /** tcu_context_get_properties(). */
    outcome<tcu_properties> properties() const
    {
        tcu_properties properties = {};
        const tcu_status status = tcu_context_get_properties(handle_, &properties);
        return Errors::finish(detail::result_of(handle_, status), std::move(properties));
    }
    /** tcu_context_get_last_call(). */
    outcome<tcu_call_info> last_call() const
    {
        tcu_call_info info = {};
        const tcu_status status = tcu_context_get_last_call(handle_, &info);
        return Errors::finish(detail::result_of(handle_, status), std::move(info));
    }
    /** tcu_synchronize(). */
    outcome<> synchronize() { return done(tcu_synchronize(handle_)); }

  private:
    // (A call with NULL would take the sentence of the thread's last error away.)
    void destroy() noexcept
    {
        if (handle_ != nullptr) {
            tcu_context_destroy(handle_);
        }
    }
    outcome<> done(tcu_status status) const { return Errors::finish(detail::result_of(handle_, status)); }

    tcu_context *handle_ = nullptr;
};

#ifdef __cpp_exceptions
/** A context whose calls throw tcu::error. */
using context = basic_context<throw_errors>;
#endif

/** A context whose calls return tcu::result, which has to be looked at. */
using nothrow_context = basic_context<return_errors>;

/**
 * How large a workspace calls need: made of a context, given to operations in its place, with the arguments of the calls.
 * They then do no work, and return the bytes that this call needs; arrays may be tcu::view(nullptr, count) of the right
 * type, with a cast. A call in place needs the addresses, by which it is told.
 *
 *     tcu::workspace_query query(context);
 *     tcu::scan(query, in, out);
 *     tcu::radix_sort(query, keys, sorted);
 *     context.set_workspace(memory, query.bytes()); // enough for either of the two
 */
template <class Errors>
class workspace_query
{
  public:
    template <class T = void>
    using outcome = typename Errors::template outcome<std::size_t>; /**< the call's bytes */
    using errors = Errors;                                          /**< how they report */

    /** @param of  the context that the calls will be made with; it has to live as long. */
    explicit workspace_query(const basic_context<Errors> &of) noexcept : handle_(of.get()) {}
    /** @return the most bytes that a call so far needs. */
    std::size_t bytes() const noexcept { return most_; }
    /** @return the context's tcu_context. */
    tcu_context *get() const noexcept { return handle_; }
    /** A call needs so many bytes. */
    void add(std::size_t bytes) noexcept { most_ = bytes > most_ ? bytes : most_; }

  private:
    tcu_context *handle_;
    std::size_t most_ = 0;
};

namespace detail
{
template <class Context>
inline constexpr bool is_query = false;
template <class Errors>
inline constexpr bool is_query<workspace_query<Errors>> = true;
} // namespace detail

/** What an operation returns that gets a `Context`: T, a tcu::result of it, or the bytes of its workspace. */
template <class Context, class T = void>
using outcome_of = typename Context::template outcome<T>;
} // namespace tcu

#endif // TCU_CPP_CONTEXT_HPP
