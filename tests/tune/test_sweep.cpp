/* SPDX-License-Identifier: Apache-2.0 */
/* tcu-tune's sweep over the library's own rows, with times that are a formula instead of a GPU's; and the file it writes. */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <unistd.h>

#include "bench/family.h"
#include "bench/tune/progress.h"
#include "bench/tune/report.h"

using namespace tune;

namespace
{
constexpr uint64_t kBytes = uint64_t(1) << 28;
constexpr double kSeconds = 0.1;
constexpr size_t kRounds = 9;
constexpr size_t kColumns = 80;
constexpr uint64_t kMostElements = 1 << 20;
const char kOfOneForm[] = "stencil.images_elements"; // the benchmark has images of one kind
constexpr uint64_t kQuickBytes = uint64_t(1) << 20;

// A problem takes 1 if the row has the number `best`, and the more the farther away its number is; of a threshold 1 on the
// side on which it is with that number, and 1.5 on the other one.
class FormulaTimer : public Timer
{
  public:
    explicit FormulaTimer(double factor) : factor_(factor) {}

    uint64_t best(const Subject &subject) const
    {
        const double number = std::round(double(subject.present) * factor_);
        const double most = double(subject.row->most), least = double(subject.row->least);
        return number >= most ? subject.row->most : number <= least ? subject.row->least : uint64_t(number);
    }
    std::vector<Samples> times(const Subject &subject, const bench::Row &problem, const std::vector<uint64_t> &numbers,
                               double) override
    {
        std::vector<Samples> samples;
        for (const uint64_t number : numbers) {
            samples.emplace_back(kRounds, time(subject, problem, number));
        }
        calls++;
        return calls % left_out_each == 0 ? std::vector<Samples>() : samples;
    }
    void keep(const Subject &subject, uint64_t number) override { kept[subject.name()] = number; }

    size_t calls = 0, left_out_each = SIZE_MAX;
    std::map<std::string, uint64_t> kept;

  private:
    double time(const Subject &subject, const bench::Row &problem, uint64_t number) const
    {
        if (subject.acts == Acts::value) {
            return 1 + std::fabs(std::log2((double(number) + 1) / (double(best(subject)) + 1)));
        }
        const uint64_t size = subject.size_of(size_t(&problem - subject.problems.data()));
        const bool is_right = is_below(subject.acts, size, number) == is_below(subject.acts, size, best(subject));
        return is_right ? 1 : 1.5;
    }
    double factor_;
};

// Gains that are there once only.
class LuckyTimer : public FormulaTimer
{
  public:
    using FormulaTimer::FormulaTimer;
    std::vector<Samples> times(const Subject &subject, const bench::Row &problem, const std::vector<uint64_t> &numbers,
                               double seconds) override
    {
        if (numbers == numbers_to_time(subject)) {
            return FormulaTimer::times(subject, problem, numbers, seconds);
        }
        return std::vector<Samples>(numbers.size(), Samples(kRounds, 1.0));
    }
};

// Of one problem of each size, if there are several, times that say the opposite.
class DividedTimer : public FormulaTimer
{
  public:
    using FormulaTimer::FormulaTimer;
    std::vector<Samples> times(const Subject &subject, const bench::Row &problem, const std::vector<uint64_t> &numbers,
                               double seconds) override
    {
        std::vector<Samples> samples = FormulaTimer::times(subject, problem, numbers, seconds);
        const size_t p = size_t(&problem - subject.problems.data());
        const auto first = subject.places.begin(), end = subject.places.end(), at = first + std::ptrdiff_t(p);
        const bool is_opposite = std::find(first, at, *at) == at && std::find(at + 1, end, *at) != end;
        for (Samples &of_number : samples) {
            for (double &time : of_number) {
                time = is_opposite ? 1 / time : time;
            }
        }
        return samples;
    }
};

template <class Work>
void for_all_rows(bool quick, Work work)
{
    for (const tcui_tuning_family *family : families()) {
        for (const Subject &subject : subjects_of(*family, {quick ? kQuickBytes : kBytes}, quick)) {
            work(subject);
        }
    }
}

void expect_columns(const std::string &text)
{
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        cr_expect_leq(end - begin, kColumns, "%s", text.substr(begin, end - begin).c_str());
        begin = end + 1;
    }
}
} // namespace

Test(tune_sweep, every_row_has_problems)
{
    size_t rows = 0;
    for (const bool quick : {false, true}) {
        for_all_rows(quick, [&](const Subject &subject) {
            const std::string name = subject.name();
            cr_expect_gt(subject.problems.size(), 0u, "%s", name.c_str());
            for (const bench::Row &problem : subject.problems) {
                cr_expect_gt(problem.n, 0u, "%s: %s", name.c_str(), problem.name().c_str());
                bench::problem_without_arrays(problem); // throws, if there is none
            }
            cr_expect_eq(subject.candidates.numbers[subject.candidates.present], subject.present, "%s", name.c_str());
            for (const uint64_t number : subject.candidates.numbers) {
                cr_expect(number >= subject.row->least && number <= subject.row->most, "%s", name.c_str());
            }
            expect_columns(list_line(subject));
            rows++;
        });
    }
    cr_assert_gt(rows, 200u);
}

// Such problems as are soon done, and those that only tcu-tune has, on the host backend: results are held against loops.
Test(tune_sweep, problems_are_what_the_library_does)
{
    using namespace bench::types;
    tcu_context *context = nullptr;
    cr_assert_eq(tcu_context_create(&context, TCU_BACKEND_HOST, -1), TCU_SUCCESS);
    std::vector<bench::Row> rows = {{BENCH_SEGMENTED_SORT_PAIRS, BENCH_NO_FORM, U32, U32, 1 << 15, 1 << 10},
                                    {BENCH_SEGMENTED_SORT_PAIRS, BENCH_NO_FORM, U64, B128, 1 << 14, 1 << 7},
                                    {BENCH_SORT_PAIRS, BENCH_NO_FORM, U32, U64, 1 << 14},
                                    {BENCH_SORT, BENCH_IN_PLACE, U64, U64, 1 << 14},
                                    {BENCH_SORT, BENCH_IN_PLACE, U32, U32, 1 << 14}};
    for_all_rows(true, [&](const Subject &subject) {
        rows.insert(rows.end(), subject.problems.begin(), subject.problems.end());
    });
    std::set<std::string> done; // many rows have the same problems
    for (const bench::Row &row : rows) {
        const bench::Family &family = bench::family_of(row.op);
        if (done.count(row.name()) > 0 || row.n > kMostElements ||
            family.multiplications(bench::problem_without_arrays(row)) > kMostElements) {
            continue;
        }
        const std::unique_ptr<bench::HostData> data = family.make_host_data();
        const bench_problem &problem = data->prepare(row);
        data->poison();
        data->reset();
        cr_expect_eq(family.call(context, problem, nullptr), TCU_SUCCESS, "%s: %s", row.name().c_str(),
                     tcu_context_last_error(context));
        double error = 0;
        cr_expect_eq(data->wrong(false, error), 0u, "%s", row.name().c_str());
        done.insert(row.name());
    }
    cr_expect_gt(done.size(), 100u);
    tcu_context_destroy(context);
}

// (Of most rows. Where probes end at a bound of what the operation can do, there may be no problem beside the number.)
Test(tune_sweep, finds_what_the_formula_says)
{
    for (const double factor : {0.2, 1.0, 4.0}) {
        size_t rows = 0, changed = 0;
        for_all_rows(false, [&](const Subject &subject) {
            FormulaTimer timer(factor);
            const Outcome outcome = sweep(subject, timer, kSeconds);
            const std::string name = subject.name();
            rows++;
            changed += outcome.has_changed();
            if (subject.candidates.numbers.size() > 1) {
                cr_expect_eq(timer.kept[name], outcome.number, "%s", name.c_str());
            }
            if (factor == 1) {
                cr_expect_not(outcome.has_changed(), "%s", name.c_str());
            }
            if (outcome.has_changed()) {
                cr_expect_eq(outcome.number > subject.present, factor > 1, "%s", name.c_str());
                cr_expect(is_worth(outcome.change), "%s", name.c_str());
                cr_expect_eq(outcome.problems.size(), outcome.change.gains.size());
                expect_columns(change_text(outcome));
            }
        });
        cr_expect(factor == 1 ? changed == 0 : changed > rows / 3, "factor %g: %zu of %zu", factor, changed, rows);
    }
}

Test(tune_sweep, luck_does_not_count)
{
    for_all_rows(false, [&](const Subject &subject) {
        LuckyTimer timer(0.2);
        cr_expect_not(sweep(subject, timer, kSeconds).has_changed(), "%s", subject.name().c_str());
    });
}

// One type or shape that another number is worse for keeps the number, whatever the others gain.
Test(tune_sweep, every_problem_has_a_veto)
{
    for_all_rows(false, [&](const Subject &subject) {
        DividedTimer timer(0.2);
        if (subject.acts != Acts::value && subject.name() != kOfOneForm) {
            cr_expect_not(sweep(subject, timer, kSeconds).has_changed(), "%s", subject.name().c_str());
        }
    });
}

// Of rows that are not one type's own: the narrowest and the widest, or at least two forms, of each size.
Test(tune_sweep, rows_of_several_types_have_problems_of_several)
{
    for_all_rows(false, [&](const Subject &subject) {
        const std::string name = subject.name();
        if (subject.acts == Acts::value || name == kOfOneForm) {
            return;
        }
        std::map<size_t, std::set<std::string>> kinds;
        for (size_t p = 0; p < subject.problems.size(); p++) {
            const bench::Row &row = subject.problems[p];
            kinds[subject.places[p]].insert(row.name());
        }
        for (const auto &[place, of_size] : kinds) {
            cr_expect_geq(of_size.size(), 2u, "%s, size %llu", name.c_str(),
                          (unsigned long long)subject.candidates.sizes[place]);
        }
    });
}

// A threshold's outermost numbers, and bounds; not one of a few that have all been tried.
Test(tune_sweep, ends_of_the_range_are_marked)
{
    size_t marked = 0;
    for_all_rows(false, [&](const Subject &subject) {
        const std::vector<uint64_t> &numbers = subject.candidates.numbers;
        const bool has_all =
            subject.acts == Acts::value && numbers.size() == subject.row->most - subject.row->least + 1;
        Outcome outcome = {&subject, numbers.back(), {}, {}};
        const bool is_marked = change_text(outcome).find("at the end of the range") != std::string::npos;
        cr_expect_eq(is_marked, !has_all, "%s", subject.name().c_str());
        cr_expect_eq(subject.is_at_end(numbers.front()), !has_all, "%s", subject.name().c_str());
        const bool is_inside =
            numbers.size() > 2 && numbers[1] != subject.row->least && numbers[1] != subject.row->most;
        cr_expect(!is_inside || !subject.is_at_end(numbers[1]), "%s", subject.name().c_str());
        const bool is_written = outcome.has_changed() && !has_all;
        const std::string file = file_text({}, {outcome});
        cr_expect_eq(file.find(", at the end of the range\n") != std::string::npos, is_written);
        marked += is_written;
    });
    cr_expect_gt(marked, 100u);
}

Test(tune_sweep, problems_without_room_are_left_out)
{
    for (const size_t each : {1, 2}) {
        for_all_rows(false, [&](const Subject &subject) {
            FormulaTimer timer(0.2);
            timer.left_out_each = each;
            const Outcome outcome = sweep(subject, timer, kSeconds);
            if (each == 1 && subject.candidates.numbers.size() > 1) {
                cr_expect_not(outcome.has_changed());
                cr_expect_eq(outcome.left_out, subject.problems.size());
            }
        });
    }
}

// What is written is what the library reads.
Test(tune_sweep, the_library_takes_the_file)
{
    std::vector<std::vector<Subject>> all;
    for (const tcui_tuning_family *family : families()) {
        all.push_back(subjects_of(*family, {kBytes}, false));
    }
    std::vector<Outcome> outcomes;
    for (const std::vector<Subject> &subjects : all) {
        for (const Subject &subject : subjects) {
            FormulaTimer timer(0.2);
            outcomes.push_back(sweep(subject, timer, kSeconds));
        }
    }
    const std::string text =
        file_text({"NVIDIA H200", "9.0", "570.0", "13.0", "0.2.0", "2026-01-01T00:00:00Z"}, outcomes);
    char name[] = "/tmp/tcu-tuning-XXXXXX";
    const int descriptor = mkstemp(name);
    cr_assert_geq(descriptor, 0);
    std::FILE *const file = fdopen(descriptor, "w");
    cr_assert(std::fputs(text.c_str(), file) >= 0);
    cr_assert_eq(std::fclose(file), 0);

    tcu_context *context = nullptr;
    cr_assert_eq(tcu_context_create(&context, TCU_BACKEND_HOST, -1), TCU_SUCCESS);
    cr_expect_eq(tcu_context_load_tuning(context, name), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    size_t changed = 0;
    for (const Outcome &outcome : outcomes) {
        const Subject &subject = *outcome.subject;
        const void *const policy = context->policies[subject.family->operation];
        cr_assert(policy != nullptr || !outcome.has_changed());
        if (policy != nullptr) {
            cr_expect_eq(tcui_tuning_get(policy, subject.row), outcome.number, "%s", subject.name().c_str());
        }
        changed += outcome.has_changed();
    }
    cr_expect_gt(changed, 50u);
    tcu_context_destroy(context);
    std::remove(name);
}

Test(tune_sweep, a_file_has_problems_without_progress)
{
    cr_redirect_stderr();
    show_progress("reduce", 1, 60);
    clear_progress();
    say_problem("reduce is left out");
    std::fflush(stderr);
    cr_assert_stderr_eq_str("tcu-tune: reduce is left out\n");
}

Test(tune_sweep, names)
{
    cr_expect_eq(file_name("NVIDIA H200"), std::string("tcu-tuning-nvidia-h200.txt"));
    cr_expect_eq(short_text(4096), std::string("4096"));
    cr_expect_eq(short_text(uint64_t(1) << 27), std::string("2^27"));
    cr_expect_eq(short_text(UINT64_MAX), std::string("2^64 - 1"));
    const tcui_tuning_row unit = {"chunks", TCUI_TUNING_ARITHMETIC, 0, 4, TCU_ARITHMETIC_MATRIX, TCU_ARITHMETIC_PLAIN};
    cr_expect_eq(number_text(unit, TCU_ARITHMETIC_MATRIX), std::string("matrix"));
    cr_expect_eq(number_text(unit, TCU_ARITHMETIC_PLAIN), std::string("plain"));
}
