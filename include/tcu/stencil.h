/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stencil.h
 * Stencils on grids of one to three dimensions: weighted sums of neighbours, single or over many time steps, and the
 * finite differences that are made of them. Convolutions of signals and images are in convolution.h.
 *
 * @code
 * const int32_t offsets[3] = {-1, 0, 1};
 * const double weights[3] = {0.25, 0.5, 0.25};
 * float u[5] = {0, 0, 16, 0, 0}, scratch[5];
 * tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT; // f32, zeros outside
 * desc.dimensions = 1;
 * desc.extents[0] = 5;
 * desc.num_taps = 3;
 * desc.offsets = offsets;
 * desc.weights = weights;
 * tcu_stencil *stencil;
 * tcu_status status = tcu_stencil_create(context, &desc, &stencil);
 * assert(status == TCU_SUCCESS);
 * status = tcu_stencil_iterate(context, stencil, u, scratch, 2);
 * assert(status == TCU_SUCCESS && u[0] == 1 && u[1] == 4 && u[2] == 6 && u[4] == 1);
 * tcu_stencil_destroy(stencil);
 * @endcode
 *
 *     out[i] = sum over taps t of  weight[t] * in[i + offset[t]]            for every grid point i
 *
 * Rows of 16 neighbouring windows of a line times the band matrix of its taps are tiles for the matrix unit, as in Y.
 * Chen et al.: "ConvStencil: Transform Stencil Computation to Matrix Multiplication on Tensor Cores", PPoPP'24; few
 * taps are summed by plain multiply-adds, which memory limits. Time steps of planes and of stars in space are fused:
 * each pass over memory makes several.
 *
 * **Grids.** Extents are in C order, as in FFTW: extents[0] is the slowest axis, the last one is contiguous in memory.
 * A grid point has `channels` neighbouring elements (interleaved, as in images), which all have the same taps. A field is
 * a grid of points; a stencil may read several fields and write several (a gradient, a divergence), and may do so for a
 * batch of such sets. With s, f, b the strides of axes, fields and batches, in elements, element (b, f, i, c) is number
 *
 *     b * batch_stride + f * field_stride + i[0] * strides[0] + ... + i[last] * channels + c
 *
 * **Counts.** 0 channels, fields or batch stand for 1, as their comments say ("0: 1"). Extents must be 1 or more, so no grid
 * is empty. What may be empty: tcu_stencil_iterate() of 0 steps, and tcu_adjacent_difference() of 0 elements.
 *
 * **Taps** are those whose weights, rounded to what is computed in, are not 0: the footprint. Where the same tap is
 * named several times, the weights are added in f64, in the order of the description, and the sum is rounded.
 * Infinities and NaNs of the input show in the results whose footprint they are in, and in no others.
 *
 * **Plans** may be used with every context of their backend and device, by several threads at once as long as none
 * destroys them, and must not be destroyed as long as graphs that captured their execution are launched.
 *
 * **Boundaries**, for each axis by itself; what a footprint finds outside of a b c d:
 *
 * | boundary  |           |         |           |                                                            |
 * |-----------|-----------|---------|-----------|------------------------------------------------------------|
 * | ZERO      | `0 0 0 0` | a b c d | `0 0 0 0` |                                                            |
 * | CONSTANT  | `k k k k` | a b c d | `k k k k` | k is the description's `constant`                          |
 * | CLAMP     | `a a a a` | a b c d | `d d d d` | the nearest point                                          |
 * | REFLECT   | `c d c b` | a b c d | `c b a b` | mirrored at the outermost points (NumPy: reflect)          |
 * | SYMMETRIC | `d c b a` | a b c d | `d c b a` | mirrored between points (NumPy: symmetric)                 |
 * | PERIODIC  | `a b c d` | a b c d | `a b c d` |                                                            |
 * | KEEP      |           | a b c d |           | out = in where the footprint's box leaves the axis: the    |
 * |           |           |         |           | rim of a Dirichlet problem                                 |
 *
 * Extents may be smaller than the footprint: mirrors and periods repeat as often as needed; of an axis of one point all
 * of them have that point, REFLECT too. Where an offset leaves several axes, each maps its own coordinate; ZERO and
 * CONSTANT prevail over the others, of two the slower axis.
 *
 * **Types.** f64 is computed in f64; f32, f16, bf16 and u8 in f32, with one rounding of the result, to nearest (ties to
 * even). u8 is saturated to 0 ... 255, NaN becomes 0. `constant` is rounded to the type in the same way, once: of u8 300
 * stands for 255, 2.5 for 2.
 *
 * **Accuracy.** With S = sum of |weight| |in| over the m taps, u = 2^-53 (f64) or 2^-24, and d = 2^-1074 or 2^-149, the
 * smallest number: the error is below (m + 2) (u S + d) before the result is rounded. Weights are rounded to what is
 * computed in. On the matrix unit, which sums boxes of f16 and bf16 where that is faster (TCU_ARITHMETIC_MATRIX: of
 * every size) and boxes on images of u8, weights of f16 and u8 have 22 bits, within (m + 12) (u S + d) (on u8 a largest
 * weight W below 64 adds 2^-22 W sum of |in|, which is 0.001 with 5 x 5 weights below 0.5), those of bf16 have 16,
 * within (m + 268) (u S + d). (Plans whose weights all have at most 11 significant bits, of bf16 8, as numbers of the
 * type have, lose none, and take half as many products.) Stencils of f32 and f64 have no path to it, so
 * TCU_ARITHMETIC_MATRIX makes no difference to them.
 *
 * Of several fields a result is the sum over input fields of the sums over their taps, within the same bound, m being the
 * taps of its output field.
 *
 * A box that is recognised as a product is summed along the last axis first, with the weights of its largest row: where
 * these sums overflow, results may be infinite though S is not.
 *
 * **Determinism.** The same call (input, sizes, alignment modulo 16 bytes) gives bitwise equal output from run to run
 * on one device with one version; on the host backend for every number of threads.
 *
 * **Pointers** of grids lie in the context's memory space and are aligned to their element. `out` must not overlap
 * `in`; what lies between the rows, fields and batches of `out` counts as its own, but is not written. Weights and
 * offsets of a description are host memory, and are copied.
 *
 * **Streams.** As in context.h: asynchronous, capturable, correct on every replay. Only the functions that create and
 * destroy plans allocate and release the plan's own memory, may wait for the device, and cannot be captured: while the
 * context's stream is captured, in any mode, those that create fail. tcu_stencil_destroy() may be called while streams are
 * captured, by any thread and in any mode: it releases the plan at once, is no part of a graph, and the captures go on.
 *
 * **Errors** of every function here, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, value that is no enumerator, reserved field not 0, a plan
 * that is none or was destroyed (context.h) or is of another device, a weight that is not finite, an offset beyond
 * TCU_STENCIL_MAX_RADIUS, a stride that is too small, an extent of 0); TCU_ERROR_UNSUPPORTED_TYPE; TCU_ERROR_MISALIGNED;
 * TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_WORKSPACE_TOO_SMALL; TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_STENCIL_H
#define TCU_STENCIL_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Axes of a grid. */
#define TCU_STENCIL_MAX_DIMENSIONS 3

/** The largest distance of a tap from its point, along each axis. */
#define TCU_STENCIL_MAX_RADIUS 4096

/** The most taps of a description, and the most weights of a convolution. */
#define TCU_STENCIL_MAX_TAPS 65536

/** What lies outside of an axis. Values are pinned. */
typedef enum tcu_boundary {
    TCU_BOUNDARY_ZERO = 0,
    TCU_BOUNDARY_CONSTANT = 1,
    TCU_BOUNDARY_CLAMP = 2,
    TCU_BOUNDARY_REFLECT = 3,   /**< mirrored at the outermost points, which are not repeated */
    TCU_BOUNDARY_SYMMETRIC = 4, /**< mirrored beyond the outermost points, which are repeated */
    TCU_BOUNDARY_PERIODIC = 5,
    TCU_BOUNDARY_KEEP = 6 /**< points whose footprint leaves the axis keep their value */
} tcu_boundary;

/** Opaque: a stencil on a grid, ready for execution. Created by tcu_stencil_create(). */
typedef struct tcu_stencil tcu_stencil;

/**
 * A grid and a stencil. Start from TCU_STENCIL_DESC_INIT and set what differs; 0 stands for the defaults below.
 */
typedef struct tcu_stencil_desc {
    tcu_type type;                                /**< f64, f32, f16, bf16 or u8: of `in` and `out` */
    uint32_t dimensions;                          /**< D, 1 to 3; entries of axes beyond D are ignored */
    uint64_t extents[TCU_STENCIL_MAX_DIMENSIONS]; /**< points along each of the D axes, slowest first: 1 or more */
    uint64_t channels;                            /**< interleaved elements of a point; 0: 1 */
    uint64_t batch;                               /**< sets of fields; 0: 1 */
    uint32_t in_fields;                           /**< 0: 1 */
    uint32_t out_fields;                          /**< 0: 1 */
    /** Elements of `in` between neighbours along each axis but the last, whose entry must be 0; 0: dense. */
    uint64_t in_strides[TCU_STENCIL_MAX_DIMENSIONS];
    uint64_t out_strides[TCU_STENCIL_MAX_DIMENSIONS];    /**< the same of `out` */
    uint64_t in_field_stride;                            /**< elements between fields of `in`; 0: dense */
    uint64_t out_field_stride;                           /**< the same of `out` */
    uint64_t in_batch_stride;                            /**< elements between sets of fields of `in`; 0: dense */
    uint64_t out_batch_stride;                           /**< the same of `out` */
    tcu_boundary boundaries[TCU_STENCIL_MAX_DIMENSIONS]; /**< what lies outside of each axis */
    double constant;                                     /**< outside of CONSTANT axes, rounded as results are */
    uint64_t num_taps;                                   /**< of the three arrays that follow */
    const int32_t *offsets;                              /**< D for each tap, in points: offsets[t * D + axis] */
    const double *weights;                               /**< one for each tap, or each point of the box */
    /**
     * NULL: a tap is of input field f for output field f; all fields have the same stencil, and in_fields must equal
     * out_fields. Else tap t adds input field tap_fields[2 * t + 1] to output field tap_fields[2 * t].
     */
    const uint32_t *tap_fields;
    /** Instead of offsets (NULL, num_taps 0): a dense box of weights in C order, box[0] x ... of them. */
    uint32_t box[TCU_STENCIL_MAX_DIMENSIONS];
    int32_t origin[TCU_STENCIL_MAX_DIMENSIONS]; /**< the element of the box that has offset 0; it may lie outside */
    uint64_t reserved[4];                       /**< must be 0 */
} tcu_stencil_desc;

/** A description with nothing set. */
#define TCU_STENCIL_DESC_INIT                                                                                          \
    {                                                                                                                  \
        TCU_TYPE_F32, 0, {0, 0, 0}, 0, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0,                                      \
            {TCU_BOUNDARY_ZERO, TCU_BOUNDARY_ZERO, TCU_BOUNDARY_ZERO}, 0.0, 0, NULL, NULL, NULL, {0, 0, 0}, {0, 0, 0}, \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

/**
 * Creates a plan. It recognises dense boxes, stars, and boxes that are products of one factor an axis (separable: on
 * CUDA devices those of a plane, of up to 17 rows), and is executed accordingly.
 *
 * @param context       the plan is for its backend and device. Memory is the plan's own, not of the context's workspace
 *                      or allocator.
 * @param desc          host memory; read, with all it points to, before the function returns. KEEP needs as many output
 *                      fields as input fields.
 * @param[out] stencil  receives the plan; NULL on failure. Host memory.
 */
TCU_API tcu_status tcu_stencil_create(tcu_context *context, const tcu_stencil_desc *desc, tcu_stencil **stencil);

/**
 * Releases a plan. On the CUDA backend it waits for work that may use it. NULL is allowed.
 *
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_ARGUMENT if it is no plan (sentence: tcu_context_last_error(NULL)).
 */
TCU_API tcu_status tcu_stencil_destroy(tcu_stencil *stencil);

/**
 * One sweep: out = the stencil of in, at every point.
 *
 * @param in   all elements of the input fields, at the plan's strides.
 * @param out  all elements of the output fields, at the plan's strides.
 */
TCU_API tcu_status tcu_stencil_execute(tcu_context *context, const tcu_stencil *stencil, const void *in, void *out);

/** Bytes of workspace that tcu_stencil_execute() needs. No device work. `bytes` is host memory; 0 is a possible answer. */
TCU_API tcu_status tcu_stencil_execute_workspace(tcu_context *context, const tcu_stencil *stencil, size_t *bytes);

/**
 * Time stepping: u becomes what `steps` sweeps make of it, u <- stencil(u). Several steps are made in one pass over memory
 * where the stencil allows; results are those of single sweeps within rounding, at the rim too; values between the steps
 * of a pass are not rounded to f16 or bf16.
 *
 * @param stencil  a plan with as many input as output fields, whose strides for `in` and `out` are equal.
 * @param u        the fields; receives the result.
 * @param scratch  as many elements as u, which it must not overlap; receives values of no meaning. May be NULL for 0 steps.
 * @param steps    0 changes nothing.
 */
TCU_API tcu_status tcu_stencil_iterate(tcu_context *context, const tcu_stencil *stencil, void *u, void *scratch,
                                       uint64_t steps);

/** Bytes of workspace that tcu_stencil_iterate() needs for any number of steps. No device work. */
TCU_API tcu_status tcu_stencil_iterate_workspace(tcu_context *context, const tcu_stencil *stencil, size_t *bytes);

/* ------------------------------------------------------------------------------------------ finite differences --- */

/**
 * Weights of a finite difference on any nodes: sum over k of weights[k] * f(nodes[k]) approximates the derivative of
 * f of the given order at `at`, exactly for polynomials of degree below num_nodes (B. Fornberg: "Generation of Finite
 * Difference Formulas on Arbitrarily Spaced Grids", Mathematics of Computation 51, 1988).
 *
 * Accuracy: with up to 17 ascending nodes of equal distance, `at` one of them or the middle of two, and derivatives up
 * to 4, each weight is within 10 num_nodes 2^-53 of the exact one, times the largest |weight|. The recurrence loses
 * more digits with more nodes, and where distances differ much; no bound holds for all nodes.
 *
 * @param at          where the derivative is wanted.
 * @param nodes       num_nodes different finite numbers, in any order.
 * @param num_nodes   more than `derivative`.
 * @param derivative  0: interpolation.
 * @param[out] weights  num_nodes numbers. All memory is host memory.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_ARGUMENT, also where a weight is beyond the range of f64, as of nodes that lie too
 *         close together; TCU_ERROR_OUT_OF_MEMORY (sentence: tcu_context_last_error(NULL)). Nothing is written then.
 */
TCU_API tcu_status tcu_finite_difference_weights(double at, const double *nodes, uint32_t num_nodes,
                                                 uint32_t derivative, double *weights);

/**
 * Plans of the usual operators, by central differences of `order` 2, 4, 6 or 8 in the grid spacing:
 *
 *     derivative   out = d^m in / d x_axis^m,  m = 1 ... 4
 *     laplacian    out = sum over axes of d^2 in / d x_axis^2
 *     gradient     out field a = d in / d x_a,               a = 0 ... D - 1: in_fields is 1, out_fields is D
 *     divergence   out = sum over a of d (in field a) / d x_a:                in_fields is D, out_fields is 1
 *
 * Axes are those of `extents`, so that x_0 is the slowest.
 *
 * @param desc      a description without taps and box; its fields must be 0 or what the operator has (of derivative and
 *                  laplacian as many in as out: the operator of each).
 * @param spacings  the distance of neighbours along each of the D axes, finite and not 0. Host memory.
 */
TCU_API tcu_status tcu_stencil_create_derivative(tcu_context *context, const tcu_stencil_desc *desc, uint32_t axis,
                                                 uint32_t derivative, uint32_t order, const double *spacings,
                                                 tcu_stencil **stencil);
/** @see tcu_stencil_create_derivative() */
TCU_API tcu_status tcu_stencil_create_laplacian(tcu_context *context, const tcu_stencil_desc *desc, uint32_t order,
                                                const double *spacings, tcu_stencil **stencil);
/** @see tcu_stencil_create_derivative() */
TCU_API tcu_status tcu_stencil_create_gradient(tcu_context *context, const tcu_stencil_desc *desc, uint32_t order,
                                               const double *spacings, tcu_stencil **stencil);
/** @see tcu_stencil_create_derivative() */
TCU_API tcu_status tcu_stencil_create_divergence(tcu_context *context, const tcu_stencil_desc *desc, uint32_t order,
                                                 const double *spacings, tcu_stencil **stencil);

/** Options of tcu_adjacent_difference(); NULL means the defaults of TCU_ADJACENT_DIFFERENCE_OPTIONS_INIT. */
typedef struct tcu_adjacent_difference_options {
    /**
     * One value in the context's memory space, aligned to 8, read when the work runs, at each replay of a graph anew:
     * the call is of the first min(n, *count) elements, and what lies behind them is neither read nor written. n is the
     * most that there can be, by which arrays are checked and the workspace is chosen. NULL (the default): of all n.
     */
    const uint64_t *count;
    unsigned reserved[8]; /**< must be 0 */
} tcu_adjacent_difference_options;

/** Initialiser of tcu_adjacent_difference_options. */
#define TCU_ADJACENT_DIFFERENCE_OPTIONS_INIT                                                                           \
    {                                                                                                                  \
        0,                                                                                                             \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Differences of neighbours:  out[0] = in[0],  out[i] = in[i] - in[i - 1],  0 < i < n.
 * An inclusive tcu_scan() of `out` is `in` again: exactly for integers, which wrap around, and within rounding for reals.
 *
 * @param in       n elements of `type`.
 * @param n        any 64-bit count; 0 writes nothing.
 * @param type     any of the twelve types. Differences of f16 and bf16 are formed in f32 and rounded once.
 * @param out      n elements of `type`. It may be `in`; otherwise they must not overlap.
 * @param options  NULL for the defaults.
 */
TCU_API tcu_status tcu_adjacent_difference(tcu_context *context, const void *in, uint64_t n, tcu_type type, void *out,
                                           const tcu_adjacent_difference_options *options);

/** Bytes of workspace that tcu_adjacent_difference() needs, in place or not, whatever the count. No device work. */
TCU_API tcu_status tcu_adjacent_difference_workspace(tcu_context *context, uint64_t n, tcu_type type,
                                                     const tcu_adjacent_difference_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_STENCIL_H */
