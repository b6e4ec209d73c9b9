#pragma once

#include "model/support/text.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/processor_record.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

struct Roofline;

/// Bytes that a miss of the last cache moves: a cache line of x86-64 and of most ARM processors.
constexpr double lineBytes = 64;

/// What the counts of a step say (ProcessorRecord). A figure whose events were not counted is
/// absent. Counts are of the runs in which they were counted, times are of the timed runs.
struct ProcessorFigures {
    std::optional<double> instructionsPerCycle; ///< of all threads, while they worked at the step
    std::optional<double> branchMisses; ///< per thousand instructions, as the three below
    std::optional<double> l1Misses;
    std::optional<double> l2Misses;
    std::optional<double> lastLevelMisses;
    /// Last level misses times `lineBytes`, by the median time of the step: a lower bound, because
    /// processors do not count what they fetch in advance.
    std::optional<double> bytesPerSecond;
    std::optional<double> ofBandwidth; ///< bytesPerSecond, of the measured one of memory
    std::optional<double> frontendStalls; ///< of the cycles
    std::optional<double> backendStalls;
    /// Of the cycles of all threads: those of the engine's thread outside of its own piece, where
    /// it prepares the work and waits for the others. Absent if the step was not divided.
    std::optional<double> outsidePieces;
    std::optional<double> hertz; ///< clock of the core of the engine's thread
    std::optional<double> pageFaults; ///< per run, as the three below
    std::optional<double> majorFaults;
    std::optional<double> switches; ///< waits and interruptions
    std::optional<double> migrations;
};

enum class FigureUnit : std::uint8_t { Number, BytesPerSecond, Share, Hertz };
/// A figure, as a column of a table.
struct ProcessorFigure {
    std::string_view name; ///< in files: `ipc`
    std::string_view title; ///< for readers: `IPC`
    FigureUnit unit;
    std::optional<double> ProcessorFigures::*value;
};
constexpr std::size_t processorFigureCount = 15;
std::span<const ProcessorFigure, processorFigureCount> processorFigureList();
/// Returns a value as text: `2.31`, `18.3 GB/s`, `41 %`, `3.4 GHz`; `–` if it is absent. Files get
/// the plain number.
std::string processorFigureText(const ProcessorFigure& figure, const std::optional<double>& value,
    support::NumberStyle style = support::NumberStyle::Window);

/// Returns the measured bandwidth of the memory of the processor in bytes per second, that of the
/// largest arrays; 0 = not known.
double memoryBandwidth(const Roofline* roofline);
/// Returns the figures by step. Empty if nothing was counted. `bandwidth` as memoryBandwidth().
std::vector<ProcessorFigures> processorFigures(
    const Profile& profile, const Statistics& statistics, double bandwidth);
/// Returns the figures of several steps together, which take `ns` per run. They have no clock.
ProcessorFigures figuresOfSteps(std::span<const StepCounts> counts,
    std::span<const engine::StepId> steps, double ns, double bandwidth);
/// Returns the figures that at least one step has, in the order of the list.
std::vector<ProcessorFigure> knownFigures(std::span<const ProcessorFigures> steps);

} // namespace profiler
