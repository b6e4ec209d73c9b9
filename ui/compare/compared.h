#pragma once

#include "model/compare/compare.h"
#include "profiler/comparison/comparison.h"

#include <QPointer>
#include <QString>

#include <array>
#include <memory>
#include <stop_token>

namespace ui {

class Document;

/// Two aligned nodes; one of them may be invalid.
struct NodePair {
    model::NodeId a;
    model::NodeId b;

    bool operator==(const NodePair&) const = default;
    bool isValid() const { return a.isValid() || b.isValid(); }
    model::NodeId of(std::size_t side) const { return side == 0 ? a : b; }
};

/// One side of a comparison: a model, a run of a model, or a profile alone.
struct ComparedSide {
    QString title;
    QString detail; ///< `run of 14:05, 50 runs`; may be empty
    QPointer<Document> document; ///< null: a profile file without a tab of its own
    std::shared_ptr<const model::Model> model; ///< null: a profile alone
    std::shared_ptr<const profiler::Profile> profile; ///< null: not measured
};

/// Snapshot of two sides and the differences found between them.
struct Compared {
    std::array<ComparedSide, 2> sides;
    /// Null unless both sides have a model. Without differences if both are the same model.
    std::shared_ptr<const model::StructureDifference> structure;
    std::shared_ptr<const profiler::Comparison> time; ///< null unless both were measured

    bool hasModels() const { return sides[0].model != nullptr && sides[1].model != nullptr; }
    bool isOneModel() const { return hasModels() && sides[0].model == sides[1].model; }
    /// The node of `side` with its partner; the other id is invalid if there is none.
    NodePair pairOf(std::size_t side, model::NodeId node) const;
    /// The nodes of a timing row: two partners if it has such, else the first node of each side. If
    /// only one side has nodes, its first node and that node's partner.
    NodePair nodesOf(const profiler::ComparedRow& row) const;
};

/// Finds the differences. May be called on any thread; linear in both models and profiles. If
/// stopped, the result is incomplete and must be discarded.
Compared compareSides(std::array<ComparedSide, 2> sides, const std::stop_token& stop = {});

} // namespace ui
