#pragma once

#include <QList>
#include <QObject>
#include <QVariant>

#include <cstdint>
#include <functional>
#include <optional>

namespace ui {

/// An item that can be selected in any view. Ids are those of the document's model (node, value,
/// graph), of its current profile (step, event), or the index in the GroupTree of the graph that is
/// shown (group). The document removes items from its selection when the model, profile or graph of
/// their ids is replaced.
struct SelectedItem {
    enum class Kind { None, Node, Value, Graph, Step, Event, Group };
    Kind kind = Kind::None;
    std::uint32_t id = 0;

    bool operator==(const SelectedItem&) const = default;
    bool isNode() const { return kind == Kind::Node; }
    bool isValue() const { return kind == Kind::Value; }
    bool isGroup() const { return kind == Kind::Group; }
    bool isOfProfile() const { return kind == Kind::Step || kind == Kind::Event; }
};

/// The selection of a document, shared by all views: a set of items and one current item. Any view
/// can set it. `origin` is the view that set it; that view does not scroll, so that the item stays
/// under the pointer.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const QList<SelectedItem>& items() const { return m_items; }
    SelectedItem current() const { return m_current; }
    bool isEmpty() const { return m_items.isEmpty(); }
    bool contains(const SelectedItem& item) const { return m_items.contains(item); }

    /// Selects exactly this item. Kind None clears.
    void select(SelectedItem item, const QObject* origin = nullptr);
    /// Selects these; `current` should be one of them.
    void set(QList<SelectedItem> items, SelectedItem current, const QObject* origin = nullptr);
    /// Adds or removes one item (Ctrl+click).
    void toggle(SelectedItem item, const QObject* origin = nullptr);
    void clear(const QObject* origin = nullptr);

    /// Moves through the history of selections (Alt+Left, Alt+Right).
    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_history.size(); }
    void goBack();
    void goForward();

    /// Stores a view's position for the current step of the history; `visited` returns it. Ignored
    /// if the step belongs to another graph.
    void setPlace(const QVariant& place);
    /// Adds a step with the same selection and this position: the view jumped.
    void rememberPlace(const QVariant& place);

    /// Sets the graph that is shown. Groups of the previous graph are deselected; going back in the
    /// history shows that graph again.
    void setGraph(std::uint32_t graph);
    using Renamed = std::function<std::optional<SelectedItem>(const SelectedItem&)>;
    /// Replaces the ids in the history. Items for which `renamed` returns nothing are removed, then
    /// steps without items. Positions of views are removed too. The selection itself does not
    /// change; the caller sets it.
    void rename(const Renamed& renamed);
    /// Removes the items for which `isGone` returns true from the selection and the history.
    void forget(const std::function<bool(const SelectedItem&)>& isGone);

signals:
    void changed(const QObject* origin);
    void leaving(); ///< the current step is about to be left; views call setPlace now
    void graphNeeded(std::uint32_t graph); ///< emitted before a step of this graph is visited
    void remembered(); ///< the history has a new step
    void historyChanged(); ///< steps were added, visited or forgotten
    /// Emitted after `changed`; `place` is invalid if no view set one.
    void visited(const QVariant& place);

private:
    struct Step {
        QList<SelectedItem> items;
        SelectedItem current;
        QVariant place;
        std::uint32_t graph = 0; ///< the graph that was shown

        bool operator==(const Step&) const = default;
    };
    void mapSteps(const Renamed& renamed);
    void remember();
    void append(Step step);
    void visit(qsizetype position);

    QList<SelectedItem> m_items;
    SelectedItem m_current;
    QList<Step> m_history;
    qsizetype m_position = -1;
    std::uint32_t m_graph = 0;
};

} // namespace ui
