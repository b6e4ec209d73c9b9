#include "ui/window/leaving.h"

#include "model/support/atomic_file.h"
#include "profiler/file/profile_file.h"
#include "ui/compare/compare_runner.h"
#include "ui/dialogs/unsaved_runs_dialog.h"
#include "ui/document/settings.h"
#include "ui/document/time_marks.h"
#include "ui/edit/model_editor.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/pages/document_page.h"
#include "ui/run/run_controller.h"
#include "ui/run/session_folder.h"
#include "ui/run/unsaved_runs.h"
#include "ui/runs/run_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/panel.h"
#include "ui/window/restore/open_tabs.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace ui {

namespace {

/// Returns `FOLDER/decoder-142015.opscope`, or `FOLDER/decoder-142015-2.opscope` if that name is
/// taken.
QString freeName(const QString& folder, const UnsavedRun& unsaved, const QStringList& taken)
{
    auto base = folder + u'/' + QFileInfo(unsaved.path).completeBaseName();
    if (const auto start = startOf(unsaved.run); start.isValid())
        base += start.toString(QStringLiteral("-HHmmss"));
    auto name = base + QStringLiteral(".opscope");
    for (int i = 2; QFileInfo::exists(name) || taken.contains(name); ++i)
        name = base + QStringLiteral("-%1.opscope").arg(i);
    return name;
}

/// The sweeps with at least one point.
QHash<QString, profiler::Sweep> unsavedSweeps()
{
    auto sweeps = UnsavedRuns::instance().sweeps();
    sweeps.removeIf([](const auto& entry) { return entry.value().points.empty(); });
    return sweeps;
}

/// Writes each sweep as `FOLDER/decoder-sweep.json`, in the format of `profile --sweep --format
/// json`.
support::Result<void> saveSweeps(
    const QString& folder, const QHash<QString, profiler::Sweep>& sweeps)
{
    for (auto sweep = sweeps.begin(); sweep != sweeps.end(); ++sweep) {
        const auto base
            = folder + u'/' + QFileInfo(sweep.key()).completeBaseName() + QStringLiteral("-sweep");
        auto name = base + QStringLiteral(".json");
        for (int i = 2; QFileInfo::exists(name); ++i)
            name = base + QStringLiteral("-%1.json").arg(i);
        TRY(support::writeFile(name.toStdString(), profiler::sweepJson(*sweep)));
    }
    return {};
}

void closeIfThere(const QPointer<QWidget>& window)
{
    if (window != nullptr)
        window->close();
}

bool areKeptUnasked()
{
    return settings::value(settings::quitKey) == QString::fromLatin1(settings::leavingKeeps);
}

} // namespace

QList<Leaving*>& Leaving::all()
{
    static QList<Leaving*> windows;
    return windows;
}

Leaving::Leaving(QWidget& window, Context& context, DocumentTabs& tabs, StatusJobs& status)
    : QObject(&tabs)
    , m_window(window)
    , m_jobs(context.jobs)
    , m_runs(*context.runs)
    , m_tabs(tabs)
    , m_status(status)
    , m_label(makeLabel({}, nullptr, &window))
{
    all().append(this);
    m_label->setObjectName("unsavedRuns");
    m_label->setContentsMargins(14, 0, 0, 0);
    m_label->hide();
    connect(&m_runs, &RunController::measuredForClosed, this, &Leaving::adoptFinishedRun);
    connect(&MeasurementQueue::instance(), &MeasurementQueue::changed, this,
        &Leaving::settleWhenMeasured, Qt::QueuedConnection);
}

Leaving::~Leaving()
{
    all().removeOne(this);
    if (all().isEmpty())
        UnsavedRuns::instance().clear();
}

QWidget* Leaving::label() const { return m_label; }

std::vector<UnsavedRun> Leaving::unsavedRuns() const
{
    std::vector<UnsavedRun> unsaved;
    if (m_isQuitting)
        return unsaved;
    for (const auto* page : m_tabs.pages()) {
        for (const auto& run : page->document()->runs())
            if (run.isOfSession)
                unsaved.push_back({ page->document()->path(), run, page->document() });
    }
    return unsaved;
}

std::vector<UnsavedRun> Leaving::allUnsavedRuns()
{
    std::vector<UnsavedRun> unsaved;
    for (const auto* window : all())
        std::ranges::move(window->unsavedRuns(), std::back_inserter(unsaved));
    for (const auto& entry : UnsavedRuns::instance().entries())
        unsaved.push_back({ entry.path, entry.run, nullptr });
    return unsaved;
}

bool Leaving::isMeasuring() const
{
    const bool isProfiling = m_runs.isRunning()
        && (m_runs.progress().mode == RunController::Mode::Profile
            || m_runs.progress().mode == RunController::Mode::Sweep);
    return isProfiling
        || std::ranges::any_of(m_tabs.findChildren<CompareRunner*>(), &CompareRunner::isMeasuring);
}

bool Leaving::isAnyMeasuring() { return std::ranges::any_of(all(), &Leaving::isMeasuring); }

void Leaving::stopMeasuring()
{
    if (m_runs.isRunning())
        m_runs.stop();
    for (auto* runner : m_tabs.findChildren<CompareRunner*>())
        if (runner->isMeasuring())
            runner->stopAndKeep();
}

void Leaving::refreshLabel()
{
    const auto count = allUnsavedRuns().size();
    m_label->setVisible(count > 0);
    m_label->setText(tr("%n measurement(s) not saved", nullptr, static_cast<int>(count)));
}

/// Adds a run that was read after its tab was closed to an open tab of that file, or to the
/// UnsavedRuns.
void Leaving::adoptFinishedRun(const QString& path, const Document::Run& run)
{
    for (const auto* window : all()) {
        if (const auto* page = window->m_tabs.pageOf(path)) {
            page->document()->addRun(run);
            return page->document()->matchRuns(); // the file may have changed since
        }
    }
    UnsavedRuns::instance().put(path, { run });
    m_status.showResult(tr("The measurement of %1 was kept. Open the model again to see it")
                            .arg(documentTitle(path)));
    refreshLabel();
}

void Leaving::closeTab(int index)
{
    if (const auto* page = qobject_cast<DocumentPage*>(m_tabs.widget(index)))
        UnsavedRuns::instance().put(page->document()->path(), page->document()->runs());
    m_tabs.closeTab(index);
    refreshLabel();
}

bool Leaving::mayCloseWindow()
{
    const auto windows = all();
    const bool isLast = std::ranges::none_of(windows,
        [this](const Leaving* other) { return other != this && other->m_window.isVisible(); });
    if (m_isQuitting)
        return true;
    if (isLast) {
        if (!askBeforeLeaving([window = QPointer(&m_window)] { closeIfThere(window); }))
            return false;
        OpenTabs::keepBeforeQuit();
        for (auto* hidden : windows) { // windows that wait for the end of a run
            hidden->m_isQuitting = true;
            if (hidden != this)
                hidden->m_window.close();
        }
        return true;
    }
    if (!askAboutEdits(editedDocuments(), [window = QPointer(&m_window)] { closeIfThere(window); }))
        return false;
    stopMeasuring();
    if (isMeasuring()) {
        // Hidden at once, and closed when its measurement was read.
        m_window.hide();
        connect(&MeasurementQueue::instance(), &MeasurementQueue::changed, &m_window,
            &QWidget::close,
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
        return false;
    }
    for (const auto* page : m_tabs.pages())
        UnsavedRuns::instance().put(page->document()->path(), page->document()->runs());
    m_isQuitting = true; // unsavedRuns() must not count them: they are on the shelf now
    for (auto* window : windows)
        if (window != this)
            window->refreshLabel();
    return true;
}

void Leaving::quit()
{
    const auto again = [window = QPointer(this)] {
        if (window != nullptr)
            window->quit();
    };
    if (!askBeforeLeaving(again))
        return;
    for (auto* window : all())
        window->m_isQuitting = true;
    OpenTabs::keepBeforeQuit();
    QApplication::closeAllWindows();
}

QList<Document*> Leaving::editedDocuments() const
{
    QList<Document*> edited;
    for (const auto* page : m_tabs.pages())
        if (!page->document()->unsavedEdits().isEmpty())
            edited += page->document();
    return edited;
}

/// Edits that are kept are offered at the next start.
bool Leaving::askAboutEdits(const QList<Document*>& documents, const std::function<void()>& leave)
{
    const auto keep = [&](bool isKept) {
        for (auto* document : documents)
            document->editor()->journal().setKept(isKept);
        return true;
    };
    if (documents.isEmpty() || areKeptUnasked())
        return keep(true);
    QStringList names;
    for (const auto* document : documents)
        names += tr("%1: %n edit(s)", nullptr, document->editor()->count())
                     .arg(plain(document->title().toStdString(), 80));
    QMessageBox box(
        QMessageBox::Question, tr("Edits that are not saved"), {}, QMessageBox::Cancel, &m_window);
    box.setObjectName("quitEdited");
    box.setTextFormat(Qt::PlainText);
    box.setText(tr(
        "%n model(s) with edits that are not saved.", nullptr, static_cast<int>(documents.size())));
    box.setInformativeText(names.join(u'\n') + QStringLiteral("\n\n")
        + tr("Kept edits are offered at the next start."));
    auto* kept = box.addButton(tr("&Keep for next start"), QMessageBox::AcceptRole);
    auto* save = box.addButton(tr("&Save as…"), QMessageBox::AcceptRole);
    auto* discard = box.addButton(tr("&Discard"), QMessageBox::DestructiveRole);
    box.setDefaultButton(kept);
    box.exec();
    if (box.clickedButton() == save)
        saveEach({ documents.begin(), documents.end() }, leave);
    if (box.clickedButton() != kept && box.clickedButton() != discard)
        return false;
    return keep(box.clickedButton() == kept);
}

/// Asks for a file for each model, one after another. Ends where the user cancels and where saving
/// fails: then nothing is left.
void Leaving::saveEach(QList<QPointer<Document>> documents, const std::function<void()>& leave)
{
    if (documents.isEmpty())
        return leave();
    const auto document = documents.takeFirst();
    if (document == nullptr)
        return saveEach(std::move(documents), leave);
    const auto next = [documents, leave] { saveEach(documents, leave); };
    for (auto* window : all())
        if (window->editedDocuments().contains(document))
            // Later, because the job that saved still uses the document.
            emit window->saveRequested(document, [document, next] {
                QMetaObject::invokeMethod(document, next, Qt::QueuedConnection);
            });
}

/// Returns true if the program can end now. False if it ends later by itself or the user cancelled.
bool Leaving::askBeforeLeaving(const std::function<void()>& leave)
{
    QList<Document*> edited;
    for (const auto* window : all())
        edited += window->editedDocuments();
    if (!askAboutEdits(edited, leave))
        return false;
    const auto unsaved = allUnsavedRuns();
    QStringList underWay;
    for (const auto* window : all())
        if (window->isMeasuring())
            underWay << (window->m_runs.isRunning()
                    ? tr("Measuring %1").arg(documentTitle(window->m_runs.path()))
                    : tr("Measuring a comparison of two models"));
    const auto sweeps = unsavedSweeps();
    if (unsaved.empty() && sweeps.isEmpty() && underWay.isEmpty())
        return true;
    auto choice = UnsavedRunsDialog::Choice::Keep;
    if (!areKeptUnasked()) {
        UnsavedRunsDialog dialog(unsaved, sweeps, underWay, &m_window);
        dialog.exec();
        choice = dialog.choice();
    }
    switch (choice) {
    case UnsavedRunsDialog::Choice::Cancel:
        return false;
    case UnsavedRunsDialog::Choice::Discard:
        return true;
    case UnsavedRunsDialog::Choice::Keep:
        quitAfter([this](std::function<void()> done) { keepForNextStart(std::move(done)); });
        return false;
    case UnsavedRunsDialog::Choice::Save:
        const auto folder = QFileDialog::getExistingDirectory(
            &m_window, tr("Folder for the measurements"), settings::value("export/folder"));
        if (!folder.isEmpty())
            quitAfter(
                [this, folder](std::function<void()> done) { saveAll(folder, std::move(done)); });
        return false;
    }
    return false;
}

void Leaving::quitAfter(std::function<void(std::function<void()> done)> settle)
{
    m_settle = std::move(settle);
    for (auto* window : all())
        window->stopMeasuring();
    if (isAnyMeasuring())
        m_status.showResult(
            tr("Stopping the measurement. Opscope closes when the results are stored"), "warning");
    settleWhenMeasured();
}

void Leaving::settleWhenMeasured()
{
    if (m_settle == nullptr || isAnyMeasuring())
        return;
    std::exchange(m_settle, nullptr)([] {
        for (auto* window : all())
            window->m_isQuitting = true;
        OpenTabs::keepBeforeQuit();
        for (auto* window : QList(all()))
            window->m_window.close(); // hidden ones too
    });
}

void Leaving::keepForNextStart(std::function<void()> done)
{
    QStringList files;
    for (const auto& unsaved : allUnsavedRuns()) {
        if (!unsaved.run.marks.empty())
            saveMarks(unsaved.run.path, unsaved.run.marks);
        files << unsaved.run.path;
    }
    const auto sweeps = unsavedSweeps();
    if (files.isEmpty() && sweeps.isEmpty())
        return done();
    m_jobs.start<void>(
        this, QStringLiteral("keepRuns"), tr("Keeping measurements for the next start"),
        [files, sweeps](std::stop_token, const support::Progress&) {
            return SessionFolder::keep(files, sweeps);
        },
        [this, done = std::move(done)](support::Result<void> kept) {
            if (kept)
                return done();
            m_status.showError(kept.error());
        });
}

void Leaving::saveAll(const QString& folder, std::function<void()> done)
{
    const auto unsaved = allUnsavedRuns();
    QStringList names;
    for (const auto& each : unsaved)
        names << freeName(folder, each, names);
    m_jobs.start<void>(
        this, QStringLiteral("saveRuns"), tr("Saving measurements"),
        [unsaved, names, folder, sweeps = unsavedSweeps()](
            std::stop_token stop, const support::Progress&) -> support::Result<void> {
            TRY(saveSweeps(folder, sweeps));
            for (std::size_t i = 0; i < unsaved.size(); ++i)
                TRY(profiler::writeProfileFile(names[static_cast<qsizetype>(i)].toStdString(),
                    *unsaved[i].run.profile, {}, stop));
            return {};
        },
        [this, unsaved, names, done = std::move(done)](support::Result<void> saved) {
            if (!saved)
                return m_status.showError(saved.error());
            for (std::size_t i = 0; i < unsaved.size(); ++i) {
                const auto& name = names[static_cast<qsizetype>(i)];
                saveMarks(name, unsaved[i].run.marks);
                if (unsaved[i].document != nullptr)
                    unsaved[i].document->setRunFile(unsaved[i].run.profile.get(), name);
            }
            UnsavedRuns::instance().clear();
            done();
        });
}

} // namespace ui
