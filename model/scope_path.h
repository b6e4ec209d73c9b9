#pragma once

#include "model/graph.h"

#include <string_view>
#include <vector>

/// Where nodes stand by what their file says, outermost scope first: one source for groups of the
/// graph and for scopes of a profile.
namespace model {

/// At most so many parts; the rest stays in the last one.
constexpr std::size_t mostScopeParts = 32;

/// The scopes of a name and its own last part: `/model/layers.7/MatMul` -> model, layers.7, MatMul.
std::vector<std::string_view> partsOfName(std::string_view name, char separator = '/');

/// What PyTorch's newer exporter writes beside a node whose name tells nothing (`node_linear_3`):
/// metadata of the keys `pkg.torch.onnx.name_scopes` and, older, `namespace`.
struct WrittenScopes {
    std::string_view text; ///< as written; empty if nothing is
    std::string_view prefix; ///< equal for nodes of one scope
    std::vector<std::string_view> (*partsOf)(std::string_view text) = nullptr;
    /// The exporter knew of no module: it says nothing about where the node stands.
    bool isUnknown() const;
};
WrittenScopes writtenScopes(const Node& node);

} // namespace model
