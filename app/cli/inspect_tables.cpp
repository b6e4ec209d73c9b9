#include "app/cli/inspect_tables.h"

#include "model/query/query.h"
#include "model/query/query_contents.h"
#include "model/support/hash.h"
#include "model/support/log.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <filesystem>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

using Align = TextTable::Align;

std::uint64_t bytesOf(const model::Tensor& tensor)
{
    return model::packedBytes(tensor.element, model::elementCount(tensor.dims).value_or(0))
        .value_or(0);
}

std::string placeOf(const model::Model& model, const model::Tensor& tensor)
{
    if (const auto problem = model.store->problem(tensor); !problem.empty())
        return problem;
    return tensor.ref.file.empty() ? "model file" : support::sanitise(tensor.ref.file);
}

/// Strings have no contiguous bytes: hashes length and text of each.
Result<void> addContent(
    support::ContentHash& hash, const model::Model& model, const model::Tensor& tensor)
{
    if (tensor.element == model::ElementType::String) {
        if (!tensor.ref.strings)
            return failAs(ErrorKind::File, tensor.ref.problem);
        for (const auto& text : *tensor.ref.strings)
            hash.add(std::string_view(text));
        return {};
    }
    const auto content = TRY(model.store->bytes(tensor));
    hash.add(content.bytes);
    return {};
}

std::string hashOf(const model::Model& model, const model::Tensor& tensor)
{
    support::ContentHash hash;
    const auto done = addContent(hash, model, tensor);
    return done ? hash.value().hex() : std::string(support::notMeasured);
}

std::string_view roleOf(const model::Value& value)
{
    if (value.initializer.isValid())
        return "weight";
    if (value.isInput)
        return "input";
    return value.isOutput ? "output" : "inner";
}

std::string labelOf(const Inspected& inspected, model::NodeId node)
{
    return node.isValid() ? support::sanitise(inspected.labels[node.value()]) : std::string();
}

/// Files by the names of the tensors in them; a folder stands for its files.
Result<std::vector<model::CapturedElements>> capturedValues(
    const model::Model& model, const std::vector<std::string>& paths)
{
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    for (const auto& path : paths) {
        if (!fs::is_directory(path)) {
            files.emplace_back(path);
            continue;
        }
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(path, error))
            if (entry.path().extension() == ".pb" || entry.path().extension() == ".npy")
                files.push_back(entry.path());
        if (error)
            return failAs(
                ErrorKind::File, "cannot read the folder ", quote(path), ": ", error.message());
    }
    std::vector<model::CapturedElements> captured;
    for (const auto& file : files) {
        const auto elements = TRY(model::readElements(file));
        const auto name = elements->name.empty() ? file.stem().string() : elements->name;
        const auto found = std::ranges::find(model.values, name, &model::Value::name);
        if (found == model.values.end())
            return failAs(ErrorKind::Usage, "the model has no value ", quote(name), ", which ",
                quote(file.string()), " holds");
        const model::ValueId id(static_cast<std::size_t>(found - model.values.begin()));
        captured.push_back({ id, file.string(), [elements] { return Result(elements); } });
    }
    return captured;
}

} // namespace

TextTable nodeTable(const Inspected& inspected)
{
    TextTable table { { { "path" }, { "name" }, { "type" }, { "domain" }, { "outputs" },
        { "flops", Align::Right }, { "bytes", Align::Right } } };
    for (std::size_t i = 0; i < inspected.model->nodes.size(); ++i) {
        const auto& node = inspected.model->nodes[i];
        std::string outputs;
        for (const auto id : node.outputs) {
            if (id.isValid())
                outputs += (outputs.empty() ? "" : "; ")
                    + model::typeText(inspected.analysis->type(id));
        }
        const auto& cost = inspected.analysis->costs[i];
        const auto figure = [&](std::uint64_t number) {
            return cost.isKnown ? std::to_string(number) : std::string(support::notMeasured);
        };
        table.add({ model::nodePath(*inspected.model, model::NodeId(i)),
            support::sanitise(node.name), support::sanitise(node.type),
            support::sanitise(node.domain), outputs, figure(cost.flops()), figure(cost.bytes()) });
    }
    return table;
}

TextTable valueTable(const Inspected& inspected)
{
    const auto& model = *inspected.model;
    TextTable table { { { "name" }, { "role" }, { "type" }, { "producer" },
        { "readers", Align::Right } } };
    for (std::uint32_t i = 0; i < model.values.size(); ++i) {
        const model::ValueId id(i);
        const auto& value = model.value(id);
        table.add({ support::sanitise(value.name), std::string(roleOf(value)),
            model::typeText(inspected.analysis->type(id)), labelOf(inspected, value.producer),
            std::to_string(value.uses.size()) });
    }
    return table;
}

TextTable weightTable(const Inspected& inspected, Hashes hashes)
{
    const auto& model = *inspected.model;
    TextTable table { { { "name" }, { "type" }, { "bytes", Align::Right }, { "place" } } };
    if (hashes == Hashes::Compute)
        table.columns.push_back({ "xxh3" });
    std::vector<const model::Tensor*> tensors;
    for (const auto& tensor : model.tensors)
        tensors.push_back(&tensor);
    std::ranges::stable_sort(
        tensors, std::greater<> {}, [](const auto* tensor) { return bytesOf(*tensor); });
    for (const auto* tensor : tensors) {
        const auto type = model::ValueType::tensor(tensor->element, model::shapeOf(tensor->dims));
        std::vector<std::string> row { support::sanitise(tensor->name), model::typeText(type),
            std::to_string(bytesOf(*tensor)), placeOf(model, *tensor) };
        if (hashes == Hashes::Compute)
            row.push_back(hashOf(model, *tensor));
        table.add(std::move(row));
    }
    return table;
}

Result<std::string> weightsHash(const model::Model& model, std::stop_token stop)
{
    support::ContentHash hash;
    for (const auto& tensor : model.tensors) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped while hashing the weights");
        hash.add(tensor.name);
        TRY(addContent(hash, model, tensor).within("weight " + support::quote(tensor.name)));
    }
    return hash.value().hex();
}

Result<TextTable> findTable(const Inspected& inspected, const std::string& query,
    const std::vector<std::string>& captured, std::stop_token stop)
{
    const auto refuse = [&](const model::QueryError& error) {
        return failAs(ErrorKind::Usage, "--find ", support::quote(query), ": column ",
            error.column + 1, ": ", error.message);
    };
    const auto parsed = model::Query::parse(query);
    if (const auto* error = std::get_if<model::QueryError>(&parsed))
        return refuse(*error);
    model::QueryContext context { *inspected.model };
    context.analysis = inspected.analysis.get();
    profiler::addFigures(context, inspected.figures);
    context.contents = std::make_shared<model::ContentCache>();
    context.contents->setCaptured(TRY(capturedValues(*inspected.model, captured)));
    const auto found = std::get<model::Query>(parsed).run(context, std::move(stop));
    if (const auto* error = std::get_if<model::QueryError>(&found))
        return refuse(*error);
    const auto& matches = std::get<model::QueryMatches>(found);
    if (matches.unreadable > 0)
        support::logWarning(support::countOf(matches.unreadable, "tensor", "tensors"),
            " cannot be read and match nothing");
    TextTable table { { { "kind" }, { "name" }, { "type" }, { "path" } } };
    const auto scan = context.contents->lastScan();
    if (scan.tensors > 0) {
        table.columns.push_back({ "elements", Align::Right });
        table.columns.push_back({ "first" });
        support::logInfo("read ", support::countOf(scan.tensors, "tensor", "tensors"), ", ",
            support::countOf(scan.elements, "element", "elements"));
    }
    const auto add = [&](std::vector<std::string> row) {
        row.resize(table.columns.size());
        table.add(std::move(row));
    };
    for (const auto id : matches.nodes)
        add({ "node", labelOf(inspected, id), support::sanitise(inspected.model->node(id).type),
            model::nodePath(*inspected.model, id) });
    for (const auto id : matches.values) {
        const auto& value = inspected.model->value(id);
        std::vector<std::string> row { "value", support::sanitise(value.name),
            model::typeText(inspected.analysis->type(id)), labelOf(inspected, value.producer) };
        if (const auto match = scan.matches.find(id); match != scan.matches.end()) {
            row.push_back(std::to_string(match->second.count));
            row.push_back(std::to_string(match->second.first));
        }
        add(std::move(row));
    }
    return table;
}

} // namespace cli
