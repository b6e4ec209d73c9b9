#pragma once

#include "model/query/query.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler {

/// Figures of a profile for queries (`time>100us`, `impl:reference`), by model node. A fused node
/// has the time and the implementation of its step only where the statistics give them.
class QueryFigures {
public:
    QueryFigures(const Profile& profile, const Statistics& statistics);

    /// Returns a figure; nothing = not measured. `time` is in nanoseconds. `share` of the wall, and
    /// `roof`, the share of what the machine allows at the step's FLOP per byte, are fractions.
    std::optional<double> number(std::string_view key, model::NodeId node) const;
    /// Returns a text. `impl`: implementation and tier. `on`: device, with `fallback` if the GPU of
    /// the run refused the node.
    std::string text(std::string_view key, model::NodeId node) const;
    /// Returns why a key has no figures at all; empty if it has.
    std::string whyNot(std::string_view key) const;

private:
    struct Row {
        double timeNs = 0;
        double share = 0;
        std::optional<double> ofRoof;
        bool isMeasured = false;
        std::uint32_t implementation = 0; ///< indices into m_words; 0 = none
        std::uint32_t device = 0;
        std::uint32_t fallback = 0; ///< `fallback` for nodes that the GPU refused
    };
    const Row* row(model::NodeId node) const;

    void addRoofs(const Profile& profile, const Statistics& statistics);

    /// A map, not a vector: ids of a profile file may be any numbers.
    std::unordered_map<model::NodeId, Row> m_rows;
    bool m_hasRoofs = false; ///< the peaks of the machine are known
    std::vector<std::string> m_words;
};

/// Connects a query context with the figures, which it keeps alive. Null = no profile: such terms
/// of a query are refused.
void addFigures(model::QueryContext& context, std::shared_ptr<const QueryFigures> figures);

} // namespace profiler
