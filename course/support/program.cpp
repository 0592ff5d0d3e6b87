/* SPDX-License-Identifier: Apache-2.0 */
/*
 * main() of a lesson's programs. COURSE_PROGRAM says which: "versions" checks and measures each; "exercise" says which
 * of its steps are right; "broken" says what goes wrong. With --json the last line says what is right as JSON, and what
 * runs is said on stderr. Exit status: 0 if all is right, 1 if something is not, 2 for a wrong command line.
 */
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "program.h"

namespace course
{

std::string first_failure(const version &v, size_t *number_of_trials)
{
    if (device_is_lost()) {
        return "it is not run, as nothing runs after what went wrong before";
    }
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

/* A version, and what goes wrong with it: "" if nothing does. */
struct outcome {
    version of;
    std::string failure;
};

size_t number_right(const std::vector<outcome> &all)
{
    return static_cast<size_t>(
        std::count_if(all.begin(), all.end(), [](const outcome &o) { return o.failure.empty(); }));
}

void print_versions(std::vector<outcome> &all, size_t number_of_trials)
{
    std::vector<version> versions;
    std::vector<std::string> failures;
    for (const outcome &o : all) {
        versions.push_back(o.of);
        failures.push_back(o.failure);
    }
    print_costs(versions, failures);
    for (size_t i = 0; i < all.size(); i++) {
        all[i].failure = failures[i];
    }
    for (const outcome &o : all) {
        if (!o.failure.empty()) {
            print_wrapped(std::string(o.of.name) + " is wrong, " + o.failure, 2);
        }
    }
    std::printf("%zu of %zu versions are right, on %zu inputs each.\n", number_right(all), all.size(),
                number_of_trials);
}

void print_steps(const std::vector<outcome> &all)
{
    for (const outcome &o : all) {
        std::printf("  %-58s %s\n", o.of.name, o.failure.empty() ? "right" : "not yet");
        if (!o.failure.empty()) {
            print_wrapped(o.failure, 6);
        }
    }
    std::printf("%zu of %zu steps are right.\n", number_right(all), all.size());
}

void print_broken(const outcome &broken, size_t number_of_trials)
{
    if (broken.failure.empty()) {
        std::printf("  Nothing goes wrong on %zu inputs.\n", number_of_trials);
    } else {
        print_wrapped(broken.failure, 2);
    }
}

std::string quoted(const std::string &text)
{
    std::string json = "\"";
    for (char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
            json += escaped;
        } else {
            json += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        }
    }
    return json + "\"";
}

/* A line of its own, whatever a kernel has printed before. */
void print_json(const std::vector<outcome> &all)
{
    std::printf("\n{\"lesson\": %s, \"program\": %s, \"device\": %s, \"results\": [", quoted(COURSE_LESSON).c_str(),
                quoted(COURSE_PROGRAM).c_str(), quoted(device_name()).c_str());
    for (const outcome &o : all) {
        std::printf("%s{\"name\": %s, \"right\": %s, \"failure\": %s}", &o == &all.front() ? "" : ", ",
                    quoted(o.of.name).c_str(), o.failure.empty() ? "true" : "false", quoted(o.failure).c_str());
    }
    std::printf("]}\n");
}

} // namespace
} // namespace course

int main(int argc, char **argv)
{
    using namespace course;
    const bool as_json = argc == 2 && std::strcmp(argv[1], "--json") == 0;
    if (argc > 1 && !as_json) {
        std::fprintf(stderr, "usage: %s [--json]\n", argv[0]);
        return 2;
    }
    const std::string program = COURSE_PROGRAM;
    if (!as_json) {
        std::printf("%s, %s, on %s\n", COURSE_LESSON, COURSE_PROGRAM, device_name().c_str());
    }
    std::vector<version> to_run = versions();
    if (program == "versions") {
        const std::vector<version> cub = cub_versions();
        to_run.insert(to_run.end(), cub.begin(), cub.end());
    }
    std::vector<outcome> all;
    size_t number_of_trials = 0;
    for (const version &v : to_run) {
        if (as_json) {
            std::fprintf(stderr, "running %s\n", v.name); /* should it end the program */
        }
        all.push_back({v, first_failure(v, &number_of_trials)});
    }
    if (as_json) {
        print_json(all);
    } else if (program == "versions") {
        print_versions(all, number_of_trials);
    } else if (program == "broken" && !all.empty()) {
        print_broken(all.front(), number_of_trials);
    } else {
        print_steps(all);
    }
    return number_right(all) == all.size() ? 0 : 1;
}
