#include "ui/timeline/timeline_panel.h"

#include "profiler/statistics/run_overlay.h"
#include "ui/document/document.h"
#include "ui/gpu/device_strip.h"
#include "ui/gpu/gpu_report.h"
#include "ui/inspectors/elided_label.h"
#include "ui/tables/table_tools.h"
#include "ui/timeline/overlay_view.h"
#include "ui/timeline/span_text.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/layouts.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QLineEdit>
#include <QToolButton>

namespace ui {

TimelinePanel::TimelinePanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_empty(makeEmptyState(context, tr("No run yet. Profile this model to see where time goes."),
          "run.profile", this))
    , m_page(new QWidget(this))
    , m_strip(new DeviceStrip(m_page))
    , m_view(new TimelineView(m_page))
    , m_overlay(new OverlayView(context.actions, this))
    , m_overlayAction(context.actions.action("view.overlayRuns"))
    , m_tools(new QWidget(this))
    , m_facts(new ElidedLabel({}, ElidedLabel::Look::Secondary, m_tools))
{
    buildPage();
    makeColumn(this)->addWidget(makePages({ m_empty, m_page, m_overlay }));
    buildTools();
    addAction(m_overlayAction);
    addAction(context.actions.action("go.typicalRun"));
    connect(m_overlayAction, &QAction::toggled, this, &TimelinePanel::refreshForm);
    connect(m_overlay, &OverlayView::left, m_overlayAction,
        [this] { m_overlayAction->setChecked(false); });
    connect(m_overlay, &OverlayView::runChosen, this, &TimelinePanel::showRun);
    context.actions.on("go.typicalRun", this, [this] { showTypicalRun(); });
    auto* compact = context.actions.action("view.compactRows");
    connect(compact, &QAction::toggled, m_view, &TimelineView::setCompact);
    m_view->setCompact(compact->isChecked());
    setFocusProxy(m_view);
}

void TimelinePanel::buildPage()
{
    auto* column = makeColumn(m_page);
    column->addWidget(m_strip);
    column->addWidget(m_view, 1);
    connect(m_strip, &DeviceStrip::kernelRequested, this, [this](const QString& words, int by) {
        m_strip->showFound(m_view->findKernel(words, by));
    });
    connect(m_view, &TimelineView::kernelSearchRequested, this,
        [this] { m_strip->line()->setFocus(Qt::ShortcutFocusReason); });
}

void TimelinePanel::buildTools()
{
    auto* row = makeRow(m_tools, {}, 2);
    m_facts->setAlignment(Qt::AlignRight);
    row->addWidget(m_facts, 1);
    row->addSpacing(6);
    const auto button = [&](const char* name, const QString& tip, auto slot) {
        auto* made = makeToolButton(name, tip, m_tools);
        connect(made, &QToolButton::clicked, m_view, slot);
        row->addWidget(made);
        return made;
    };
    const auto zoom = [this](double factor) {
        m_overlayAction->isChecked() ? m_overlay->zoomBy(factor) : m_view->zoomBy(factor);
    };
    button("zoom-in", tr("Zoom in (W)"), [zoom] { zoom(1.5); });
    button("zoom-out", tr("Zoom out (S)"), [zoom] { zoom(1 / 1.5); });
    button("fit", tr("Typical run (T)"), [this] { showTypicalRun(); })->setObjectName("typicalRun");
    auto* overlay = makeToolButton("intersect", tr("Overlay runs (O)"), m_tools);
    overlay->setObjectName("overlayRuns");
    overlay->setCheckable(true);
    connect(overlay, &QToolButton::toggled, m_overlayAction, &QAction::setChecked);
    connect(m_overlayAction, &QAction::toggled, overlay, &QToolButton::setChecked);
    row->addWidget(overlay);
    button("pin", tr("Keep the range as a mark (M)"), [this] { m_view->addMark(); });
}

void TimelinePanel::documentChanged()
{
    m_view->setDocument(document());
    auto* report = document() != nullptr ? &GpuReport::of(*document(), context().jobs) : nullptr;
    m_view->setGpuReport(report);
    m_strip->setReport(report);
    m_overlay->setDocument(document());
    if (document() != nullptr)
        follow(document(), &Document::profileChanged, this, &TimelinePanel::refresh);
    refresh();
}

void TimelinePanel::refresh()
{
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    refreshForm();
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
    const auto typical = profiler::typicalRun(*profile);
    m_facts->setHint(typical ? typicalText(*profile, *typical) + u'\n' + text : text);
}

void TimelinePanel::refreshForm()
{
    const bool hasProfile = document() != nullptr && document()->profile() != nullptr;
    const bool isOverlay = hasProfile && m_overlayAction->isChecked();
    auto* const before = shownPage();
    const bool hadFocus = before == m_page ? m_view->hasFocus() : m_overlay->hasFocus();
    m_overlay->setShown(isOverlay);
    showPage(!hasProfile ? m_empty : isOverlay ? m_overlay : m_page);
    setFocusProxy(isOverlay ? static_cast<QWidget*>(m_overlay) : m_view);
    if (hadFocus && shownPage() != before)
        setFocus();
}

void TimelinePanel::showRun(std::uint32_t run)
{
    m_overlayAction->setChecked(false);
    m_view->showRun(run);
}

void TimelinePanel::showTypicalRun()
{
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    const auto typical = profile != nullptr ? profiler::typicalRun(*profile) : std::nullopt;
    if (!typical)
        return context().showStatus(tr("No recorded run: none can be the typical one"), "warning");
    showRun(typical->run);
    context().showStatus(typicalText(*profile, *typical), "ok");
}

} // namespace ui
