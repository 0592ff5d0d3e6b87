/* SPDX-License-Identifier: Apache-2.0 */
/*
 * -fsanitize=thread makes calls of the C++ library's atomic operations, too (of reference counts, of variables that are
 * initialised once). They are made here; no check looks at them. CUDA's are in cuda/atomics.h.
 */
#include <cstdint>

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
    uint##bits##_t __tsan_atomic##bits##_fetch_add(volatile uint##bits##_t *to, uint##bits##_t value, int)             \
    {                                                                                                                  \
        return __atomic_fetch_add(to, value, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                                  \
    uint##bits##_t __tsan_atomic##bits##_fetch_sub(volatile uint##bits##_t *to, uint##bits##_t value, int)             \
    {                                                                                                                  \
        return __atomic_fetch_sub(to, value, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                                  \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile uint##bits##_t *to, uint##bits##_t *expected,           \
                                                      uint##bits##_t value, int, int)                                  \
    {                                                                                                                  \
        return __atomic_compare_exchange_n(to, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
    }

extern "C" {
TCU_ATOMICS(8)
TCU_ATOMICS(16)
TCU_ATOMICS(32)
TCU_ATOMICS(64)
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}
}
