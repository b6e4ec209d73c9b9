#pragma once

#include <QList>
#include <QObject>
#include <QVariant>

#include <cstdint>
#include <functional>
#include <optional>

namespace ui {

/// Something that can be selected anywhere in the program. Ids are those of the document's model
/// (node, value, graph), of its current profile (step, event), or the index in the GroupTree of the
/// graph that is shown (group). The document takes items out of its selection when what their ids
/// belong to is replaced.
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

    /// The graph that is shown: groups belong to it. Groups of another graph are no longer
    /// selected; the history leads back to that graph.
    void setGraph(std::uint32_t graph);
    using Renamed = std::function<std::optional<SelectedItem>(const SelectedItem&)>;
    /// The history with what each item is called now; what `renamed` knows no name for is
    /// forgotten, and with it steps that have nothing left. Places of views are forgotten too.
    /// The selection itself is the caller's.
    void rename(const Renamed& renamed);
    /// Takes what `isGone` says so of out of the selection and out of the history.
    void forget(const std::function<bool(const SelectedItem&)>& isGone);

signals:
    void changed(const QObject* origin);
    void leaving(); ///< a step of the history is about to be left: setPlace now
    void graphNeeded(std::uint32_t graph); ///< before a step is visited that was made in it
    void remembered(); ///< the history has a new step
    void historyChanged(); ///< steps were added, visited or forgotten
    void visited(const QVariant& place); ///< after `changed`; invalid if no view left one

private:
    struct Step {
        QList<SelectedItem> items;
        SelectedItem current;
        QVariant place;
        std::uint32_t graph = 0; ///< that was shown

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
