#include "ui/window/run_actions.h"

#include "model/support/text.h"
#include "profiler/engines/engine_text.h"
#include "profiler/statistics/generation_report.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "ui/document/settings.h"
#include "ui/pages/document_page.h"
#include "ui/run/run_blockers.h"
#include "ui/run/target_box.h"
#include "ui/runs/run_text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_elision.h"
#include "ui/window/actions.h"
#include "ui/window/main_tool_bar.h"
#include "ui/window/panel.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"

#include <QPointer>

#include <algorithm>

namespace ui {

QString runBlockerOf(Document& document, RunController& runs)
{
    return document.model() != nullptr
        ? blockerText(document.runBlockers(), runs.settingsOf(&document))
        : QString();
}

RunActions::RunActions(
    Context& context, DocumentTabs& tabs, MainToolBar& toolBar, StatusJobs& status)
    : QObject(&tabs)
    , m_actions(context.actions)
    , m_runs(*context.runs)
    , m_tabs(tabs)
    , m_toolBar(toolBar)
    , m_status(status)
{
    const auto start = [this](RunController::Mode mode) {
        auto* document = m_tabs.currentDocument(); // also of a tab that shows a generation
        auto* page = document != nullptr ? m_tabs.pageOf(document->path()) : nullptr;
        if (page != nullptr && page->isOutdated())
            return m_status.showResult(
                tr("The file has changed on disk: reload it before a run"), "warning");
        m_runs.start(document, mode);
        if (mode != RunController::Mode::Profile)
            m_actions.action("run.settings")->trigger();
    };
    m_actions.on("run.profile", this, [start] { start(RunController::Mode::Profile); });
    m_actions.on("run.once", this, [start] { start(RunController::Mode::Once); });
    m_actions.on("run.check", this, [start] { start(RunController::Mode::Check); });
    m_actions.on("run.statistics", this, [this] {
        if (auto* document = m_tabs.currentDocument())
            document->computeStatistics();
    });
    m_actions.on("run.generation", this, [this] {
        if (auto* document = m_tabs.currentDocument())
            m_tabs.openGeneration(document);
    });
    m_actions.on("run.stop", this, [this] { m_runs.stop(); });
    // During a run the same button stops the run.
    connect(&toolBar, &MainToolBar::profileClicked, this,
        [this] { m_actions.action(m_runs.isRunning() ? "run.stop" : "run.profile")->trigger(); });
    connect(&m_runs, &RunController::changed, this, &RunActions::refresh);
    connect(&m_runs, &RunController::settingsChanged, this, &RunActions::refresh);
    connect(&m_runs, &RunController::finished, this, &RunActions::showRunEnd);
}

void RunActions::showRunEnd(Document* document, bool isGood)
{
    const auto& progress = m_runs.progress();
    const bool isStopped = progress.failureKind == QStringLiteral("stopped");
    if (document == nullptr)
        return; // closed meanwhile
    if (isGood && document->profile() != nullptr && progress.mode == RunController::Mode::Profile) {
        const bool isGeneration = profiler::hasGenerations(*document->profile());
        if (isGeneration && document == m_tabs.currentDocument())
            m_tabs.openGeneration(document);
        return isGeneration ? showGenerated(*document) : showFinished(*document);
    }
    if (isStopped)
        m_status.showResult(upperFirst(progress.failure), "warning", document);
    else if (!isGood)
        m_status.showResult(
            tr("The run failed: %1").arg(elided(progress.failure, 160)), "error", document);
    else
        m_status.showResult(progress.mode == RunController::Mode::Check
                ? tr("The model can run with these settings")
                : progress.mode == RunController::Mode::Sweep ? tr("The sweep is done, %n size(s)",
                      nullptr, static_cast<int>(progress.sweep.points.size()))
                                                              : tr("The run is done"),
            "ok", document);
    if (!isGood && !isStopped && document == m_tabs.currentDocument())
        m_actions.action("go.problems")->trigger();
}

/// `Generated 128 tokens, 6 generations; every one chose the same tokens`
void RunActions::showGenerated(Document& document)
{
    const auto& profile = *document.profile();
    profiler::GenerationReport report;
    report.figures = profiler::generationFigures(profiler::tokenSamples(profile));
    report.tokensWanted = profile.metadata.integer(profiler::keys::generationTokens).value_or(0);
    const auto& figures = report.figures;
    const auto difference = profile.metadata.integer(profiler::keys::generationDifference);
    const auto stopped = profiler::stoppedText(report);
    const auto result
        = tr("Generated %1 tokens, %n generation(s)", nullptr, static_cast<int>(figures.repeats))
              .arg(figures.tokens);
    QStringList texts { result };
    if (difference)
        texts += tr("they differ from token %1 on").arg(*difference);
    else if (figures.repeats > 1)
        texts += tr("every one chose the same tokens");
    if (!stopped.empty())
        texts += sentenceText(stopped);
    m_status.showResult(texts.join(QStringLiteral("; ")),
        difference || !stopped.empty() ? "warning" : "ok", &document);
    settings::rememberResult(document.path(), result);
}

/// Shows the result in the status bar, `Profiled: wall 21.9 ms on CPU · 50 runs · 0 records
/// dropped`, and stores a short form for the list of recent files.
void RunActions::showFinished(Document& document)
{
    if (document.statistics() == nullptr) { // the job for a long recording still runs
        connect(
            &document, &Document::statisticsChanged, this,
            [this, shown = QPointer(&document)] {
                if (shown->statistics() != nullptr)
                    showFinished(*shown);
            },
            Qt::SingleShotConnection);
        return;
    }
    const auto& wall = document.statistics()->bestWall();
    const auto& losses = document.profile()->losses;
    const auto lost = losses.dropped + losses.unbalanced;
    const auto time = QString::fromStdString(support::durationText(wall.median, 4));
    const auto engine = plain(profiler::engineText(document.profile()->metadata), 80);
    const auto device = !engine.isEmpty()                               ? engine
        : m_runs.settingsOf(&document).device == QStringLiteral("cuda") ? tr("GPU")
                                                                        : tr("CPU");
    const auto result
        = tr("%1 on %2, %n run(s)", nullptr, static_cast<int>(wall.samples)).arg(time, device);
    const bool isPlain = document.statistics()->wallUnprofiled.samples > 0;
    m_status.showResult(
        (isPlain ? tr("Profiled: wall %1 on %2 without recording") : tr("Profiled: wall %1 on %2"))
                .arg(time, device)
            + QStringLiteral("  ·  ") + runCountsText(*document.profile())
            + tr("  ·  %n record(s) dropped", nullptr, static_cast<int>(lost)),
        lost > 0 ? "warning" : "ok", &document);
    settings::rememberResult(document.path(), result);
}

/// Returns the status text of the run in progress. Empty if there is none, and while its profile is
/// read, because StatusJobs shows that job itself.
QString RunActions::runText() const
{
    const auto& progress = m_runs.progress();
    const auto model = plain(documentTitle(m_runs.path()).toStdString(), 60);
    switch (m_runs.state()) {
    case RunController::State::Idle:
    case RunController::State::Reading:
        return {};
    case RunController::State::Waiting:
        return m_runs.waitsFor().isEmpty()
            ? tr("Writing the edits of %1 for the run").arg(model)
            : tr("The run of %1 waits for: %2").arg(model, m_runs.waitsFor());
    case RunController::State::Stopping:
        return tr("Stopping the run of %1").arg(model);
    case RunController::State::Running:
        break;
    }
    const auto text = progress.mode == RunController::Mode::Profile ? tr("Profiling %1").arg(model)
                                                                    : tr("Running %1").arg(model);
    return progress.total == 0 ? text
                               : tr("%1, %2 %3 of %4")
                                     .arg(text, nameText(progress.phase.toStdString()))
                                     .arg(progress.done)
                                     .arg(progress.total);
}

void RunActions::refresh()
{
    const bool isRunning = m_runs.isRunning();
    auto* document = m_tabs.currentDocument();
    const bool hasModel = document != nullptr && document->model() != nullptr;
    const auto blocker = hasModel ? runBlockerOf(*document, m_runs) : QString();
    const auto noModel = hasModel ? QString()
        : document != nullptr && document->kind() == Document::Kind::Profile
        ? tr("this is a profile without its model")
        : tr("no model is open");
    const auto edits = hasModel ? document->unsavedEdits() : QString();
    const auto reason = isRunning ? tr("a run is in progress") : noModel;
    const auto otherEngine = hasModel && m_runs.settingsOf(document).engine.isOther()
        ? tr("only Opscope's engine has it; the Run panel has chosen %1")
              .arg(m_runs.settingsOf(document).engine.title())
        : QString();
    const auto elsewhere = hasModel ? onlyHereText(m_runs.settingsOf(document).target) : QString();
    // A check lists all errors, so none of them prevents it.
    m_actions.enableUnless("run.check", reason.isEmpty() ? otherEngine : reason);
    m_actions.enableUnless("run.profile", reason.isEmpty() ? blocker : reason);
    m_actions.enableUnless("run.once",
        !reason.isEmpty()        ? reason
            : !blocker.isEmpty() ? blocker
                                 : elsewhere);
    m_actions.enableUnless("run.sweep",
        !reason.isEmpty()           ? reason
            : !blocker.isEmpty()    ? blocker
            : otherEngine.isEmpty() ? elsewhere
                                    : otherEngine);
    // Verification may start during a run: it waits for its MeasurementSlot.
    m_actions.enableUnless("run.verifyTiers", noModel);
    m_actions.enable("run.verify");
    m_actions.enableUnless("window.moveTab",
        document == nullptr ? tr("no document is open")
            : isRunning && m_runs.document() == document
            ? tr("a run of this document is in progress")
            : edits);
    const bool hasGeneration = document != nullptr && document->profile() != nullptr
        && profiler::hasGenerations(*document->profile());
    m_actions.enableUnless("run.generation",
        hasGeneration ? QString() : tr("the run that is shown generated no tokens"));
    m_actions.enableUnless("run.stop", isRunning ? QString() : tr("nothing runs"));
    m_toolBar.showRun(isRunning);
    m_status.showRun(runText(), m_runs.progress().done, m_runs.progress().total);
    const auto errors = hasModel ? std::ranges::count(document->problems(),
                            support::Severity::Error, &support::Diagnostic::severity)
                                 : 0;
    if (blocker.isEmpty())
        m_toolBar.setRunSummary(hasModel
                ? m_runs.settingsOf(document).summary(document->analysis().get())
                : tr("No model"));
    else if (!edits.isEmpty())
        m_toolBar.setRunBlocker(tr("Save the edits to run"), blocker);
    else
        m_toolBar.setRunBlocker(errors > 0
                ? tr("Cannot run: %n error(s)", nullptr, static_cast<int>(errors))
                : tr("Cannot run: weights missing"),
            blocker);
    m_status.showStanding(
        blocker.isEmpty() || !edits.isEmpty() ? QString() : standingText(document->problems()));
}

} // namespace ui
