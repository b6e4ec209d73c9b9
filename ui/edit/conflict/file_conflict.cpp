#include "ui/edit/conflict/file_conflict.h"

#include "ui/document/model_names.h"
#include "ui/edit/edit_words.h"

#include <algorithm>

namespace ui {

using model::Model;
using support::ErrorKind;
using support::failAs;
using support::Progress;
using support::Result;

namespace {

/// True if paths such as `graph/node[3]` lead to nodes of one type in both models.
bool haveSamePositions(const Model& a, const Model& b)
{
    return std::ranges::equal(
        a.graphs, b.graphs, [&](const model::Graph& ofA, const model::Graph& ofB) {
            return std::ranges::equal(
                ofA.nodes, ofB.nodes, [&](model::NodeId nodeA, model::NodeId nodeB) {
                    return a.node(nodeA).type == b.node(nodeB).type;
                });
        });
}

/// Applies steps to a file that is not the one that they were made for.
class Replaying {
public:
    Replaying(model::edit::Document& document, bool mayUsePositions, ReplayedEdits& replayed)
        : m_document(document)
        , m_mayUsePositions(mayUsePositions)
        , m_replayed(replayed)
    {
    }

    void add(const ScriptedStep& step)
    {
        const auto applied = apply(step.script);
        m_replayed.steps.push_back(
            { step, applied ? QString() : QString::fromStdString(applied.error().message()),
                m_document.doneSteps() });
    }

    /// A new node may stand before what it reads, because the file has other nodes before it.
    void sortIfNeeded()
    {
        const auto isUnsorted = [](const Model& shown) {
            return std::ranges::find(
                       shown.diagnostics, "nodes-unsorted", &support::Diagnostic::code)
                != shown.diagnostics.end();
        };
        if (isUnsorted(*m_document.model()))
            add({ EditWords::tr("Sorted the nodes"), "{\"op\": \"sortNodes\"}\n", {} });
    }

private:
    Result<void> apply(const std::string& script)
    {
        if (!m_mayUsePositions && script.find("/node[") != std::string::npos)
            return failAs(ErrorKind::Usage,
                "it names a node by its position, and the file has other nodes now; repeat it by "
                "hand");
        return m_document.applyAll(TRY(model::edit::operationsFrom(script)));
    }

    model::edit::Document& m_document;
    const bool m_mayUsePositions;
    ReplayedEdits& m_replayed;
};

/// Items of the shown model are found in the new one by their names.
model::edit::IdMap idsByName(const std::shared_ptr<const Model>& before, const EditedModel& after)
{
    const ModelNames names(before, model::NodeLabels(*before), after.model, after.labels);
    model::edit::IdMap ids;
    const auto find
        = [&]<typename Id>(std::vector<Id>& found, SelectedItem::Kind kind, std::size_t count) {
              for (std::uint32_t i = 0; i < count; ++i) {
                  const auto item = names({ kind, i });
                  found.push_back(item ? Id(item->id) : Id());
              }
          };
    find(ids.nodes, SelectedItem::Kind::Node, before->nodes.size());
    find(ids.values, SelectedItem::Kind::Value, before->values.size());
    find(ids.graphs, SelectedItem::Kind::Graph, before->graphs.size());
    return ids;
}

Result<void> complete(const EditRequest& shown, ReplayedEdits& replayed,
    const std::stop_token& stop, const Progress& progress)
{
    const auto& document = *replayed.session->document;
    auto& edited = replayed.edited;
    edited.model = document.model();
    edited.labels = model::NodeLabels(*edited.model);
    edited.changedNodes = document.changedNodes();
    edited.steps = document.doneSteps();
    edited.graph = edited.model->main().id;
    edited.analysis
        = TRY(analyseEdit(*replayed.session, edited.model, shown.binding, nullptr, stop, progress));
    edited.ids = std::make_shared<const model::edit::IdMap>(idsByName(shown.before, edited));
    if (stop.stop_requested())
        return failAs(ErrorKind::Cancelled, "comparing was stopped");
    return {};
}

} // namespace

int ReplayedEdits::fitting() const
{
    return static_cast<int>(
        std::ranges::count_if(steps, [](const Step& step) { return step.failure.isEmpty(); }));
}

std::string ReplayedEdits::failedScript() const
{
    std::string script;
    for (const auto& step : steps)
        script += step.failure.isEmpty() ? std::string() : step.step.script;
    return script;
}

Result<FileConflict> findConflict(const EditRequest& edited, const std::vector<ScriptedStep>& steps,
    std::stop_token stop, const Progress& progress)
{
    FileConflict conflict;
    auto& replayed = conflict.replayed;
    std::shared_ptr<const Model> base;
    {
        const std::scoped_lock lock(edited.session->mutex);
        TRY(openEdited(edited, stop, progress)); // it is open if there are edits
        base = edited.session->base;
        if (const auto kept = edited.session->document->file().checkUnchanged(); !kept)
            conflict.copyProblem = QString::fromStdString(kept.error().message());
    }
    replayed.file = FileFacts::of(QString::fromStdString(edited.path));
    auto document = TRY(model::edit::Document::open(
        edited.path, edited.options, stop, progress, model::edit::Original::Copy));
    const auto theirs = document->model();
    conflict.changes = model::compareThreeWays(*base, *theirs, *edited.before, stop);
    Replaying replaying(*document, haveSamePositions(*base, *theirs), replayed);
    for (const auto& step : steps) {
        if (stop.stop_requested())
            break;
        replaying.add(step);
    }
    if (replayed.fitting() > 0)
        replaying.sortIfNeeded();
    replayed.session = std::make_shared<EditSession>();
    replayed.session->base = theirs;
    replayed.session->document = std::move(document);
    TRY(complete(edited, replayed, stop, progress));
    return conflict;
}

} // namespace ui
