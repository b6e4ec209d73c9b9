#include "model/graph.h"

namespace model {

const Attribute* Node::attribute(std::string_view wanted) const
{
    for (const auto& candidate : attributes) {
        if (candidate.name == wanted)
            return &candidate;
    }
    return nullptr;
}

} // namespace model
