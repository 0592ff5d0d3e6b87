// SPDX-License-Identifier: Apache-2.0
// What the tests of the C++ headers share: contexts of the backend under test, drawn numbers, and each call in its three
// forms: as a query, with an exactly so large workspace of garbage, and with errors as results.
#ifndef TCU_TESTS_CPP_CPP_TEST_HPP
#define TCU_TESTS_CPP_CPP_TEST_HPP

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <criterion/criterion.h>
#include <tcu/tcu.hpp>

namespace test
{
// TCU_TEST_BACKEND, as of the suite; memory is the processor's, so `cuda` is none here.
inline tcu_backend backend()
{
    const char *name = std::getenv("TCU_TEST_BACKEND");
    return name != nullptr && std::string(name) == "reference" ? TCU_BACKEND_REFERENCE : TCU_BACKEND_HOST;
}

inline tcu::context context()
{
    return tcu::context(backend());
}

inline std::mt19937 &generator()
{
    static std::mt19937 numbers = [] {
        const char *seed = std::getenv("TCU_TEST_SEED");
        return std::mt19937(seed == nullptr ? 1u : static_cast<unsigned>(std::strtoul(seed, nullptr, 10)));
    }();
    return numbers;
}

// n whole numbers from low to high.
template <class T>
std::vector<T> drawn(std::size_t n, int low, int high)
{
    std::uniform_int_distribution<int> distribution(low, high);
    std::vector<T> numbers(n);
    for (T &number : numbers) {
        number = static_cast<T>(distribution(generator()));
    }
    return numbers;
}

// How much a query says: what the call needs, or what calls with other outputs, or of other sizes, need as well.
enum class answer { exact, enough };

// Makes the call `body(context)` in its three forms, and `check()` after each that works.
template <class Body, class Check>
void in_all_forms(const Body &body, const Check &check, answer bytes_are = answer::exact)
{
    tcu::context throwing = context();
    tcu::workspace_query query(throwing);
    const std::size_t bytes = body(query);
    cr_assert(bytes == query.bytes());
    // One byte behind a multiple of 256, where no byte of it can be spared.
    std::vector<unsigned char> room(bytes + 512, 0xa5);
    unsigned char *const workspace = room.data() + 257 - reinterpret_cast<std::uintptr_t>(room.data()) % 256;
    throwing.set_workspace(workspace, bytes);
    static_cast<void>(body(throwing));
    check();
    if (bytes > 0 && bytes_are == answer::exact) {
        throwing.set_workspace(workspace, bytes - 1);
        tcu_status status = TCU_SUCCESS;
        try {
            static_cast<void>(body(throwing));
        } catch (const tcu::error &error) {
            status = error.status();
        }
        cr_assert(status == TCU_ERROR_WORKSPACE_TOO_SMALL, "the query says %zu bytes, and fewer do", bytes);
    }
    auto quiet = tcu::nothrow_context::create(backend());
    cr_assert(static_cast<bool>(quiet), "%s", quiet.sentence());
    const auto outcome = body(quiet.value());
    cr_assert(static_cast<bool>(outcome), "%s", outcome.sentence());
    check();
}

// The sentence of a call that has to be refused with a status, "" if it was not.
template <class Body>
std::string refusal(tcu_status status, const Body &body)
{
    try {
        body();
    } catch (const tcu::error &error) {
        cr_assert(error.status() == status, "status %d: %s", static_cast<int>(error.status()), error.what());
        return error.what();
    }
    return "";
}

template <class T, class U>
void expect_equal(const T &got, const U &expected, const char *what)
{
    cr_assert(std::size(got) == std::size(expected), "%s", what);
    for (std::size_t i = 0; i < std::size(got); i++) {
        cr_assert(got[i] == expected[i], "%s[%zu]", what, i);
    }
}
} // namespace test

#endif // TCU_TESTS_CPP_CPP_TEST_HPP
