/* SPDX-License-Identifier: Apache-2.0 */
#include "numbers/segments.h"

#include <stdlib.h>

/* Segments whose lengths are `days` in turn. */
static segments cut(uint64_t n, const int *days, int lengths)
{
    int shortest = days[0];
    for (int i = 1; i < lengths; i++) {
        shortest = days[i] < shortest ? days[i] : shortest;
    }
    segments s = {0, malloc((n / ((uint64_t)shortest * HOURS_A_DAY) + 2) * sizeof *s.offsets)};
    if (s.offsets == NULL) {
        return s;
    }
    uint64_t end = 0;
    for (s.offsets[0] = 0; end < n; s.offsets[++s.count] = (int64_t)end) {
        const uint64_t hours = (uint64_t)days[s.count % (uint64_t)lengths] * HOURS_A_DAY;
        end = hours < n - end ? end + hours : n;
    }
    return s;
}

segments segments_whole(uint64_t n)
{
    segments s = {1, malloc(2 * sizeof *s.offsets)};
    if (s.offsets != NULL) {
        s.offsets[0] = 0;
        s.offsets[1] = (int64_t)n;
    }
    return s;
}

segments segments_days(uint64_t n)
{
    const int day = 1;
    return cut(n, &day, 1);
}

segments segments_months(uint64_t n)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return cut(n, days, 12);
}

void segments_free(segments *s)
{
    free(s->offsets);
    *s = (segments){0, NULL};
}
