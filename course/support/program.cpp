/* SPDX-License-Identifier: Apache-2.0 */
/*
 * main() of a lesson's programs. COURSE_PROGRAM says which: "versions" checks and measures each; "exercise" says which of
 * its steps are right; "broken" says what goes wrong. Exit status: 0 if all is right, 1 if something is not, 2 for a
 * wrong command line.
 */
#include <cstdio>
#include <cstring>

#include "program.h"

namespace course
{

std::string first_failure(const version &v, size_t *number_of_trials)
{
    std::string first;
    const auto all = trials(purpose::check);
    *number_of_trials = all.size();
    for (const auto &t : all) {
        const std::string mistake = mistake_of(v, *t);
        if (!mistake.empty()) {
            return t->name + ": " + mistake;
        }
    }
    return "";
}

namespace
{

/* A paragraph of lines of at most 78 columns, each `indent` columns in. */
void print_wrapped(const std::string &text, size_t indent)
{
    size_t column = 0;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(' ', begin), text.size());
        if (column == 0 || column + 1 + end - begin > 78) {
            std::printf("%s%*s", column == 0 ? "" : "\n", static_cast<int>(indent), "");
            column = indent;
        } else {
            std::printf(" ");
            column++;
        }
        std::printf("%.*s", static_cast<int>(end - begin), text.c_str() + begin);
        column += end - begin;
        begin = end + 1;
    }
    std::printf("\n");
}

int run_versions(const std::vector<version> &all)
{
    std::vector<std::string> failures;
    size_t right = 0, number_of_trials = 0;
    for (const version &v : all) {
        failures.push_back(first_failure(v, &number_of_trials));
        right += failures.back().empty();
    }
    print_costs(all, failures);
    for (size_t i = 0; i < all.size(); i++) {
        if (!failures[i].empty()) {
            print_wrapped(std::string(all[i].name) + " is wrong, " + failures[i], 2);
        }
    }
    std::printf("%zu of %zu versions are right, on %zu inputs each.\n", right, all.size(), number_of_trials);
    return right == all.size() ? 0 : 1;
}

int run_steps(const std::vector<version> &steps)
{
    size_t right = 0;
    for (const version &step : steps) {
        size_t number_of_trials = 0;
        const std::string failure = first_failure(step, &number_of_trials);
        right += failure.empty();
        std::printf("  %-58s %s\n", step.name, failure.empty() ? "right" : "not yet");
        if (!failure.empty()) {
            print_wrapped(failure, 6);
        }
    }
    std::printf("%zu of %zu steps are right.\n", right, steps.size());
    return right == steps.size() ? 0 : 1;
}

int run_broken(const version &broken)
{
    size_t number_of_trials = 0;
    const std::string failure = first_failure(broken, &number_of_trials);
    if (failure.empty()) {
        std::printf("  Nothing goes wrong on %zu inputs.\n", number_of_trials);
        return 0;
    }
    print_wrapped(failure, 2);
    return 1;
}

} // namespace
} // namespace course

int main(int argc, char **)
{
    using namespace course;
    if (argc > 1) {
        std::fprintf(stderr, "usage: %s (without arguments)\n", COURSE_LESSON "_" COURSE_PROGRAM);
        return 2;
    }
    std::printf("%s, %s, on %s\n", COURSE_LESSON, COURSE_PROGRAM, device_name().c_str());
    std::vector<version> all = versions();
    if (std::strcmp(COURSE_PROGRAM, "versions") == 0) {
        for (const version &v : cub_versions()) {
            all.push_back(v);
        }
        return run_versions(all);
    }
    return std::strcmp(COURSE_PROGRAM, "broken") == 0 ? run_broken(all.front()) : run_steps(all);
}
