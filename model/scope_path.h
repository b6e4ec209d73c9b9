#pragma once

#include "model/graph.h"

#include <string_view>
#include <vector>

/// Scopes of a node as the file gives them, outermost first.
namespace model {

/// Largest number of parts; the last part keeps the rest of the text.
constexpr std::size_t maxScopeParts = 32;

/// Splits a node name into its scopes and its own last part: `/model/layers.7/MatMul` -> model,
/// layers.7, MatMul. If dots separate, a number belongs to the part before it:
/// `model.layers.7.MatMul` gives the same parts.
std::vector<std::string_view> partsOfName(std::string_view name, char separator = '/');

/// The scopes that PyTorch's newer exporter writes into a node's metadata, because the node's name
/// (`node_linear_3`) has none. Keys: `pkg.torch.onnx.name_scopes`, or `namespace` in older
/// versions.
struct WrittenScopes {
    std::string_view text; ///< as written; empty if the node has neither key
    std::string_view prefix; ///< equal for nodes of one scope
    std::vector<std::string_view> (*partsOf)(std::string_view text) = nullptr;
    /// True if the exporter knew no module for the node, so that the text gives no scope.
    bool isUnknown() const;
};
WrittenScopes writtenScopes(const Node& node);

/// Returns the text up to and with the last separator: the same for the names of one scope. Empty
/// if there is none.
std::string_view allButLast(std::string_view text, char separator);

} // namespace model
