/* SPDX-License-Identifier: Apache-2.0 */
/** @file report.h The table on stdout and the JSON file. */
#ifndef TCU_BENCH_REPORT_H
#define TCU_BENCH_REPORT_H

#include <map>

#include <benchmark/benchmark.h>

#include "bench/result.h"

namespace bench
{
/** Results by the name that Google Benchmark knows a row by, in the order of running. */
struct Results {
    Header header;
    std::vector<Result> rows;
};

bool write_json(const std::string &path, const Results &results);

/** Prints a line a row, and keeps the JSON file up to date, so that a run that is cut off leaves what it has. */
class TableReporter : public benchmark::BenchmarkReporter
{
  public:
    TableReporter(const Results &results, std::string json_path) : results_(results), json_path_(json_path) {}
    bool ReportContext(const Context &context) override;
    void ReportRuns(const std::vector<Run> &runs) override;
    bool failed() const { return failed_; }

  private:
    const Results &results_;
    std::string json_path_;
    size_t shown_ = 0;
    bool failed_ = false;
};
} // namespace bench

#endif
