// SPDX-License-Identifier: Apache-2.0
/**
 * @file tcu.hpp
 * The library for C++17 and newer: a header over the functions of C, which does nothing but hand their arguments over.
 *
 * @code
 * #include <cstdio>
 * #include <tcu/tcu.hpp>
 * #include <vector>
 *
 * int main()
 * {
 *     const std::vector<float> in = {3, 1, 4, 1, 5};
 *     std::vector<float> prefix(in.size());
 *     float sum;
 *     tcu::context context(TCU_BACKEND_HOST);
 *     tcu::scan(context, in, prefix);
 *     tcu::reduce(context, in, &sum);
 *     std::printf("%g %g\n", prefix[4], sum); // 14 14
 * }
 * @endcode
 *
 * **Names.** tcu_NAME() of C is tcu::NAME(), and what tcu_context_NAME() sets or reports is a member NAME() of a context.
 * Arguments come in C's order, without types and lengths, which the arrays have. The comments here say what differs; what
 * an operation does, its types, accuracy, determinism and errors are in the header of C that its own is named for.
 *
 * **Arrays** are anything contiguous (view.hpp), in the context's memory. A single result is a pointer, or an array of one
 * element. An array that is not wanted is nullptr. An array that is written must not be const, and lengths have to fit:
 * where they do not, the call fails with TCU_ERROR_INVALID_ARGUMENT and a sentence, and nothing is written.
 *
 * **Element types** are deduced (type.hpp). Items, which are moved and not computed with, are of any type that is trivially
 * copyable.
 *
 * **Options** are structures with defaults, the last argument: `{.exclusive = true}` in C++20, in C++17 a variable of which
 * fields are set. Where there is none, the library gets NULL.
 *
 * **Errors.** With a tcu::context they are exceptions, tcu::error. With a tcu::nothrow_context, which is what there is under
 * -fno-exceptions, every call returns a tcu::result. With a tcu::workspace_query an operation does nothing but say how large
 * a workspace it needs.
 *
 * **Work** on GPUs is enqueued and not waited for, as in C: arrays have to live until it is done.
 */
#ifndef TCU_TCU_HPP
#define TCU_TCU_HPP

#include <tcu/cpp/by_key.hpp>
#include <tcu/cpp/compact.hpp>
#include <tcu/cpp/compact_if.hpp>
#include <tcu/cpp/context.hpp>
#include <tcu/cpp/convolution.hpp>
#include <tcu/cpp/convolution_layer.hpp>
#include <tcu/cpp/dot.hpp>
#include <tcu/cpp/error.hpp>
#include <tcu/cpp/extrema.hpp>
#include <tcu/cpp/gather.hpp>
#include <tcu/cpp/histogram.hpp>
#include <tcu/cpp/histogram_channels.hpp>
#include <tcu/cpp/memory.hpp>
#include <tcu/cpp/merge.hpp>
#include <tcu/cpp/moments.hpp>
#include <tcu/cpp/polynomial.hpp>
#include <tcu/cpp/polynomial_evaluate.hpp>
#include <tcu/cpp/radix_sort.hpp>
#include <tcu/cpp/recurrence.hpp>
#include <tcu/cpp/reduce.hpp>
#include <tcu/cpp/run_length.hpp>
#include <tcu/cpp/scan.hpp>
#include <tcu/cpp/segmented_sort.hpp>
#include <tcu/cpp/selection.hpp>
#include <tcu/cpp/stencil.hpp>
#include <tcu/cpp/stencil_create.hpp>
#include <tcu/cpp/stencil_desc.hpp>
#include <tcu/cpp/top_k.hpp>
#include <tcu/cpp/type.hpp>
#include <tcu/cpp/view.hpp>
#include <tcu/tcu.h>

#endif // TCU_TCU_HPP
