#include "ui/verify/verify_controller.h"

#include "ui/jobs/job_runner.h"
#include "ui/run/run_controller.h"
#include "ui/verify/verify_job.h"

#include <QDir>

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
}

void VerifyController::verifyFolder(Document* document, const QString& folder)
{
    stateOf(document).what = folder;
    start(document, tr("Verifying %1").arg(QDir(folder).dirName()),
        QStringList { folder } + commonArguments(document));
}

void VerifyController::repeat(Document* document)
{
    if (canRepeat(document))
        verifyFolder(document, folderOf(document));
}

void VerifyController::stop(Document* document) { m_jobs.cancel(jobOf(document)); }

QStringList VerifyController::commonArguments(Document* document)
{
    auto arguments = m_runs.settingsOf(document).engineArguments();
    const auto& settings = settingsOf(document);
    if (settings.relative)
        arguments << QStringLiteral("--rtol") << fileNumber(*settings.relative);
    if (settings.absolute)
        arguments << QStringLiteral("--atol") << fileNumber(*settings.absolute);
    return arguments << QStringLiteral("--format") << QStringLiteral("json");
}

VerifyController::State& VerifyController::stateOf(Document* document)
{
    if (!m_states.contains(document))
        connect(document, &QObject::destroyed, this, [this, document] { m_states.remove(document); });
    return m_states[document];
}

void VerifyController::start(
    Document* document, const QString& title, const QStringList& arguments)
{
    stateOf(document).job = m_jobs.start<Found>(
        document, QStringLiteral("verify"), title,
        [program = RunController::engineProgram(), arguments](
            const std::stop_token& stop, const support::Progress& progress) {
            return std::make_shared<const Verification>(
                runVerification(program, arguments, stop, progress));
        },
        [this, document](support::Result<Found> found) {
            stateOf(document).job = 0;
            if (found)
                document->setVerification(*std::move(found));
            emit changed(document);
            emit finished(document);
        });
    emit started(document);
    emit changed(document);
}

} // namespace ui
