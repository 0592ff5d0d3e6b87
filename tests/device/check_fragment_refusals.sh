#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_fragment_refusals.sh CXX: bad uses of fragments do not compile, and the compiler says the sentence that belongs to
# each.
set -eu
cxx=$1
cd "$(dirname "$0")/../.."
# Of a kernel with operands of f16, bf16 and bits, and sums.
before() {
    printf '%s\n' '#include <tcu/device/corrected_mma.cuh>' 'using namespace tcu::device;' 'using S = m16n8k16;' \
        'void kernel(float *p, f16 *h, uint32_t *w) {' \
        'fragment<use::a, S, f16> a; fragment<use::b, S, f16> b; fragment<use::b, S, bf16> other; ' \
        'fragment<use::accumulator, S, float> c; fragment<use::accumulator, S, double> wide;' \
        'fragment<use::a, m16n8k256, b1> bits;' \
        'fill(a, 0), fill(b, 0), fill(other, 0), fill(c, 0), fill(wide, 0), fill(bits, 0), (void)p, (void)h, (void)w;'
}
. tests/device/refusals.sh

accepted 'mma(c, a, b, c); load_matrix<order::row_major, access::by_register>(a, h, 16); add_identity(c, 2);
              store_matrix<order::row_major>(p, c, 8); store_matrix<order::row_major, access::by_register>(w, bits, 256);'
no_shape='there is no product of this shape with elements of this type'
no_type='operands are of f16, bf16, tf32, f64, s8, u8 or b1, accumulators of float, double or int32_t'
refused 'fragment<use::a, m16n8k8, s8> f; fill(f, 0);' "$no_shape"
refused 'fragment<use::b, m8n8k4, f16> f; fill(f, 0);' "$no_shape"
refused 'fragment<use::accumulator, m8n8k4, float> f; fill(f, 0);' "$no_shape"
refused 'fragment<use::accumulator, m16n8k256, double> f; fill(f, 0);' "$no_shape"
refused 'struct wide_shape { static constexpr int m = 16, n = 16, k = 16; }; fragment<use::accumulator, wide_shape, float> f; fill(f, 0);' "$no_shape"
refused 'fragment<use::a, m16n8k8, float> f; fill(f, 0);' "$no_type"
refused 'fragment<use::accumulator, S, f16> f; fill(f, 0);' "$no_type"
refused 'fragment<use::a, S, int64_t> f; fill(f, 0);' 'elements of fragments are f16, bf16, tf32, f64, s8, u8 and b1'
refused 'mma(c, a, other, c);' 'A and B are of one type, or s8 and u8'
refused 'mma(wide, a, b, wide);' 'sums of f16, bf16 and tf32 are float'
refused 'load_matrix<order::column_major, access::by_register>(a, h, 16);' 'whole registers are read and written of packed types'
refused 'store_matrix<order::row_major, access::by_register>(p, c, 8);' 'whole registers are read and written of packed types'
refused 'store_matrix<order::row_major>(w, bits, 256);' 'single bits are stored by_register'
refused 'store_vector<axis::row>(w, bits, 256);' 'single bits are stored by store_matrix()'
refused 'add_identity(bits);' 'single bits have no sums'
refused 'corrected_fragment<use::a, S, bf16> f; load_matrix<order::row_major>(f, p, 16);' 'split into f16 or tf32 parts'
finish fragments
