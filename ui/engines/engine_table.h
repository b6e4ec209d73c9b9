#pragma once

#include "layout/group_tree.h"
#include "profiler/comparison/comparison.h"
#include "ui/engines/engine_comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace ui {

/// The times of several engines by rows of the same nodes. Each column adds up to the engine's
/// wall: the parts are mean shares of the recorded runs in the middle half, scaled to the wall
/// without recording.
///
/// Engines fuse different nodes. A row by groups or types takes a step with all its time where its
/// first node is. A row of a single operator covers all nodes that some engine executes together,
/// so no time is divided.
enum class EngineGrouping : std::uint8_t { Group, Type, Each };

/// One row in one engine.
struct EngineCell {
    double ns = 0;
    std::vector<double> roundNs; ///< by round; empty if the rounds are not known
    std::size_t steps = 0; ///< that the engine executed for it
    std::vector<std::string> implementations; ///< `13 × com.microsoft.nchwc Conv`, largest first
};

struct EngineRow {
    enum class Kind : std::uint8_t {
        Nodes,
        Inserted, ///< the engines' own operators: reorders, casts
        NotAttributed, ///< operators that were led to no node
        Outside, ///< time in no operator
        Wall,
    };
    Kind kind = Kind::Nodes;
    std::string label; ///< of the group, type or first node
    std::string types; ///< `Conv, Relu`: types of the nodes, most frequent first
    std::string firstType; ///< type and domain of the category
    std::string firstDomain;
    std::vector<model::NodeId> nodes;
    std::vector<EngineCell> cells; ///< by EngineTable::measurements
    /// From the baseline to each other engine: `ratio` is (baseline - other) / other, so below 0
    /// the baseline is faster. By position in `cells`; the first entry is unused.
    std::vector<profiler::Change> changes;
};

struct EngineTable {
    std::vector<const EngineMeasurement*>
        measurements; ///< with profiles; the first is the baseline
    std::vector<EngineRow> rows; ///< in order of the model; then the other kinds, the wall last
    std::string note; ///< why there are no verdicts; empty if there are
};

/// Builds the table of one number of threads. `tree` are the groups of the main graph; without it
/// rows by group are by the first scope of the nodes' names. Engines without a profile have no
/// column. `baseline` is an index into EngineComparison::engines; if that engine has no column, the
/// first column is the baseline. `comparison` must outlive the result.
EngineTable engineTable(const EngineComparison& comparison, int threads, EngineGrouping grouping,
    const model::Model& model, const layout::GroupTree* tree, std::size_t baseline = 0);

} // namespace ui
