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

/// Nodes that stand beside each other; one of them may be invalid.
struct NodePair {
    model::NodeId a;
    model::NodeId b;

    bool operator==(const NodePair&) const = default;
    bool isValid() const { return a.isValid() || b.isValid(); }
    model::NodeId of(std::size_t side) const { return side == 0 ? a : b; }
};

/// What is compared with the other side: a model, a run of one, or a profile alone.
struct ComparedSide {
    QString title;
    QString detail; ///< `run of 14:05, 50 runs`; may be empty
    QPointer<Document> document; ///< null: a profile file without a tab of its own
    std::shared_ptr<const model::Model> model; ///< null: a profile alone
    std::shared_ptr<const profiler::Profile> profile; ///< null: not measured
};

/// Two sides and all that is known of their difference: a snapshot.
struct Compared {
    std::array<ComparedSide, 2> sides;
    /// Null unless both have a model. A model beside itself has no differences.
    std::shared_ptr<const model::StructureDifference> structure;
    std::shared_ptr<const profiler::Comparison> time; ///< null unless both were measured

    bool hasModels() const { return sides[0].model != nullptr && sides[1].model != nullptr; }
    bool isOneModel() const { return hasModels() && sides[0].model == sides[1].model; }
    /// A node of one side with the node of the other that it is aligned with.
    NodePair pairOf(std::size_t side, model::NodeId node) const;
    /// The nodes whose work a row of the times is: two that are partners if it has such, else the
    /// first of each side, else that and its partner.
    NodePair nodesOf(const profiler::ComparedRow& row) const;
};

/// Finds the differences, on any thread; linear in both models and profiles. Stopped = differences
/// that nobody keeps.
Compared compareSides(std::array<ComparedSide, 2> sides, const std::stop_token& stop = {});

} // namespace ui
