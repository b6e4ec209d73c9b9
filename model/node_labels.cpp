#include "model/node_labels.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace model {

NodeLabels::NodeLabels(const Model& model)
    : m_isName(model.nodes.size())
{
    // Sorted hashes instead of a hash table: an edit of a large model waits for this.
    struct Named {
        std::size_t hash = 0;
        std::uint32_t node = 0;
    };
    std::vector<Named> named;
    named.reserve(model.nodes.size());
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        const std::string_view name = model.nodes[i].name;
        if (!name.empty())
            named.push_back({ std::hash<std::string_view>()(name), i });
    }
    std::ranges::sort(named, {}, &Named::hash);
    const auto nameOf
        = [&](const Named& node) -> const std::string& { return model.nodes[node.node].name; };
    for (auto first = named.begin(); first != named.end();) {
        const auto last = std::ranges::find_if(
            first, named.end(), [&](const Named& other) { return other.hash != first->hash; });
        std::ranges::sort(first, last, {}, nameOf); // different names may have the same hash
        for (auto same = first; same != last; ++same)
            m_isName[same->node] = (same == first || nameOf(*std::prev(same)) != nameOf(*same))
                && (std::next(same) == last || nameOf(*std::next(same)) != nameOf(*same));
        first = last;
    }
}

} // namespace model
