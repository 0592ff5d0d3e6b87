// SPDX-License-Identifier: Apache-2.0
/**
 * @file plan.hpp
 * What plans have in common: they own a plan of C, and are moved and not copied. Nothing here is for users.
 */
#ifndef TCU_CPP_PLAN_HPP
#define TCU_CPP_PLAN_HPP

#include <utility>

#include <tcu/cpp/call.hpp>

namespace tcu::detail
{
template <class Handle, tcu_status (*destroy)(Handle *)>
class plan
{
  public:
    plan(plan &&other) noexcept : handle_(other.release()) {}
    plan &operator=(plan &&other) noexcept
    {
        if (this != &other) {
            close();
            handle_ = other.release();
        }
        return *this;
    }
    plan(const plan &) = delete;
    plan &operator=(const plan &) = delete;

    /* The plan, for functions of C. */
    Handle *get() const noexcept { return handle_; }
    /* The plan, which is no longer owned. */
    Handle *release() noexcept { return std::exchange(handle_, nullptr); }

  protected:
    plan() noexcept = default;
    explicit plan(Handle *handle) noexcept : handle_(handle) {}
    ~plan() { close(); }

  private:
    // (A call with NULL would take the sentence of the thread's last error away.)
    void close() noexcept
    {
        if (handle_ != nullptr) {
            destroy(handle_);
        }
    }

    Handle *handle_ = nullptr;
};
} // namespace tcu::detail

#endif // TCU_CPP_PLAN_HPP
