/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/tune/report.h"

#include <cctype>
#include <cstdio>

namespace tune
{
namespace
{
constexpr uint64_t kShortFrom = 1 << 20;

template <class... Arguments>
std::string formatted(const char *format, Arguments... arguments)
{
    char text[256];
    std::snprintf(text, sizeof text, format, arguments...);
    return text;
}

bool is_power_of_two(uint64_t number)
{
    return (number & (number - 1)) == 0;
}

std::string power(uint64_t number) // 0 is 2^64
{
    int exponent = 64;
    for (int e = 0; e < 64; e++) {
        exponent = number == uint64_t(1) << e ? e : exponent;
    }
    return "2^" + std::to_string(exponent);
}

std::string percent(double gain)
{
    return formatted("%+.1f%%", 100 * gain);
}

std::string shown(const tcui_tuning_row &row, uint64_t number)
{
    return row.kind == TCUI_TUNING_ARITHMETIC ? number_text(row, number) : short_text(number);
}
} // namespace

std::string short_text(uint64_t number)
{
    if (number >= kShortFrom && is_power_of_two(number)) {
        return power(number);
    }
    if (number >= kShortFrom && is_power_of_two(number + 1)) {
        return power(number + 1) + " - 1";
    }
    return std::to_string(number);
}

std::string list_line(const Subject &subject)
{
    const tcui_tuning_row &row = *subject.row;
    const std::string bounds = shown(row, row.least) + " ... " + shown(row, row.most);
    return formatted("%-42s %10s  %-16s %4zu", subject.name().c_str(), shown(row, subject.present).c_str(),
                     bounds.c_str(), subject.problems.size());
}

std::string change_text(const Outcome &outcome)
{
    const tcui_tuning_row &row = *outcome.subject->row;
    std::string text = formatted("%-44s %10s -> %-10s %8s\n", outcome.subject->name().c_str(),
                                 shown(row, outcome.subject->present).c_str(), shown(row, outcome.number).c_str(),
                                 percent(outcome.change.gain).c_str());
    if (outcome.subject->is_at_end(outcome.number)) {
        text += "  at the end of the range: better numbers may lie beyond it\n";
    }
    if (outcome.problems.empty()) {
        text += "  no problem that is tried tells the two apart\n";
    }
    for (size_t p = 0; p < outcome.problems.size(); p++) {
        text += formatted("  %7s %s\n", percent(outcome.change.gains[p]).c_str(), outcome.problems[p]->name().c_str());
    }
    return text;
}

std::string file_name(const std::string &gpu)
{
    std::string name = "tcu-tuning-";
    for (const char c : gpu) {
        const unsigned char byte = static_cast<unsigned char>(c);
        name += std::isalnum(byte) ? char(std::tolower(byte)) : '-';
    }
    return name + ".txt";
}

std::string file_text(const Place &place, const std::vector<Outcome> &outcomes)
{
    std::string text =
        "# Numbers by which tcu chooses its code paths, where others than its own are faster, by tcu-tune.\n";
    text += "# " + place.date + ", tcu " + place.library + ", " + place.gpu + " of compute capability " +
            place.compute_capability + ", driver " + place.driver + ", CUDA " + place.cuda + "\n";
    text += "tcu-tuning 1\ngpu " + place.gpu + "\n";
    for (const Outcome &outcome : outcomes) {
        if (outcome.has_changed()) {
            const tcui_tuning_row &row = *outcome.subject->row;
            text += "# instead of " + number_text(row, outcome.subject->present) + ": " + percent(outcome.change.gain) +
                    (outcome.subject->is_at_end(outcome.number) ? ", at the end of the range\n" : "\n");
            text += outcome.subject->name() + " " + number_text(row, outcome.number) + "\n";
        }
    }
    return text;
}
} // namespace tune
