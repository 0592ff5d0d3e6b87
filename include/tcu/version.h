/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file version.h
 * Version of the headers (macros) and of the library that is linked (tcu_version()). Semantic versioning: while the
 * major number is 0, a minor number may change the API; status and type values never change.
 *
 * @code
 * if (tcu_version() != TCU_VERSION) {
 *     fprintf(stderr, "compiled with tcu %d, running with %d\n", TCU_VERSION, tcu_version());
 *     exit(1);
 * }
 * @endcode
 */
#ifndef TCU_VERSION_H
#define TCU_VERSION_H

#include "export.h"

/** 0 while a minor version may change the API. */
#define TCU_VERSION_MAJOR 0
/** Grows when functions are added; while the major version is 0, also when some are changed. */
#define TCU_VERSION_MINOR 2
/** Grows when errors are corrected. */
#define TCU_VERSION_PATCH 0

/** Version as one number that grows with each release: 10000 * major + 100 * minor + patch. */
#define TCU_VERSION (TCU_VERSION_MAJOR * 10000 + TCU_VERSION_MINOR * 100 + TCU_VERSION_PATCH)

TCU_BEGIN_DECLS

/** @return TCU_VERSION of the library that is linked, to compare with the headers'. Never fails. */
TCU_API int tcu_version(void);

TCU_END_DECLS

#endif /* TCU_VERSION_H */
