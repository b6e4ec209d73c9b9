#include "ui/compare/compare_runner.h"

#include "model/support/json.h"
#include "model/support/log.h"
#include "model/support/shell_words.h"
#include "ui/jobs/child_process.h"
#include "ui/jobs/job_runner.h"
#include "ui/plugins/operator_plugins.h"
#include "ui/run/read_run.h"
#include "ui/run/run_controller.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace ui {

using support::Result;

namespace {

/// Forwards the child's phases to `progress` and logs every other line.
TakeLine phasesTo(const support::Progress& progress)
{
    return [&progress](const QByteArray& line) {
        const auto json = support::parseJson(viewOf(line));
        if (!json || !json->has("event")) {
            support::logInfo("engine: ", viewOf(line));
            return false;
        }
        if ((*json)["event"].stringOr("") == "phase" && progress)
            progress((*json)["what"].stringOr(""),
                static_cast<std::uint64_t>((*json)["done"].integerOr(0)),
                static_cast<std::uint64_t>((*json)["total"].integerOr(0)));
        return true;
    };
}

/// Runs the comparison, and moves the two profiles that the child writes into `folder` to
/// `recordings`.
Result<CompareRunner::Measured> measureBoth(const QStringList& arguments, const QString& folder,
    const std::array<QString, 2>& recordings, Compared compared, const std::stop_token& stop,
    const support::Progress& progress)
{
    const auto child
        = TRY(runChild(RunController::engineProgram(), arguments, stop, phasesTo(progress)));
    const std::array files { folder + QStringLiteral("/a.opscope"),
        folder + QStringLiteral("/b.opscope") };
    if (!QFileInfo::exists(files[0]) || !QFileInfo::exists(files[1]))
        return support::failAs(
            child.isStopped ? support::ErrorKind::Cancelled : support::ErrorKind::Resource,
            failureText(child));
    CompareRunner::Measured measured;
    for (std::size_t side = 0; side < 2; ++side) {
        if (!QFile::rename(files[side], recordings[side]))
            return support::failAs(support::ErrorKind::File, "cannot move ",
                files[side].toStdString(), " to ", recordings[side].toStdString());
        // A stop request ends only the measurement: the profiles written so far are read anyway.
        measured.runs[side] = TRY(readRun(recordings[side], {}, progress));
        measured.runs[side].isOfSession = true;
        compared.sides[side].profile = measured.runs[side].profile;
    }
    measured.compared = compareSides(std::move(compared.sides));
    return measured;
}

using Numbers = std::shared_ptr<const ComparedNumbers>;

Result<Numbers> numbersOf(const QStringList& arguments, const Compared& compared,
    const std::stop_token& stop, const support::Progress& progress)
{
    const auto child
        = TRY(runChild(RunController::engineProgram(), arguments, stop, phasesTo(progress)));
    if (child.isStopped)
        return support::failAs(support::ErrorKind::Cancelled, "cancelled");
    auto numbers = readNumbers(viewOf(child.output), compared);
    if (!numbers)
        return support::failAs(support::ErrorKind::Resource, failureText(child));
    return std::make_shared<const ComparedNumbers>(*std::move(numbers));
}

/// Joins the arguments to one text for `--a` or `--b`; quoted, because paths may contain blanks.
QString quoted(const QStringList& arguments)
{
    QStringList words;
    for (const auto& argument : arguments)
        words << QString::fromStdString(support::shellQuoted(argument.toStdString()));
    return words.join(u' ');
}

QString fileNumber(double number) { return QString::number(number, 'g', 17); }

} // namespace

CompareRunner::CompareRunner(Context& context, QObject* parent)
    : MeasurementRunner(context.jobs, parent)
    , m_context(context)
{
}

/// Stops the child after its current run. A measurement is still added to the models' runs.
CompareRunner::~CompareRunner()
{
    if (isRunning())
        work()->isCancelled = work()->isCancelled || m_kind == Kind::Numbers;
}

QString CompareRunner::blocker(const Compared& compared) const
{
    if (isRunning())
        return tr("it is at work already");
    if (!compared.hasModels())
        return tr("a profile cannot be run, only its model can");
    if (compared.isOneModel())
        return tr("both are runs of one model");
    for (const auto& side : compared.sides)
        if (side.document == nullptr)
            return tr("%1 is not open").arg(side.title);
    return {};
}

std::array<RunSettings, 2> CompareRunner::settingsOf(const Compared& compared, Engine engine) const
{
    std::array settings { m_context.runs->settingsOf(compared.sides[0].document),
        m_context.runs->settingsOf(compared.sides[1].document) };
    if (engine == Engine::SettingsOfA)
        settings[1] = settings[1].withEngineOf(settings[0]);
    return settings;
}

QString CompareRunner::engineDifference(const Compared& compared) const
{
    const auto own = settingsOf(compared, Engine::Own);
    const auto same = settingsOf(compared, Engine::SettingsOfA);
    const bool isSame = own[1].arguments() == same[1].arguments()
        && own[1].environment() == same[1].environment();
    return isSame ? QString()
                  : tr("A: %1. B: %2.").arg(own[0].summary(nullptr), own[1].summary(nullptr));
}

QStringList CompareRunner::arguments(const Compared& compared, Engine engine) const
{
    auto both = settingsOf(compared, engine);
    QStringList result { QStringLiteral("compare") };
    for (const auto& side : compared.sides)
        result << side.document->path();
    std::array<QStringList, 2> own;
    for (std::size_t i = 0; i < 2; ++i) {
        auto* document = compared.sides[i].document.data();
        auto& settings = both[i];
        // A fused operator does not produce the values between its nodes. To compare values, every
        // node runs on its own.
        if (m_kind == Kind::Numbers)
            settings.optimisation = QStringLiteral("none");
        own[i] = settings.arguments() + document->openArguments();
    }
    if (own[0] == own[1])
        result += own[0];
    else
        result << QStringLiteral("--a") << quoted(own[0]) << QStringLiteral("--b")
               << quoted(own[1]);
    return result + OperatorPlugins::instance().arguments()
        + QStringList { QStringLiteral("--json-progress"), QStringLiteral("--format"),
              QStringLiteral("json") };
}

QString CompareRunner::titleOf(const Compared& compared) const
{
    return tr("Measuring %1 and %2").arg(compared.sides[0].title, compared.sides[1].title);
}

void CompareRunner::measure(const Compared& compared, int rounds, Engine engine)
{
    if (!blocker(compared).isEmpty())
        return;
    auto* runs = m_context.runs;
    std::array<QString, 2> paths;
    std::array<QString, 2> recordings;
    for (std::size_t side = 0; side < 2; ++side) {
        paths[side] = compared.sides[side].document->path();
        recordings[side] = runs->newRecording(paths[side]);
    }
    if (recordings[0].isEmpty()) {
        emit failed(tr("No folder for the results can be made in %1. Free some space, or set "
                       "TMPDIR to a folder that can be written.")
                        .arg(QDir::tempPath()));
        return;
    }
    const auto folder = QFileInfo(recordings[0]).absolutePath() + u'/'
        + QFileInfo(recordings[0]).completeBaseName() + QStringLiteral("-both");
    m_kind = Kind::Measure;
    auto options = arguments(compared, engine);
    options << QStringLiteral("--measure") << QStringLiteral("--rounds") << QString::number(rounds)
            << QStringLiteral("--profiles") << folder;
    const auto ended = [self = QPointer(this), runs, paths](
                           const Work& work, const support::Result<Measured>& result) {
        if (self != nullptr)
            return self->ended<Measured>(
                result, [self](const Measured& found) { emit self->measured(found); });
        for (std::size_t side = 0; side < 2 && result && !work.isCancelled; ++side)
            emit runs->measuredForClosed(paths[side], result->runs[side]);
    };
    begin(titleOf(compared), [=, this](const std::shared_ptr<Work>& work) {
        // Owned by `runs`, not by this object: the result is kept if the comparison's tab is
        // closed.
        return m_context.jobs.start<Measured>(
            runs, QStringLiteral("compareRun ") + folder, tr("Measuring both in turns"),
            [=](std::stop_token stop, const support::Progress& progress) {
                return measureBoth(options, folder, recordings, compared, stop, progress);
            },
            [work, ended](support::Result<Measured> result) {
                work->turn.end();
                ended(*work, result);
            });
    });
}

void CompareRunner::compareNumbers(const Compared& compared, const Tolerance& tolerance)
{
    if (!blocker(compared).isEmpty())
        return;
    m_kind = Kind::Numbers;
    auto options = arguments(compared, Engine::Own);
    options << QStringLiteral("--numbers");
    if (tolerance.relative)
        options << QStringLiteral("--rtol") << fileNumber(*tolerance.relative);
    if (tolerance.absolute)
        options << QStringLiteral("--atol") << fileNumber(*tolerance.absolute);
    begin(titleOf(compared), [=, this](const std::shared_ptr<Work>& work) {
        return m_context.jobs.start<Numbers>(
            this, QStringLiteral("compareRun"), tr("Comparing the values of both"),
            [options, compared](std::stop_token stop, const support::Progress& progress) {
                return numbersOf(options, compared, stop, progress);
            },
            [this, work](support::Result<Numbers> result) {
                work->turn.end();
                ended<Numbers>(result, [this](const Numbers& found) { emit numbersFound(found); });
            });
    });
}

template <typename T>
void CompareRunner::ended(
    const support::Result<T>& result, const std::function<void(const T&)>& take)
{
    if (end())
        return;
    if (result)
        take(*result);
    else
        emit failed(result.error().kind() == support::ErrorKind::Cancelled
                ? tr("stopped before the first round was complete; nothing is kept")
                : QString::fromStdString(result.error().message()));
}

void CompareRunner::stopAndKeep()
{
    if (!isRunning())
        return;
    if (work()->turn.isWaiting())
        return cancel();
    m_context.jobs.cancel(work()->job);
}

} // namespace ui
