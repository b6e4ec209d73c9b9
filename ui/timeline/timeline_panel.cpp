#include "ui/timeline/timeline_panel.h"

#include "profiler/profile.h"
#include "ui/actions.h"
#include "ui/document.h"
#include "ui/inspectors/elided_label.h"
#include "ui/table_tools.h"
#include "ui/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

TimelinePanel::TimelinePanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_stack(new QStackedWidget(this))
    , m_view(new TimelineView(this))
    , m_tools(new QWidget(this))
    , m_facts(new ElidedLabel({}, ElidedLabel::Look::Secondary, m_tools))
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    m_stack->addWidget(
        makeEmptyState(context, tr("No run yet. Profile this model to see where time goes."),
            QStringLiteral("run.profile"), this));
    m_stack->addWidget(m_view);
    buildTools();
    auto* compact = context.actions.action(QStringLiteral("view.compactRows"));
    connect(compact, &QAction::toggled, m_view, &TimelineView::setCompact);
    m_view->setCompact(compact->isChecked());
    setFocusProxy(m_view);
}

void TimelinePanel::buildTools()
{
    auto* row = new QHBoxLayout(m_tools);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_facts->setAlignment(Qt::AlignRight);
    row->addWidget(m_facts, 1);
    row->addSpacing(6);
    const auto button = [&](const char* name, const QString& tip, auto slot) {
        auto* made = makeToolButton(name, tip, m_tools);
        connect(made, &QToolButton::clicked, m_view, slot);
        row->addWidget(made);
    };
    button("zoom-in", tr("Zoom in (W)"), [this] { m_view->zoomBy(1.5); });
    button("zoom-out", tr("Zoom out (S)"), [this] { m_view->zoomBy(1 / 1.5); });
    button("fit", tr("Median run"), [this] { m_view->showMedianRun(); });
    button("pin", tr("Keep the range as a mark (M)"), [this] { m_view->addMark(); });
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
    m_tools->setEnabled(profile != nullptr);
    if (profile == nullptr)
        return m_facts->setText({});
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
