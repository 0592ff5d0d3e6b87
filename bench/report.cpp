/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/report.h"

#include <cstdio>
#include <type_traits>

namespace bench
{
namespace
{
std::string number(double value, const char *format)
{
    char text[40];
    if (!std::isfinite(value)) {
        return "null";
    }
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string quoted(const std::string &text)
{
    if (text.empty()) {
        return "null";
    }
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += (unsigned char)c < ' ' ? ' ' : c;
    }
    return result + '"';
}

struct Object { // one JSON object, in the order of adding
    std::string text;
    void add(const std::string &key, const std::string &value)
    {
        text += (text.empty() ? "" : ", ") + ("\"" + key + "\": " + value);
    }
    void add_text(const std::string &key, const std::string &text) // if there is one
    {
        if (!text.empty()) {
            add(key, quoted(text));
        }
    }
    template <class Value>
    void add_all(const std::string &key, const std::vector<std::pair<std::string, Value>> &members)
    {
        Object all;
        for (const auto &[name, value] : members) {
            if constexpr (std::is_same_v<Value, double>) {
                all.add(name, number(value, key == "cub_forms_call_us" ? "%.5g" : "%.6g"));
            } else {
                all.add(name, quoted(value));
            }
        }
        add(key, "{" + all.text + "}");
    }
    void add_spread(const std::string &key, const Times &t)
    {
        if (std::isnan(t.median)) {
            return;
        }
        add(key + "_min", number(t.min, "%.6g"));
        add(key + "_p10", number(t.p10, "%.6g"));
        add(key + "_p90", number(t.p90, "%.6g"));
        add(key + "_max", number(t.max, "%.6g"));
    }
    void add_energy(const std::string &key, const Energy &e)
    {
        if (std::isnan(e.raw_nj)) {
            return;
        }
        add(key + "_nj_per_element", number(e.net_nj, "%.5g"));
        add(key + "_nj_per_element_raw", number(e.raw_nj, "%.5g"));
        add(key + "_watts", number(e.watts, "%.4g"));
        add(key + "_sm_mhz", number(e.sm_mhz, "%.9g"));
        add(key + "_memory_mhz", number(e.memory_mhz, "%.9g"));
    }
};

// In microseconds.
void add_calls(Object &o, const Result &r)
{
    const auto add = [&o](const char *key, const Times &t) {
        if (std::isnan(t.median)) {
            return;
        }
        o.add(key, number(t.median, "%.5g"));
        o.add_spread(key, t);
    };
    add("enqueue_us", r.calls.enqueue);
    add("enqueue_cpp_us", r.calls.enqueue_cpp);
    add("enqueue_unchecked_us", r.calls.enqueue_unchecked);
    add("call_us", r.calls.call);
    add("call_default_us", r.calls.call_default);
    add("cub_enqueue_us", r.calls.cub_enqueue);
    add("cub_call_us", r.calls.cub_call);
    add("launch_us", r.calls.launch);
    add("launch_call_us", r.calls.launch_call);
    add("create_us", r.calls.create);
    if (!r.cub_forms.empty()) {
        o.add_all("cub_forms_call_us", r.cub_forms);
    }
    o.add_text("cub_left_out", r.cub_notes);
    o.add_text("error", r.error);
}

// Minima, since a host has other things to do.
void add_yardsticks(Object &o, const Result &r)
{
    o.add("threads_ms", number(r.threads.median, "%.6g"));
    o.add_spread("threads_ms", r.threads);
    o.add("copy_speed_up", number(r.copy_speed_up, "%.4g"));
    if (r.row.level != kAnyLevel) {
        o.add("level", quoted(level_names()[size_t(r.row.level)]));
    }
    o.add("best", quoted(r.best));
    o.add("best_ms", number(r.best_ms, "%.6g"));
    o.add_all("yardsticks", r.yardsticks);
}

std::string json_row(const Result &r)
{
    const bool typed = r.row.timed != Timed::context;
    Object o;
    o.add("op", quoted(r.row.group()));
    o.add("case", quoted(r.row.case_name()));
    o.add("in", quoted(typed ? type_name(r.row.in) : ""));
    o.add("out", quoted(typed ? type_name(r.row.out) : ""));
    o.add("n", std::to_string(r.row.n));
    o.add("param", number(r.row.param, "%.12g"));
    if (r.row.polynomials > 0) {
        o.add("polynomials", std::to_string(r.row.polynomials));
    }
    o.add("dist", quoted(r.row.dist));
    o.add("tcu_ms", number(r.tcu.median, "%.6g"));
    o.add("cub_ms", number(r.cub.median, "%.6g"));
    o.add("cub_variant", quoted(r.cub_variant));
    o.add("plain_ms", number(r.plain.median, "%.6g"));
    o.add("roof", quoted(r.roof_name));
    o.add("roof_ms", number(r.roof.median, "%.6g"));
    o.add("bytes", number(r.bytes, "%.0f"));
    o.add("max_error", number(r.max_error, "%.3g"));
    o.add("verified", r.verified ? "true" : "false");
    if (r.row.timed != Timed::work) {
        add_calls(o, r);
        return "{" + o.text + "}";
    }
    o.add_spread("tcu_ms", r.tcu);
    o.add("matrix_ms", number(r.matrix.median, "%.6g"));
    for (const auto &[key, times] : {std::pair<const char *, const Times &>{"documented_ms", r.documented},
                                     {"counted_ms", r.counted},
                                     {"sweep_ms", r.sweep},
                                     {"dense_ms", r.dense},
                                     {"real_ms", r.real},
                                     {"cudnn_ms", r.cudnn}}) {
        if (!std::isnan(times.median)) {
            o.add(key, number(times.median, "%.6g"));
        }
    }
    if (!r.cub_variant.empty()) {
        o.add_spread("cub_ms", r.cub);
        o.add("cub_f32_ms", number(r.cub_f32.median, "%.6g"));
        o.add("cub_f32_variant", quoted(r.cub_f32_variant));
        o.add_all("cub_forms", r.cub_forms);
        if (!r.cub_differs.empty()) {
            o.add_all("cub_differs", r.cub_differs);
        }
    }
    o.add_text("cub_left_out", r.cub_notes);
    o.add_text("roof_form", r.roof_form);
    if (!r.yardsticks.empty()) {
        add_yardsticks(o, r);
    }
    o.add_text("error", r.error);
    o.add_energy("tcu", r.tcu_energy);
    o.add_energy("plain", r.plain_energy);
    o.add_energy("matrix", r.matrix_energy);
    o.add_energy("cub", r.cub_energy);
    return "{" + o.text + "}";
}

// "1.234", or "-".
std::string cell(double value, const char *format)
{
    return std::isfinite(value) ? number(value, format) : "-";
}

void print_calls(const Result &r)
{
    const CallTimes &t = r.calls;
    const auto us = [](const Times &times) { return cell(times.median, "%.2f"); };
    if (r.row.timed == Timed::context) {
        std::printf("%-58s created and destroyed in %s us\n", r.row.name().c_str(), us(t.create).c_str());
        return;
    }
    std::printf("%-58s %9s %9s %9s %8s %8s %9s %9s %8s %8s %8s %s%s%s\n", r.row.name().c_str(), us(t.enqueue).c_str(),
                us(t.enqueue_cpp).c_str(), us(t.enqueue_unchecked).c_str(), us(t.cub_enqueue).c_str(),
                us(t.launch).c_str(), us(t.call).c_str(), us(t.call_default).c_str(), us(t.cub_call).c_str(),
                us(t.launch_call).c_str(), cell(r.max_error, "%.1e").c_str(), r.verified ? "ok" : "WRONG",
                r.cub_variant.empty() ? "" : "  ", r.cub_variant.c_str());
}

void print_host(const Result &r)
{
    std::printf("%-58s %10s %10s %10s %6s %6s %6s %8s %s  %s\n", r.row.name().c_str(), cell(r.tcu.min, "%.5f").c_str(),
                cell(r.threads.min, "%.5f").c_str(), cell(r.best_ms, "%.5f").c_str(),
                cell(r.best_ms / r.tcu.min, "%.2f").c_str(), cell(r.best_ms / r.threads.min, "%.2f").c_str(),
                cell(r.copy_speed_up, "%.2f").c_str(), cell(r.max_error, "%.1e").c_str(), r.verified ? "ok" : "WRONG",
                r.best.c_str());
}

void print_calls_head()
{
    std::printf("times of the calling thread in us, median; a call is done when the host has waited for it\n");
    std::printf("%-58s %9s %9s %9s %8s %8s %9s %9s %8s %8s %8s %s\n", "row", "enqueue", "in C++", "unchecked", "cub",
                "launch", "call", "no work-", "cub", "launch", "error", "ok");
    std::printf("%-58s %9s %9s %9s %8s %8s %9s %9s %8s %8s\n", "", "", "", "", "", "", "", "space", "", "");
}
} // namespace

bool write_json(const std::string &path, const Results &results)
{
    const std::string part = path + ".part";
    std::FILE *file = std::fopen(part.c_str(), "w");
    if (file == nullptr) {
        std::perror(part.c_str());
        return false;
    }
    const Header &h = results.header;
    Object header;
    header.add("gpu", quoted(h.gpu));
    header.add("driver", quoted(h.driver));
    header.add("cuda", quoted(h.cuda));
    header.add("cccl", quoted(h.cccl));
    header.add("date", quoted(h.date));
    header.add("commit", quoted(h.commit));
    header.add("command", quoted(h.command));
    header.add_text("host", h.host);
    if (h.threads > 0) {
        header.add("threads", std::to_string(h.threads));
    }
    if (!h.compiler.empty()) {
        header.add("compiler", quoted(h.compiler));
        header.add("level", quoted(h.level));
    }
    if (!std::isnan(h.copy_gbs)) {
        header.add("copy_gbs", number(h.copy_gbs, "%.0f"));
        header.add("read_gbs", number(h.read_gbs, "%.0f"));
        header.add("write_gbs", number(h.write_gbs, "%.0f"));
    }
    if (!std::isnan(h.idle_watts)) {
        header.add("idle_watts", number(h.idle_watts, "%.4g"));
    }
    std::fprintf(file, "{\n  \"header\": {%s},\n  \"rows\": [\n", header.text.c_str());
    for (size_t r = 0; r < results.rows.size(); r++) {
        std::fprintf(file, "    %s%s\n", json_row(results.rows[r]).c_str(), r + 1 < results.rows.size() ? "," : "");
    }
    std::fprintf(file, "  ]\n}\n");
    if (std::fclose(file) != 0 || std::rename(part.c_str(), path.c_str()) != 0) {
        std::perror(path.c_str());
        return false;
    }
    return true;
}

bool TableReporter::ReportContext(const Context &)
{
    const Header &h = results_.header;
    if (!h.gpu.empty()) {
        std::printf("%s, driver %s, CUDA %s, CCCL %s, tcu %s; roofs: copy %.0f, read %.0f, write %.0f GB/s\n",
                    h.gpu.c_str(), h.driver.c_str(), h.cuda.c_str(), h.cccl.c_str(), h.commit.c_str(), h.copy_gbs,
                    h.read_gbs, h.write_gbs);
    } else {
        std::printf("%s (the host backend against what users write), %s, tcu %s\n", h.host.c_str(), h.compiler.c_str(),
                    h.commit.c_str());
    }
    if (h.gpu.empty()) {
        std::printf("times in ms, minimum; x best: how many times as fast as the fastest yardstick, on one thread\n");
        std::printf("%-58s %10s %10s %10s %6s %6s %6s %8s %s\n", "row", "tcu", "all thr.", "yardstick", "x best", "all",
                    "copy", "error", "ok");
        return true;
    }
    std::printf("times in ms, median; +- is half of p90 - p10; %%roof: of the bytes moved once\n");
    std::printf("%-58s %9s %6s %8s %6s %9s %6s %9s %9s %9s %9s %9s %8s %s\n", "row", "tcu", "+-%", "GB/s", "%roof",
                "cub", "ratio", "plain", "matrix", "docum.", "counted", "roof", "error", "ok");
    return true;
}

void TableReporter::ReportRuns(const std::vector<Run> &)
{
    for (; shown_ < results_.rows.size(); shown_++) {
        const Result &r = results_.rows[shown_];
        const std::string name = r.row.name();
        if (!r.error.empty()) {
            failed_ = true;
            std::printf("%-58s %s\n", name.c_str(), r.error.c_str());
            continue;
        }
        failed_ = failed_ || !r.verified;
        if (r.row.timed != Timed::work) {
            if (!calls_head_) {
                print_calls_head();
            }
            calls_head_ = true;
            print_calls(r);
            continue;
        }
        if (!r.yardsticks.empty()) {
            print_host(r);
            continue;
        }
        std::printf("%-58s %9s %6s %8s %6s %9s %6s %9s %9s %9s %9s %9s %8s %s%s%s\n", name.c_str(),
                    cell(r.tcu.median, "%.4f").c_str(),
                    cell(50 * (r.tcu.p90 - r.tcu.p10) / r.tcu.median, "%.1f").c_str(),
                    cell(r.bytes / r.tcu.median * 1e-6, "%.0f").c_str(),
                    cell(100 * r.roof.median / r.tcu.median, "%.1f").c_str(), cell(r.cub.median, "%.4f").c_str(),
                    cell(r.cub.median / r.tcu.median, "%.2f").c_str(), cell(r.plain.median, "%.4f").c_str(),
                    cell(r.matrix.median, "%.4f").c_str(), cell(r.documented.median, "%.4f").c_str(),
                    cell(r.counted.median, "%.4f").c_str(), cell(r.roof.median, "%.4f").c_str(),
                    cell(r.max_error, "%.1e").c_str(), r.verified ? "ok" : "WRONG", r.cub_variant.empty() ? "" : "  ",
                    r.cub_variant.c_str());
    }
    std::fflush(stdout);
    if (!json_path_.empty()) {
        failed_ = !write_json(json_path_, results_) || failed_;
    }
}
} // namespace bench
