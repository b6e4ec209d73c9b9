#include "model/edit/joining.h"
#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/atomic_file.h"
#include "model/support/compress.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

namespace fs = std::filesystem;
using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::quote;
using support::Result;

/// The bytes of a fragment: a JSON object, or its text.
Result<std::shared_ptr<const std::string>> fragmentBytes(const JsonValue& json)
{
    if (const auto text = json.string()) {
        const auto parsed = TRY(support::parseJson(*text).within("the fragment"));
        if (!parsed.string())
            return fragmentBytes(parsed);
    }
    if (json["opscope_fragment"].integer() != 1)
        return failAs(ErrorKind::Usage,
            "this is no fragment of a model, expected what copying "
            "nodes makes");
    auto bytes = TRY(support::fromBase64(json["model"].stringOr("")).within("the fragment"));
    return std::make_shared<const std::string>(std::move(bytes));
}

/// Binds the inputs of a fragment: as the arguments say, else to values of their names.
Result<NameMap> boundInputs(const Editing& editing, GraphId graph, const Message& other,
    const JsonValue& chosen, std::vector<std::string>& left)
{
    NameMap bound;
    for (const auto position : positionsOf(other, GraphProto::kInputFieldNumber)) {
        const auto name
            = std::string(textIn(other.fields[position], ValueInfoProto::kNameFieldNumber));
        if (chosen.has(name)) {
            bound[name] = chosen[name].stringOr("");
            if (!bound[name].empty())
                TRY(editing.visibleValue(graph, bound[name]).within("input " + quote(name)));
        } else if (editing.visibleValue(graph, name)) {
            bound[name] = name;
        } else {
            bound[name].clear();
            left.push_back(quote(name));
        }
    }
    return bound;
}

std::string noteText(const JoinedGraph& joined)
{
    std::string text;
    if (joined.sharedInitializers > 0)
        text += "; " + support::countOf(joined.sharedInitializers, "weight is", "weights are")
            + " shared with equal ones";
    for (const auto& note : joined.notes)
        text += "; " + note;
    return text;
}

Result<std::string> paste(Editing& editing, const OperationArguments& arguments)
{
    const auto graph = TRY(graphArgument(editing, arguments));
    const auto bytes = TRY(fragmentBytes(arguments["fragment"]));
    auto other = TRY(foreignModel(std::as_bytes(std::span(*bytes)), bytes).within("the fragment"));
    Change unlogged;
    const auto* const otherGraph = TRY(unlogged.openOnly(other, ModelProto::kGraphFieldNumber));
    std::vector<std::string> left;
    JoinArguments join;
    join.graph = graph;
    join.index = TRY(arguments.positionUpTo("index", editing.model.graph(graph).nodes.size()));
    join.source = "the fragment";
    join.inputs = TRY(boundInputs(editing, graph, *otherGraph, arguments["inputs"], left));
    const auto joined = TRY(joinGraph(editing, other, join));
    auto text = "pasted " + support::countOf(joined.nodes, "node", "nodes") + noteText(joined);
    if (!left.empty())
        text += "; not connected: " + support::joined(left, ", ");
    return text;
}

/// The model that follows, as a file.
struct NextModel {
    std::shared_ptr<const Model> model;
    Message root;
    std::string name; ///< for messages
};

Result<NextModel> nextModel(const Editing& editing, const OperationArguments& arguments)
{
    const auto path = editing.folder / fs::path(TRY(arguments.text("file")));
    NextModel next;
    next.name = support::sanitise(path.filename().string());
    next.model = TRY(onnx::openModel(path));
    const auto file = TRY(support::MappedFile::open(path));
    next.root = TRY(foreignModel(file->bytes(), file).within(next.name));
    const auto isOutside
        = [](const Tensor& tensor) { return tensor.ref.place == TensorRef::Place::ExternalFile; };
    std::error_code ignored;
    if (std::ranges::any_of(next.model->tensors, isOutside)
        && !fs::equivalent(support::folderOf(path), support::folderOf(editing.model.path), ignored))
        return failAs(ErrorKind::Usage, next.name,
            " has weights in external files, which must be in the folder of the first model; move "
            "them, or save it with the weights inside (edit --external-data none)");
    return next;
}

/// Inputs that must get a value: those without a default.
std::vector<ValueId> openInputs(const Model& model)
{
    std::vector<ValueId> inputs;
    for (const auto id : model.main().inputs)
        if (!model.value(id).initializer.isValid())
            inputs.push_back(id);
    return inputs;
}

ValueId inputCalled(const Model& model, std::string_view name)
{
    for (const auto id : model.main().inputs)
        if (model.value(id).name == name)
            return id;
    return {};
}

/// Names of the second model's inputs, with the values of the first that they read.
Result<std::vector<std::pair<ValueId, ValueId>>> chosenPairs(
    const Editing& editing, const NextModel& next, const JsonValue& map)
{
    const auto& main = editing.model.main();
    std::vector<std::pair<ValueId, ValueId>> pairs;
    for (const auto& [output, input] : map.members()) {
        const auto to = inputCalled(*next.model, input.stringOr(""));
        if (!to.isValid())
            return failAs(ErrorKind::Usage, next.name, " has no input ", quote(input.stringOr("")),
                "; its inputs are ",
                support::joined(openInputs(*next.model), ", ",
                    [&](ValueId id) { return quote(next.model->value(id).name); }));
        pairs.emplace_back(TRY(editing.visibleValue(main.id, output)), to);
    }
    if (!map.isNull())
        return pairs;
    for (const auto output : main.outputs)
        if (const auto input = inputCalled(*next.model, editing.model.value(output).name);
            input.isValid())
            pairs.emplace_back(output, input);
    const auto inputs = openInputs(*next.model);
    if (pairs.empty() && main.outputs.size() == 1 && inputs.size() == 1)
        pairs.emplace_back(main.outputs.front(), inputs.front());
    if (pairs.empty())
        return failAs(ErrorKind::Usage, "no output of the model has the name of an input of ",
            next.name, "; say which belong together (map)");
    return pairs;
}

/// Fails if a value cannot be the input: another element type, rank or size.
Result<void> checkFits(
    const Model& model, const ValueType& type, ValueId from, const NextModel& next, ValueId to)
{
    const auto& wanted = next.model->value(to).type;
    const auto fail = [&] {
        return failAs(ErrorKind::Usage, quote(model.value(from).name), " is ", typeText(type),
            ", but the input ", quote(next.model->value(to).name), " of ", next.name, " takes ",
            typeText(wanted));
    };
    if (type.kind == ValueType::Kind::Unknown || wanted.kind == ValueType::Kind::Unknown)
        return {};
    if (type.kind != wanted.kind || (type.isTensor() && type.element != wanted.element))
        return fail();
    if (!type.shape || !wanted.shape)
        return {};
    if (type.shape->size() != wanted.shape->size())
        return fail();
    for (std::size_t i = 0; i < type.shape->size(); ++i) {
        const auto a = (*type.shape)[i].value();
        const auto b = (*wanted.shape)[i].value();
        if (a && b && *a != *b)
            return fail();
    }
    return {};
}

/// The inputs and outputs of the second model become those of the first, under their names here.
Result<void> joinInterface(Editing& editing, const NextModel& next, const JoinedGraph& joined,
    const NameMap& bound, const std::vector<std::string>& hidden)
{
    auto& target = *TRY(editing.graphMessage(editing.model.main().id));
    for (auto positions = positionsOf(target, GraphProto::kOutputFieldNumber); !positions.empty();
         positions.pop_back()) {
        const auto name = std::string(
            textIn(target.fields[positions.back()], ValueInfoProto::kNameFieldNumber));
        if (std::ranges::find(hidden, name) == hidden.end())
            continue;
        const auto infos = positionsOf(target, GraphProto::kValueInfoFieldNumber);
        const bool isDeclared = std::ranges::any_of(infos, [&](std::size_t position) {
            return textIn(target.fields[position], ValueInfoProto::kNameFieldNumber) == name;
        });
        auto info = cloneOf(target.fields[positions.back()]);
        editing.change.remove(target, positions.back());
        if (!isDeclared) // so that its type stays known
            editing.change.append(
                target, renumbered(std::move(info), GraphProto::kValueInfoFieldNumber));
    }
    Message root = cloneOf(next.root);
    Change unlogged;
    const auto* const graph = TRY(unlogged.openOnly(root, ModelProto::kGraphFieldNumber));
    for (const std::uint32_t number :
        { GraphProto::kInputFieldNumber, GraphProto::kOutputFieldNumber })
        for (const auto position : positionsOf(*graph, number)) {
            const auto& field = graph->fields[position];
            const auto name = std::string(textIn(field, ValueInfoProto::kNameFieldNumber));
            const auto id = inputCalled(*next.model, name);
            const bool isDefault = number == GraphProto::kInputFieldNumber && id.isValid()
                && next.model->value(id).initializer.isValid();
            if ((number == GraphProto::kInputFieldNumber && bound.contains(name))
                || (isDefault && next.model->irVersion < separateInitializers
                    && editing.model.irVersion >= separateInitializers))
                continue;
            Message holder { target.rule, 0, {} };
            holder.fields.push_back(renumbered(cloneOf(field), number));
            auto* const info = TRY(openIn(holder, 0));
            unlogged.setText(*info, ValueInfoProto::kNameFieldNumber, joined.names.at(name));
            editing.change.append(target, std::move(holder.fields.front()));
        }
    return {};
}

std::string renamedText(const Model& next, const JoinedGraph& joined, const NameMap& bound)
{
    std::string text;
    for (const auto* const values : { &next.main().inputs, &next.main().outputs })
        for (const auto id : *values) {
            const auto& name = next.value(id).name;
            const auto found = joined.names.find(name);
            if (found != joined.names.end() && found->second != name && !bound.contains(name))
                text += "; its " + std::string(next.value(id).isInput ? "input " : "output ")
                    + quote(name) + " is called " + quote(found->second) + " here";
        }
    return text;
}

Result<std::string> merge(Editing& editing, const OperationArguments& arguments)
{
    auto next = TRY(nextModel(editing, arguments));
    const auto pairs = TRY(chosenPairs(editing, next, arguments["map"]));
    // The analysis does not outlive this function, so the model need not be shared.
    const auto analysis
        = analyse(std::shared_ptr<const Model>(std::shared_ptr<const void>(), &editing.model));
    JoinArguments join;
    join.graph = editing.model.main().id;
    join.index = editing.model.main().nodes.size();
    join.source = next.name;
    join.outputs = JoinArguments::Outputs::Returned;
    std::vector<std::string> hidden;
    for (const auto& [from, to] : pairs) {
        TRY(checkFits(editing.model, analysis->type(from), from, next, to));
        const auto& input = next.model->value(to).name;
        if (!join.inputs.emplace(input, editing.model.value(from).name).second)
            return failAs(ErrorKind::Usage, "the input ", quote(input), " gets two values");
        if (!arguments["keepOutputs"].booleanOr(false))
            hidden.push_back(editing.model.value(from).name);
    }
    auto root = cloneOf(next.root);
    const auto joined = TRY(joinGraph(editing, root, join));
    TRY(joinInterface(editing, next, joined, join.inputs, hidden));
    if (next.model->irVersion > editing.model.irVersion)
        editing.change.setInteger(
            editing.root, ModelProto::kIrVersionFieldNumber, next.model->irVersion);
    auto text = "added " + support::countOf(joined.nodes, "node", "nodes") + " of " + next.name
        + " behind "
        + support::joined(pairs, ", ",
            [&](const auto& pair) { return quote(editing.model.value(pair.first).name); })
        + noteText(joined) + renamedText(*next.model, joined, join.inputs);
    if (!next.model->metadata.empty())
        text += "; its metadata is left out";
    if (next.model->trainingGraphs > 0)
        text += "; its training information is left out";
    return text;
}

} // namespace

std::span<const OperationKind> joiningOperations()
{
    static constexpr std::array kinds {
        OperationKind { "paste", "fragment inputs? graph? index?",
            "adds copied nodes with their weights; inputs are connected to values of their names, "
            "or as given",
            paste },
        OperationKind { "merge", "file map? keepOutputs?",
            "puts another model behind this one: {output: input}, or those of equal names", merge },
    };
    return kinds;
}

} // namespace model::edit
