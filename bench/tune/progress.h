/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file progress.h What tcu-tune says on stderr while it works: on a terminal a line that is written again and again, and
 * problems, each a line of its own. In a file there are problems alone.
 */
#ifndef TCU_BENCH_TUNE_PROGRESS_H
#define TCU_BENCH_TUNE_PROGRESS_H

#include <cstddef>
#include <string>

namespace tune
{
void show_progress(const char *family, size_t row, size_t rows);
void clear_progress();
/** "tcu-tune: " and the sentence. */
void say_problem(const std::string &sentence);
} // namespace tune

#endif
