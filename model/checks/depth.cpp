#include "model/checks/rules.h"

#include <algorithm>

namespace model::checks {

namespace {

/// Protocol Buffers reads 100 levels of messages; a nested graph uses three.
constexpr std::uint32_t readableLevels = 32;

/// Returns how many graphs enclose each graph. A graph's owner can come before or after it in the
/// table, so the function walks up and caches the results.
std::vector<std::uint32_t> depths(const Model& model)
{
    std::vector<std::uint32_t> depth(model.graphs.size(), 0);
    std::vector<bool> isKnown(model.graphs.size(), false);
    std::vector<GraphId> path;
    for (const auto& graph : model.graphs) {
        path.clear();
        for (auto at = graph.id; at.isValid() && !isKnown[at.value()];
             at = model.graph(at).parent) {
            isKnown[at.value()] = true;
            path.push_back(at);
        }
        std::ranges::reverse(path);
        for (const auto id : path) {
            const auto parent = model.graph(id).parent;
            depth[id.value()] = parent.isValid() ? depth[parent.value()] + 1 : 0;
        }
    }
    return depth;
}

} // namespace

void checkDepth(const Model& model, support::Diagnostics& diagnostics)
{
    const auto all = depths(model);
    const auto deepest = std::ranges::max_element(all);
    if (deepest == all.end() || *deepest <= readableLevels)
        return;
    const GraphId id(static_cast<std::size_t>(deepest - all.begin()));
    diagnostics.push_back(
        { support::Severity::Warning, "depth-nesting", support::locationOf(graphPath(model, id)),
            "graphs are nested " + std::to_string(*deepest) + " levels deep",
            "programs built on Protocol Buffers read about " + std::to_string(readableLevels) });
}

} // namespace model::checks
