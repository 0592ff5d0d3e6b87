/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fragment.cuh
 * Fragments: matrices in the registers of a warp, for kernels of users' own, and their products on
 * the matrix unit. All that the headers of <tcu/device/fragment/> declare, in namespace tcu::device:
 *
 *     registers.cuh  fragment<use, shape, T>, fill, load_matrix_with, foreach, foreach_ij
 *     memory.cuh     load_matrix, store_matrix, load_vector, store_vector
 *     constant.cuh   make_identity, add_identity, make_triangular
 *     mma.cuh        mma: D = A B + C
 *     print.cuh      print
 *
 * CUDA C++17, sm_80 and newer. Products of f32 accuracy are in <tcu/device/corrected_mma.cuh>.
 */
#ifndef TCU_DEVICE_FRAGMENT_CUH
#define TCU_DEVICE_FRAGMENT_CUH

#include <tcu/device/fragment/constant.cuh>
#include <tcu/device/fragment/memory.cuh>
#include <tcu/device/fragment/mma.cuh>
#include <tcu/device/fragment/print.cuh>
#include <tcu/device/fragment/registers.cuh>

#endif /* TCU_DEVICE_FRAGMENT_CUH */
