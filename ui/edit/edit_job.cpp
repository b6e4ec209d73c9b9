#include "ui/edit/edit_job.h"

#include "model/support/release_later.h"

#include <algorithm>
#include <future>
#include <map>
#include <optional>

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

Result<EditAnalysis> analysed(std::shared_ptr<const Model> model, const model::Binding& binding,
    const Analysis* before, const std::stop_token& stop, const Progress& progress)
{
    EditAnalysis made;
    made.analysis = model::analyse(model, binding, stop, progress);
    if (stop.stop_requested())
        return cancelled();
    const auto errors = errorChange(before, *made.analysis);
    made.newErrors = before != nullptr ? errors.added : 0;
    made.goneErrors = errors.gone;
    made.firstNewError = errors.first;
    made.blockers = blockersOf(*model, allFindings(*made.analysis));
    return made;
}

/// Items by their new number: those that have one, else new ones. `items` are by number before.
template <typename Item, typename Id, typename MakeNew>
std::vector<Item> renumbered(
    const std::vector<Item>& items, const std::vector<Id>& now, std::size_t count, MakeNew makeNew)
{
    std::vector<const Item*> before(count);
    for (std::size_t i = 0; i < std::min(items.size(), now.size()); ++i)
        if (now[i].isValid())
            before[now[i].value()] = &items[i];
    std::vector<Item> moved;
    moved.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        moved.push_back(before[i] != nullptr ? *before[i] : makeNew(i));
    return moved;
}

/// The types, costs and findings from before, with the ids of the edited model. New values have
/// their declared types.
std::shared_ptr<const Analysis> carriedAnalysis(const Analysis& before,
    const std::shared_ptr<const Model>& model, const model::edit::IdMap& ids)
{
    auto carried = support::makeReleasedLater<Analysis>();
    carried->model = model;
    carried->binding = before.binding;
    carried->costBinding = before.costBinding;
    carried->diagnostics = before.diagnostics;
    carried->parameters = before.parameters;
    carried->weightBytes = before.weightBytes;
    carried->total = before.total;
    carried->unknownCosts = before.unknownCosts;
    carried->types = renumbered(before.types, ids.values, model->values.size(),
        [&](std::size_t value) -> const model::ValueType& { return model->values[value].type; });
    carried->costs = renumbered(
        before.costs, ids.nodes, model->nodes.size(), [](std::size_t) { return model::Cost(); });
    for (const auto& dimension : before.freeDimensions)
        carried->freeDimensions.push_back({ dimension.name, valuesNow(ids, dimension.usedBy) });
    for (auto& finding : carried->diagnostics) {
        if (auto& node = finding.where.node)
            node = ids.of(model::NodeId(*node)).value();
        if (auto& value = finding.where.value)
            value = ids.of(model::ValueId(*value)).value();
    }
    std::erase_if(carried->diagnostics, [](const support::Diagnostic& finding) {
        const auto isGone = [](const std::optional<std::uint32_t>& id) {
            return id && !model::NodeId(*id).isValid();
        };
        return isGone(finding.where.node) || isGone(finding.where.value);
    });
    return carried;
}

/// True if the picture of the wanted step is known.
bool isKnown(const EditRequest& request, const EditedModel& edited)
{
    const auto& known = request.known;
    return known.scene != nullptr && known.graph == edited.graph
        && known.open == request.place.open;
}

using Groups = std::shared_ptr<const layout::GroupTree>;

/// The groups of the shown graph: those from before, if the edit cannot change them.
Groups groupsAfter(
    const EditRequest& request, const EditedModel& edited, const std::stop_token& stop)
{
    if (isKnown(request, edited))
        return request.known.scene->groups;
    const auto& before = request.place;
    if (edited.ids->of(before.graph) == before.graph && before.tree != nullptr
        && layout::haveSameGroups(*request.before, *edited.model))
        return before.tree;
    return std::make_shared<const layout::GroupTree>(
        layout::buildGroupTree(*edited.model, edited.graph, stop));
}

Result<void> place(const EditRequest& request, EditedModel& edited, const Groups& groups,
    const std::stop_token& stop, const Progress& progress)
{
    if (isKnown(request, edited)) {
        edited.placed = { request.known.scene, groups, request.known.open };
        return {};
    }
    auto place = request.place;
    const auto graph = edited.ids->of(place.graph);
    place.graph = edited.graph;
    place.tree = groups;
    place.model = edited.model;
    place.analysis = edited.analysis.analysis;
    place.options.cut.neverCut = valuesNow(*edited.ids, place.options.cut.neverCut);
    place.choosesOpenGroups = place.choosesOpenGroups || !graph.isValid();
    if (place.choosesOpenGroups)
        place.earlier.reset();
    else if (request.scene != nullptr)
        place.earlier = { request.scene, edited.ids };
    else if (place.earlier) // it is still being placed after another edit
        place.earlier->ids = std::make_shared<const model::edit::IdMap>(
            model::edit::composed(*place.earlier->ids, *edited.ids));
    auto placed = placeGraph(place, stop, progress);
    if (stop.stop_requested())
        return cancelled();
    if (placed)
        edited.placed = *std::move(placed);
    return {};
}

/// Computes the rest from edited.model and edited.ids.
Result<void> complete(const EditRequest& request, EditedModel& edited, const std::stop_token& stop,
    const Progress& progress)
{
    const auto graph = edited.ids->of(request.place.graph);
    edited.graph = graph.isValid() ? graph : edited.model->main().id;
    // On another thread, because groups need nothing else. They take as long as all the rest.
    auto groups
        = std::async(std::launch::async, [&] { return groupsAfter(request, edited, stop); });
    edited.isAnalysed = edited.model->nodes.size() <= largeModel || request.analysis == nullptr;
    if (edited.isAnalysed) {
        edited.analysis
            = TRY(analysed(edited.model, request.binding, request.analysis.get(), stop, progress));
        if (request.edit.newErrors == ModelEdit::NewErrors::Refused
            && !request.edit.operations.empty() && edited.analysis.newErrors > 0)
            return failAs(ErrorKind::Usage, edited.analysis.firstNewError);
    } else {
        auto carried = carriedAnalysis(*request.analysis, edited.model, *edited.ids);
        edited.analysis.blockers = blockersOf(*edited.model, allFindings(*carried));
        edited.analysis.analysis = std::move(carried);
    }
    edited.labels = model::NodeLabels(*edited.model);
    edited.changedNodes = request.session->document->changedNodes();
    return place(request, edited, groups.get(), stop, progress);
}

Result<void> apply(const EditRequest& request, EditedModel& edited, const std::stop_token& stop,
    const Progress& progress)
{
    auto& document = *request.session->document;
    const auto& edit = request.edit;
    const bool hasTypes = request.analysis != nullptr && request.isAnalysed
        && request.analysis->model == request.before && request.analysis->binding.empty();
    TRY(document.applyAll(edit.operations,
        { .files = {},
            .stop = stop,
            .progress = progress,
            .types = hasTypes ? &request.analysis->types : nullptr,
            .accept = [&](const std::shared_ptr<const Model>& model,
                          const model::edit::IdMap& ids) -> Result<void> {
                edited.model = model;
                edited.ids = std::make_shared<const model::edit::IdMap>(ids);
                return complete(request, edited, stop, progress);
            } }));
    edited.text
        = edit.text.isEmpty() ? QString::fromStdString(document.steps().back().text) : edit.text;
    return {};
}

/// Undoes or redoes until the wanted number of steps is in effect.
Result<void> seek(const EditRequest& request, EditedModel& edited, const std::stop_token& stop,
    const Progress& progress)
{
    auto& document = *request.session->document;
    const auto before = document.doneSteps();
    TRY(document.goTo(request.steps));
    edited.model = document.model();
    edited.ids = std::make_shared<const model::edit::IdMap>(document.lastIds());
    auto done = complete(request, edited, stop, progress);
    if (!done)
        TRY(document.goTo(before));
    return done;
}

} // namespace

/// The file must be the one that was read: names and positions of the edit are those of the shown
/// model.
Result<void> openEdited(const EditRequest& request, std::stop_token stop, const Progress& progress)
{
    if (request.session->document != nullptr)
        return {};
    auto document = TRY(model::edit::Document::open(
        request.path, request.options, std::move(stop), progress, model::edit::Original::Copy));
    const auto& now = *document->model();
    const auto& shown = *request.before;
    const auto isSame = [](const model::Node& a, const model::Node& b) {
        return a.name == b.name && a.type == b.type;
    };
    if (now.fileBytes != shown.fileBytes || !std::ranges::equal(now.nodes, shown.nodes, isSame)
        || now.values.size() != shown.values.size())
        return failAs(ErrorKind::File,
            "the file has changed on disk since it was read; reload it before editing");
    request.session->base = document->model();
    request.session->document = std::move(document);
    return {};
}

Result<EditedModel> runEdit(
    const EditRequest& request, std::stop_token stop, const Progress& progress)
{
    const std::scoped_lock lock(request.session->mutex);
    TRY(openEdited(request, stop, progress));
    TRY(request.session->document->file().checkUnchanged());
    EditedModel edited;
    TRY(request.edit.operations.empty() ? seek(request, edited, stop, progress)
                                        : apply(request, edited, stop, progress));
    edited.steps = request.session->document->doneSteps();
    return edited;
}

Result<EditAnalysis> analyseEdit(EditSession& session, std::shared_ptr<const Model> model,
    const model::Binding& binding, const Analysis* before, std::stop_token stop,
    const Progress& progress)
{
    auto made = TRY(analysed(std::move(model), binding, before, stop, progress));
    const std::scoped_lock lock(session.mutex);
    if (session.document != nullptr && !stop.stop_requested())
        session.document->prepareNext();
    return made;
}

} // namespace ui
