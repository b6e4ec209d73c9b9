#include "ui/run/run_controller.h"

#include "model/support/log.h"
#include "profiler/tables/profile.h"
#include "ui/document/document.h"
#include "ui/edit/run_file.h"
#include "ui/gpu/device_findings.h"
#include "ui/gpu/fallback_findings.h"
#include "ui/jobs/child_process.h"
#include "ui/jobs/job_runner.h"
#include "ui/plugins/operator_plugins.h"
#include "ui/run/read_run.h"
#include "ui/run/recoverable_recordings.h"
#include "ui/run/session_folder.h"
#include "ui/run/target_box.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace ui {

namespace {

QString& programOverride()
{
    static QString path;
    return path;
}

QString commandName(RunController::Mode mode)
{
    const bool isRun = mode == RunController::Mode::Once || mode == RunController::Mode::Capture;
    return isRun ? QStringLiteral("run") : QStringLiteral("profile");
}

/// The end of what the process wrote besides events.
QString lastOutput(const ChildResult& child)
{
    return QString::fromUtf8(child.stderrTail.right(400)).trimmed();
}

/// The title that is shown to measurements waiting for this one.
QString turnTitle(RunController::Mode mode, const QString& model)
{
    switch (mode) {
    case RunController::Mode::Profile:
        return RunController::tr("Profiling %1").arg(model);
    case RunController::Mode::Sweep:
        return RunController::tr("Sweep of %1").arg(model);
    case RunController::Mode::Check:
        return RunController::tr("Checking %1").arg(model);
    case RunController::Mode::Once:
    case RunController::Mode::Capture:
        break;
    }
    return RunController::tr("Running %1").arg(model);
}

/// The value of `--sweep`: `sequence=128,256`.
QString sweepText(const profiler::SweepPlan& plan)
{
    QStringList sizes;
    for (const auto size : plan.sizes)
        sizes.append(QString::number(size));
    return QString::fromStdString(plan.dimension) + u'=' + sizes.join(u',');
}

} // namespace

std::size_t RunController::Progress::recorded() const
{
    return points.size() - plain() - warmups();
}

std::size_t RunController::Progress::plain() const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        points, [](const Point& point) { return !point.isWarmup && !point.isRecorded; }));
}

std::size_t RunController::Progress::warmups() const
{
    return static_cast<std::size_t>(std::ranges::count(points, true, &Point::isWarmup));
}

RunController::RunController(JobRunner& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_process([this](const QByteArray& line) { return takeLine(line); })
{
    constexpr int newsEveryMs = 100;
    m_newsSoon.setSingleShot(true);
    m_newsSoon.setInterval(newsEveryMs);
    connect(&m_newsSoon, &QTimer::timeout, this, &RunController::changed);
    connect(&MeasurementQueue::instance(), &MeasurementQueue::changed, this, [this] {
        if (m_state == State::Waiting)
            emit changed();
    });
    connect(&m_process, &ChildProcess::ended, this, &RunController::ended);
}

bool RunController::prepareFolder()
{
    if (m_folder == nullptr || !m_folder->isValid())
        m_folder = SessionFolder::ofProcess();
    return m_folder->isValid();
}

QString RunController::newRecording(const QString& modelPath)
{
    return prepareFolder() ? m_folder->newRecording(modelPath) : QString();
}

QString RunController::engineProgram()
{
    if (!programOverride().isEmpty())
        return programOverride();
    return QDir(QCoreApplication::applicationDirPath())
        .absoluteFilePath(QStringLiteral("opscope-cli"));
}

void RunController::useEngineProgram(const QString& path) { programOverride() = path; }

RunSettings& RunController::settingsOf(Document* document)
{
    const auto known = m_settings.find(document->path());
    return known != m_settings.end()
        ? *known
        : *m_settings.insert(document->path(), RunSettings::load(document->path()));
}

void RunController::settingsEdited(Document* document)
{
    settingsOf(document).save(document->path());
    emit settingsChanged(document);
}

bool RunController::isOf(const Document* document) const
{
    return document != nullptr && m_document == document
        && (isRunning() || document->model() == m_model);
}

void RunController::start(Document* document, Mode mode)
{
    if (isRunning() || document == nullptr || document->model() == nullptr)
        return;
    m_document = document;
    m_path = document->path();
    m_model = document->model();
    disconnect(m_closing);
    // Queued: the page of the document is half destroyed now, and would still get our signals.
    m_closing = connect(
        document, &QObject::destroyed, this, &RunController::abandon, Qt::QueuedConnection);
    m_valueFolder.clear();
    m_profilePath.clear();
    m_progress = {};
    m_progress.mode = mode;
    m_progress.isOnGpu = settingsOf(document).isOnGpu();
    if (mode == Mode::Sweep)
        m_progress.sweep = m_planned;
    if (mode != Mode::Profile && mode != Mode::Check && settingsOf(document).isElsewhere())
        return fail(onlyHereText(settingsOf(document).target), QStringLiteral("usage"));
    if (!prepareFolder())
        return fail(tr("No folder for the results can be made in %1: %2. Free some space, or set "
                       "TMPDIR to a folder that can be written.")
                        .arg(QDir::tempPath(), m_folder->errorString()),
            QStringLiteral("file"));
    ++m_count;
    // Stores the model's path too, so that a later start can restore the recording if this process
    // is killed.
    m_profilePath = mode == Mode::Profile ? m_folder->newRecording(m_path) : QString();
    m_valueFolder = m_folder->newFolder();
    m_state = State::Waiting;
    document->setRunProblems({});
    const bool isOther = mode != Mode::Capture && settingsOf(document).engine.isOther();
    prepareRunFile(*document, isOther ? RunFileReader::OtherEngine : RunFileReader::Opscope,
        [this, run = m_count, title = turnTitle(mode, document->title())](
            const support::Result<std::shared_ptr<const RunFile>>& file) {
            if (run != m_count || m_state != State::Waiting)
                return; // stopped meanwhile
            if (!file)
                return fail(QString::fromStdString(file.error().message()), QStringLiteral("file"));
            m_file = *file;
            enqueue(title);
        });
    emit changed();
}

void RunController::enqueue(const QString& title)
{
    m_variables = settingsOf(m_document).environment();
    m_arguments = argumentsFor(m_progress.mode);
    m_turn.ask(title, [this] { launch(); });
    emit changed();
}

void RunController::launch()
{
    m_state = State::Running;
    m_process.start(engineProgram(), m_arguments, m_variables);
}

QStringList RunController::argumentsFor(Mode mode)
{
    auto settings = settingsOf(m_document);
    // A fused operator does not produce the values between its nodes. To capture a value, every
    // node runs on its own.
    if (mode == Mode::Capture) {
        settings.engine.name = EngineChoice().name; // the values are those of Opscope's engine
        settings.optimisation = QStringLiteral("none");
    }
    auto arguments = QStringList { commandName(mode), m_file->path() } + settings.arguments()
        + settings.timeArguments() + m_file->arguments();
    if (!settings.engine.isOther())
        arguments << OperatorPlugins::instance().arguments();
    arguments << QStringLiteral("--json-progress") << QStringLiteral("--format")
              << QStringLiteral("json");
    if (mode == Mode::Sweep)
        settings.generation.tokens = 0; // a sweep is of single runs
    switch (mode) {
    case Mode::Profile:
        arguments << QStringLiteral("-o") << m_profilePath << settings.profilingArguments(*m_model);
        if (m_file->edits() > 0)
            arguments << QStringLiteral("--unsaved-edits") << QString::number(m_file->edits());
        break;
    case Mode::Sweep:
        arguments << settings.measuringArguments(*m_model) << QStringLiteral("--sweep")
                  << sweepText(m_planned.plan);
        break;
    case Mode::Check:
        arguments << targetArguments(settings.target) << QStringLiteral("--check-only");
        break;
    case Mode::Once:
        arguments << QStringLiteral("--save") << m_valueFolder;
        break;
    case Mode::Capture:
        arguments << QStringLiteral("--save") << m_valueFolder << QStringLiteral("--capture")
                  << QString::fromStdString(m_model->value(m_wanted).name);
        break;
    }
    return arguments;
}

void RunController::capture(Document* document, model::ValueId value)
{
    if (isRunning() || document == nullptr || document->model() == nullptr)
        return;
    m_wanted = value;
    start(document, Mode::Capture);
}

void RunController::sweep(Document* document, profiler::Sweep planned)
{
    if (isRunning() || document == nullptr || document->model() == nullptr)
        return;
    m_planned = std::move(planned);
    start(document, Mode::Sweep);
}

/// `summary`: the entry of the value in the result of the process.
void RunController::keep(
    model::ValueId value, const QString& file, const QString& words, const QJsonObject& summary)
{
    KeptValue kept { m_model, value, QString::fromStdString(m_model->value(value).name), m_path,
        m_valueFolder + u'/' + file, words, model::ElementType::Undefined, {} };
    const auto type = summary.value(QStringLiteral("type")).toString().toStdString();
    kept.element = model::elementTypeFromName(type).value_or(model::ElementType::Undefined);
    for (const auto& size : summary.value(QStringLiteral("shape")).toArray())
        kept.dims.push_back(size.toInteger());
    m_kept.add(std::move(kept));
    emit capturedChanged(value);
}

/// Stores the files of the run's outputs or of the captured value.
void RunController::keepValues(const QJsonObject& result)
{
    const auto engine = m_settings.value(m_path).engine;
    if (m_progress.mode == Mode::Capture)
        keep(m_wanted, QStringLiteral("capture_0.pb"),
            (engine.isOther() ? tr("captured in Opscope's engine, run %1, nothing fused")
                              : tr("captured, run %1, nothing fused"))
                .arg(m_count),
            result.value(QStringLiteral("captures")).toArray().first().toObject());
    if (m_progress.mode == Mode::Once) {
        const auto outputs = result.value(QStringLiteral("outputs")).toArray();
        const auto words = engine.isOther()
            ? tr("output of run %1 in %2").arg(m_count).arg(engine.title())
            : tr("output of run %1").arg(m_count);
        for (qsizetype i = 0; i < outputs.size(); ++i) {
            const auto output = outputs[i].toObject();
            const auto name = output.value(QStringLiteral("name")).toString().toStdString();
            // Not only outputs of the model: a partial run writes other values too.
            const auto& all = m_model->values;
            const auto found = std::ranges::find_if(all, [&](const model::Value& value) {
                return !name.empty() && value.name == name && value.graph == model::GraphId(0u);
            });
            if (found != all.end())
                keep(model::ValueId(static_cast<std::size_t>(found - all.begin())),
                    QStringLiteral("output_%1.pb").arg(i), words, output);
        }
    }
    removeUnneededValues();
}

/// Files that are chosen as inputs of a run stay.
void RunController::removeUnneededValues()
{
    constexpr qint64 mostBytes = qint64(2) << 30;
    QStringList inputs;
    for (const auto& settings : std::as_const(m_settings))
        for (const auto& spec : settings.inputs)
            if (spec.startsWith(QStringLiteral("file:")))
                inputs.append(spec.mid(5));
    for (const auto value : m_kept.removeUnneeded(inputs, mostBytes))
        emit capturedChanged(value);
}

void RunController::repeatOnCpu(Document* document)
{
    if (isRunning() || document == nullptr)
        return;
    settingsOf(document).device = QStringLiteral("cpu");
    settingsEdited(document);
    // Arguments of a capture or sweep are still stored in m_wanted and m_planned.
    start(document, document == m_document ? m_progress.mode : Mode::Profile);
}

void RunController::stop()
{
    if (m_state == State::Waiting)
        return fail(tr("stopped before it began"), QStringLiteral("stopped"));
    if (m_state == State::Running) {
        m_state = State::Stopping;
        m_process.terminate();
    } else if (m_state == State::Stopping) {
        m_process.kill();
    }
    emit changed();
}

/// Called when the document is closed. Stops its run; what was measured is kept.
void RunController::abandon()
{
    if (m_document != nullptr)
        return; // another run has started since
    if (m_state == State::Waiting || m_state == State::Running)
        stop();
    if (!isRunning())
        m_model.reset(); // else finish() does it
}

bool RunController::takeLine(const QByteArray& line)
{
    const auto event = QJsonDocument::fromJson(line);
    if (!event.isObject()) {
        support::logInfo("engine: ", line.toStdString());
        return false;
    }
    handle(event.object());
    if (!m_newsSoon.isActive())
        m_newsSoon.start();
    return true;
}

void RunController::handle(const QJsonObject& event)
{
    const auto kind = event.value(QStringLiteral("event")).toString();
    if (kind == QStringLiteral("plan")) {
        m_progress.plan = event;
    } else if (kind == QStringLiteral("phase")) {
        m_progress.phase = event.value(QStringLiteral("what")).toString();
        m_progress.done = event.value(QStringLiteral("done")).toInt();
        m_progress.total = event.value(QStringLiteral("total")).toInt();
    } else if (kind == QStringLiteral("run")) {
        const auto side = event.value(QStringLiteral("side")).toString();
        if (side == QStringLiteral("prefill"))
            return; // takes a whole prompt, the other runs take one token
        m_progress.points.push_back({ event.value(QStringLiteral("wall_ns")).toDouble(),
            side == QStringLiteral("warmup"), side != QStringLiteral("unprofiled") });
    } else if (kind == QStringLiteral("error")) {
        if (!m_progress.failure.isEmpty())
            return; // the first says why: what follows a time limit is only the stop
        m_progress.failure = event.value(QStringLiteral("message")).toString();
        m_progress.failureKind = event.value(QStringLiteral("kind")).toString();
        reportUnsupported(event);
    } else {
        handleSweep(kind, event);
    }
}

void RunController::handleSweep(const QString& kind, const QJsonObject& event)
{
    if (kind == QStringLiteral("size")) {
        m_progress.size = event.value(QStringLiteral("size")).toInteger();
        m_progress.points.clear(); // the points are those of one size
        m_progress.phase.clear();
        m_progress.total = 0;
    } else if (kind == QStringLiteral("point")) {
        const auto point = QJsonDocument(event.value(QStringLiteral("point")).toObject());
        if (const auto json = support::parseJson(point.toJson().toStdString()))
            m_progress.sweep.points.push_back(profiler::readSweepPoint(*json));
    }
}

void RunController::reportUnsupported(const QJsonObject& event)
{
    if (m_document == nullptr)
        return;
    support::Diagnostics problems;
    for (const auto& entry : event.value(QStringLiteral("unsupported")).toArray()) {
        const auto row = entry.toObject();
        for (const auto& node : row.value(QStringLiteral("nodes")).toArray()) {
            support::Diagnostic problem { support::Severity::Error, "operator-unsupported", {},
                row.value(QStringLiteral("message")).toString().toStdString(),
                tr("run the rest, in the Run panel, or add a plug-in that brings them, in "
                   "Preferences")
                    .toStdString() };
            const model::NodeId id(static_cast<std::uint32_t>(node.toInteger()));
            if (id.value() < m_document->model()->nodes.size())
                problem.where = model::locate(*m_document->model(), id);
            problems.push_back(std::move(problem));
        }
    }
    if (problems.empty())
        problems.push_back(
            { support::Severity::Error, "run-failed", {}, m_progress.failure.toStdString(), {} });
    m_document->setRunProblems(std::move(problems));
}

/// Reports notices and CPU fallbacks of a GPU run as problems. The profile itself contains notes of
/// the tracer.
void RunController::reportDevice()
{
    if (!m_progress.isOnGpu || m_document == nullptr || m_document->model() == nullptr)
        return;
    auto problems = noticeFindings(m_progress.plan);
    // In a profile, the steps show what ran on the CPU; for other runs only the plan does.
    if (m_progress.mode != Mode::Profile)
        std::ranges::move(
            fallbackFindings(*m_document->model(), m_progress.plan), std::back_inserter(problems));
    if (!problems.empty())
        m_document->setRunProblems(std::move(problems));
}

void RunController::fail(const QString& message, const QString& kind)
{
    m_progress.failure = message;
    m_progress.failureKind = kind;
    // A stop is not the model's fault, and unsupported operators are already listed by node.
    const bool isListed
        = kind == QStringLiteral("stopped") || kind == QStringLiteral("unsupported");
    // Out of memory or a crash in a GPU run is attributed to the GPU: the CPU has other memory and
    // code.
    m_progress.hasDeviceFailed = m_progress.isOnGpu
        && (kind == QStringLiteral("resource") || kind == QStringLiteral("crash"));
    if (!isListed && m_document != nullptr && m_document->model() != nullptr) {
        auto problems = noticeFindings(m_progress.plan);
        problems.push_back(m_progress.hasDeviceFailed
                ? support::Diagnostic { support::Severity::Error, deviceFailedCode, {},
                    message.toStdString(),
                    tr("run on the CPU, or make the batch smaller if memory was short; the next "
                       "run on the GPU begins in a process of its own")
                        .toStdString() }
                : support::Diagnostic {
                    support::Severity::Error, "run-failed", {}, message.toStdString(), {} });
        m_document->setRunProblems(std::move(problems));
    }
    finish(Outcome::Failed);
}

void RunController::finish(Outcome outcome)
{
    m_state = State::Idle;
    m_file.reset();
    m_turn.end();
    if (outcome == Outcome::Failed && !m_valueFolder.isEmpty())
        QDir(m_valueFolder).removeRecursively();
    if (!m_profilePath.isEmpty() && !QFileInfo::exists(m_profilePath))
        SessionFolder::removeNotes(m_profilePath);
    if (m_document == nullptr)
        m_model.reset();
    emit changed();
    emit finished(m_document, outcome == Outcome::Good);
}

QString RunController::crashText(const ChildResult& child) const
{
    auto text = tr("The process that ran the model died (%1). ").arg(signalText(child.signal));
    text += tr("%n run(s) had finished.", nullptr, static_cast<int>(m_progress.points.size()));
    if (!child.stderrTail.isEmpty())
        text += tr(" Its last output: %1").arg(lastOutput(child));
    return text;
}

void RunController::ended(const ChildResult& child)
{
    if (!child.startFailure.isEmpty())
        return fail(child.startFailure, QStringLiteral("resource"));
    const auto document = QJsonDocument::fromJson(child.output).object();
    const bool isStopped = m_state == State::Stopping;
    const bool isMeasured = m_progress.failure.isEmpty() || isStopped
        || m_progress.failureKind == QStringLiteral("cancelled");
    const bool hasPoints = !m_progress.sweep.points.empty();
    const bool hasProfile
        = m_progress.mode == Mode::Profile && isMeasured && QFileInfo::exists(m_profilePath);
    if (m_progress.failure.isEmpty() && child.signal != 0 && !isStopped)
        return failButKeep(crashText(child), QStringLiteral("crash"));
    if (hasPoints && m_progress.failure.isEmpty())
        return finish(Outcome::Good);
    if (!hasProfile && (child.exitCode != 0 || child.signal != 0)) {
        const auto error = document.value(QStringLiteral("error")).toObject();
        auto message = m_progress.failure.isEmpty()
            ? error.value(QStringLiteral("message")).toString()
            : m_progress.failure;
        const auto kind = m_progress.failureKind.isEmpty()
            ? error.value(QStringLiteral("kind")).toString()
            : m_progress.failureKind;
        const bool isSaid
            = !message.isEmpty() && m_progress.failureKind != QStringLiteral("cancelled");
        if (isStopped && !isSaid)
            return failButKeep(tr("stopped before the first run was complete; nothing is kept"),
                QStringLiteral("stopped"));
        if (message.isEmpty())
            message = tr("The process that ran the model ended with code %1. %2")
                          .arg(child.exitCode)
                          .arg(lastOutput(child));
        return failButKeep(message, kind);
    }
    m_progress.outputs = document;
    reportDevice();
    if (hasProfile)
        return loadProfile();
    keepValues(document);
    finish(Outcome::Good);
}

void RunController::failButKeep(const QString& message, const QString& kind)
{
    const bool isKept = m_progress.mode == Mode::Profile
        && (QFileInfo::exists(m_profilePath)
            || QFile::rename(m_profilePath + QStringLiteral(".part"), m_profilePath));
    if (!isKept)
        return fail(message, kind);
    loadProfile({ message, kind });
}

/// Keeps its place in the measuring queue: reading would disturb another measurement.
void RunController::loadProfile(const Failure& failure)
{
    m_state = State::Reading;
    emit changed();
    m_jobs.start<Document::Run>(
        this, QStringLiteral("profile"),
        failure.message.isEmpty() ? tr("Reading the profile") : tr("Reading what was measured"),
        [path = m_profilePath](std::stop_token stop, const support::Progress& progress) {
            return readRun(path, stop, progress);
        },
        [this, failure](
            support::Result<Document::Run> run) { takeProfile(std::move(run), failure); });
}

void RunController::takeProfile(support::Result<Document::Run> run, const Failure& failure)
{
    if (!run && run.error().kind() == support::ErrorKind::Cancelled) {
        emit leftUnread(m_profilePath, m_path);
        return fail(tr("Reading the profile was stopped; what was measured can be restored"),
            QStringLiteral("stopped"));
    }
    const auto count = run ? keptRuns(*run->profile) : 0;
    if (!failure.message.isEmpty() && count == 0)
        return fail(failure.message, failure.kind);
    if (!run)
        return fail(QString::fromStdString(run.error().message()), QStringLiteral("file"));
    run->isOfSession = true;
    if (m_document == nullptr) {
        emit measuredForClosed(m_path, *run);
    } else {
        m_document->addRun(*std::move(run));
        if (m_document->model() != m_model)
            m_document->matchRuns(); // the model was reloaded in the meantime
    }
    if (failure.message.isEmpty() || failure.kind == QStringLiteral("stopped"))
        return finish(Outcome::Good);
    fail(failure.message + tr(" Kept: %n run(s).", nullptr, count), failure.kind);
}

} // namespace ui
