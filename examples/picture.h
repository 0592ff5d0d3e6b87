/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures of 8-bit RGBA pixels: from and to PNG files, and one to try things on. */
#ifndef TCU_EXAMPLES_PICTURE_H
#define TCU_EXAMPLES_PICTURE_H

#include <stddef.h>
#include <stdint.h>

enum { PICTURE_CHANNELS = 4 };

typedef struct picture {
    size_t width, height;
    unsigned char *pixels; /* height * width * PICTURE_CHANNELS bytes */
} picture;

/* Each returns 0, or -1 after a sentence on stderr. */
int picture_read(const char *path, picture *p);
int picture_write(const char *path, const picture *p);

/* Hills in the mist: all there is to see lies in a narrow range of brightness. */
int picture_paint(size_t width, size_t height, picture *p);

void picture_free(picture *p);

#endif /* TCU_EXAMPLES_PICTURE_H */
