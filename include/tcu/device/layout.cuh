/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout.cuh
 * Which element of a matrix each lane's register holds: the fragments of mma.sync, as the PTX ISA
 * documents them ("Matrix fragments for mma"), in both directions. Compiles as plain C++17, without CUDA's headers;
 * all functions are constexpr.
 *
 * A product D = A B + C of a warp has A of m x k elements, B of k x n, C and D of m x n; m is 8 or 16, n is 8. With g
 * = lane / 4 and t = lane % 4, H = m / 8, and P elements packed in a register, 32 divided by an element's bits (P = 1
 * for f64, whose registers have 64 bits), register r and element j of it hold
 *
 *     A            row = g + 8 (r mod H)    column = P t + j + 4 P (r div H)
 *     B            row = P t + j + 4 P r    column = g
 *     accumulator  row = g + 8 (r div 2)    column = 2 t + r mod 2
 *
 * which is one formula for all shapes that are supported:
 *
 *     m16n8k4  tf32                 m16n8k8   f16, bf16, tf32     m16n8k16  f16, bf16, s8, u8, f64
 *     m16n8k32 s8, u8               m16n8k256 b1                  m8n8k4    f64
 *
 * (Ootomo and Yokota, "An extension of the WMMA API by the structure of fragments", 2020, found such maps by
 * experiment, for the opaque fragments of WMMA; those of mma.sync are documented and the same on all architectures.)
 */
#ifndef TCU_DEVICE_LAYOUT_CUH
#define TCU_DEVICE_LAYOUT_CUH

/* For host and device where CUDA compiles it. */
#ifdef __CUDACC__
#define TCU_DEVICE_CONSTEXPR __host__ __device__ constexpr
#else
#define TCU_DEVICE_CONSTEXPR constexpr
#endif

namespace tcu
{
namespace device
{

/** The lanes of a warp. */
constexpr int warp_size = 32;

/** What a fragment is in D = A B + C; C and D are accumulators. */
enum class use { a, b, accumulator };

/* The shapes of products. */

/** D = A B + C, A 8 x 4, B 4 x 8. */
struct m8n8k4 {
    static constexpr int m = 8; /**< Rows of A, C and D. */
    static constexpr int n = 8; /**< Columns of B, C and D. */
    static constexpr int k = 4; /**< Columns of A, rows of B: an element of D is a sum of k products. */
};
/** D = A B + C, A 16 x 4, B 4 x 8. */
struct m16n8k4 {
    static constexpr int m = 16; /**< Rows of A, C and D. */
    static constexpr int n = 8;  /**< Columns of B, C and D. */
    static constexpr int k = 4;  /**< Columns of A, rows of B: an element of D is a sum of k products. */
};
/** D = A B + C, A 16 x 8, B 8 x 8. */
struct m16n8k8 {
    static constexpr int m = 16; /**< Rows of A, C and D. */
    static constexpr int n = 8;  /**< Columns of B, C and D. */
    static constexpr int k = 8;  /**< Columns of A, rows of B: an element of D is a sum of k products. */
};
/** D = A B + C, A 16 x 16, B 16 x 8. */
struct m16n8k16 {
    static constexpr int m = 16; /**< Rows of A, C and D. */
    static constexpr int n = 8;  /**< Columns of B, C and D. */
    static constexpr int k = 16; /**< Columns of A, rows of B: an element of D is a sum of k products. */
};
/** D = A B + C, A 16 x 32, B 32 x 8. */
struct m16n8k32 {
    static constexpr int m = 16; /**< Rows of A, C and D. */
    static constexpr int n = 8;  /**< Columns of B, C and D. */
    static constexpr int k = 32; /**< Columns of A, rows of B: an element of D is a sum of k products. */
};
/** D = A B + C, A 16 x 256, B 256 x 8. */
struct m16n8k256 {
    static constexpr int m = 16;  /**< Rows of A, C and D. */
    static constexpr int n = 8;   /**< Columns of B, C and D. */
    static constexpr int k = 256; /**< Columns of A, rows of B: an element of D is a sum of k products. */
};

/** A place in a matrix, from 0 on. */
struct position {
    int row;    /**< Of m, or of k. */
    int column; /**< Of n, or of k. */
};

/** A place in a warp's registers, from 0 on. */
struct place {
    int lane;    /**< Of 32. */
    int reg;     /**< Of the lane's registers. */
    int element; /**< Within the register, from its lowest bits on. */
};

/** @return the elements of `bits` bits in a register (P). */
TCU_DEVICE_CONSTEXPR int packed_elements(int bits)
{
    return bits < 32 ? 32 / bits : 1;
}

/** @return whether there is a product of this shape with operands of `bits` bits: 1, 8, 16 (f16, bf16), 32 (tf32), 64. */
TCU_DEVICE_CONSTEXPR bool is_supported(int m, int n, int k, int bits)
{
    if (n != 8 || (m != 8 && m != 16)) {
        return false;
    }
    if (bits == 64) {
        return m == 8 ? k == 4 : k == 16;
    }
    if (bits == 1) {
        return m == 16 && k == 256;
    }
    return m == 16 && (bits == 8 || bits == 16 || bits == 32) && (k == 256 / bits || k == 128 / bits);
}

/** @return whether there is a product of this shape whose sums have `bits` bits: 64 of f64, 32 of all other operands. */
TCU_DEVICE_CONSTEXPR bool has_sums(int m, int n, int k, int bits)
{
    return bits == 64 ? is_supported(m, n, k, 64)
                      : bits == 32 && (is_supported(m, n, k, 1) || is_supported(m, n, k, 8) ||
                                       is_supported(m, n, k, 16) || is_supported(m, n, k, 32));
}

/** @return g of the formulas: which group of four neighbours a lane is in, 0 to 7. */
TCU_DEVICE_CONSTEXPR int group_of(int lane)
{
    return lane / 4;
}

/** @return t of the formulas: which lane of its group a lane is, 0 to 3. */
TCU_DEVICE_CONSTEXPR int lane_in_group(int lane)
{
    return lane % 4;
}

/** @return where (lane, register, element) is in a matrix of use `u`, of a product with m rows, P = `packed`. */
TCU_DEVICE_CONSTEXPR position position_of(use u, int m, int packed, int lane, int reg, int element)
{
    const int group = group_of(lane), in_group = lane_in_group(lane), halves = m / 8;
    if (u == use::a) {
        return position{group + 8 * (reg % halves), packed * in_group + element + 4 * packed * (reg / halves)};
    }
    if (u == use::b) {
        return position{packed * in_group + element + 4 * packed * reg, group};
    }
    return position{group + 8 * (reg / 2), 2 * in_group + reg % 2};
}

/** @return which lane and register hold the element at `at`: the inverse of position_of(). */
TCU_DEVICE_CONSTEXPR place place_of(use u, int m, int packed, position at)
{
    const int halves = m / 8;
    if (u == use::a) {
        return place{4 * (at.row % 8) + at.column % (4 * packed) / packed,
                     at.row / 8 + halves * (at.column / (4 * packed)), at.column % packed};
    }
    if (u == use::b) {
        return place{4 * at.column + at.row % (4 * packed) / packed, at.row / (4 * packed), at.row % packed};
    }
    return place{4 * (at.row % 8) + at.column / 2, 2 * (at.row / 8) + at.column % 2, 0};
}

/**
 * The fragment of use U of a product of Shape whose elements have Bits bits: of an operand those of its type, of an
 * accumulator 32 or 64. Every element of the matrix is held by exactly one lane, in one register.
 */
template <use U, class Shape, int Bits>
struct fragment_layout {
    static_assert(
        U == use::accumulator ? has_sums(Shape::m, Shape::n, Shape::k, Bits)
                              : is_supported(Shape::m, Shape::n, Shape::k, Bits),
        "there is no product of this shape with elements of this type (layout.cuh lists those that there are)");

    static constexpr int rows = U == use::b ? Shape::k : Shape::m;          /**< Of the matrix. */
    static constexpr int columns = U == use::a ? Shape::k : Shape::n;       /**< Of the matrix. */
    static constexpr int packed = packed_elements(Bits);                    /**< Elements in a register. */
    static constexpr int registers = rows * columns / (warp_size * packed); /**< Of a lane. */
    static constexpr int elements = registers * packed;                     /**< Of a lane. */

    /** @return the place in the matrix of element `element` of register `reg` of `lane`. */
    static TCU_DEVICE_CONSTEXPR position at(int lane, int reg, int element)
    {
        return position_of(U, Shape::m, packed, lane, reg, element);
    }
    /** The same by the number of the lane's element, packed * reg + element. */
    static TCU_DEVICE_CONSTEXPR position at(int lane, int index) { return at(lane, index / packed, index % packed); }

    /** @return the lane, register and element that hold the element at (row, column). */
    static TCU_DEVICE_CONSTEXPR place holder(int row, int column)
    {
        return place_of(U, Shape::m, packed, position{row, column});
    }
};

#undef TCU_DEVICE_CONSTEXPR

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_LAYOUT_CUH */
