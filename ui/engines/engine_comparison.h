#pragma once

#include "model/support/progress.h"
#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ui {

/// One engine of a comparison: what it is, how it was set, and what it needed beside the runs.
struct ComparedEngine {
    std::string name; ///< a value of `--engine`: `onnxruntime`
    std::string title; ///< `ONNX Runtime`
    std::string version;
    std::string found; ///< where its library was found
    std::string reason; ///< why it was not measured, or not completely; empty if it was
    std::string precision; ///< in which it ran: `f32`
    std::string ownPrecision; ///< what it would have chosen; empty if that is the same
    std::map<std::string, std::string, std::less<>> settings;
    std::vector<std::string> notices;
    std::optional<double> largestDifference; ///< of all outputs, from the first engine's
    std::optional<bool> isWithinTolerance;
    std::optional<std::int64_t> openNs;
    std::optional<std::int64_t> firstRunNs;
    std::optional<std::uint64_t> peakBytes;
    std::optional<std::uint64_t> steps;
    std::optional<double> proven; ///< share of the operators' time, 0 to 1
    std::vector<std::pair<std::string, double>> ruleShares; ///< by attribution rule, 0 to 1

    /// Share of the operators' time that was led to nodes or to rows of the engine; nothing without
    /// an attribution, as for Opscope's own engine.
    std::optional<double> attributedShare() const;
};

/// The runs of one engine with one number of threads.
struct EngineMeasurement {
    std::size_t engine = 0; ///< index into EngineComparison::engines
    int threads = 0;
    double medianNs = 0; ///< wall, without recording
    double lowNs = 0; ///< 95 % interval
    double highNs = 0;
    std::vector<double> roundNs; ///< median of each round
    std::string profileFile; ///< file name in the folder of profiles; empty without one
    std::shared_ptr<const profiler::Profile> profile; ///< null without a file
};

/// Which engine is fastest with one number of threads.
struct EngineVerdict {
    int threads = 0;
    std::size_t fastest = 0; ///< index into EngineComparison::engines
    std::optional<std::size_t> next; ///< nothing if only one engine was measured
    double difference = 0; ///< of the next engine from the fastest, as a share
    double low = 0;
    double high = 0;
    std::optional<double> p;
    bool isShown = false; ///< false: the test shows no difference
};

/// The document of `opscope-cli engines MODEL --format json`. Times are in ns.
struct EngineComparison {
    std::string modelSha256;
    int rounds = 0;
    std::vector<int> threadCounts;
    std::vector<ComparedEngine> engines;
    std::vector<EngineMeasurement> measurements;
    std::vector<EngineVerdict> verdicts;

    /// Null if the engine was not measured with so many threads.
    const EngineMeasurement* measurement(std::size_t engine, int threads) const;
    const EngineVerdict* verdict(int threads) const;
};

/// Reads the document. Fails for text that is not such a document, and for one that names engines
/// or files which it does not describe.
support::Result<EngineComparison> readEngineComparison(std::string_view json);
/// Reads the profiles of the measurements from `folder`. To be called from a worker thread.
support::Result<void> readEngineProfiles(EngineComparison& comparison,
    const std::filesystem::path& folder, const std::stop_token& stop,
    const support::Progress& progress);

} // namespace ui
