/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moving a tile between global and shared memory by one block, 16 bytes at a time, for arrays of any element alignment:
 * the tile's place in the shared buffer has the same phase modulo 16 as its place in global memory, so the middle is
 * vectors on both sides, and only the ragged ends are single elements. Nothing outside the tile is read or written.
 */
#ifndef TCUI_TILE_COPY_CUH
#define TCUI_TILE_COPY_CUH

#include <cstdint>

namespace tcu
{

constexpr int copy_vector_bytes = 16;

/* Bytes of a shared buffer for `elements` elements at any phase. */
template <class T>
constexpr int tile_buffer_bytes(int elements)
{
    return elements * static_cast<int>(sizeof(T)) + copy_vector_bytes;
}

/* Where in a 16-byte aligned buffer the elements from `global` on belong. */
template <class T>
__device__ __forceinline__ T *tile_in_buffer(void *buffer, const T *global)
{
    return reinterpret_cast<T *>(static_cast<char *>(buffer) + reinterpret_cast<uintptr_t>(global) % copy_vector_bytes);
}

/* to[begin ... end) = from[begin ... end) with to and from of equal phase; call by all threads of the block. */
template <class T>
__device__ __forceinline__ void copy_tile(T *to, const T *from, int begin, int end)
{
    constexpr int per_vector = copy_vector_bytes / static_cast<int>(sizeof(T));
    if (begin >= end) {
        return;
    }
    const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(from + begin) % copy_vector_bytes / sizeof(T));
    const int head = min(end - begin, (per_vector - phase) % per_vector);
    const int vectors = (end - begin - head) / per_vector;
    const int tail = begin + head + vectors * per_vector;

    for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
        reinterpret_cast<uint4 *>(to + begin + head)[i] = reinterpret_cast<const uint4 *>(from + begin + head)[i];
    }
    if (threadIdx.x < head) {
        to[begin + threadIdx.x] = from[begin + threadIdx.x];
    }
    if (threadIdx.x < end - tail) {
        to[tail + threadIdx.x] = from[tail + threadIdx.x];
    }
}

} // namespace tcu

#endif /* TCUI_TILE_COPY_CUH */
