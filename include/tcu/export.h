/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file export.h
 * Visibility of the public symbols. A program that links the library needs nothing from here.
 */
#ifndef TCU_EXPORT_H
#define TCU_EXPORT_H

#if defined(__GNUC__) || defined(__clang__)
#define TCU_API __attribute__((visibility("default")))
#else
#define TCU_API
#endif

#ifdef __cplusplus
#define TCU_BEGIN_DECLS extern "C" {
#define TCU_END_DECLS   }
#else
#define TCU_BEGIN_DECLS
#define TCU_END_DECLS
#endif

#endif /* TCU_EXPORT_H */
