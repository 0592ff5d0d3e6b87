// SPDX-License-Identifier: Apache-2.0
/**
 * @file checks.hpp
 * Checks of arguments before anything is called: lengths, and types that the compiler cannot see. Nothing here is for users.
 */
#ifndef TCU_CPP_CHECKS_HPP
#define TCU_CPP_CHECKS_HPP

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <tcu/cpp/arguments.hpp>
#include <tcu/cpp/view.hpp>
#include <tcu/types.h>

namespace tcu::detail
{
/* Lengths are multiplied and added such that what is too large stays UINT64_MAX, which no array has: the function that is
 * called says then what is too large. */
constexpr uint64_t times(uint64_t a, uint64_t b) noexcept
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}
constexpr uint64_t plus(uint64_t a, uint64_t b) noexcept
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Elements from the first to the last of `count` parts of `part` elements, `stride` apart. */
constexpr uint64_t extent(uint64_t count, uint64_t part, uint64_t stride) noexcept
{
    return count == 0 || part == 0 ? 0 : plus(times(count - 1, stride), part);
}

constexpr uint64_t segments_of(uint64_t n, uint64_t segment_size) noexcept
{
    return segment_size == 0 ? UINT64_MAX : n / segment_size + (n % segment_size != 0 ? 1 : 0);
}

template <class Offsets>
constexpr uint64_t segments_by(const Offsets &offsets) noexcept
{
    return offsets.size() == 0 ? 0 : offsets.size() - 1;
}

/* What is wrong with a call's arguments: the first length that does not fit. A check is a comparison and a branch. */
class checks
{
  public:
    /* `function` as users write it. */
    constexpr explicit checks(const char *function) noexcept : function_(function) {}

    template <class View>
    constexpr checks &equal(const char *name, const View &array, uint64_t needed) noexcept
    {
        if constexpr (is_wanted<View>) {
            note(array.size() != needed && needed != UINT64_MAX, name, array.size(), needed, "");
        }
        return *this;
    }
    template <class View>
    constexpr checks &at_least(const char *name, const View &array, uint64_t needed) noexcept
    {
        if constexpr (is_wanted<View>) {
            note(array.size() < needed && needed != UINT64_MAX, name, array.size(), needed, " or more");
        }
        return *this;
    }
    /* The same of an array whose length is at hand. */
    constexpr checks &length(const char *name, uint64_t has, uint64_t needed, bool is_exact) noexcept
    {
        note(needed != UINT64_MAX && (is_exact ? has != needed : has < needed), name, has, needed,
             is_exact ? "" : " or more");
        return *this;
    }
    constexpr checks &at_most(const char *name, uint64_t has, uint64_t most) noexcept
    {
        note(has > most, name, has, most, " or fewer");
        return *this;
    }
    template <class View>
    constexpr checks &offsets(const View &array) noexcept
    {
        return at_least("offsets", array, 1);
    }
    /* A value in host memory has the type of the elements that it goes with. */
    constexpr checks &value(const char *name, const value_pointer &value, tcu_type needed) noexcept
    {
        note_type(value.get() != nullptr && value.type() != needed, name, value.type(), needed);
        return *this;
    }
    constexpr checks &same_type(const char *name, int type, tcu_type needed) noexcept
    {
        note_type(type != static_cast<int>(needed), name, type, needed);
        return *this;
    }
    /* An array of options has so many items or more of a type; where a type is no element its bytes are looked at. */
    constexpr checks &items(const char *name, const item_view &items, uint64_t needed, int type) noexcept
    {
        if (items.data() != nullptr) {
            note(items.size() < needed && needed != UINT64_MAX, name, items.size(), needed, " or more");
            note_type(type != no_type && items.type() != type, name, items.type(), type);
        }
        return *this;
    }
    constexpr checks &item_bytes(const char *name, const item_view &items, std::size_t needed) noexcept
    {
        if (items.data() != nullptr && items.item_bytes() != needed && !failed()) {
            set(kind::bytes, name, items.item_bytes(), needed);
        }
        return *this;
    }

    constexpr bool failed() const noexcept { return argument_ != nullptr; }

    /* In memory of the thread's, until its next error of this kind. */
    const char *sentence() const noexcept
    {
        static thread_local char text[256];
        if (kind_ == kind::type) {
            std::snprintf(text, sizeof text, "tcu::%s: %s is of type %s; it has to be of type %s", function_, argument_,
                          tcu_type_name(static_cast<tcu_type>(has_)), tcu_type_name(static_cast<tcu_type>(needed_)));
        } else {
            std::snprintf(text, sizeof text, "tcu::%s: %s has %" PRIu64 " %s; it has to have %" PRIu64 "%s", function_,
                          argument_, has_, kind_ == kind::bytes ? "bytes an item" : "elements", needed_, suffix_);
        }
        return text;
    }

  private:
    enum class kind { length, type, bytes };

    constexpr void set(kind what, const char *name, uint64_t has, uint64_t needed) noexcept
    {
        kind_ = what;
        argument_ = name;
        has_ = has;
        needed_ = needed;
    }
    constexpr void note(bool is_wrong, const char *name, uint64_t has, uint64_t needed, const char *suffix) noexcept
    {
        if (is_wrong && !failed()) {
            set(kind::length, name, has, needed);
            suffix_ = suffix;
        }
    }
    constexpr void note_type(bool is_wrong, const char *name, int has, int needed) noexcept
    {
        if (is_wrong && !failed()) {
            set(kind::type, name, static_cast<unsigned>(has), static_cast<unsigned>(needed));
        }
    }

    const char *function_;
    const char *argument_ = nullptr;
    const char *suffix_ = "";
    uint64_t has_ = 0;
    uint64_t needed_ = 0;
    kind kind_ = kind::length;
};
} // namespace tcu::detail

#endif // TCU_CPP_CHECKS_HPP
