#pragma once

#include "ui/canvas/kept_view.h"
#include "ui/window/panel.h"

#include <QSplitter>

#include <functional>
#include <optional>

namespace ui {

class Document;
class GraphView;
class ShownGraph;

/// One view of a document's graph, or two: beside each other, or one below the other. Each has its
/// own graph, open groups, place, zoom and colouring. They share the selection.
class GraphSplit : public QSplitter {
    Q_OBJECT

public:
    GraphSplit(Context& context, Document* document, QWidget* parent = nullptr);

    const QList<GraphView*>& views() const { return m_views; }
    /// The view that had the focus last.
    GraphView* active() const { return m_active; }
    /// Makes the active view that of the document. Another page of the document may have made its
    /// own view that.
    void becomeActive() { activate(m_active); }
    /// Adds a second view, which begins as a copy of the active one. If there are two, they are
    /// arranged in this direction.
    void split(Qt::Orientation direction);
    /// Closes the active view of two.
    void closeActive();

    /// Empty before a graph is shown.
    std::optional<KeptViews> kept() const;
    void showKept(const KeptViews& kept);

protected:
    /// A press or the focus anywhere in a view makes it the active one.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void onAction(const char* id, std::function<void()> slot);
    void addView(ShownGraph* shown);
    void markViews();
    void activate(GraphView* view);

    Context& m_context;
    Document* m_document;
    QList<GraphView*> m_views;
    GraphView* m_active = nullptr; ///< also while another tab of the document is shown
};

} // namespace ui
