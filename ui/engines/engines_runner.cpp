#include "ui/engines/engines_runner.h"

#include "model/support/atomic_file.h"
#include "model/support/hash.h"
#include "model/support/json.h"
#include "model/support/log.h"
#include "model/support/mapped_file.h"
#include "ui/document/document.h"
#include "ui/edit/run_file.h"
#include "ui/engines/engine_choice.h"
#include "ui/jobs/child_process.h"
#include "ui/run/run_controller.h"

#include <QDir>
#include <QFileInfo>

namespace ui {

using support::Result;

namespace {

/// Forwards `engine_run` events to `progress` and logs every other line.
TakeLine runsTo(const support::Progress& progress)
{
    return [&progress](const QByteArray& line) {
        const auto event = support::parseJson(viewOf(line));
        if (!event || !event->has("event")) {
            support::logInfo("engines: ", viewOf(line));
            return false;
        }
        if ((*event)["event"].stringOr("") != "engine_run" || !progress)
            return true;
        const auto engine = engineTitleOf((*event)["engine"].stringOr(""));
        progress(EnginesRunner::tr("%1, %n thread(s)", nullptr,
                     static_cast<int>((*event)["threads"].integerOr(0)))
                     .arg(engine)
                     .toStdString(),
            static_cast<std::uint64_t>((*event)["round"].integerOr(0)),
            static_cast<std::uint64_t>((*event)["rounds"].integerOr(0)));
        return true;
    };
}

Result<EnginesRunner::Result> withProfiles(std::string_view text, const QString& folder,
    const std::stop_token& stop, const support::Progress& progress)
{
    auto comparison = TRY(readEngineComparison(text));
    TRY(readEngineProfiles(comparison, folder.toStdString(), stop, progress));
    return std::make_shared<const EngineComparison>(std::move(comparison));
}

/// Runs the measurement. What was measured before a stop or a crash is in the document.
Result<EnginesRunner::Result> measure(const QStringList& arguments, const QString& folder,
    const std::stop_token& stop, const support::Progress& progress)
{
    const auto child
        = TRY(runChild(RunController::engineProgram(), arguments, stop, runsTo(progress)));
    auto comparison = withProfiles(viewOf(child.output), folder, {}, progress);
    if (!comparison)
        return support::failAs(
            child.isStopped ? support::ErrorKind::Cancelled : support::ErrorKind::Resource,
            failureText(child));
    TRY(support::writeFile(
        QDir(folder).filePath(engineDocumentName()).toStdString(), viewOf(child.output)));
    return comparison;
}

} // namespace

QString engineDocumentName() { return QStringLiteral("engines.json"); }

EnginesRunner::EnginesRunner(Context& context, QObject* parent)
    : MeasurementRunner(context.jobs, parent)
    , m_context(context)
{
}

void EnginesRunner::start(Document& document, const QList<int>& threadCounts, int rounds)
{
    if (isRunning())
        return;
    const auto recording = m_context.runs->newRecording(document.path());
    if (recording.isEmpty()) {
        emit failed(tr("No folder for the results can be made in %1. Free some space, or set "
                       "TMPDIR to a folder that can be written.")
                        .arg(QDir::tempPath()));
        return;
    }
    m_folder = QFileInfo(recording).absolutePath() + u'/' + QFileInfo(recording).completeBaseName()
        + QStringLiteral("-engines");
    QStringList counts;
    for (const auto count : threadCounts)
        counts.append(QString::number(count));
    const auto& settings = m_context.runs->settingsOf(&document);
    const auto options = QStringList { QStringLiteral("--seed"), QString::number(settings.seed) }
        + settings.inputArguments()
        + QStringList { QStringLiteral("--thread-counts"), counts.join(u','),
              QStringLiteral("--rounds"), QString::number(rounds), QStringLiteral("--profiles"),
              m_folder, QStringLiteral("--json-progress"), QStringLiteral("--format"),
              QStringLiteral("json") };
    prepareRunFile(document, RunFileReader::OtherEngine,
        [this, options, title = tr("Measuring %1 in all engines").arg(document.title())](
            const support::Result<std::shared_ptr<const RunFile>>& file) {
            if (file)
                measureFile(*file, title, options);
            else
                emit failed(QString::fromStdString(file.error().message()));
        });
}

void EnginesRunner::measureFile(
    const std::shared_ptr<const RunFile>& file, const QString& title, const QStringList& options)
{
    const auto arguments
        = QStringList { QStringLiteral("engines"), file->path() } + file->arguments() + options;
    begin(title, [this, arguments, file](const std::shared_ptr<Work>& work) {
        return m_context.jobs.start<Result>(
            this, QStringLiteral("engines"), tr("Measuring in all engines"),
            // The job keeps the file until the measurement has ended.
            [arguments, file, folder = m_folder](
                std::stop_token stop, const support::Progress& progress) {
                return measure(arguments, folder, stop, progress);
            },
            [this, work](support::Result<Result> result) {
                work->turn.end();
                ended(result);
            });
    });
}

void EnginesRunner::open(const Document& document, const QString& file)
{
    m_context.jobs.start<Result>(
        this, QStringLiteral("openEngines"), tr("Reading %1").arg(QFileInfo(file).fileName()),
        [file, model = document.path()](
            std::stop_token stop, const support::Progress& progress) -> support::Result<Result> {
            const auto bytes = TRY(support::MappedFile::open(file.toStdString()));
            auto read = TRY(
                withProfiles(std::string_view(reinterpret_cast<const char*>(bytes->bytes().data()),
                                 bytes->bytes().size()),
                    QFileInfo(file).absolutePath(), stop, progress));
            const auto sha256 = TRY(support::sha256OfFile(model.toStdString(), stop));
            if (read->modelSha256 != sha256)
                return support::failAs(support::ErrorKind::File, file.toStdString(),
                    " is a measurement of another model file than ", model.toStdString(),
                    ": its model_sha256 is ", read->modelSha256.substr(0, 64), ", expected ",
                    sha256);
            return read;
        },
        [this, file](support::Result<Result> result) {
            if (result) {
                m_folder = QFileInfo(file).absolutePath();
                emit measured(*result);
            } else {
                emit failed(QString::fromStdString(result.error().message()));
            }
        });
}

void EnginesRunner::ended(const support::Result<Result>& result)
{
    const bool isCancelled = end();
    if (result)
        emit measured(*result);
    else if (isCancelled || result.error().kind() == support::ErrorKind::Cancelled)
        emit failed(tr("stopped before the first round was complete; nothing is kept"));
    else
        emit failed(QString::fromStdString(result.error().message()));
}

} // namespace ui
