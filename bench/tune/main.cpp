/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tcu-tune: sweeps the families one after the other, each within its share of the time, prints what would change, and
 * writes the tuning file. A family that fails is left out; so are rows that the time does not suffice for.
 */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "bench/tune/options.h"
#include "bench/tune/progress.h"
#include "bench/tune/report.h"
#include "tcu/version.h"
#ifdef TCU_TUNE_CUDA
#include "bench/tune/gpu/timer.h"
#endif

namespace
{
using namespace tune;

constexpr uint64_t kBytes = uint64_t(1) << 28, kQuickBytes = uint64_t(1) << 20;

std::vector<std::vector<Subject>> all_subjects(const Options &options)
{
    std::vector<std::vector<Subject>> all;
    for (const tcui_tuning_family *family : options.families) {
        all.push_back(subjects_of(*family, {options.quick ? kQuickBytes : kBytes}, options.quick));
    }
    return all;
}

int list(const std::vector<std::vector<Subject>> &all)
{
    std::printf("%-42s %10s  %-16s %s\n", "row", "number", "bounds", "problems");
    for (const std::vector<Subject> &subjects : all) {
        for (const Subject &subject : subjects) {
            std::printf("%s\n", list_line(subject).c_str());
        }
    }
    return 0;
}

#ifdef TCU_TUNE_CUDA
constexpr double kMostSeconds = 0.2; // of a problem: more would not make times better
constexpr double kTimed = 0.4;       // part of a problem's time that it is timed; the rest: inputs, checks, graphs

std::string now()
{
    char text[32];
    const std::time_t seconds = std::time(nullptr);
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&seconds));
    return text;
}

std::string library_version()
{
    const int version = tcu_version();
    return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
           std::to_string(version % 100);
}

size_t problems_in(const std::vector<Subject> &subjects, size_t from = 0)
{
    size_t problems = 0;
    for (size_t s = from; s < subjects.size(); s++) {
        problems += subjects[s].problems.size();
    }
    return problems;
}

class Clock
{
  public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// What goes over families: work(subject, timer, seconds) for each row, until `end` on the clock.
template <class Work>
bool go_over(const std::vector<Subject> &subjects, const Options &options, const Clock &clock, double end, Work work)
{
    const char *const name = subjects.front().family->name;
    const double begin = clock.seconds();
    size_t s = 0, left_out = 0;
    try {
        GpuTimer timer(options.device, options.verify);
        for (; s < subjects.size() && (clock.seconds() < end || options.quick); s++) {
            show_progress(name, s + 1, subjects.size());
            const double left = (end - clock.seconds()) / double(problems_in(subjects, s));
            left_out += work(s, timer, std::min(std::max(kTimed * left, 0.0), kMostSeconds)).left_out;
        }
    } catch (const WrongResult &problem) {
        say_problem(std::string("WRONG: ") + name + ": " + problem.what());
        return false;
    } catch (const std::exception &problem) {
        say_problem(std::string(name) + " is left out: " + problem.what());
        return false;
    }
    clear_progress();
    std::printf("%-20s %3zu rows, %4zu problems, %5.1f s", name, s, problems_in(subjects) - problems_in(subjects, s),
                clock.seconds() - begin);
    std::printf(s < subjects.size() ? ", %zu rows not reached\n" : "\n", subjects.size() - s);
    if (left_out > 0) {
        std::printf("%-20s %zu problems left out\n", "", left_out);
    }
    std::fflush(stdout);
    return true;
}

// Behind what the file has already, or from its beginning on.
bool write_file(const std::string &name, const std::string &text, const char *mode = "w")
{
    std::FILE *const file = std::fopen(name.c_str(), mode);
    const bool written = file != nullptr && std::fputs(text.c_str(), file) >= 0;
    if (file == nullptr || std::fclose(file) != 0 || !written) {
        say_problem("cannot write \"" + name + "\"");
        return false;
    }
    return true;
}

int tune_all(const std::vector<std::vector<Subject>> &all, const Options &options, Place place)
{
    const std::string name = options.output.empty() ? file_name(place.gpu) : options.output;
    if (!write_file(name, "", "a")) { // better now than after ten minutes
        return 2;
    }
    const Clock clock;
    std::vector<Outcome> changes;
    size_t todo = 0, done = 0;
    bool good = true;
    for (const std::vector<Subject> &subjects : all) {
        todo += problems_in(subjects);
    }
    for (const std::vector<Subject> &subjects : all) {
        done += problems_in(subjects);
        const double end = options.minutes * 60 * double(done) / double(todo);
        std::vector<Outcome> found; // what is found before a failure does not count
        const bool all_went = go_over(subjects, options, clock, end, [&](size_t s, Timer &timer, double seconds) {
            found.push_back(sweep(subjects[s], timer, seconds));
            return found.back();
        });
        for (const Outcome &outcome : found) {
            if (all_went && outcome.has_changed()) {
                changes.push_back(outcome);
            }
        }
        good = good && all_went;
    }
    std::printf("\n%s\n", changes.empty() ? "No row changes."
                                          : "Rows that change; of each problem how much longer the old number takes:");
    for (const Outcome &outcome : changes) {
        std::fputs(change_text(outcome).c_str(), stdout);
    }
    place.date = now();
    place.library = library_version();
    if (!write_file(name, file_text(place, changes))) {
        return 2;
    }
    numbers_in_file(options.device, name, *options.families.front()); // does the library take it?
    std::printf("\nWritten to %s. To use it: TCU_TUNING=%s in the environment,\n"
                "or tcu_context_load_tuning(context, \"%s\").\n",
                name.c_str(), name.c_str(), name.c_str());
    return good ? 0 : 1;
}

int verify(const std::vector<std::vector<Subject>> &all, const Options &options)
{
    const Clock clock;
    bool good = true;
    for (const std::vector<Subject> &subjects : all) {
        const std::vector<uint64_t> numbers = numbers_in_file(options.device, options.verify, *subjects.front().family);
        std::vector<Subject> changed;
        std::vector<uint64_t> changed_to;
        for (size_t s = 0; s < subjects.size(); s++) {
            if (numbers[s] != subjects[s].present) {
                changed.push_back(subjects[s]);
                changed_to.push_back(numbers[s]);
            }
        }
        if (changed.empty()) {
            std::printf("%-20s as the library has it\n", subjects.front().family->name);
            continue;
        }
        std::string text;
        const double end = options.minutes * 60; // far more than the rows of one file take
        good = go_over(changed, options, clock, end,
                       [&](size_t s, Timer &timer, double seconds) {
                           Outcome outcome = compare(changed[s], changed[s].present, changed_to[s], timer, seconds);
                           text += change_text(outcome);
                           return outcome;
                       }) &&
               good;
        std::fputs(text.c_str(), stdout);
    }
    return good ? 0 : 1;
}

int run_on_gpu(const std::vector<std::vector<Subject>> &all, const Options &options)
{
    unsetenv("TCU_TUNING"); // contexts would begin with other numbers
    unsetenv("TCU_PATH");   // no number would matter
    try {
        const Place place = place_of(options.device);
        std::printf("%s, tcu %s\n", place.gpu.c_str(), library_version().c_str());
        return options.verify.empty() ? tune_all(all, options, place) : verify(all, options);
    } catch (const std::exception &problem) {
        say_problem(problem.what());
        return 2;
    }
}
#else
int run_on_gpu(const std::vector<std::vector<Subject>> &, const Options &)
{
    say_problem("this build has no CUDA");
    return 2;
}
#endif
} // namespace

int main(int argc, char **argv)
{
    const Options options = parse_options(argc, argv);
    try {
        const std::vector<std::vector<Subject>> all = all_subjects(options);
        return options.list ? list(all) : run_on_gpu(all, options);
    } catch (const std::logic_error &problem) { // a row without problems
        say_problem(problem.what());
        return 1;
    }
}
