#include "ui/canvas/graph_split.h"

#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/shown_graph.h"
#include "ui/window/actions.h"
#include "ui/window/tabs/tab_group.h"

#include <QApplication>
#include <QEvent>

#include <algorithm>

namespace ui {

GraphSplit::GraphSplit(Context& context, Document* document, QWidget* parent)
    : QSplitter(parent)
    , m_context(context)
    , m_document(document)
{
    setObjectName("graphSplit");
    setChildrenCollapsible(false);
    addView(document->shownGraphs().front());
    activate(m_views.front());
    connect(document, &Document::shownGraphChanged, this, [this] {
        for (auto* view : m_views)
            if (isVisible() && view->isActive())
                m_active = view;
    });
    onAction("view.splitBeside", [this] { split(Qt::Horizontal); });
    onAction("view.splitBelow", [this] { split(Qt::Vertical); });
    onAction("view.closeSplit", [this] { closeActive(); });
}

void GraphSplit::onAction(const char* id, std::function<void()> slot)
{
    if (auto* action = m_context.actions.action(id)) {
        connect(action, &QAction::triggered, this, [this, slot = std::move(slot)] {
            if (isInActiveTab(*this))
                slot();
        });
    }
}

void GraphSplit::addView(ShownGraph* shown)
{
    auto* view = new GraphView(m_context, m_document, this, shown);
    m_views.append(view);
    addWidget(view);
}

void GraphSplit::activate(GraphView* view)
{
    m_active = view;
    setFocusProxy(view);
    view->activate();
}

/// The names tell the views apart in a screen reader.
void GraphSplit::markViews()
{
    const bool isSplit = m_views.size() > 1;
    for (auto* view : m_views) {
        view->setSplit(isSplit);
        view->canvas()->setAccessibleName(!isSplit ? tr("Graph")
                : view == m_views.front()          ? tr("Graph, first view")
                                                   : tr("Graph, second view"));
    }
    isSplit ? qApp->installEventFilter(this) : qApp->removeEventFilter(this);
}

void GraphSplit::split(Qt::Orientation direction)
{
    setOrientation(direction);
    if (m_views.size() > 1)
        return;
    const auto kept = m_active->keptView();
    addView(m_document->addShownGraph());
    auto* added = m_views.back();
    setSizes({ width(), width() }); // equal shares
    if (kept)
        added->showKept(*kept);
    if (added->colouring() != m_active->colouring())
        added->colourBy(m_active->colouring());
    activate(added);
    markViews();
    added->setFocus();
}

/// The second view is the one that goes: other pages of the document show what the first does. If
/// the first is closed, it takes over what the second shows.
void GraphSplit::closeActive()
{
    if (m_views.size() < 2)
        return;
    auto* stays = m_views.front();
    auto* goes = m_views.takeLast();
    if (m_active == stays) {
        const auto kept = goes->keptView();
        stays->shownGraph()->copy(*goes->shownGraph());
        if (kept)
            stays->showKept(*kept);
        if (stays->colouring() != goes->colouring())
            stays->colourBy(goes->colouring());
    }
    goes->hide();
    goes->deleteLater(); // later, because one of its menus may have caused this call
    activate(stays);
    m_document->removeShownGraph(goes->shownGraph());
    markViews();
    stays->setFocus();
}

std::optional<KeptViews> GraphSplit::kept() const
{
    KeptViews kept;
    kept.direction = orientation();
    for (const auto* view : m_views) {
        const auto one = view->keptView();
        if (!one)
            return std::nullopt;
        kept.views.append(*one);
    }
    kept.active = static_cast<int>(m_views.indexOf(m_active));
    return kept;
}

void GraphSplit::showKept(const KeptViews& kept)
{
    if (kept.views.size() > 1)
        split(kept.direction);
    for (qsizetype i = 0; i < std::min(m_views.size(), kept.views.size()); ++i)
        m_views[i]->showKept(kept.views[i]);
    activate(m_views.value(kept.active, m_views.front()));
}

bool GraphSplit::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::FocusIn) {
        const auto* widget = qobject_cast<QWidget*>(watched);
        for (auto* view : m_views)
            if (widget != nullptr && (widget == view || view->isAncestorOf(widget)))
                activate(view);
    }
    return QSplitter::eventFilter(watched, event);
}

void GraphSplit::showEvent(QShowEvent* event)
{
    QSplitter::showEvent(event);
    becomeActive();
}

} // namespace ui
