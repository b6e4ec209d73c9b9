#pragma once

#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "engine/plan/run_request.h"
#include "profiler/exporters/report.h"
#include "profiler/record/profile_load.h"

#include <optional>
#include <vector>

namespace cli {

/// Options `--streams`, `--rate` and `--arrivals`.
std::vector<Option> loadOptions();

/// Reads them; nothing without `--streams` and `--rate`. Sets the threads of each stream: those of
/// `--threads`, else the cores divided by the streams. Sets the seed of the order, which is also
/// that of the arrivals. Fails with ErrorKind::Usage beside options of other measurements.
support::Result<std::optional<profiler::LoadOptions>> chosenLoad(
    const Arguments& arguments, engine::RunRequest& request, profiler::BenchmarkOptions& options);

/// Returns latency, wait and service time as a table of percentiles; empty for other profiles.
std::string loadTable(const profiler::Report& report, const Invocation& invocation);
/// Writes to stderr how the load went: streams, whether the rate was kept up with, percentiles that
/// are not shown.
void printLoadFacts(const profiler::Report& report, const Invocation& invocation);

/// Columns of the table of operators, before its last one: the median of one stream alone, and how
/// many times as long a step takes under load. None for other profiles.
class LoadColumns {
public:
    LoadColumns(const profiler::Profile& profile, const Invocation& invocation);

    void addHeadings(TextTable& table) const;
    std::vector<std::string> with(
        std::vector<std::string> cells, const profiler::StepRow& row) const;
    /// Inserts empty cells.
    std::vector<std::string> without(std::vector<std::string> cells) const;

private:
    const profiler::LoadRecord* m_load;
    const Invocation& m_invocation;
};

} // namespace cli
