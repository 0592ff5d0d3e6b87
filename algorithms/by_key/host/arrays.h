/* SPDX-License-Identifier: Apache-2.0 */
/* What operations by key ask of backends whose memory the processor reads (../backend.h). */
#ifndef TCUI_BY_KEY_HOST_ARRAYS_H
#define TCUI_BY_KEY_HOST_ARRAYS_H

#include "algorithms/by_key/backend.h"

extern const tcui_by_key_extension tcui_by_key_of_host, tcui_by_key_of_reference;

#endif /* TCUI_BY_KEY_HOST_ARRAYS_H */
