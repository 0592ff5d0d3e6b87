/* SPDX-License-Identifier: Apache-2.0 */
/* What an error's sentence has to contain. */
#ifndef TEST_SENTENCE_H
#define TEST_SENTENCE_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Whether `word` stands in `sentence` by itself: "in" is not found in "segment_index is 3", nor "1" in "12". */
static inline bool test_mentions(const char *sentence, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(sentence, word); at != NULL; at = strstr(at + 1, word)) {
        bool begins = at == sentence || !(isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '-');
        bool ends = !(isalnum((unsigned char)at[length]) || at[length] == '_');
        if (begins && ends) {
            return true;
        }
    }
    return false;
}

#endif /* TEST_SENTENCE_H */
