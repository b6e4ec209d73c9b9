#pragma once

#include "model/model.h"
#include "profiler/attribution/openvino_graph.h"

#include <string>
#include <unordered_map>

namespace profiler {

/// Finds nodes of a model's main graph by the names that OpenVINO gives its operators.
class OpenVinoNames {
public:
    explicit OpenVinoNames(const model::Model& model);

    struct Match {
        model::NodeId node;
        /// OpenVINO calls its own operators so too (`Add_12`): another node may have been meant.
        bool isDoubtful = false;
    };
    /// Returns the nodes that the name or the original names of an operator refer to.
    std::vector<Match> find(const OpenVinoNode& each) const;
    /// Returns the value with a name, perhaps with a suffix (`y/sink_port_0`).
    std::optional<model::ValueId> value(std::string_view name) const;

private:
    void addOutputNames(model::NodeId id);
    std::optional<model::NodeId> named(std::string_view name) const;
    std::optional<Match> resolve(std::string_view name) const;
    void addFrom(std::string_view list, std::vector<Match>& found) const;

    const model::Model& m_model;
    std::unordered_map<std::string_view, model::NodeId> m_nodes; ///< invalid id: several have it
    std::unordered_map<std::string_view, model::ValueId> m_values;
    std::unordered_map<std::string, model::NodeId> m_outputs; ///< names of single outputs
    std::size_t m_longest = 0; ///< characters of the longest name
};

} // namespace profiler
