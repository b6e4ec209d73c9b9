#include "ui/timeline/timeline_panel.h"

#include "profiler/profile.h"
#include "ui/document.h"
#include "ui/icon.h"
#include "ui/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

TimelinePanel::TimelinePanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_stack(new QStackedWidget(this))
    , m_view(new TimelineView(this))
    , m_facts(new QLabel(this))
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    m_stack->addWidget(
        makeEmptyState(context, tr("No run yet. Profile this model to see where time goes."),
            QStringLiteral("run.profile"), this));
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 2, 8, 2);
    m_facts->setProperty("secondary", true);
    m_facts->setTextFormat(Qt::PlainText);
    head->addWidget(m_facts, 1);
    const auto button = [&](const char* name, const QString& tip, auto slot) {
        auto* made = new QToolButton(page);
        made->setIcon(icon(name));
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        connect(made, &QToolButton::clicked, m_view, slot);
        head->addWidget(made);
    };
    button("zoom-in", tr("Zoom in (W)"), [this] { m_view->zoomBy(1.5); });
    button("zoom-out", tr("Zoom out (S)"), [this] { m_view->zoomBy(1 / 1.5); });
    button("fit", tr("Median run"), [this] { m_view->showMedianRun(); });
    column->addLayout(head);
    column->addWidget(m_view, 1);
    m_stack->addWidget(page);
    setFocusProxy(m_view);
}

void TimelinePanel::documentChanged(Document*)
{
    m_view->setDocument(document());
    if (document() != nullptr)
        connect(document(), &Document::profileChanged, this, &TimelinePanel::refresh);
    refresh();
}

void TimelinePanel::refresh()
{
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    m_stack->setCurrentIndex(profile != nullptr ? 1 : 0);
    if (profile == nullptr)
        return;
    const auto median = profiler::medianRun(*profile);
    QString text = median
        ? tr("run %1 of %2 (median)").arg(profile->runs[*median].number).arg(profile->runs.size())
        : tr("%1 runs").arg(profile->runs.size());
    text += QStringLiteral("  ·  ")
        + (profile->losses.isEmpty()
                ? tr("0 records dropped")
                : tr("%1 records lost").arg(profile->losses.dropped + profile->losses.unbalanced));
    m_facts->setText(text);
}

Panel* createTimelinePanel(Context& context, QWidget* parent)
{
    return new TimelinePanel(context, parent);
}

} // namespace ui
