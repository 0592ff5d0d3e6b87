# SPDX-License-Identifier: Apache-2.0
"""Faults that tests have to find: of each a file, the text that is replaced, which is there once, the text in its place, what
breaks by that, and the families of random calls (tests/fuzz) that have to notice it."""
import typing


class Fault(typing.NamedTuple):
    """A fault in code of the host, or of kernels where `program` is fuzz_emulated."""

    file: str
    old: str
    new: str
    breaks: str
    families: str
    program: str = "tcu_fuzz"
    cases: int = 3000  # of each family


def kernel(file, old, new, breaks, families, cases=400):
    return Fault(file, old, new, breaks, families, "fuzz_emulated", cases)


FAULTS = (
    # ----------------------------------------------------------------------------------------------- every call
    Fault("primitives/context/workspace.c",
          "context->release(workspace->allocation, workspace->allocation_bytes, ",
          "context->release(workspace->allocation, workspace->allocation_bytes - 1, ",
          "allocators are told another size when memory is released", "sorts"),
    Fault("primitives/call/call.c",
          "        tcui_workspace_release(context, &workspace);\n",
          "        (void)workspace;\n",
          "temporary memory is never released", "sums"),
    Fault("primitives/context/workspace.c",
          "context->workspace_bytes < bytes)",
          "context->workspace_bytes + 1 < bytes)",
          "a workspace that is a byte too small is taken", "selections"),
    Fault("algorithms/polynomial/plan.c",
          "        free(created);\n        return status;\n    }\n    *polynomial = created;",
          "        free(created);\n        *polynomial = created;\n        return status;\n    }\n    *polynomial = created;",
          "a plan for which there was no memory is returned", "polynomials"),
    # ------------------------------------------------------------------------------------------ the host backend
    Fault("primitives/scan/host/scan.c",
          "if (chunk->first < chunk->last) {",
          "if (chunk->first <= chunk->last) {",
          "scans forget what came before a chunk", "sums"),
    Fault("algorithms/recurrence/host/recurrence.c",
          "const double x = of_segment < chunk->begin ? before : initial_of(w->task, k);",
          "const double x = of_segment <= chunk->begin ? before : initial_of(w->task, k);",
          "recurrences lose the initial value of a segment that begins with a chunk", "recurrences"),
    Fault("algorithms/moments/host/columns.c",
          "for (uint64_t range = 0; range < ranges; range++) {",
          "for (uint64_t range = 0; range + 1 < ranges; range++) {",
          "moments of long columns leave out the last range of rows", "moments"),
    Fault("algorithms/compact/host/store/store.c",
          "(is_short ? (UINT64_C(1) << rest) - 1 : ~UINT64_C(0))",
          "(is_short ? (UINT64_C(2) << rest) - 1 : ~UINT64_C(0))",
          "partitions store an item from behind the array", "compactions"),
    Fault("algorithms/gather/host/gather.c",
          "            memcpy(to + i * bytes, from + index * bytes, bytes);\n        } else {\n            outside++;",
          "            memcpy(to + i * bytes, from + index * bytes, bytes);\n        } else {\n            outside += i > begin;",
          "a thread's first index does not count as out of range", "moves"),
    Fault("algorithms/radix_sort/host/counted.c",
          "    for (; i < n; i++) {\n        copies[0][keys[i]]++;",
          "    for (; i + 1 < n; i++) {\n        copies[0][keys[i]]++;",
          "sorts of bytes lose the last key", "sorts"),
    Fault("algorithms/radix_sort/host/insert.c",
          "& compared) > b);",
          "& compared) >= b);",
          "short sorts are not stable", "sorts"),
    Fault("algorithms/merge/host/merge.c",
          "loops->search_from(m, begin + count - 1, low)",
          "loops->search_from(m, begin + count / 2, low)",
          "searches for sorted values end too early", "merges"),
    Fault("algorithms/selection/host/quantiles.c",
          "bits_at(task, order, at.sorted, elements.first + place.high)",
          "bits_at(task, order, at.sorted, elements.first + place.low)",
          "quantiles are not interpolated", "selections"),
    Fault("algorithms/histogram/host/find.c",
          "found[i] = d <= span ? bin : none;",
          "found[i] = d < span ? bin : none;",
          "the largest sample is in no bin", "histograms"),
    Fault("algorithms/polynomial/host/own.c",
          "for (int i = 0; i < n && !b.all_valid; i++) {",
          "for (int i = 0; i + 1 < n && !b.all_valid; i++) {",
          "the last point of a block has a value though its index is bad", "polynomials"),
    Fault("algorithms/stencil/host/rows/rim.c",
          "points.behind += point < n;",
          "points.behind += point <= n;",
          "stencils read a point behind the row", "stencils"),
    # --------------------------------------------------------------------------------------------------- kernels
    kernel("primitives/pipeline/look_back.cuh",
           "static_cast<uint64_t>(tag_of(iteration) | (has_head ? 1u : 0u)) << 32;",
           "static_cast<uint64_t>(tag_of(iteration) | (has_head && iteration == 0 ? 1u : 0u)) << 32;",
           "tiles do not tell later ones that a segment begins in them", "sums", 1500),
    kernel("algorithms/gather/cuda/kernel.cuh",
           "out_of_range += !is_in_range && word < length && of_item[k] + begin == 0;",
           "out_of_range += !is_in_range && word < length;",
           "an index out of range counts once for each word of its item", "moves"),
    kernel("algorithms/merge/cuda/merge_path.cuh",
           "return AFirst ? a <= b : a < b;",
           "return a <= b;",
           "merges are not stable, and searches find the wrong bound", "merges"),
    kernel("algorithms/recurrence/cuda/heads.cuh",
           "atomicOr(&bits[place / 32], 1u << (place % 32));",
           "atomicOr(&bits[place / 32], 1u << (place % 31));",
           "segments begin at another element", "recurrences"),
    kernel("algorithms/run_length/cuda/kernel.cuh",
           "if (run < tile.ends && ends[run] <= element) {",
           "if (run < tile.ends && ends[run] < element) {",
           "runs are an element too long", "moves"),
    kernel("algorithms/stencil/cuda/boundary.cuh",
           "return axis.sign * i + (i < 0 ? axis.before : axis.behind);",
           "return axis.sign * i + (i < 0 ? axis.behind : axis.before);",
           "stencils mirror at the wrong end of an axis", "stencils", 1000),
)
