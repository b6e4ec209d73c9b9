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
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>

namespace ui {

using support::Result;

namespace {

std::string_view viewOf(const QByteArray& bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

/// Its phases as progress; whatever else it says goes to the log.
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

Result<CompareRunner::Measured> measureBoth(const QStringList& arguments, const QString& folder,
    Compared compared, const std::stop_token& stop, const support::Progress& progress)
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
        // A stop was for measuring: what came of it is read all the same.
        measured.runs[side] = TRY(readRun(files[side], {}, progress));
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

/// As one text for `--a` or `--b`: paths may have blanks.
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
    : QObject(parent)
    , m_context(context)
{
    connect(&context.jobs, &JobRunner::jobsChanged, this, [this] {
        if (isRunning())
            emit changed();
    });
}

CompareRunner::~CompareRunner() { m_context.jobs.cancelAll(this); }

QString CompareRunner::hindrance(const Compared& compared) const
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
    if (m_context.runs != nullptr && m_context.runs->isRunning())
        return tr("a run is in progress");
    return {};
}

JobRunner::JobState CompareRunner::progress() const
{
    for (const auto& job : m_context.jobs.jobs())
        if (job.id == m_job)
            return job;
    return {};
}

QStringList CompareRunner::arguments(const Compared& compared) const
{
    QStringList result { QStringLiteral("compare") };
    for (const auto& side : compared.sides)
        result << side.document->path();
    std::array<QStringList, 2> own;
    for (std::size_t i = 0; i < 2; ++i) {
        auto* document = compared.sides[i].document.data();
        auto settings = m_context.runs->settingsOf(document);
        // A fused operator leaves out what lies between its nodes: to compare values, every node
        // runs on its own.
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

void CompareRunner::measure(const Compared& compared, int rounds)
{
    if (!hindrance(compared).isEmpty())
        return;
    if (m_folder == nullptr || !m_folder->isValid())
        m_folder = std::make_unique<QTemporaryDir>();
    if (!m_folder->isValid()) {
        emit failed(tr("No folder for the results can be made in %1: %2. Free some space, or set "
                       "TMPDIR to a folder that can be written.")
                        .arg(QDir::tempPath(), m_folder->errorString()));
        return;
    }
    const auto folder = m_folder->filePath(QString::number(++m_count));
    m_kind = Kind::Measure;
    auto options = arguments(compared);
    options << QStringLiteral("--measure") << QStringLiteral("--rounds") << QString::number(rounds)
            << QStringLiteral("--profiles") << folder;
    m_isCancelled = false;
    m_job = m_context.jobs.start<Measured>(
        this, QStringLiteral("compareRun"), tr("Measuring both in turns"),
        [options, folder, compared](std::stop_token stop, const support::Progress& progress) {
            return measureBoth(options, folder, compared, stop, progress);
        },
        [this](support::Result<Measured> result) {
            ended<Measured>(result, [this](const Measured& found) { emit measured(found); });
        });
    emit changed();
}

void CompareRunner::compareNumbers(const Compared& compared, const Tolerance& tolerance)
{
    if (!hindrance(compared).isEmpty())
        return;
    m_kind = Kind::Numbers;
    auto options = arguments(compared);
    options << QStringLiteral("--numbers");
    if (tolerance.relative)
        options << QStringLiteral("--rtol") << fileNumber(*tolerance.relative);
    if (tolerance.absolute)
        options << QStringLiteral("--atol") << fileNumber(*tolerance.absolute);
    m_isCancelled = false;
    m_job = m_context.jobs.start<Numbers>(
        this, QStringLiteral("compareRun"), tr("Comparing the values of both"),
        [options, compared](std::stop_token stop, const support::Progress& progress) {
            return numbersOf(options, compared, stop, progress);
        },
        [this](support::Result<Numbers> result) {
            ended<Numbers>(result, [this](const Numbers& found) { emit numbersFound(found); });
        });
    emit changed();
}

template <typename T>
void CompareRunner::ended(
    const support::Result<T>& result, const std::function<void(const T&)>& take)
{
    m_job = 0;
    emit changed();
    if (m_isCancelled)
        return;
    if (result)
        take(*result);
    else
        emit failed(result.error().kind() == support::ErrorKind::Cancelled
                ? tr("stopped before the first round was complete; nothing is kept")
                : QString::fromStdString(result.error().message()));
}

void CompareRunner::stopAndKeep() { m_context.jobs.cancel(m_job); }

void CompareRunner::cancel()
{
    m_isCancelled = true;
    m_context.jobs.cancel(m_job);
}

} // namespace ui
