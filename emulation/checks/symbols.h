/* SPDX-License-Identifier: Apache-2.0 */
/* Names of what lies at an address of this program: arrays in shared memory, kernels, lines of the source. */
#ifndef TCU_EMULATED_SYMBOLS_H
#define TCU_EMULATED_SYMBOLS_H

#include <cstdint>
#include <string>
#include <vector>

namespace emulated
{

/* An array in shared memory: a variable of a function, one for each host thread (cuda/language.h). */
struct shared_array {
    uintptr_t begin, end;
    std::string symbol;
    bool is_of_kernel; /* a variable of a kernel, launched or not; else of a function that kernels call */
};

/* In the order of addresses. */
const std::vector<shared_array> &shared_arrays();

/* Between which addresses all of them lie; both 0 if there is none. */
uintptr_t shared_begin();
uintptr_t shared_end();

/* Whether the compiler remembers there that a variable is initialised. */
bool is_guard(uintptr_t address);

/* "tile" of kernel(float *)::tile. */
std::string variable_name(const shared_array &array);

/* Mangled, "" if it is not known. */
std::string function_symbol(const void *function);

/* Whether the array is a variable of that function. */
bool is_variable_of(const shared_array &array, const std::string &function);

/* "versions.cu:33" of the instruction before a return address, "" if it is not known. */
std::string line_of(const void *return_address);

} // namespace emulated

#endif /* TCU_EMULATED_SYMBOLS_H */
