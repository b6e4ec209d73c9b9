#include "ui/edit/model_editor.h"

#include "ui/document/document.h"
#include "ui/edit/conflict/file_conflict.h"
#include "ui/edit/journal/edit_journal.h"
#include "ui/jobs/job_runner.h"

#include <QUndoCommand>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace ui {

using support::ErrorKind;
using support::failAs;
using support::Progress;
using support::Result;

namespace {

/// A step of the history. The editor changes the model itself, and then the index of the stack.
class EditStep : public QUndoCommand {
public:
    EditStep(const QString& text, std::size_t operationsAfter, const EditAnalysis& analysis)
        : QUndoCommand(text)
        , operations(operationsAfter)
        , newErrors(analysis.newErrors)
        , goneErrors(analysis.goneErrors)
    {
    }
    void undo() override { }
    void redo() override { }

    std::size_t operations; ///< operations of the file in effect after this step
    /// What was selected before it. Undoing the step gives items these ids again.
    QList<SelectedItem> selected;
    SelectedItem current;
    std::size_t newErrors;
    std::size_t goneErrors;
    QDateTime at = QDateTime::currentDateTime();
};

/// The stack gives its commands as constants, but the errors of a step are known later.
EditStep* stepAt(const QUndoStack& steps, int index)
{
    return index >= 0 && index < steps.count()
        ? static_cast<EditStep*>(const_cast<QUndoCommand*>(steps.command(index)))
        : nullptr;
}

} // namespace

ModelEditor::ModelEditor(Document& document, JobRunner& jobs)
    : QObject(&document)
    , m_document(document)
    , m_jobs(jobs)
    , m_journal(std::make_unique<EditJournal>(jobs))
{
}

ModelEditor::~ModelEditor() { m_jobs.cancelAll(this); }

void ModelEditor::setOn(bool isOn)
{
    if (std::exchange(m_isOn, isOn) == isOn)
        return;
    if (isOn)
        openAhead();
    emit onChanged();
}

EditRequest ModelEditor::fileRequest() const
{
    return { m_session, m_document.path().toStdString(), m_document.openOptions(),
        m_document.model(), nullptr, false, m_document.binding(), {}, {}, 0, nullptr, {} };
}

/// Opens the file of a large model, so that the first edit need not wait for it. The first edit
/// tries again if it fails.
void ModelEditor::openAhead()
{
    if (m_document.model() == nullptr || m_document.model()->nodes.size() <= largeModel)
        return;
    m_jobs.start<void>(
        this, QStringLiteral("open-edited"), tr("Preparing to edit %1").arg(m_document.title()),
        [request = fileRequest()](std::stop_token stop, const Progress& progress) -> Result<void> {
            const std::scoped_lock lock(request.session->mutex);
            TRY(openEdited(request, stop, progress));
            request.session->document->prepareNext();
            return {};
        },
        [](const Result<void>&) {});
}

QDateTime ModelEditor::stepTime(int index) const
{
    const auto* step = stepAt(m_steps, index);
    return step != nullptr ? step->at : QDateTime();
}

QString ModelEditor::stepEffect(int index) const
{
    const auto* step = stepAt(m_steps, index);
    QStringList parts;
    if (step != nullptr && step->newErrors > 0)
        parts += tr("%n error(s) made", nullptr, static_cast<int>(step->newErrors));
    if (step != nullptr && step->goneErrors > 0)
        parts += tr("%n error(s) mended", nullptr, static_cast<int>(step->goneErrors));
    return parts.join(QStringLiteral(", "));
}

/// Operations of the file that are in effect after this number of steps.
std::size_t ModelEditor::operationsAt(int count) const
{
    const auto* step = stepAt(m_steps, count - 1);
    return step != nullptr ? step->operations : 0;
}

void ModelEditor::setBusy(bool isBusy)
{
    m_isBusy = isBusy;
    emit changed();
}

void ModelEditor::refuse(const support::Error& error, const Done& done)
{
    if (done)
        return done(error);
    if (error.kind() != ErrorKind::Cancelled)
        emit refused(QString::fromStdString(error.message()));
}

void ModelEditor::start(ModelEdit edit, std::size_t steps, const QString& title,
    std::function<void(Result<EditedModel>)> done)
{
    EditRequest request { m_session, m_document.path().toStdString(), m_document.openOptions(),
        m_document.model(), m_document.analysis(), m_document.analysis() != m_carried.lock(),
        m_document.binding(), m_document.placeRequest(), std::move(edit), steps, m_document.scene(),
        {} };
    keepPicture();
    if (const auto known = m_pictures.find(m_wanted.value_or(-1)); known != m_pictures.end())
        request.known = known->second;
    setBusy(true);
    m_jobs.start<EditedModel>(
        this, QStringLiteral("edit"), title,
        [request = std::move(request)](std::stop_token stop, const Progress& progress) {
            return runEdit(request, std::move(stop), progress);
        },
        [this, session = m_session, done = std::move(done)](Result<EditedModel> edited) {
            if (session != m_session)
                return; // the edits were discarded meanwhile
            m_isBusy = false;
            done(std::move(edited));
            emit changed();
            startWaiting();
        });
}

/// True while the analysis decides whether the newest edit stays, and while others wait for it.
bool ModelEditor::mustWait() const
{
    return (m_analysing && !m_analysing->mayMakeErrors) || (m_isBusy && !m_waiting.empty());
}

void ModelEditor::startWaiting()
{
    while (!m_isBusy && !m_waiting.empty()) {
        const auto next = std::move(m_waiting.front());
        m_waiting.pop_front();
        next.start();
    }
}

void ModelEditor::apply(ModelEdit edit, Done done)
{
    if (m_document.model() == nullptr || edit.operations.empty())
        return;
    if (mustWait()) {
        m_waiting.push_back({ [this, edit = std::move(edit), done] { apply(edit, done); }, done });
        return;
    }
    if (m_isBusy && !m_analysing)
        return refuse(
            failAs(ErrorKind::Usage, "another edit is still being applied; try again"), done);
    const auto stopped = stopAnalysing();
    const auto selected = edit.selected;
    const bool mayMakeErrors = edit.newErrors == ModelEdit::NewErrors::Allowed;
    const auto before = m_document.analysis();
    start(std::move(edit), 0, tr("Editing %1").arg(m_document.title()),
        [this, selected, mayMakeErrors, before, done = std::move(done)](
            Result<EditedModel> edited) {
            if (!edited)
                return editFailed(edited.error(), done);
            push(*edited);
            const bool isAnalysed = edited->isAnalysed;
            show(*std::move(edited));
            const auto& nodes = m_document.model()->nodes;
            const auto node = std::ranges::find(nodes, selected, &model::Node::name);
            if (!selected.empty() && node != nodes.end())
                m_document.selection()->select(
                    { SelectedItem::Kind::Node, static_cast<std::uint32_t>(node - nodes.begin()) });
            if (!isAnalysed)
                return analyse(before, { mayMakeErrors, true, done });
            if (done)
                done({});
        });
    if (stopped)
        stopped({});
}

void ModelEditor::editFailed(const support::Error& error, const Done& done)
{
    if (std::exchange(m_isToBeAnalysed, false))
        analyse(m_document.analysis(), { true, false, {} });
    refuse(error, done);
}

void ModelEditor::show(EditedModel edited)
{
    m_isToBeAnalysed = false;
    m_changedNodes = std::move(edited.changedNodes);
    m_carried.reset();
    if (!edited.isAnalysed)
        m_carried = edited.analysis.analysis;
    m_document.setEdited(std::move(edited));
    m_shown = m_document.scene();
}

/// Analyses a large model after its edit is shown.
void ModelEditor::analyse(std::shared_ptr<const model::Analysis> before, Analysing analysing)
{
    m_isBusy = true;
    m_isToBeAnalysed = false;
    m_analysing = std::move(analysing);
    m_jobs.start<EditAnalysis>(
        this, QStringLiteral("edit"), tr("Inferring shapes"),
        [session = m_session, model = m_document.model(), binding = m_document.binding(),
            before = std::move(before)](std::stop_token stop, const Progress& progress) {
            return analyseEdit(*session, model, binding, before.get(), std::move(stop), progress);
        },
        [this, session = m_session](Result<EditAnalysis> analysed) {
            if (session != m_session)
                return; // the edits were discarded meanwhile
            m_isBusy = false;
            const auto finished = *std::exchange(m_analysing, std::nullopt);
            if (analysed && analysed->analysis->model == m_document.model()
                && analysed->analysis->binding == m_document.binding())
                m_document.setAnalysis(analysed->analysis, analysed->blockers);
            if (finished.isOfStep)
                judge(std::move(analysed), finished.mayMakeErrors, finished.done);
            emit changed();
            startWaiting();
        });
}

/// Lets the next edit go on while the model is still analysed. The next analysis finds the errors
/// of both. Returns what waits for the end of the analysis; to be called when the edit has begun.
ModelEditor::Done ModelEditor::stopAnalysing()
{
    if (!m_analysing)
        return {};
    m_isBusy = false;
    m_isToBeAnalysed = true;
    return std::exchange(m_analysing, std::nullopt)->done;
}

/// Notes the errors of the newest edit, or takes it back if it must not make any.
void ModelEditor::judge(Result<EditAnalysis> analysed, bool mayMakeErrors, const Done& done)
{
    if (!analysed)
        return refuse(analysed.error(), done);
    auto& step = *stepAt(m_steps, count() - 1);
    step.newErrors = analysed->newErrors;
    step.goneErrors = analysed->goneErrors;
    if (mayMakeErrors || analysed->newErrors == 0) {
        if (done)
            done({});
        return;
    }
    step.setObsolete(true); // it cannot be done again
    undo();
    refuse(failAs(ErrorKind::Usage, analysed->firstNewError), done);
}

/// Keeps the picture of the state that is left, so that going back shows it again. Forgets the
/// others if the graph was placed anew meanwhile.
void ModelEditor::keepPicture()
{
    constexpr std::size_t mostBoxes = 200'000; // of all pictures: about 60 MB
    const auto scene = m_document.scene();
    if (scene == nullptr || scene != m_shown)
        m_pictures.clear();
    if (scene != nullptr)
        m_pictures[count()] = { m_document.currentGraph(), m_document.openGroups(), scene };
    std::size_t boxes = 0;
    for (const auto& [at, picture] : m_pictures)
        boxes += picture.scene->boxCount();
    while (boxes > mostBoxes && m_pictures.size() > 1) {
        const bool isFirstFar = m_pictures.begin()->first != count();
        const auto dropped = isFirstFar ? m_pictures.begin() : std::prev(m_pictures.end());
        boxes -= dropped->second.scene->boxCount();
        m_pictures.erase(dropped);
    }
}

void ModelEditor::push(const EditedModel& edited)
{
    if (m_steps.count() == 0)
        m_original = FileFacts::of(m_document.path());
    m_copies.erase(m_copies.upper_bound(count()), m_copies.end());
    m_pictures.erase(m_pictures.upper_bound(count()), m_pictures.end());
    auto* step = new EditStep(edited.text, edited.steps, edited.analysis);
    step->selected = m_document.selection()->items();
    step->current = m_document.selection()->current();
    m_steps.push(step);
    noteSteps();
}

std::optional<std::vector<ScriptedStep>> ModelEditor::stepsSinceFile() const
{
    const int clean = m_steps.cleanIndex();
    if (clean < 0 || clean > count())
        return std::nullopt;
    std::vector<ScriptedStep> steps;
    for (int i = clean; i < count(); ++i)
        steps.push_back(scriptOf(i));
    return steps;
}

/// Notes the steps since the file was saved, or all if the saved state was left by undoing.
void ModelEditor::noteSteps()
{
    if (auto steps = stepsSinceFile())
        return m_journal->note(m_steps.cleanIndex() > 0 ? m_saved : m_original, *std::move(steps));
    std::vector<ScriptedStep> steps;
    for (int i = 0; i < count(); ++i)
        steps.push_back(scriptOf(i));
    m_journal->note(m_original, std::move(steps));
}

ScriptedStep ModelEditor::scriptOf(int index) const
{
    ScriptedStep step { stepText(index), {}, {} };
    if (m_session->document == nullptr)
        return step;
    const auto& steps = m_session->document->steps();
    for (auto i = operationsAt(index); i < std::min(operationsAt(index + 1), steps.size()); ++i) {
        const auto& operation = steps[i].operation;
        step.script += model::edit::textOf(operation) + "\n";
        if (const auto file = operation.arguments["file"].string())
            step.files += QString::fromUtf8(file->data(), static_cast<qsizetype>(file->size()));
    }
    return step;
}

int ModelEditor::unsavedCount() const
{
    const int clean = m_steps.cleanIndex();
    return clean < 0 ? count() : std::abs(count() - clean);
}

void ModelEditor::goTo(int count)
{
    count = std::clamp(count, 0, m_steps.count());
    if (count == m_wanted.value_or(this->count()))
        return;
    if (mustWait()) {
        m_waiting.push_back({ [this, count] { goTo(count); }, {} });
        return;
    }
    if (m_isBusy && !m_isSeeking && !m_analysing)
        return;
    m_wanted = count;
    const auto stopped = stopAnalysing();
    if (!m_isBusy)
        seek();
    if (stopped)
        stopped({});
}

void ModelEditor::seek()
{
    if (!m_wanted || *m_wanted == count()) {
        m_wanted.reset();
        return;
    }
    const int wanted = *m_wanted;
    const auto before = m_document.analysis();
    m_isSeeking = true;
    start({}, operationsAt(wanted),
        wanted < count() ? tr("Undoing an edit") : tr("Redoing an edit"),
        [this, wanted, before](Result<EditedModel> edited) {
            m_isSeeking = false;
            if (!edited) {
                m_wanted.reset();
                return editFailed(edited.error(), {});
            }
            const bool isUndone = wanted < count();
            m_steps.setIndex(wanted);
            noteSteps();
            const bool isAnalysed = edited->isAnalysed;
            show(*std::move(edited));
            if (isUndone)
                selectAgain();
            if (!isAnalysed)
                m_isToBeAnalysed = true;
            seek();
            if (!isAnalysed && !m_isBusy)
                analyse(before, { true, false, {} });
        });
}

/// Selects what the undone step removed, unless something else is selected now.
void ModelEditor::selectAgain()
{
    const auto* undone = stepAt(m_steps, count());
    auto* selection = m_document.selection();
    if (!selection->isEmpty() || undone == nullptr || undone->selected.isEmpty())
        return;
    auto items = undone->selected; // groups have ids of a picture
    items.removeIf([](const SelectedItem& item) { return !item.isNode() && !item.isValue(); });
    if (!items.isEmpty())
        selection->set(items, undone->current);
}

std::string ModelEditor::script() const
{
    return m_isBusy || m_session->document == nullptr ? std::string()
                                                      : m_session->document->script();
}

void ModelEditor::applyScript(const std::string& script, const QString& text, Done done)
{
    auto operations = model::edit::operationsFrom(script);
    if (!operations)
        return refuse(operations.error(), done);
    apply({ *std::move(operations), text, ModelEdit::NewErrors::Allowed, {} }, std::move(done));
}

void ModelEditor::setDraft(const QString& key, Draft draft)
{
    m_drafts[key] = std::move(draft);
    emit draftsChanged();
}

void ModelEditor::removeDraft(const QString& key)
{
    if (m_drafts.erase(key) > 0)
        emit draftsChanged();
}

support::Diagnostics ModelEditor::refusedDrafts() const
{
    const auto* const model = m_document.model().get();
    support::Diagnostics found;
    if (model == nullptr)
        return found;
    for (const auto& [key, draft] : m_drafts) {
        // Edits may have given the node another number, so it is looked up by its name.
        support::Location where;
        const auto node = std::ranges::find(model->nodes, draft.node, &model::Node::name);
        const auto value = std::ranges::find(model->values, draft.value, &model::Value::name);
        if (!draft.node.empty() && node != model->nodes.end())
            where = model::locate(*model, model::NodeId(std::size_t(node - model->nodes.begin())));
        else if (!draft.value.empty() && value != model->values.end())
            where = model::locateValue(
                *model, model::ValueId(std::size_t(value - model->values.begin())));
        found.push_back({ support::Severity::Warning, "edit-refused", std::move(where),
            (draft.field + QStringLiteral(": ") + draft.refusal).toStdString(),
            tr("Select it, and mend the text in the Inspector").toStdString() });
    }
    return found;
}

void ModelEditor::discard()
{
    reset(std::make_shared<EditSession>());
    m_drafts.clear();
    emit draftsChanged();
    m_journal->forget();
    emit changed();
    cancelWaiting();
}

void ModelEditor::takeReplayed(ReplayedEdits replayed)
{
    reset(std::move(replayed.session));
    m_original = replayed.file;
    for (const auto& [step, failure, operations] : replayed.steps)
        if (failure.isEmpty())
            m_steps.push(new EditStep(step.text, operations, {}));
    const auto graph = replayed.edited.ids->of(m_document.currentGraph());
    if (graph.isValid())
        replayed.edited.graph = graph;
    show(std::move(replayed.edited));
    emit m_document.fileRead();
    noteSteps(); // only now is the earlier journal written over
    emit changed();
    cancelWaiting();
}

/// Goes on with another session, which has no steps yet.
void ModelEditor::reset(std::shared_ptr<EditSession> session)
{
    m_jobs.cancelAll(this);
    m_session = std::move(session);
    m_steps.clear();
    m_wanted.reset();
    m_isSeeking = m_isToBeAnalysed = m_isBusy = false;
    m_analysing.reset();
    m_copies.clear();
    m_pictures.clear();
    m_changedNodes.clear();
}

void ModelEditor::cancelWaiting()
{
    for (const auto& waiting : std::exchange(m_waiting, {})) {
        if (waiting.done)
            waiting.done(failAs(ErrorKind::Cancelled, "the edits were discarded"));
    }
}

} // namespace ui
