/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every comparison of every element type as one test of integers: it holds for the items whose keys lie in an interval,
 * or for all others.
 *
 * An item is in the upper bits of a word, of 64 bits if it has 8 bytes, else of 32; the bits below may be anything. Its
 * key is the word itself for integers. For reals the lower bits of negative ones are inverted; keys then are in the
 * numbers' order as signed integers, -0.0 one unit before 0.0, and NaNs beyond the infinities at both ends. So no
 * interval between numbers has a NaN in it; and one that is to have zero takes both zeros, at its ends.
 */
#ifndef TCUI_COMPACT_CUDA_MARKS_RANGE_CUH
#define TCUI_COMPACT_CUDA_MARKS_RANGE_CUH

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "algorithms/compact/backend.h"

namespace tcu
{

/* What holds a key of an item of so many bytes. */
template <int Bytes>
using key_word = std::conditional_t<Bytes == 8, uint64_t, uint32_t>;

template <class Word>
struct key_range {
    Word low, span;      /* the interval: key - low <= span */
    Word negative_flips; /* bits that a negative item's key has inverted */
    bool complement;     /* the items outside it are meant */

    __host__ __device__ __forceinline__ Word key(Word item) const
    {
        using Signed = std::make_signed_t<Word>;
        return item ^ (static_cast<Word>(static_cast<Signed>(item) >> (8 * sizeof(Word) - 1)) & negative_flips);
    }

    /* `complement` is left to the caller, for many items at once. Without flips items are their own keys. */
    template <bool Flips = true>
    __host__ __device__ __forceinline__ bool has(Word item) const
    {
        return (Flips ? key(item) : item) - low <= span;
    }
};

/* Bounds in unsigned order. */
template <class Word, int Bytes>
class key_range_maker
{
  public:
    __host__ __device__ explicit key_range_maker(tcu_type type)
        : is_real(type == TCU_TYPE_F16 || type == TCU_TYPE_BF16 || type == TCU_TYPE_F32 || type == TCU_TYPE_F64),
          is_unsigned(type == TCU_TYPE_U8 || type == TCU_TYPE_U16 || type == TCU_TYPE_U32 || type == TCU_TYPE_U64)
    {
        const unsigned fraction = type == TCU_TYPE_F16    ? 10
                                  : type == TCU_TYPE_BF16 ? 7
                                  : type == TCU_TYPE_F32  ? 23
                                                          : 52;
        range = {};
        least = 0;
        most = ~Word(0) & ~below_unit;
        if (is_real) {
            range.negative_flips = static_cast<Word>(~sign);
            /* All ones above the fraction: an infinity. */
            const Word infinity = static_cast<Word>(~Word(0) << (bits - 8 * Bytes + fraction));
            least = ordered(infinity);
            most = ordered(infinity & ~sign);
        }
    }

    __host__ __device__ key_range<Word> make(tcu_comparison comparison, Word value, Word upper)
    {
        /* The lowest and the highest key of what equals the value. */
        const bool is_range = comparison == TCU_COMPARE_INSIDE || comparison == TCU_COMPARE_OUTSIDE;
        const Word at = is_zero(value) ? ordered(sign) : ordered(value);
        const Word at_end = is_range ? upper : value;
        const Word up_to = is_zero(at_end) ? ordered(0) : ordered(at_end);
        Word low = at, high = up_to;
        bool empty = is_nan(value) || is_nan(at_end);
        switch (comparison) {
        case TCU_COMPARE_LESS:
            empty |= at <= least;
            low = least;
            high = at - unit;
            break;
        case TCU_COMPARE_LESS_EQUAL:
            low = least;
            break;
        case TCU_COMPARE_GREATER:
            empty |= up_to >= most;
            low = up_to + unit;
            high = most;
            break;
        case TCU_COMPARE_GREATER_EQUAL:
            high = most;
            break;
        default:
            empty |= low > high;
            break;
        }
        range.complement = comparison == TCU_COMPARE_NOT_EQUAL || comparison == TCU_COMPARE_OUTSIDE;
        if (empty) { /* nothing is all but everything */
            range.low = 0;
            range.span = ~Word(0);
            range.complement = !range.complement;
        } else {
            range.low = low ^ order_flip();
            range.span = (high - low) | below_unit;
        }
        return range;
    }

  private:
    static constexpr int bits = 8 * static_cast<int>(sizeof(Word));
    static constexpr Word sign = Word(1) << (bits - 1);
    static constexpr Word unit = Word(1) << (bits - 8 * Bytes);
    static constexpr Word below_unit = unit - 1;

    __host__ __device__ Word order_flip() const { return is_unsigned ? Word(0) : sign; }
    __host__ __device__ Word ordered(Word item) const { return (range.key(item) & ~below_unit) ^ order_flip(); }
    __host__ __device__ bool is_zero(Word item) const { return is_real && (item & ~sign) == 0; }
    __host__ __device__ bool is_nan(Word item) const
    {
        return is_real && (ordered(item) < least || ordered(item) > most);
    }

    bool is_real, is_unsigned;
    Word least, most; /* of all items that are no NaN */
    key_range<Word> range;
};

/* `value` and, for ranges only, `upper` point to elements of `type`. */
template <int Bytes>
__host__ __device__ key_range<key_word<Bytes>> key_range_of(tcu_type type, tcu_comparison comparison, const void *value,
                                                            const void *upper)
{
    using Word = key_word<Bytes>;
    const bool is_range = comparison == TCU_COMPARE_INSIDE || comparison == TCU_COMPARE_OUTSIDE;
    const auto load = [](const void *from) {
        Word item = 0;
        for (int b = 0; b < Bytes; b++) {
            item |= static_cast<Word>(static_cast<const unsigned char *>(from)[b])
                    << (8 * (static_cast<int>(sizeof(Word)) - Bytes + b));
        }
        return item;
    };
    return key_range_maker<Word, Bytes>(type).make(comparison, load(value), is_range ? load(upper) : Word(0));
}

/* The same for the items of 1 or 2 bytes in a word, all at once. */
template <int Bytes>
struct packed_key_range {
    static constexpr uint32_t ones = Bytes == 1 ? 0x01010101u : 0x00010001u;
    static constexpr uint32_t highest = ones << (8 * Bytes - 1);
    static constexpr uint32_t lower = ~highest;
    uint32_t minus_low, above_span, negative_flips;

    __device__ __forceinline__ explicit packed_key_range(const key_range<uint32_t> &range)
        : minus_low(((0u - (range.low >> (32 - 8 * Bytes))) & (highest / ones * 2u - 1u)) * ones),
          above_span((~range.span >> (32 - 8 * Bytes)) * ones),
          negative_flips((range.negative_flips >> (32 - 8 * Bytes)) * ones)
    {
    }

    /* The highest bits of those items whose keys are in the interval. Without flips items are their own keys. */
    template <bool Flips = Bytes == 2>
    __device__ __forceinline__ uint32_t fields_inside(uint32_t word) const
    {
        if (Flips) {
            word ^= (word >> (8 * Bytes - 1) & ones) * (highest / ones - 1) & negative_flips;
        }
        /*
         * A key is beyond the interval if key - low, of which only the bits of an item are meant, and what the span
         * falls short of all ones have a carry. Lower bits are added alone, so that nothing runs into the next item.
         */
        const uint32_t distance = (word & lower) + (minus_low & lower);
        const uint32_t into_highest = (distance & lower) + (above_span & lower);
        const uint32_t highest_of_distance = distance ^ word ^ minus_low;
        const uint32_t beyond =
            (highest_of_distance & above_span) | (highest_of_distance & into_highest) | (above_span & into_highest);
        return ~beyond & highest;
    }
};

/* A predicate as kernels take it: its range, or where its values are, for a range to be made when the kernel runs. */
template <int Bytes>
struct key_predicate {
    key_range<key_word<Bytes>> range;
    const void *value, *upper; /* NULL: the range is there */
    tcu_type type;
    tcu_comparison comparison;

    key_predicate() = default;
    explicit key_predicate(const tcui_compact_task *task)
        : value(task->value_in_context), upper(task->upper_in_context), type(task->type), comparison(task->comparison)
    {
        if (value == nullptr) {
            range = key_range_of<Bytes>(type, comparison, task->value.bytes, task->upper.bytes);
        }
    }

    __device__ key_range<key_word<Bytes>> range_now() const
    {
        return value == nullptr ? range : key_range_of<Bytes>(type, comparison, value, upper);
    }
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_MARKS_RANGE_CUH */
