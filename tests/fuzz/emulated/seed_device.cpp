/* SPDX-License-Identifier: Apache-2.0 */
/* The emulated device's order of threads, and all else that it leaves to chance, as a function of a case's seed. */
#include <cstdint>

extern "C" void fuzz_seed_device(uint64_t seed);

void fuzz_seed_device(uint64_t seed)
{
    emulated::gpu.random = (seed + 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u | 1; /* (0 would stay 0.) */
}
