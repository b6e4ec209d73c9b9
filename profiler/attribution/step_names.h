#pragma once

#include "model/model.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler {

/// Finds nodes of a model by the names that other runtimes give their steps (matchNodes).
class StepNames {
public:
    explicit StepNames(const model::Model& model);

    struct Found {
        bool isExact = false; ///< the name is that of one node
        std::vector<model::NodeId> nodes; ///< empty: none was found
    };
    /// Returns the nodes of a step by rules 1 to 4 of matchNodes.
    Found find(std::string_view name, std::string_view type) const;
    /// Returns the node with this label or, if no node has it, the one that makes this value.
    std::optional<model::NodeId> named(std::string_view name) const;
    /// Returns the node of this operator type, if there is one only.
    std::optional<model::NodeId> onlyOfType(std::string_view type) const;
    std::string_view label(model::NodeId id) const { return m_labels[id.value()]; }

private:
    struct Part {
        std::string_view text;
        std::size_t length; ///< including the sign after it
    };

    std::optional<model::NodeId> byName(std::string_view name) const;
    std::optional<model::NodeId> byValue(std::string_view name) const;
    std::vector<model::NodeId> chain(model::NodeId last, std::string_view type) const;
    Found findSeveral(std::string_view name) const;
    Part longestPart(std::string_view text) const;

    const model::Model& m_model;
    std::vector<std::string> m_labels;
    std::unordered_map<std::string, model::NodeId> m_byName;
    std::unordered_map<std::string, model::NodeId> m_byValue;
    std::size_t m_longestName = 0; ///< of both
    std::unordered_map<std::string, model::NodeId> m_byType;
    std::unordered_map<std::string, std::size_t> m_typeCounts;
};

} // namespace profiler
