/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The (in, out) element types of every sum-based operation, once: X(IN, OUT, in, acc, out) with the enumerators'
 * suffixes and the names by which the backends know the element, accumulator and output types.
 *
 * A sum modulo 2^w is the same for signed and unsigned elements of width w, and the accumulator may be wider than the
 * output. Only where the output is wider than the input does the sign matter (sign extension). So the columns in, acc,
 * out name fewer distinct combinations than there are pairs, and a backend instantiates its kernels over
 * TCUI_SUM_KERNELS only.
 */
#ifndef TCUI_SUM_PAIRS_H
#define TCUI_SUM_PAIRS_H

#define TCUI_SUM_PAIRS(X)                                                                                              \
    X(F16, F16, f16, f32, f16)                                                                                         \
    X(F16, F32, f16, f32, f32)                                                                                         \
    X(BF16, BF16, bf16, f32, bf16)                                                                                     \
    X(BF16, F32, bf16, f32, f32)                                                                                       \
    X(F32, F32, f32, f32, f32)                                                                                         \
    X(F32, F64, f32, f64, f64)                                                                                         \
    X(F64, F64, f64, f64, f64)                                                                                         \
    X(I8, I8, u8, u32, u8)                                                                                             \
    X(U8, U8, u8, u32, u8)                                                                                             \
    X(I8, I32, i8, u32, u32)                                                                                           \
    X(U8, U32, u8, u32, u32)                                                                                           \
    X(I8, I64, i8, u64, u64)                                                                                           \
    X(U8, U64, u8, u64, u64)                                                                                           \
    X(I16, I16, u16, u32, u16)                                                                                         \
    X(U16, U16, u16, u32, u16)                                                                                         \
    X(I16, I32, i16, u32, u32)                                                                                         \
    X(U16, U32, u16, u32, u32)                                                                                         \
    X(I16, I64, i16, u64, u64)                                                                                         \
    X(U16, U64, u16, u64, u64)                                                                                         \
    X(I32, I32, u32, u32, u32)                                                                                         \
    X(U32, U32, u32, u32, u32)                                                                                         \
    X(I32, I64, i32, u64, u64)                                                                                         \
    X(U32, U64, u32, u64, u64)                                                                                         \
    X(I64, I64, u64, u64, u64)                                                                                         \
    X(U64, U64, u64, u64, u64)

/* The distinct (in, acc, out) of the table above: one kernel each. */
#define TCUI_SUM_KERNELS(X) TCUI_SUM_REAL_KERNELS(X) TCUI_SUM_INTEGER_KERNELS(X)
#define TCUI_SUM_REAL_KERNELS(X)                                                                                       \
    X(f16, f32, f16)                                                                                                   \
    X(f16, f32, f32)                                                                                                   \
    X(bf16, f32, bf16)                                                                                                 \
    X(bf16, f32, f32)                                                                                                  \
    X(f32, f32, f32)                                                                                                   \
    X(f32, f64, f64)                                                                                                   \
    X(f64, f64, f64)
#define TCUI_SUM_INTEGER_KERNELS(X)                                                                                    \
    X(u8, u32, u8)                                                                                                     \
    X(i8, u32, u32)                                                                                                    \
    X(u8, u32, u32)                                                                                                    \
    X(i8, u64, u64)                                                                                                    \
    X(u8, u64, u64)                                                                                                    \
    X(u16, u32, u16)                                                                                                   \
    X(i16, u32, u32)                                                                                                   \
    X(u16, u32, u32)                                                                                                   \
    X(i16, u64, u64)                                                                                                   \
    X(u16, u64, u64)                                                                                                   \
    X(u32, u32, u32)                                                                                                   \
    X(i32, u64, u64)                                                                                                   \
    X(u32, u64, u64)                                                                                                   \
    X(u64, u64, u64)

#endif /* TCUI_SUM_PAIRS_H */
