#include "ui/document/document.h"

#include "layout/layout_engine.h"
#include "model/onnx/parser.h"
#include "profiler/statistics/fallbacks.h"
#include "profiler/tables/profile.h"
#include "ui/document/model_names.h"
#include "ui/document/settings.h"
#include "ui/document/shown_graph.h"
#include "ui/edit/model_editor.h"
#include "ui/gpu/device_findings.h"
#include "ui/gpu/fallback_findings.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/category_picture.h"
#include "ui/plugins/operator_plugins.h"
#include "ui/run/read_run.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <functional>
#include <utility>

namespace ui {

using support::Progress;
using support::Result;

namespace {

/// The model and its node labels, both made in one job.
struct Opened {
    std::shared_ptr<const model::Model> model;
    model::NodeLabels labels;
};

/// What is computed from a model and a binding only.
struct Analysed {
    std::shared_ptr<const model::Analysis> analysis;
    RunBlockers blockers;
};

Result<Opened> read(const std::string& path, const model::OpenOptions& options,
    std::stop_token stop, const Progress& progress)
{
    auto model = TRY(model::onnx::openModel(path, options, stop, progress));
    model::NodeLabels labels(*model);
    if (stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "reading was stopped");
    return Opened { std::move(model), std::move(labels) };
}

} // namespace

Document::Document(QString path, JobRunner& jobs, QObject* parent, Kind kind)
    : QObject(parent)
    , m_kind(kind)
    , m_path(std::move(path))
    , m_jobs(jobs)
{
    m_shown = new ShownGraph(*this, m_jobs, this);
    adopt(m_shown);
    for (const auto& folder : settings::allowedFolders(m_path))
        m_options.allowedFolders.emplace_back(folder.toStdString());
    if (m_kind == Kind::Model)
        m_editor = new ModelEditor(*this, m_jobs);
    connect(
        &OperatorPlugins::instance(), &OperatorPlugins::loaded, this, &Document::readUnknownAgain);
    connect(&m_selection, &Selection::graphNeeded, this,
        [this](quint32 graph) { enterGraph(model::GraphId(graph)); });
    connect(this, &Document::profileChanged, this, [this] {
        m_selection.forget(std::mem_fn(&SelectedItem::isOfProfile)); // of the previous profile
        const auto isFallback
            = [](const support::Diagnostic& problem) { return problem.code == fallbackCode; };
        const bool hasNotes = !m_profileProblems.empty();
        m_profileProblems
            = profile() != nullptr ? noteFindings(*profile()) : support::Diagnostics();
        const bool hasSome = m_model != nullptr && profile() != nullptr
            && !profiler::fallbacksOf(*profile()).empty();
        if (hasNotes || !m_profileProblems.empty() || hasSome
            || std::ranges::any_of(m_problems, isFallback))
            collectProblems();
    });
    open();
}

Document::~Document()
{
    m_jobs.cancelAll(this);
    m_jobs.returnMemorySoon();
}

QString Document::title() const { return documentTitle(m_path); }

void Document::open()
{
    if (m_kind == Kind::Profile)
        return openProfile();
    m_jobs.start<Opened>(
        this, QStringLiteral("open"), tr("Reading %1").arg(title()),
        [path = m_path.toStdString(), options = m_options](
            std::stop_token stop, const Progress& progress) {
            settings::flush(); // a crash while reading is told by them at the next start
            return read(path, options, stop, progress);
        },
        [this](Result<Opened> opened) {
            if (!opened)
                return fail(opened.error());
            if (m_model != nullptr)
                m_jobs.returnMemorySoon();
            m_editor->discard();
            setModel(std::move(opened->model), std::move(opened->labels));
        });
}

void Document::readUnknownAgain()
{
    const auto isUnknown = [](const model::Node& node) {
        return node.schema == nullptr && !node.function.isValid();
    };
    const bool isConcerned = m_model != nullptr
        ? std::ranges::any_of(m_model->nodes, isUnknown)
        : m_kind == Kind::Model && m_state == State::Opening;
    if (isConcerned)
        reload();
}

void Document::openProfile()
{
    m_jobs.start<Run>(
        this, QStringLiteral("open"), tr("Reading %1").arg(title()),
        [path = m_path](std::stop_token stop, const Progress& progress) {
            settings::flush();
            return readRun(path, std::move(stop), progress);
        },
        [this](Result<Run> run) {
            if (!run)
                return fail(run.error());
            m_failure.clear();
            m_readProblems.clear();
            m_state = State::Ready;
            settings::rememberFile(
                { m_path, QDateTime::currentDateTime(), -1, QFileInfo(m_path).size(), {}, {} });
            m_runs.clear();
            m_currentRun = -1;
            addRun(*std::move(run));
            collectProblems();
            emit fileRead();
            emit stateChanged();
        });
}

/// A document that was open stays open when reading it again fails, or is stopped.
void Document::fail(const support::Error& error)
{
    const bool isOpen = m_model != nullptr || !m_runs.empty();
    if (isOpen && error.kind() == support::ErrorKind::Cancelled)
        return;
    m_failure = QString::fromStdString(error.message());
    if (!isOpen)
        m_state = State::Failed;
    m_readProblems = { { support::Severity::Error, "file-unreadable",
        { {}, {}, {}, {}, {}, m_path.toStdString() }, error.message(), {} } };
    collectProblems();
    emit stateChanged();
}

void Document::setModel(std::shared_ptr<const model::Model> model, model::NodeLabels labels)
{
    const auto selected = m_selection.items();
    const auto current = m_selection.current();
    m_selection.clear(); // until all views have the new model
    const auto before = std::exchange(m_model, std::move(model));
    const auto labelsBefore = std::exchange(m_labels, std::move(labels));
    m_failure.clear();
    m_readProblems.clear();
    m_runProblems.clear(); // they belong to the old content of the file
    m_state = State::Ready;
    m_analysis = nullptr;
    m_blockers = {};
    std::optional<ModelNames> names;
    if (before != nullptr)
        names.emplace(before, labelsBefore, m_model, m_labels);
    for (auto* shown : m_shownGraphs)
        shown->followModel(names ? &*names : nullptr, before.get());
    m_selection.setGraph(currentGraph().value());
    settings::rememberFile({ m_path, QDateTime::currentDateTime(),
        static_cast<qlonglong>(m_model->main().nodes.size()),
        static_cast<qlonglong>(m_model->fileBytes), {}, categoryMix(*m_model) });
    m_runProblems.clear(); // they belong to the old content of the file
    collectProblems();
    for (auto* shown : m_shownGraphs) // before the jobs that panels start on modelChanged: the user
        shown->place(); // waits for the picture
    emit fileRead();
    if (names)
        emit idsChanged(*names);
    emit modelChanged();
    emit stateChanged();
    for (auto* shown : m_shownGraphs)
        emit shown->graphChanged();
    if (names) {
        m_selection.rename(*names);
        selectRenamed(*names, selected, current);
        setVerification(nullptr); // it compared the old content of the file
    }
    analyse();
    matchRuns();
}

/// Selects those items again that the new model has by the same name.
void Document::selectRenamed(
    const ModelNames& names, const QList<SelectedItem>& items, const SelectedItem& current)
{
    QList<SelectedItem> kept;
    for (const auto& item : items) {
        if (const auto known = names(item))
            kept.append(*known);
    }
    if (!kept.isEmpty())
        m_selection.set(kept, names(current).value_or(kept.last()));
}

void Document::analyse()
{
    m_jobs.start<Analysed>(
        this, QStringLiteral("analyse"), tr("Inferring shapes"),
        [model = m_model, binding = m_binding](
            std::stop_token stop, const Progress& progress) -> Result<Analysed> {
            auto analysis = model::analyse(model, binding, stop, progress);
            if (stop.stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "inference was stopped");
            auto blockers = blockersOf(*model, model::allFindings(*analysis));
            return Analysed { std::move(analysis), std::move(blockers) };
        },
        [this, model = m_model](Result<Analysed> analysed) {
            if (analysed && model == m_model)
                setAnalysis(std::move(analysed->analysis), std::move(analysed->blockers));
        });
}

void Document::setAnalysis(std::shared_ptr<const model::Analysis> analysis, RunBlockers blockers)
{
    const bool isFirst = m_analysis == nullptr;
    m_analysis = std::move(analysis);
    m_blockers = std::move(blockers);
    collectProblems();
    emit analysisChanged();
    if (!isFirst)
        return;
    for (auto* shown : m_shownGraphs)
        shown->reopenIfTooLarge();
}

void Document::collectProblems()
{
    m_problems.clear();
    if (m_model != nullptr)
        m_problems = m_model->diagnostics;
    else if (profile() != nullptr)
        m_problems = profile()->diagnostics;
    if (m_analysis != nullptr)
        m_problems.insert(
            m_problems.end(), m_analysis->diagnostics.begin(), m_analysis->diagnostics.end());
    for (const auto* found :
        { &m_readProblems, &m_runProblems, &m_deviceProblems, &m_profileProblems })
        m_problems.insert(m_problems.end(), found->begin(), found->end());
    // Fallbacks of a plan that has not run yet are newer than those of the profile.
    const bool isPlanned = std::ranges::any_of(m_runProblems,
        [](const support::Diagnostic& problem) { return problem.code == fallbackCode; });
    if (const auto shown = profile(); m_model != nullptr && shown != nullptr && !isPlanned) {
        const auto fallbacks = fallbackFindings(*m_model, *shown);
        m_problems.insert(m_problems.end(), fallbacks.begin(), fallbacks.end());
    }
    std::ranges::stable_sort(m_problems, std::greater<> {}, &support::Diagnostic::severity);
    emit problemsChanged();
}

void Document::setRunProblems(support::Diagnostics problems)
{
    m_runProblems = std::move(problems);
    collectProblems();
}

void Document::setDeviceProblems(support::Diagnostics problems)
{
    const auto isSame = [](const support::Diagnostic& a, const support::Diagnostic& b) {
        return a.severity == b.severity && a.code == b.code && a.message == b.message;
    };
    if (std::ranges::equal(problems, m_deviceProblems, isSame))
        return;
    m_deviceProblems = std::move(problems);
    collectProblems();
}

void Document::setVerification(std::shared_ptr<const Verification> verification)
{
    m_verification = std::move(verification);
    emit verificationChanged();
}

std::string Document::nodeText(model::NodeId node) const
{
    return node.isValid() && node.value() < m_labels.size() ? m_labels.of(*m_model, node)
                                                            : std::string();
}

QString Document::nodeLabel(model::NodeId node) const
{
    return QString::fromStdString(nodeText(node));
}

void Document::setLayoutEngine(const QString& name)
{
    if (name == m_layoutEngine || layout::findEngine(name.toStdString()) == nullptr)
        return;
    m_layoutEngine = name;
    for (auto* shown : m_shownGraphs)
        shown->placeAgain();
}

void Document::setDrawingOptions(const layout::DrawingOptions& options)
{
    m_drawingOptions = options;
    for (auto* shown : m_shownGraphs)
        shown->placeAgain();
}

void Document::setBinding(model::Binding binding)
{
    if (binding == m_binding)
        return;
    m_binding = std::move(binding);
    if (m_model != nullptr)
        analyse();
}

void Document::reveal(model::NodeId node, const QObject* origin)
{
    if (m_model == nullptr || !node.isValid() || node.value() >= m_model->nodes.size())
        return;
    if (!m_shown->shows(node))
        enterGraph(m_model->node(node).graph);
    m_selection.select({ SelectedItem::Kind::Node, node.value() }, origin);
}

void Document::revealValue(model::ValueId value, const QObject* origin)
{
    if (m_model == nullptr || !value.isValid() || value.value() >= m_model->values.size())
        return;
    const auto producer = m_model->value(value).producer;
    if (!producer.isValid() || !m_shown->shows(producer))
        enterGraph(m_model->value(value).graph);
    m_selection.select({ SelectedItem::Kind::Value, value.value() }, origin);
}

void Document::openTensor(model::ValueId value)
{
    if (m_model != nullptr && value.isValid() && value.value() < m_model->values.size())
        emit tensorRequested(value);
}

void Document::reload()
{
    if (const auto edits = unsavedEdits(); !edits.isEmpty()) {
        emit reloadRefused(tr("The file was not read again: %1, or discard the edits").arg(edits));
        return;
    }
    if (m_model == nullptr && m_runs.empty()) {
        m_state = State::Opening;
        emit stateChanged();
    }
    open();
}

void Document::allowFolder(const QString& folder)
{
    settings::allowFolder(m_path, folder);
    m_options.allowedFolders.emplace_back(folder.toStdString());
    reload();
}

QStringList Document::openArguments() const
{
    QStringList arguments;
    for (const auto& folder : m_options.allowedFolders)
        arguments << QStringLiteral("--allow-folder") << QString::fromStdString(folder.string());
    for (const auto& [location, file] : m_options.replacedFiles)
        arguments << QStringLiteral("--replace")
                  << QString::fromStdString(location + "=" + file.string());
    return arguments;
}

QString documentTitle(const QString& path)
{
    const QFileInfo file(path);
    return file.fileName() == QStringLiteral("model.onnx")
        ? file.dir().dirName() + QStringLiteral("/") + file.fileName()
        : file.fileName();
}

void Document::replaceExternalFile(const QString& location, const QString& file)
{
    m_options.replacedFiles[location.toStdString()] = file.toStdString();
    reload();
}

} // namespace ui
