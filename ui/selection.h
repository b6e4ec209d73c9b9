#pragma once

#include <QList>
#include <QObject>
#include <QVariant>

#include <cstdint>

namespace ui {

/// Something that can be selected anywhere in the program. Ids are those of the document's model
/// (node, value, graph), of its current profile (step, event), or the index in the GroupTree of the
/// graph that is shown (group).
struct SelectedItem {
    enum class Kind { None, Node, Value, Graph, Step, Event, Group };
    Kind kind = Kind::None;
    std::uint32_t id = 0;

    bool operator==(const SelectedItem&) const = default;
    bool isNode() const { return kind == Kind::Node; }
    bool isValue() const { return kind == Kind::Value; }
    bool isGroup() const { return kind == Kind::Group; }
};

/// The one selection of a document: a set with one current item. Every view shows it and any view
/// sets it; views compare `origin` with themselves so that the one that was clicked does not scroll
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

    /// Steps through what was selected before (Alt+Left, Alt+Right).
    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_history.size(); }
    void goBack();
    void goForward();

    /// Where a view stood while the current step of the history was shown: kept for it, given back
    /// by `visited`.
    void setPlace(const QVariant& place);
    /// A step of its own with the same selection: the view jumped.
    void rememberPlace(const QVariant& place);

signals:
    void changed(const QObject* origin);
    void leaving(); ///< a step of the history is about to be left: setPlace now
    void visited(const QVariant& place); ///< after `changed`; invalid if no view left one

private:
    struct Step {
        QList<SelectedItem> items;
        SelectedItem current;
        QVariant place;
    };
    void remember();
    void append(Step step);
    void visit(qsizetype position);

    QList<SelectedItem> m_items;
    SelectedItem m_current;
    QList<Step> m_history;
    qsizetype m_position = -1;
};

} // namespace ui
