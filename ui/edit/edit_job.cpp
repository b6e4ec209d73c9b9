#include "ui/edit/edit_job.h"

#include "model/edit/trial.h"

#include <algorithm>
#include <map>

namespace ui {

using model::Analysis;
using model::Model;
using support::ErrorKind;
using support::failAs;
using support::Progress;
using support::Result;

namespace {

support::Error cancelled() { return failAs(ErrorKind::Cancelled, "the edit was stopped"); }

/// Errors by code and message, with their number.
std::map<std::pair<std::string, std::string>, std::size_t> errorsOf(const Analysis* analysis)
{
    std::map<std::pair<std::string, std::string>, std::size_t> errors;
    if (analysis == nullptr)
        return errors;
    for (const auto& finding : allFindings(*analysis))
        if (finding.severity == support::Severity::Error)
            ++errors[{ finding.code, finding.message }];
    return errors;
}

struct ErrorChange {
    std::size_t added = 0;
    std::size_t gone = 0;
    std::string first; ///< message of an added one
};

ErrorChange errorChange(const Analysis* before, const Analysis& after)
{
    const auto had = errorsOf(before);
    const auto has = errorsOf(&after);
    ErrorChange change;
    for (const auto& [key, count] : has) {
        const auto known = had.find(key);
        const auto earlier = known == had.end() ? 0 : known->second;
        if (count <= earlier)
            continue;
        change.added += count - earlier;
        if (change.first.empty())
            change.first = key.second;
    }
    for (const auto& [key, count] : had) {
        const auto known = has.find(key);
        const auto later = known == has.end() ? 0 : known->second;
        change.gone += count > later ? count - later : 0;
    }
    return change;
}

/// Undoes or redoes until this number of steps is in effect. Returns where the parts of the model
/// are then.
Result<model::edit::IdMap> seek(model::edit::Document& document, std::size_t steps)
{
    auto ids = model::edit::identityOf(*document.model());
    while (document.doneSteps() > steps || (document.doneSteps() < steps && document.canRedo())) {
        TRY(document.doneSteps() > steps ? document.undo() : document.redo());
        ids = composed(ids, document.lastIds());
    }
    return ids;
}

/// An edit that fails must not lose what can be done again, so it is tried first if there is some.
Result<void> apply(const EditRequest& request, EditedModel& edited, const std::stop_token& stop,
    const Progress& progress)
{
    auto& document = *request.session->document;
    const auto& edit = request.edit;
    if (document.canRedo()) {
        const auto tried = TRY(model::edit::tryOperations(document, edit.operations));
        if (edit.newErrors == ModelEdit::NewErrors::Refused) {
            const auto analysis = model::analyse(tried, request.binding, stop);
            const auto errors = errorChange(request.analysis.get(), *analysis);
            if (errors.added > 0)
                return failAs(ErrorKind::Usage, errors.first);
        }
    }
    edited.ids = model::edit::identityOf(*document.model());
    for (std::size_t i = 0; i < edit.operations.size(); ++i) {
        if (stop.stop_requested())
            return cancelled();
        TRY(document.apply(edit.operations[i]));
        edited.ids = composed(edited.ids, document.lastIds());
        if (progress)
            progress("editing", i + 1, edit.operations.size());
    }
    edited.text
        = edit.text.isEmpty() ? QString::fromStdString(document.steps().back().text) : edit.text;
    return {};
}

/// Computes the rest from edited.model.
Result<void> complete(const EditRequest& request, EditedModel& edited, const std::stop_token& stop,
    const Progress& progress)
{
    edited.analysis = model::analyse(edited.model, request.binding, stop, progress);
    if (stop.stop_requested())
        return cancelled();
    const auto errors = errorChange(request.analysis.get(), *edited.analysis);
    if (!request.edit.operations.empty() && request.edit.newErrors == ModelEdit::NewErrors::Refused
        && errors.added > 0)
        return failAs(ErrorKind::Usage, errors.first);
    edited.newErrors = request.analysis != nullptr ? errors.added : 0;
    edited.goneErrors = errors.gone;
    edited.labels = model::nodeLabels(*edited.model, stop);
    edited.blockers = blockersOf(*edited.model, allFindings(*edited.analysis));
    auto place = request.place;
    const auto graph = edited.ids.of(place.graph);
    place.model = edited.model;
    place.analysis = edited.analysis;
    place.tree = nullptr;
    place.options.cut.neverCut = valuesNow(edited.ids, place.options.cut.neverCut);
    place.graph = graph.isValid() ? graph : edited.model->main().id;
    place.choosesOpenGroups = place.choosesOpenGroups || !graph.isValid();
    edited.graph = place.graph;
    auto placed = placeGraph(place, stop, progress);
    if (stop.stop_requested())
        return cancelled();
    if (placed)
        edited.placed = *std::move(placed);
    return {};
}

} // namespace

/// The file must be the one that was read: names and positions of the edit are those of the shown
/// model.
Result<void> openEdited(const EditRequest& request, std::stop_token stop, const Progress& progress)
{
    if (request.session->document != nullptr)
        return {};
    auto document = TRY(
        model::edit::Document::open(request.path, request.options, std::move(stop), progress));
    const auto& now = *document->model();
    const auto& shown = *request.before;
    const auto isSame = [](const model::Node& a, const model::Node& b) {
        return a.name == b.name && a.type == b.type;
    };
    if (now.fileBytes != shown.fileBytes || !std::ranges::equal(now.nodes, shown.nodes, isSame)
        || now.values.size() != shown.values.size())
        return failAs(ErrorKind::File,
            "the file has changed on disk since it was read; reload it before editing");
    request.session->document = std::move(document);
    return {};
}

Result<EditedModel> runEdit(
    const EditRequest& request, std::stop_token stop, const Progress& progress)
{
    TRY(openEdited(request, stop, progress));
    auto& document = *request.session->document;
    const auto stepsBefore = document.doneSteps();
    EditedModel edited;
    Result<void> done;
    if (!request.edit.operations.empty())
        done = apply(request, edited, stop, progress);
    else if (auto ids = seek(document, request.steps))
        edited.ids = *std::move(ids);
    else
        done = std::move(ids).error();
    if (done) {
        edited.model = document.model();
        done = complete(request, edited, stop, progress);
    }
    if (!done) {
        TRY(seek(document, stepsBefore));
        return std::move(done).error();
    }
    edited.steps = document.doneSteps();
    return edited;
}

} // namespace ui
