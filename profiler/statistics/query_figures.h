#pragma once

#include "model/query/query.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// What a query asks of a profile (`time>100us`, `impl:reference`), by model node. A fused node
/// answers with the time and the implementation of the step it became part of only where the
/// statistics do.
class QueryFigures {
public:
    QueryFigures(const Profile& profile, const Statistics& statistics);

    /// `time` in nanoseconds, `share` of wall and `roof` (of what the machine allows at the step's
    /// FLOP per byte) as fractions; nothing = not measured.
    std::optional<double> number(std::string_view key, model::NodeId node) const;
    /// `impl`: implementation and tier; `on`: device, and `fallback` if the GPU of the run did not
    /// take it.
    std::string text(std::string_view key, model::NodeId node) const;
    /// Why a key cannot be answered at all; empty if it can.
    std::string whyNot(std::string_view key) const;

private:
    struct Row {
        double timeNs = 0;
        double share = 0;
        std::optional<double> ofRoof;
        bool isMeasured = false;
        std::uint32_t implementation = 0; ///< indices into m_words; 0 = none
        std::uint32_t device = 0;
        std::uint32_t fallback = 0; ///< its word, of those that a GPU did not take
    };
    const Row* row(model::NodeId node) const;

    void addRoofs(const Profile& profile, const Statistics& statistics);

    std::vector<Row> m_rows; ///< by NodeId
    bool m_hasRoofs = false; ///< the machine's ceilings are known
    std::vector<std::string> m_words;
};

/// Lets a query ask these figures, which it keeps alive. Null = no profile: such terms are refused.
void addFigures(model::QueryContext& context, std::shared_ptr<const QueryFigures> figures);

} // namespace profiler
