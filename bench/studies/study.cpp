/* SPDX-License-Identifier: Apache-2.0 */
/* The list of studies, the table on stdout and the result file. */
#include "bench/studies/study.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace study
{
namespace
{
constexpr int kNumberWidth = 12, kTextWidth = 24; // characters of a column, at least

std::string formatted(double value, const char *format)
{
    char text[40];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string object(const std::vector<Row::Value> &values)
{
    std::string text;
    for (const Row::Value &v : values) {
        text += (text.empty() ? "" : ", ") + quoted(v.name) + ": " + v.json;
    }
    return "{" + text + "}";
}

std::vector<const Study *> &entries() // a function: static objects of other files may come before one of this file
{
    static std::vector<const Study *> list;
    return list;
}
} // namespace

std::string quoted(const std::string &text)
{
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += (unsigned char)c < ' ' ? ' ' : c;
    }
    return result + '"';
}

Row &Row::text(const std::string &name, const std::string &value)
{
    values_.push_back({name, value, quoted(value), kTextWidth});
    return *this;
}

Row &Row::count(const std::string &name, uint64_t value)
{
    values_.push_back({name, std::to_string(value), std::to_string(value), kNumberWidth});
    return *this;
}

Row &Row::number(const std::string &name, double value)
{
    values_.push_back(
        {name, formatted(value, "%.5g"), std::isfinite(value) ? formatted(value, "%.9g") : "null", kNumberWidth});
    return *this;
}

void Table::add(const Row &row, bool right)
{
    std::string heading, line;
    for (const Row::Value &v : row.values()) {
        const int width = std::max(v.width, int(v.name.size()));
        heading += std::string(std::max(0, width - int(v.name.size())), ' ') + v.name + "  ";
        line += std::string(std::max(0, width - int(v.shown.size())), ' ') + v.shown + "  ";
    }
    if (heading != heading_) {
        std::printf("%s\n", heading.c_str());
        heading_ = heading;
    }
    std::printf("%s%s\n", line.c_str(), right ? "" : "WRONG");
    std::fflush(stdout);
    std::vector<Row::Value> values = row.values();
    values.push_back({"right", "", right ? "true" : "false", 0});
    json_.push_back(object(values));
    wrong_ = wrong_ || !right;
}

Study::Study(const char *name_, const char *what_, void (*run_)(Gpu &, Table &)) : name(name_), what(what_), run(run_)
{
    entries().push_back(this);
}

std::vector<const Study *> Study::all()
{
    std::vector<const Study *> sorted = entries();
    std::sort(sorted.begin(), sorted.end(),
              [](const Study *a, const Study *b) { return std::strcmp(a->name, b->name) < 0; });
    return sorted;
}

bool write_json(const std::string &path, const Row &header, const std::vector<Outcome> &outcomes)
{
    const std::string part = path + ".part"; // a run that is cut off leaves the file before whole
    std::FILE *file = std::fopen(part.c_str(), "w");
    if (file == nullptr) {
        std::perror(part.c_str());
        return false;
    }
    std::fprintf(file, "{\n  \"header\": %s,\n  \"studies\": [\n", object(header.values()).c_str());
    for (size_t o = 0; o < outcomes.size(); o++) {
        const Outcome &outcome = outcomes[o];
        Row about;
        about.text("name", outcome.name).text("date", outcome.date).text("commit", outcome.commit);
        about.text("command", outcome.command).number("seconds", outcome.seconds);
        std::string text = object(about.values());
        text.pop_back(); // its closing brace: the rows follow
        std::fprintf(file, "    %s, \"rows\": [\n", text.c_str());
        for (size_t r = 0; r < outcome.rows.size(); r++) {
            std::fprintf(file, "      %s%s\n", outcome.rows[r].c_str(), r + 1 < outcome.rows.size() ? "," : "");
        }
        std::fprintf(file, "    ]}%s\n", o + 1 < outcomes.size() ? "," : "");
    }
    std::fprintf(file, "  ]\n}\n");
    const bool written = std::ferror(file) == 0;
    if (std::fclose(file) != 0 || !written || std::rename(part.c_str(), path.c_str()) != 0) {
        std::perror(path.c_str());
        return false;
    }
    return true;
}
} // namespace study
