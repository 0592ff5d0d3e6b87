/* SPDX-License-Identifier: Apache-2.0 */
/* Letters of 5 x 7 dots, some with two rows more below the line, for labels of pictures. */
#ifndef TCU_COURSE_FONT_H
#define TCU_COURSE_FONT_H

#include <stdbool.h>

enum { FONT_WIDTH = 5, FONT_HEIGHT = 9, FONT_ADVANCE = FONT_WIDTH + 1 };

/* Whether a letter has a dot there, 0 <= row < FONT_HEIGHT, 0 <= column < FONT_WIDTH. Letters that are not in the font
 * are boxes. */
bool font_has_dot(char letter, int row, int column);

#endif /* TCU_COURSE_FONT_H */
