// SPDX-License-Identifier: Apache-2.0
/**
 * @file call.hpp
 * How an operation becomes a call of C, or a query for its workspace, and how its options are handed over. Nothing here is
 * for users.
 */
#ifndef TCU_CPP_CALL_HPP
#define TCU_CPP_CALL_HPP

#include <cstddef>
#include <utility>

#include <tcu/cpp/arguments.hpp>
#include <tcu/cpp/checks.hpp>
#include <tcu/cpp/context.hpp>

namespace tcu::detail
{
/* The default argument of options. That no others were given is told by its address, and the library then gets NULL, as the
 * shortest call of C does. Compilers see through it where the call is inlined. */
template <class Options>
inline constexpr Options no_options{};

/* A structure of C's options, and its address or NULL. */
template <class Options>
class c_options
{
    using structure = decltype(std::declval<const Options &>().c());

  public:
    explicit c_options(const Options &options) : value_(options.c()), is_given_(&options != &no_options<Options>) {}
    c_options(const c_options &) = delete;
    c_options &operator=(const c_options &) = delete;

    operator const structure *() const noexcept { return is_given_ ? &value_ : nullptr; }

  private:
    structure value_;
    bool is_given_;
};

template <class Call>
result<void> checked_call(tcu_context *handle, const checks &arguments, const Call &call)
{
    return arguments.failed() ? result<void>(TCU_ERROR_INVALID_ARGUMENT, arguments.sentence())
                              : result_of(handle, call(handle));
}

/* Makes the call, or for a workspace_query the query. */
template <class Context, class Call, class Query>
tcu::outcome_of<Context> run(Context &ctx, const checks &arguments, const Call &call, const Query &query)
{
    using errors = typename Context::errors;
    if constexpr (is_query<Context>) {
        (void)call;
        std::size_t bytes = 0;
        const auto ask = [&](tcu_context *handle) { return query(handle, &bytes); };
        const result<void> done = checked_call(ctx.get(), arguments, ask);
        ctx.add(bytes);
        return errors::finish(done, std::move(bytes));
    } else {
        (void)query;
        return errors::finish(checked_call(ctx.get(), arguments, call));
    }
}
} // namespace tcu::detail

#endif // TCU_CPP_CALL_HPP
