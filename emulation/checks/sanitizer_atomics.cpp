/* SPDX-License-Identifier: Apache-2.0 */
/*
 * -fsanitize=thread makes calls of the C++ library's atomic operations, too (of reference counts, of variables that are
 * initialised once). They are made here; no check looks at them. CUDA's are in cuda/atomics.h.
 */
#include <cstdint>

#define TCU_FETCH(bits, operation)                                                                                     \
    uint##bits##_t __tsan_atomic##bits##_fetch_##operation(volatile uint##bits##_t *to, uint##bits##_t value, int)     \
    {                                                                                                                  \
        return __atomic_fetch_##operation(to, value, __ATOMIC_SEQ_CST);                                                \
    }
#define TCU_COMPARE(bits, strength)                                                                                    \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile uint##bits##_t *to, uint##bits##_t *expected,       \
                                                          uint##bits##_t value, int, int)                              \
    {                                                                                                                  \
        return __atomic_compare_exchange_n(to, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
    }
#define TCU_ATOMICS(bits)                                                                                              \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *from, int)                                \
    {                                                                                                                  \
        return __atomic_load_n(from, __ATOMIC_SEQ_CST);                                                                \
    }                                                                                                                  \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *to, uint##bits##_t value, int)                           \
    {                                                                                                                  \
        __atomic_store_n(to, value, __ATOMIC_SEQ_CST);                                                                 \
    }                                                                                                                  \
    uint##bits##_t __tsan_atomic##bits##_exchange(volatile uint##bits##_t *to, uint##bits##_t value, int)              \
    {                                                                                                                  \
        return __atomic_exchange_n(to, value, __ATOMIC_SEQ_CST);                                                       \
    }                                                                                                                  \
    TCU_FETCH(bits, add)                                                                                               \
    TCU_FETCH(bits, sub)                                                                                               \
    TCU_FETCH(bits, and)                                                                                               \
    TCU_FETCH(bits, or)                                                                                                \
    TCU_FETCH(bits, xor)                                                                                               \
    TCU_FETCH(bits, nand)                                                                                              \
    TCU_COMPARE(bits, strong)                                                                                          \
    TCU_COMPARE(bits, weak)                                                                                            \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *to, uint##bits##_t expected,    \
                                                              uint##bits##_t value, int, int)                          \
    {                                                                                                                  \
        __atomic_compare_exchange_n(to, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                  \
        return expected;                                                                                               \
    }

extern "C" {
TCU_ATOMICS(8)
TCU_ATOMICS(16)
TCU_ATOMICS(32)
TCU_ATOMICS(64)
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}
}
