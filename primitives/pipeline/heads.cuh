/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where segments of one size begin, without divisions from tile to tile.
 *
 * Positions are known by their remainder modulo the size alone; from tile to tile it moves by a constant. Elements
 * before the array, that only pad a first tile with zeros, have remainders like all others; a head among them does no
 * harm.
 */
#ifndef TCUI_HEADS_CUH
#define TCUI_HEADS_CUH

#include <cstdint>

namespace tcu
{

/* How many elements a position is behind the head of its segment; the position moves in equal steps. */
class segment_cursor
{
  public:
    /* `position` may be negative by less than 2^31. */
    __device__ __forceinline__ segment_cursor(uint64_t size, int64_t position, uint64_t step)
        : size(size), step(step % size)
    {
        const uint64_t distance = static_cast<uint64_t>(position < 0 ? -position : position) % size;
        behind = position < 0 && distance > 0 ? size - distance : distance;
    }

    __device__ __forceinline__ void advance()
    {
        behind += step;
        if (behind >= size) {
            behind -= size;
        }
    }

    /* Elements to the next head at or after the position. */
    __device__ __forceinline__ uint64_t to_next() const { return behind > 0 ? size - behind : 0; }

    uint64_t size;
    uint64_t behind;

  private:
    uint64_t step;
};

/* Shared by walks over heads of segments of one size: windows of V <= 32 elements, `Stride` elements apart. */
template <int V, int Stride>
struct head_period {
    static constexpr uint64_t far = 1u << 29;
    unsigned period;
    unsigned stride;  /* modulo the period */
    unsigned pattern; /* bits at multiples of the period */

    __device__ __forceinline__ explicit head_period(uint64_t size)
        : period(static_cast<unsigned>(size < far ? size : far)), stride(Stride % period), pattern(1u)
    {
        for (unsigned i = period; i < V; i += period) {
            pattern |= 1u << i;
        }
    }
};

/* Heads in the current window, bit i for its element i; then moves to the next window. */
template <int V, int Stride>
class head_walk
{
  public:
    __device__ __forceinline__ head_walk(const head_period<V, Stride> &period, const segment_cursor &window)
        : period(period)
    {
        const uint64_t distance = window.to_next();
        to_next = static_cast<unsigned>(distance < period.far ? distance : period.far);
    }

    __device__ __forceinline__ unsigned next()
    {
        /* Shifts by 32 and more give 0. */
        const unsigned bits = __funnelshift_lc(0u, period.pattern, to_next) & (V < 32 ? (1u << V % 32) - 1u : ~0u);
        to_next -= period.stride;
        to_next = min(to_next, to_next + period.period); /* the first is huge where it has become negative */
        return bits;
    }

  private:
    const head_period<V, Stride> &period;
    unsigned to_next; /* elements from the window's first to the next head */
};

} // namespace tcu

#endif /* TCUI_HEADS_CUH */
