/* SPDX-License-Identifier: Apache-2.0 */
/* A vector of TCUI_ACC_TYPE and what kernels do with it; included by vectors_of_level.h for each type and level. */

#if defined(__GNUC__) || defined(__clang__)

#define TCUI_LANES ((ptrdiff_t)(TCUI_VECTOR_BYTES / TCUI_ACC_BYTES))

typedef TCUI_ACC_TYPE TCUI_V(tcui_vector) __attribute__((vector_size(TCUI_VECTOR_BYTES)));
/* The same in memory, where it is aligned to its elements alone. */
typedef TCUI_ACC_TYPE TCUI_V(tcui_vector_at)
    __attribute__((vector_size(TCUI_VECTOR_BYTES), aligned(TCUI_ACC_BYTES), may_alias));

TCUI_ALWAYS_INLINE TCUI_V(tcui_vector) TCUI_V(tcui_vector_load)(const TCUI_ACC_TYPE *from)
{
    return *(const TCUI_V(tcui_vector_at) *)from;
}

TCUI_ALWAYS_INLINE void TCUI_V(tcui_vector_store)(TCUI_ACC_TYPE *to, TCUI_V(tcui_vector) a)
{
    *(TCUI_V(tcui_vector_at) *)to = a;
}

TCUI_ALWAYS_INLINE TCUI_V(tcui_vector) TCUI_V(tcui_vector_zero)(void)
{
    return (TCUI_V(tcui_vector)){0};
}

/* x in every lane. (x - 0 is x, also -0 and NaN, and compilers make a broadcast of it.) */
TCUI_ALWAYS_INLINE TCUI_V(tcui_vector) TCUI_V(tcui_vector_set)(TCUI_ACC_TYPE x)
{
    return x - (TCUI_V(tcui_vector)){0};
}

#else

#define TCUI_LANES ((ptrdiff_t)1)

typedef TCUI_ACC_TYPE TCUI_V(tcui_vector);

TCUI_ALWAYS_INLINE TCUI_V(tcui_vector) TCUI_V(tcui_vector_load)(const TCUI_ACC_TYPE *from)
{
    return *from;
}

TCUI_ALWAYS_INLINE void TCUI_V(tcui_vector_store)(TCUI_ACC_TYPE *to, TCUI_V(tcui_vector) a)
{
    *to = a;
}

TCUI_ALWAYS_INLINE TCUI_V(tcui_vector) TCUI_V(tcui_vector_zero)(void)
{
    return 0;
}

TCUI_ALWAYS_INLINE TCUI_V(tcui_vector) TCUI_V(tcui_vector_set)(TCUI_ACC_TYPE x)
{
    return x;
}

#endif

/* a b + c, rounded once from level 1 on. */
TCUI_ALWAYS_INLINE TCUI_V(tcui_vector)
    TCUI_V(tcui_vector_multiply_add)(TCUI_V(tcui_vector) a, TCUI_V(tcui_vector) b, TCUI_V(tcui_vector) c)
{
#if TCUI_LEVEL_NUMBER == 0
    return a * b + c;
#elif TCUI_LEVEL_NUMBER == 1 && TCUI_ACC_BYTES == 4
    return _mm256_fmadd_ps(a, b, c);
#elif TCUI_LEVEL_NUMBER == 1
    return _mm256_fmadd_pd(a, b, c);
#elif TCUI_ACC_BYTES == 4
    return _mm512_fmadd_ps(a, b, c);
#else
    return _mm512_fmadd_pd(a, b, c);
#endif
}

/* Of one element, rounded as those of vectors are. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_V(tcui_multiply_add)(TCUI_ACC_TYPE a, TCUI_ACC_TYPE b, TCUI_ACC_TYPE c)
{
#if TCUI_LEVEL_NUMBER == 0
    return a * b + c;
#elif TCUI_ACC_BYTES == 4
    return __builtin_fmaf(a, b, c);
#else
    return __builtin_fma(a, b, c);
#endif
}
