/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/tune/progress.h"

#include <cstdio>

#include <unistd.h>

namespace tune
{
namespace
{
bool is_terminal()
{
    return isatty(STDERR_FILENO) == 1;
}
} // namespace

void show_progress(const char *family, size_t row, size_t rows)
{
    if (is_terminal()) {
        std::fprintf(stderr, "\r%-20s row %zu of %zu ", family, row, rows);
    }
}

void clear_progress()
{
    if (is_terminal()) {
        std::fprintf(stderr, "\r%40s\r", "");
    }
}

void say_problem(const std::string &sentence)
{
    clear_progress();
    std::fprintf(stderr, "tcu-tune: %s\n", sentence.c_str());
}
} // namespace tune
