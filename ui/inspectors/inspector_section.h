#pragma once

#include "layout/group_tree.h"
#include "ui/document/document.h"
#include "ui/window/panel.h"

#include <QList>
#include <QPointer>

#include <functional>

namespace ui {

/// The items that an inspector shows.
struct InspectorTarget {
    Context& context;
    Document& document;
    const model::Model& model;
    QList<SelectedItem> items; ///< empty = the model itself
    QObject* origin; ///< origin of selections that the inspector's links make
    std::shared_ptr<const layout::GroupTree> groups; ///< of the displayed graph; may be null

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
    /// For a group or several items: all their nodes, sorted, including those of groups. Else
    /// empty.
    std::vector<model::NodeId> nodes() const;
    /// True if fields may change the model.
    bool isEditing() const;
    bool isModel() const { return items.isEmpty(); }
    bool isMany() const { return items.size() > 1; }
    model::NodeId nodeId() const { return model::NodeId(only().id); }
    model::ValueId valueId() const { return model::ValueId(only().id); }
    /// The inferred type if known, else the declared one.
    const model::ValueType& type(model::ValueId id) const;

    /// What a link does when it is followed: calls `act` with the document and `origin`, unless the
    /// document was closed meanwhile. May be kept longer than the target.
    std::function<void()> link(std::function<void(Document&, QObject*)> act) const
    {
        return [shown = QPointer(&document), from = QPointer(origin), act = std::move(act)] {
            if (shown != nullptr)
                act(*shown, from);
        };
    }
    std::function<void()> toNode(model::NodeId id) const
    {
        return link([id](Document& shown, QObject* from) { shown.reveal(id, from); });
    }
    std::function<void()> toValue(model::ValueId id) const
    {
        return link([id](Document& shown, QObject* from) { shown.revealValue(id, from); });
    }
    std::function<void()> toTensor(model::ValueId id) const
    {
        return link([id](Document& shown, QObject*) { shown.openTensor(id); });
    }
};

/// What a section shows. Without a widget the section does not apply to the target.
struct SectionBody {
    SectionBody(QWidget* shown = nullptr, QString beside = {}) // NOLINT: most have no note
        : widget(shown)
        , note(std::move(beside))
    {
    }
    QWidget* widget;
    QString note; ///< shown next to the heading
};

/// A section of the inspector. To add one: write a file with its `make...` function and add a line
/// in inspector_sections.cpp.
struct InspectorSection {
    /// None: without a heading. Open, Folded: the initial state, until the user changes it.
    enum class Fold { None, Open, Folded };
    const char* id;
    const char* title; ///< translated with context "InspectorSections"
    Fold fold;
    /// `target` is valid only during the call, so the widget must copy what it needs; document and
    /// context outlive the widget.
    SectionBody (*make)(const InspectorTarget& target, QWidget* parent);
};

/// All sections in display order.
const QList<InspectorSection>& inspectorSections();

} // namespace ui
