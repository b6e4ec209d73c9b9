#include "profiler/statistics/statistics.h"
#include "ui/document/document.h"
#include "ui/format.h"
#include "ui/run/blocker_card.h"
#include "ui/run/plan_text.h"
#include "ui/run/run_dots.h"
#include "ui/run/run_panel.h"
#include "ui/runs/run_text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

/// The part of the Run panel that shows the current and the last run.
namespace ui {

void RunPanel::refreshRun()
{
    const auto& progress = m_runs.progress();
    const bool isOurs = m_runs.isOf(document());
    // A failed run cannot be stopped, even while its process is still ending.
    const bool isGoing = isOurs && m_runs.isRunning() && progress.failure.isEmpty();
    refreshBlocker();
    // Does not repeat what the blocker card shows.
    const bool isInCard = !isGoing && !m_blocker->isHidden();
    m_progressBox->setVisible(isOurs && !isInCard && (isGoing || !progress.failure.isEmpty()));
    if (!isOurs)
        return m_lastRun->hide();
    if (document()->model() != nullptr)
        refreshChecks();
    m_dots->setPoints(progress.points, progress.total);
    m_dots->setVisible(!progress.points.empty());
    m_onCpu->setVisible(m_runs.hasDeviceFailed());
    m_stop->setVisible(isGoing && m_runs.state() != RunController::State::Reading);
    m_stop->setText(m_runs.state() == RunController::State::Stopping ? tr("Stop now")
            : m_runs.state() == RunController::State::Waiting
            ? tr("Do not run")
            : tr("Stop and keep %n run(s)", nullptr, static_cast<int>(progress.recorded())));
    m_bar->setVisible(isGoing && m_runs.state() != RunController::State::Waiting);
    m_bar->setRange(0, progress.total);
    m_bar->setValue(progress.done);
    m_headline->setText(headlineText());
    m_facts->setText(factsText());
    m_lastRun->setVisible(!m_facts->text().isEmpty());
}

QString RunPanel::headlineText() const
{
    const auto& progress = m_runs.progress();
    if (progress.failureKind == QStringLiteral("stopped"))
        return progress.points.empty()
            ? tr("Stopped before the first run was complete; nothing is kept.")
            : upperFirst(progress.failure);
    if (!progress.failure.isEmpty())
        return (m_runs.hasDeviceFailed() ? tr("The run on the GPU failed: %1")
                                         : tr("The run failed: %1"))
            .arg(progress.failure);
    switch (m_runs.state()) {
    case RunController::State::Waiting:
        return m_runs.waitsFor().isEmpty() ? tr("Writing the edits for the run")
                                           : tr("Waits for: %1").arg(m_runs.waitsFor());
    case RunController::State::Reading:
        return tr("Reading what was measured");
    case RunController::State::Stopping:
        return tr("Ends after the current run");
    case RunController::State::Idle:
    case RunController::State::Running:
        break;
    }
    return progress.total > 0 ? tr("%1, %2 of %3")
                                    .arg(nameText(progress.phase.toStdString()))
                                    .arg(progress.done)
                                    .arg(progress.total)
                              : tr("Preparing");
}

/// The headline wall time, which runs it is computed from, and the number of runs of each kind.
QString RunPanel::factsText() const
{
    const auto& progress = m_runs.progress();
    QStringList facts;
    const auto wall = m_dots->median();
    const auto time = durationText(wall, 4);
    if (wall > 0)
        facts.append(progress.plain() > 0 ? tr("Wall, median without recording: %1").arg(time)
                                          : tr("Wall, median: %1").arg(time));
    if (!progress.points.empty())
        facts.append(runCountsText(progress.recorded(), progress.plain(), progress.warmups()));
    if (const auto missing = missingText(progress.plan); !missing.isEmpty())
        facts.append(missing);
    // Remarks of the statistics, such as drift, two levels, or an early end.
    const bool isLast = document()->currentRun() + 1 == static_cast<int>(document()->runs().size());
    const auto statistics = document()->statistics();
    if (wall > 0 && !m_runs.isRunning() && isLast && statistics != nullptr) {
        for (const auto& remark : statistics->remarks)
            facts.append(upperFirst(sentenceText(remark)));
    }
    return facts.join(u'\n');
}

} // namespace ui
