#pragma once

#include "layout/group_tree.h"
#include "model/model.h"
#include "ui/document/selection.h"

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
        Graph, ///< main graph or function body; id = graph
        Group, ///< id = index in the GroupTree of `graph`
        Run, ///< groups of one structure side by side, each a child
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
    std::uint32_t graph = 0; ///< of a Group
    std::uint64_t count = 0; ///< nodes below; of a Run: groups; for Weights: bytes
    std::string text; ///< as written in the file: not yet sanitised
};

/// What the explorer shows: the main graph and all functions with the groups that the canvas shows
/// too, inputs, outputs, weights by size, metadata. Immutable, made in a job, so that a hundred
/// thousand nodes never stop the window. Row 0 is the invisible root.
struct ModelTree {
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    std::shared_ptr<const model::Model> model;
    std::vector<TreeRow> rows;
    std::vector<std::pair<std::string, std::string>> properties;
    std::vector<std::shared_ptr<const layout::GroupTree>> groups; ///< by graph; null: no tree
    std::vector<std::vector<std::uint32_t>> groupRows; ///< by graph and group, none if filtered out
    std::vector<std::uint32_t> nodeRows; ///< first row of each node, none if filtered out
    std::vector<std::uint32_t>
        valueRows; ///< row of each input, output and weight, none for other values
    std::vector<std::uint32_t> graphRows;

    /// The row that stands for an item, none if there is none. Groups are those of `graph`'s tree.
    std::uint32_t rowOf(const SelectedItem& item, model::GraphId graph) const;
    SelectedItem itemAt(std::uint32_t row) const;
    /// The group that a row stands for; null for other rows.
    const layout::Group* groupAt(std::uint32_t row) const;
};

/// `filter`: only rows whose name or operator type contains it, upper and lower case alike, with
/// what they stand in; empty = all. `before`: a tree of the same model whose groups are taken over,
/// or null. A stopped build returns what it has; nobody keeps that.
std::shared_ptr<const ModelTree> buildModelTree(std::shared_ptr<const model::Model> model,
    const std::string& filter = {}, const ModelTree* before = nullptr, std::stop_token stop = {});

} // namespace ui
