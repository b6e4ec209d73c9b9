#pragma once

#include "model/model.h"
#include "ui/selection.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace ui {

/// One row of the model explorer. Children lie side by side in ModelTree::rows.
struct TreeRow {
    enum class Kind : std::uint8_t {
        Root, ///< the invisible one that holds the others
        Graph, ///< main graph, subgraph or function body; id = graph
        Scope, ///< nodes whose names begin alike
        Node, ///< id = node
        Functions,
        Inputs,
        Outputs,
        Weights,
        Metadata,
        Value, ///< an input or output; id = value
        Weight, ///< id = value
        Property, ///< id = index into ModelTree::properties
    };
    Kind kind = Kind::Root;
    std::uint32_t parent = 0;
    std::uint32_t position = 0; ///< among its siblings
    std::uint32_t firstChild = 0;
    std::uint32_t childCount = 0;
    std::uint32_t id = 0;
    std::uint64_t count = 0; ///< nodes below; for Weights: bytes
    std::string text; ///< as written in the file: not yet sanitised
};

/// What the explorer shows: all graphs with their name scopes, functions, inputs, outputs, weights
/// by size, metadata. Immutable, made in a job, so that a hundred thousand nodes never stop the
/// window. Row 0 is the invisible root.
struct ModelTree {
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    std::shared_ptr<const model::Model> model;
    std::vector<TreeRow> rows;
    std::vector<std::pair<std::string, std::string>> properties;
    std::vector<std::uint32_t> nodeRows; ///< row of each node, none if filtered out
    std::vector<std::uint32_t>
        valueRows; ///< row of each input, output and weight, none for other values
    std::vector<std::uint32_t> graphRows;

    /// The row that stands for an item, none if there is none.
    std::uint32_t rowOf(const SelectedItem& item) const;
    SelectedItem itemAt(std::uint32_t row) const;
};

/// `filter`: only rows whose name or operator type contains it, upper and lower case alike, with
/// what they stand in; empty = all. A stopped build returns what it has; nobody keeps that.
std::shared_ptr<const ModelTree> buildModelTree(std::shared_ptr<const model::Model> model,
    const std::string& filter = {}, std::stop_token stop = {});

/// The scopes of a node's name and its own last part: `/model/layers.7/MatMul` -> model, layers.7,
/// MatMul. At most 32 parts; the rest stays in the last one.
std::vector<std::string_view> scopesOf(std::string_view name);

} // namespace ui
