/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items as words on the device (primitives/call/items.h): the dispatch over a word's type, and the item that a word belongs
 * to. Threads take words in their order, so neighbouring threads touch neighbouring addresses however long items are. A
 * division a word would take as many instructions as all the rest, so a product with a reciprocal stands for it (T.
 * Granlund, P. L. Montgomery: "Division by Invariant Integers using Multiplication", PLDI 1994).
 */
#ifndef TCUI_WORD_ITEMS_CUH
#define TCUI_WORD_ITEMS_CUH

#include <cstdint>

#include "primitives/call/items.h"

namespace tcu
{

/* The largest word. */
constexpr size_t most_word_bytes = sizeof(uint4);

/* function(Word()) of a word's bytes. */
template <class Function>
tcu_status dispatch_word(size_t word_bytes, Function function)
{
    switch (word_bytes) {
    case sizeof(uint8_t):
        return function(uint8_t());
    case sizeof(uint16_t):
        return function(uint16_t());
    case sizeof(uint32_t):
        return function(uint32_t());
    case sizeof(uint2):
        return function(uint2());
    default:
        return function(uint4());
    }
}

/*
 * Which of neighbouring items has word w of theirs, floor(w / words), of short items: of up to `short_words` words, for
 * w < 2^16. Of longer ones it is 0, that of one item's words.
 *
 * r = ceil(2^31 / words) is less than 1 too large, so the product 2 w r / 2^32 is less than w / 2^31 too large. From
 * w / words up to the next integer it is 1 / words at least, and w < 2^16, words <= 2^14 make w / 2^31 less than that.
 */
struct word_items {
    static constexpr uint64_t short_words = 1 << 14;

    uint64_t words; /* of an item */
    uint32_t reciprocal;

    explicit word_items(uint64_t words) : words(words), reciprocal(0)
    {
        if (words <= short_words) {
            reciprocal = static_cast<uint32_t>(((UINT64_C(1) << 31) + words - 1) / words);
        }
    }

    __device__ __forceinline__ bool are_short() const { return reciprocal != 0; }
    __device__ __forceinline__ uint32_t item_of(uint32_t word) const { return __umulhi(2 * word, reciprocal); }
};

} // namespace tcu

#endif /* TCUI_WORD_ITEMS_CUH */
