/* SPDX-License-Identifier: Apache-2.0 */
/* The loops over keys, of each width. */
#include <string.h>

#include "internal.h"
#include "primitives/tile/host/levels.h"

/* `name` with the width behind it. */
#define TCUI_B(name) TCUI_JOIN(name, TCUI_BITS)

typedef uint8_t key_8;
typedef uint16_t key_16;
typedef uint32_t key_32;
typedef uint64_t key_64;

#define TCUI_BITS 8
#include "loops_template.h"
#define TCUI_BITS 16
#include "loops_template.h"
#define TCUI_BITS 32
#include "loops_template.h"
#define TCUI_BITS 64
#include "loops_template.h"
