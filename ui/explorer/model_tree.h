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

/// One row of the model explorer. The children of a row are adjacent in ModelTree::rows.
struct TreeRow {
    enum class Kind : std::uint8_t {
        Root, ///< the invisible parent of all others
        Graph, ///< main graph or function body; id = graph
        Group, ///< id = index in the GroupTree of `graph`
        Run, ///< adjacent groups of equal structure, as its children
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
    std::uint32_t position = 0; ///< index among its siblings
    std::uint32_t firstChild = 0;
    std::uint32_t childCount = 0;
    std::uint32_t id = 0;
    std::uint32_t graph = 0; ///< graph of a Group row
    std::uint64_t count = 0; ///< number of nodes below; for a Run: of groups; for Weights: bytes
    std::string text; ///< as in the file, not sanitised for display
};

/// The content of the explorer: main graph and functions with the groups of the graph view, inputs,
/// outputs, weights by size, metadata. Immutable. Built in a job, so that a model of a hundred
/// thousand nodes does not block the window. Row 0 is the invisible root.
struct ModelTree {
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    std::shared_ptr<const model::Model> model;
    std::vector<TreeRow> rows;
    std::vector<std::pair<std::string, std::string>> properties;
    /// By graph; null if the graph has none.
    std::vector<std::shared_ptr<const layout::GroupTree>> groups;
    /// Row by graph and group; none if filtered out.
    std::vector<std::vector<std::uint32_t>> groupRows;
    std::vector<std::uint32_t> nodeRows; ///< first row by node; none if filtered out
    /// Row by value, for inputs, outputs and weights; none for other values.
    std::vector<std::uint32_t> valueRows;
    std::vector<std::uint32_t> graphRows;

    /// The row of an item; `none` if it has no row. Groups are those of `graph`'s tree.
    std::uint32_t rowOf(const SelectedItem& item, model::GraphId graph) const;
    SelectedItem itemAt(std::uint32_t row) const;
    /// The group of a Group row; null for other rows.
    const layout::Group* groupAt(std::uint32_t row) const;
};

/// Builds the tree. `filter`: keeps only rows whose name or operator type contains it
/// (case-insensitive), and the rows above them; empty = all. `before`: a tree of the same model,
/// whose groups are reused; may be null. If stopped, the result is incomplete and must be
/// discarded.
std::shared_ptr<const ModelTree> buildModelTree(std::shared_ptr<const model::Model> model,
    const std::string& filter = {}, const ModelTree* before = nullptr, std::stop_token stop = {});

} // namespace ui
