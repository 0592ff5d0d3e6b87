/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements and ends of runs as one merged sequence, each run's end behind its elements (S. Odeh, O. Green, Z. Mwassi, O.
 * Shmueli, Y. Birk: "Merge Path", IPDPS Workshops 2012): whatever the lengths are, equally long parts of it are equally much
 * work. Empty runs are ends side by side, a giant run is elements alone.
 */
#ifndef TCUI_RUN_LENGTH_CUDA_MERGED_CUH
#define TCUI_RUN_LENGTH_CUDA_MERGED_CUH

#include <cstdint>

namespace tcu
{

/*
 * How many ends are among the first `place` of the merged sequence of `runs` ends and elements 0 ... elements - 1; the rest
 * are elements. Ends that decrease give some number that is possible.
 */
template <class End, class Count>
__device__ __forceinline__ Count ends_before(const End *ends, Count runs, Count elements, Count place)
{
    Count low = place > elements ? place - elements : 0, high = min(place, runs);
    while (low < high) {
        const Count middle = low + (high - low) / 2;
        if (ends[middle] <= place - 1 - middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The merged sequence of a call, as the device alone knows it. */
struct merged_runs {
    const uint64_t *ends;      /* of runs */
    const uint64_t *in_memory; /* how many runs there are, or NULL: most_runs */
    uint64_t most_runs, capacity;

    struct sizes {
        uint64_t runs, all_elements, elements; /* `elements` are no more than the capacity */
    };

    __device__ __forceinline__ sizes read() const
    {
        sizes s;
        s.runs = in_memory == nullptr ? most_runs : min(*in_memory, most_runs);
        s.all_elements = s.runs > 0 ? ends[s.runs - 1] : 0;
        s.elements = min(s.all_elements, capacity);
        return s;
    }
};

} // namespace tcu

#endif /* TCUI_RUN_LENGTH_CUDA_MERGED_CUH */
