#pragma once

#include "profiler/device/device_report.h"
#include "profiler/linter/linter.h"
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
    std::string detail; ///< what stands below or behind it, smaller; may be empty
};

/// Everything a second person needs to check the figures: one structure for window and command
/// line, HTML and csv.
struct Report {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const Statistics> statistics;
    Metadata metadata; ///< the profile's, without what the options leave out: exporters take theirs
                       ///< from here
    std::string title; ///< model name
    std::vector<Fact>
        keyFigures; ///< wall, cost of recording, not in any operator, work, memory peak
    std::vector<Fact> settings;
    std::vector<Fact> origin; ///< model, machine, versions
    std::vector<Fact> method; ///< how it was measured
    std::vector<Fact> conditions; ///< what the machine was doing; what could not be read says why
    std::vector<Fact> analysis; ///< work by class, longest chain, peaks of the machine
    std::vector<Fact> deviceFacts; ///< device, tracer, clock, what was lost, what cannot be had
    std::vector<Finding> findings; ///< largest gain first
    std::optional<Roofline> roofline; ///< if the machine's peaks are known
    std::optional<DeviceReport> device; ///< of runs on a device that told what it did itself
    CriticalPath criticalPath; ///< empty if it is not known what waits for what
};

struct ReportOptions {
    bool machineName = false; ///< default: no paths, no user or machine name
};

/// Never fails: what a profile lacks is said in the facts.
Report buildReport(std::shared_ptr<const Profile> profile, const ReportOptions& options = {});
Report buildReport(std::shared_ptr<const Profile> profile,
    std::shared_ptr<const Statistics> statistics, const ReportOptions& options = {});

} // namespace profiler
