/* SPDX-License-Identifier: Apache-2.0 */
/** @file names.h Stencils and convolutions: their operations and forms (registry.h). */
#ifndef TCU_BENCH_FAMILIES_STENCIL_NAMES_H
#define TCU_BENCH_FAMILIES_STENCIL_NAMES_H

#define BENCH_STENCIL_OPS(M)                                                                                           \
    M(stencil, ADJACENT_DIFFERENCE, "adjacent_difference", WHOLE)                                                      \
    M(stencil, STENCIL, "stencil", WHOLE)                                                                              \
    M(stencil, STENCIL_ITERATE, "stencil_iterate", WHOLE)                                                              \
    M(stencil, CONVOLVE, "convolve", WHOLE)                                                                            \
    M(stencil, CONVOLUTION_LAYER, "convolution_layer", WHOLE)

#define BENCH_STENCIL_FORMS(M)                                                                                         \
    M(1D_17, "1d_17", "stencils and convolutions") /* by dimensions and points: shapes.cpp has their shapes */         \
    M(1D_33, "1d_33", "stencils and convolutions")                                                                     \
    M(1D_65, "1d_65", "stencils and convolutions")                                                                     \
    M(1D_129, "1d_129", "stencils and convolutions")                                                                   \
    M(2D_5POINT, "2d_5point", "stencils and convolutions")                                                             \
    M(2D_BOX9, "2d_box9", "stencils and convolutions")                                                                 \
    M(2D_BOX25, "2d_box25", "stencils and convolutions")                                                               \
    M(2D_BOX49, "2d_box49", "stencils and convolutions")                                                               \
    M(2D_BOX81, "2d_box81", "stencils and convolutions")                                                               \
    M(2D_BOX289, "2d_box289", "stencils and convolutions")                                                             \
    M(3D_7POINT, "3d_7point", "stencils and convolutions")                                                             \
    M(3D_13STAR, "3d_13star", "stencils and convolutions")                                                             \
    M(3D_27BOX, "3d_27box", "stencils and convolutions")                                                               \
    M(3D_BOX125, "3d_box125", "stencils and convolutions")                                                             \
    M(SEPARABLE_17, "separable_17", "stencils and convolutions") /* 17 x 17 weights that are a product */              \
    M(U8_5X5, "u8_5x5", "stencils and convolutions")             /* images of three channels */                        \
    M(LAYER_3X3, "layer_3x3", "stencils and convolutions")       /* 64 channels of 56 x 56 points to 64 */

#define BENCH_STENCIL_CUB(M)                                                                                           \
    M(difference, 1)                                                                                                   \
    M(stencil, 1)

#endif
