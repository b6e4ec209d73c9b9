#include "ui/verify/verify_controller.h"

#include "ui/edit/run_file.h"
#include "ui/jobs/job_runner.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/plugins/operator_plugins.h"
#include "ui/run/run_controller.h"
#include "ui/verify/verify_job.h"

#include <QDir>
#include <QFileInfo>
#include <QPointer>

#include <utility>

namespace ui {

namespace {

using Found = std::shared_ptr<const Verification>;

QString fileNumber(double number) { return QString::number(number, 'g', 17); }

} // namespace

VerifyController::VerifyController(JobRunner& jobs, RunController& runs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_runs(runs)
{
    connect(&MeasurementQueue::instance(), &MeasurementQueue::changed, this, [this] {
        // A copy of the keys, because a slot may add to m_states.
        for (auto* document : m_states.keys())
            if (const auto turn = m_states.value(document).turn; turn && turn->isWaiting())
                emit changed(document);
    });
}

QString VerifyController::waitsFor(Document* document) const
{
    const auto state = m_states.constFind(document);
    return state != m_states.cend() && state->turn != nullptr ? state->turn->waitsFor() : QString();
}

void VerifyController::verifyFolder(Document* document, const QString& folder)
{
    auto& state = stateOf(document);
    state.folder = folder;
    state.isOfTiers = false;
    start(document, tr("Verifying %1").arg(QDir(folder).dirName()),
        [folder, original = QFileInfo(document->path()).absolutePath(),
            engine = m_runs.settingsOf(document).engineArguments()](const RunFile& file) {
            // The copy of an edited model has links to the data sets beside it.
            const bool isCopied
                = file.edits() > 0 && QFileInfo(folder).absoluteFilePath() == original;
            return QStringList { isCopied ? QFileInfo(file.path()).absolutePath() : folder }
            + engine;
        });
}

void VerifyController::compareTiers(Document* document)
{
    constexpr qlonglong bytesPerMiB = 1 << 20;
    const auto& settings = m_runs.settingsOf(document);
    auto& state = stateOf(document);
    state.isOfTiers = true;
    start(document, tr("Comparing %1 with the reference kernels").arg(document->title()),
        [cap = QString::number(state.settings.capMiB * bytesPerMiB),
            more = settings.engineArguments() + settings.inputArguments()](const RunFile& file) {
            return QStringList { file.path(), QStringLiteral("--against"),
                QStringLiteral("reference"), QStringLiteral("--cap"), cap }
            + more;
        });
}

void VerifyController::repeat(Document* document)
{
    const auto& state = stateOf(document);
    if (state.isOfTiers)
        compareTiers(document);
    else if (!state.folder.isEmpty())
        verifyFolder(document, QString(state.folder));
}

void VerifyController::stop(Document* document)
{
    auto& state = stateOf(document);
    if (state.job != 0)
        return m_jobs.cancel(state.job);
    state.turn = nullptr; // it was waiting in the queue
    emit changed(document);
}

VerifyController::State& VerifyController::stateOf(Document* document)
{
    if (!m_states.contains(document))
        connect(
            document, &QObject::destroyed, this, [this, document] { m_states.remove(document); });
    return m_states[document];
}

void VerifyController::start(Document* document, const QString& title, ArgumentsFor argumentsFor)
{
    auto& state = stateOf(document);
    if (state.job != 0)
        m_jobs.cancel(std::exchange(state.job, 0)); // the new verification replaces the running one
    state.turn = std::make_shared<MeasurementSlot>();
    prepareRunFile(*document, RunFileReader::Opscope,
        [this, document = QPointer(document), turn = state.turn, title,
            argumentsFor = std::move(argumentsFor)](
            const support::Result<std::shared_ptr<const RunFile>>& file) {
            if (document == nullptr || stateOf(document).turn != turn)
                return; // closed, stopped or replaced meanwhile
            if (file) {
                stateOf(document).file = *file;
                return enqueue(document, title, argumentsFor(**file) + (*file)->arguments());
            }
            stateOf(document).turn = nullptr;
            document->setVerification(std::make_shared<const Verification>(
                Verification { Verification::State::Failed, file.error().message(), {} }));
            emit changed(document);
            emit finished(document);
        });
    emit started(document);
    emit changed(document);
}

void VerifyController::enqueue(Document* document, const QString& title, QStringList arguments)
{
    const auto& settings = settingsOf(document);
    if (settings.relative)
        arguments << QStringLiteral("--rtol") << fileNumber(*settings.relative);
    if (settings.absolute)
        arguments << QStringLiteral("--atol") << fileNumber(*settings.absolute);
    arguments += OperatorPlugins::instance().arguments();
    // The child process is used only for this, so opscope-cli need not start another one.
    arguments << QStringLiteral("--in-process") << QStringLiteral("--json-progress")
              << QStringLiteral("--format") << QStringLiteral("json");
    const auto turn = stateOf(document).turn; // the state may be gone once the job starts
    turn->ask(title, [this, document, title, arguments] { launch(document, title, arguments); });
}

void VerifyController::launch(
    Document* document, const QString& title, const QStringList& arguments)
{
    auto& state = stateOf(document);
    state.job = m_jobs.start<Found>(
        document, QStringLiteral("verify"), title,
        [program = RunController::engineProgram(), arguments](
            const std::stop_token& stop, const support::Progress& progress) {
            return std::make_shared<const Verification>(
                runVerification(program, arguments, stop, progress));
        },
        [this, document, turn = state.turn](support::Result<Found> found) {
            turn->end();
            auto& ended = stateOf(document);
            if (ended.turn != turn)
                return; // another verification was started in the meantime
            ended.turn = nullptr;
            ended.job = 0;
            ended.file = nullptr;
            if (found)
                document->setVerification(*std::move(found));
            emit changed(document);
            emit finished(document);
        });
}

} // namespace ui
