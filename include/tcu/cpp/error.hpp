// SPDX-License-Identifier: Apache-2.0
/**
 * @file error.hpp
 * Errors: the exception tcu::error of calls with a tcu::context, and tcu::result of calls with a tcu::nothrow_context.
 */
#ifndef TCU_CPP_ERROR_HPP
#define TCU_CPP_ERROR_HPP

#include <stdexcept>
#include <utility>

#include <tcu/context.h>
#include <tcu/export.h>
#include <tcu/status.h>

namespace tcu
{
/**
 * What a call with a tcu::context throws. what() is the sentence: the function, the argument and its value. (It is visible
 * in libraries that hide what is theirs, so that it can be caught outside of them.)
 */
class TCU_API error : public std::runtime_error
{
  public:
    /** @param status,sentence  what went wrong. */
    error(tcu_status status, const char *sentence) : std::runtime_error(sentence), status_(status) {}
    /** @return never TCU_SUCCESS. */
    tcu_status status() const noexcept { return status_; }

  private:
    tcu_status status_;
};

/** What a call with a tcu::nothrow_context that has no value returns. */
template <class T = void>
class [[nodiscard]] result;

/** @cond */
template <>
class [[nodiscard]] result<void>
{
  public:
    constexpr result() noexcept = default;
    constexpr result(tcu_status status, const char *sentence) noexcept : status_(status), sentence_(sentence) {}
    constexpr explicit operator bool() const noexcept { return status_ == TCU_SUCCESS; }
    constexpr tcu_status status() const noexcept { return status_; }
    constexpr const char *sentence() const noexcept { return sentence_; }

  private:
    tcu_status status_ = TCU_SUCCESS;
    const char *sentence_ = "";
};
/** @endcond */

/** What a call with a tcu::nothrow_context returns: a value, or a status and a sentence. (result<> has no value.) */
template <class T>
class [[nodiscard]] result
{
  public:
    /** @param value  of a call that succeeded. */
    constexpr result(T value) noexcept : value_(std::move(value)) {}
    /** @param failure  of one that did not. */
    constexpr result(const result<void> &failure) noexcept : outcome_(failure) {}

    /** @return whether the call succeeded. */
    constexpr explicit operator bool() const noexcept { return static_cast<bool>(outcome_); }
    /** @return TCU_SUCCESS, or why the call failed. */
    constexpr tcu_status status() const noexcept { return outcome_.status(); }
    /** @return what tcu::error::what() would be, "" on success. Valid until the thread's next call of this library. */
    constexpr const char *sentence() const noexcept { return outcome_.sentence(); }
    /** @return the value; of a call that failed T{}. */
    constexpr T &value() &noexcept { return value_; }
    /** @return the value; of a call that failed T{}. */
    constexpr const T &value() const &noexcept { return value_; }
    /** @return the value, to be moved from. */
    constexpr T &&value() &&noexcept { return std::move(value_); }

  private:
    T value_{};
    result<void> outcome_;
};
} // namespace tcu

#endif // TCU_CPP_ERROR_HPP
