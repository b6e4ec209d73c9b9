#include "model/checks/rules.h"
#include "model/inference/declared_type.h"
#include "model/tensor.h"

namespace model::checks {

namespace {

using support::Severity;

support::Location graphLocation(const Model& model)
{
    return support::locationOf(graphPath(model, model.main().id));
}

void checkTyped(
    const Model& model, ValueId id, std::string_view role, support::Diagnostics& diagnostics)
{
    const auto& value = model.value(id);
    const auto& type = value.type;
    if (type.kind == ValueType::Kind::Unknown && !value.initializer.isValid()) {
        diagnostics.push_back({ Severity::Error, "interface-type", locateValue(model, id),
            "the model's " + std::string(role) + " has no type" });
        return;
    }
    if (type.isTensor() && type.element == ElementType::Undefined)
        diagnostics.push_back({ Severity::Error, "interface-type", locateValue(model, id),
            "the model's " + std::string(role) + " has no element type" });
    if (type.isTensor() && !type.shape)
        diagnostics.push_back({ Severity::Warning, "interface-shape", locateValue(model, id),
            "the model's " + std::string(role) + " has no shape, not even a rank",
            "ONNX asks for a shape; unknown sizes may be left open in it" });
}

/// An initializer of an input is its default. What follows is computed with the type of the data;
/// a program that reads the declared type prepares for another one, and ONNX Runtime refuses such
/// a file.
void checkDefaults(const Model& model, support::Diagnostics& diagnostics)
{
    for (const auto id : model.main().inputs) {
        if (!id.isValid() || !model.value(id).initializer.isValid())
            continue;
        const auto& value = model.value(id);
        const auto& data = model.tensor(value.initializer);
        const auto given = ValueType::tensor(data.element, shapeOf(data.dims));
        (void)mergedType(
            value.type, given, [&](support::Severity /*severity*/, const std::string&) {
                diagnostics.push_back(
                    { Severity::Error, "interface-default", locateValue(model, id),
                        "the input is declared as " + onnxTypeText(value.type)
                            + ", but its default value is " + onnxTypeText(given),
                        "the type of the default value counts; declare the input with it" });
            });
    }
}

/// Before IR 4 every initializer was also a graph input, and its value was the input's default.
void checkOldInitializers(const Model& model, support::Diagnostics& diagnostics)
{
    if (model.irVersion < 1 || model.irVersion > 3)
        return;
    for (const auto id : model.main().initializers) {
        if (!id.isValid() || model.value(id).isInput)
            continue;
        diagnostics.push_back({ Severity::Warning, "interface-initializer", locateValue(model, id),
            "the initializer is not among the inputs, which IR version "
                + std::to_string(model.irVersion) + " asks for",
            "its value is still defined; IR version 4 and later do not require this" });
        return;
    }
}

} // namespace

void checkInterface(const Model& model, support::Diagnostics& diagnostics)
{
    const auto& graph = model.main();
    for (const auto id : graph.inputs)
        if (id.isValid())
            checkTyped(model, id, "input", diagnostics);
    for (const auto id : graph.outputs)
        if (id.isValid())
            checkTyped(model, id, "output", diagnostics);
    if (graph.name.empty())
        diagnostics.push_back({ Severity::Warning, "interface-name", graphLocation(model),
            "the graph has no name, which ONNX requires", "the model can still be used" });
    checkDefaults(model, diagnostics);
    checkOldInitializers(model, diagnostics);
    if (graph.nodes.empty() && graph.outputs.empty())
        diagnostics.push_back({ Severity::Error, "interface-empty", graphLocation(model),
            "the graph is empty: it has no nodes and no outputs" });
    else if (graph.outputs.empty())
        diagnostics.push_back({ Severity::Error, "interface-output", graphLocation(model),
            "the model has no outputs, so nothing can be computed" });
}

} // namespace model::checks
