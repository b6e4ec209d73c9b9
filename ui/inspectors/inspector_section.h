#pragma once

#include "layout/group_tree.h"
#include "ui/document/document.h"
#include "ui/window/panel.h"

#include <QList>

namespace ui {

/// What an inspector looks at.
struct InspectorTarget {
    Context& context;
    Document& document;
    const model::Model& model;
    QList<SelectedItem> items; ///< none = the model as a whole
    QObject* origin; ///< of what the inspector's links select
    std::shared_ptr<const layout::GroupTree> groups; ///< of the graph that is shown; may be null

    SelectedItem only() const { return items.size() == 1 ? items.front() : SelectedItem(); }
    const model::Node* node() const { return only().isNode() ? &model.nodes[only().id] : nullptr; }
    const model::Value* value() const
    {
        return only().isValue() ? &model.values[only().id] : nullptr;
    }
    const model::Graph* graph() const
    {
        return only().kind == SelectedItem::Kind::Graph ? &model.graphs[only().id] : nullptr;
    }
    const layout::Group* group() const;
    /// Of a group or of several things: all nodes, with those of groups; else none. Sorted.
    std::vector<model::NodeId> nodes() const;
    bool isModel() const { return items.isEmpty(); }
    bool isMany() const { return items.size() > 1; }
    model::NodeId nodeId() const { return model::NodeId(only().id); }
    model::ValueId valueId() const { return model::ValueId(only().id); }
    /// Inferred as far as known, else as declared.
    const model::ValueType& type(model::ValueId id) const;
    void reveal(model::NodeId id) const { document.reveal(id, origin); }
    void revealValue(model::ValueId id) const { document.revealValue(id, origin); }
};

/// A part of the inspector. One more is one file with its `make...` and its line in
/// inspector_sections.cpp.
struct InspectorSection {
    enum class Fold {
        None,
        Open,
        Folded
    }; ///< without heading; unfolded or folded until the user says else
    const char* id;
    const char* title; ///< translated with context "InspectorSections"
    Fold fold;
    /// Null if there is nothing to say about this target. A property "note" of the widget stands
    /// beside the heading. What the widget needs later it copies: the target lives only during the
    /// call, document and context outlive the widget.
    QWidget* (*make)(const InspectorTarget& target, QWidget* parent);
};

/// All sections in display order.
const QList<InspectorSection>& inspectorSections();

} // namespace ui
