#pragma once

#include "profiler/counters/processor_figures.h"
#include "profiler/device/device_report.h"
#include "profiler/linter/linter.h"
#include "profiler/statistics/generation_report.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// A line of facts: `Threads: 2`.
struct Fact {
    std::string name;
    std::string value;
    std::string detail; ///< shown below or after the value, smaller; may be empty
};

/// The contents of a report, with everything that a reader needs to check the figures. The window,
/// the command line and all exporters use it.
struct Report {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const Statistics> statistics;
    /// The profile's metadata, without entries that the options leave out. Exporters must use this.
    Metadata metadata;
    std::string title; ///< model name
    std::vector<Fact>
        keyFigures; ///< wall, cost of recording, not in any operator, work, memory peak
    std::vector<Fact> settings;
    std::vector<Fact> origin; ///< model, machine, versions
    std::vector<Fact> method; ///< how it was measured
    std::vector<Fact> conditions; ///< state of the machine; unreadable values have a reason
    std::vector<Fact> analysis; ///< work by class, longest chain, peaks of the machine
    std::vector<Fact> deviceFacts; ///< device, tracer, clock, losses, limits
    std::vector<Finding> findings; ///< largest gain first
    std::optional<Roofline> roofline; ///< only if the machine's peaks are known
    std::optional<DeviceReport> device; ///< only if a recorded run has work of a device
    std::vector<ProcessorFigures> processor; ///< by step; empty if nothing was counted
    std::shared_ptr<const GenerationReport> generation; ///< only of a profile with generations
    CriticalPath criticalPath; ///< empty if the dependencies of steps are unknown
};

struct ReportOptions {
    bool machineName = false; ///< whether the report has the name of the machine
};

/// Builds a report. Never fails: the facts state what the profile does not have.
Report buildReport(std::shared_ptr<const Profile> profile, const ReportOptions& options = {});
Report buildReport(std::shared_ptr<const Profile> profile,
    std::shared_ptr<const Statistics> statistics, const ReportOptions& options = {});

} // namespace profiler
