#include "model/checks/rules.h"

#include "model/inference/call_order.h"

namespace model::checks {

namespace {

using support::Severity;

void checkCall(const Model& model, NodeId id, support::Diagnostics& diagnostics)
{
    const auto& node = model.node(id);
    const auto& function = model.function(node.function);
    const auto& body = model.graph(function.body);
    if (node.inputs.size() > body.inputs.size())
        diagnostics.push_back({ Severity::Error, "function-input", locate(model, id),
            "has " + counted(node.inputs.size(), "input") + ", but the local function "
                + function.name + " takes " + std::to_string(body.inputs.size()) });
    if (node.outputs.size() > body.outputs.size())
        diagnostics.push_back({ Severity::Error, "function-output", locate(model, id),
            "has " + counted(node.outputs.size(), "output") + ", but the local function "
                + function.name + " gives " + std::to_string(body.outputs.size()) });
    for (const auto& attribute : function.attributes)
        if (!attribute.value && node.attribute(attribute.name) == nullptr)
            diagnostics.push_back({ Severity::Warning, "function-attribute", locate(model, id),
                "attribute '" + attribute.name + "' is missing, which the local function "
                    + function.name + " may need" });
}

/// Removes functions that call only removed functions. The remaining ones call themselves, directly
/// or indirectly.
std::vector<FunctionId> recursiveFunctions(const Model& model)
{
    const auto calls = calledFunctions(model);
    std::vector<std::vector<FunctionId>> callers(calls.size());
    std::vector<std::size_t> open(calls.size());
    std::vector<FunctionId> ready;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        open[i] = calls[i].size();
        for (const auto callee : calls[i])
            callers[callee.value()].push_back(FunctionId(i));
        if (open[i] == 0)
            ready.push_back(FunctionId(i));
    }
    while (!ready.empty()) {
        const auto done = ready.back();
        ready.pop_back();
        for (const auto caller : callers[done.value()])
            if (--open[caller.value()] == 0)
                ready.push_back(caller);
    }
    std::vector<FunctionId> recursive;
    for (std::size_t i = 0; i < open.size(); ++i)
        if (open[i] > 0)
            recursive.push_back(FunctionId(i));
    return recursive;
}

} // namespace

void checkFunctions(const Model& model, support::Diagnostics& diagnostics)
{
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        if (model.nodes[i].function.isValid())
            checkCall(model, NodeId(i), diagnostics);
    for (const auto id : recursiveFunctions(model))
        diagnostics.push_back({ Severity::Error, "function-recursive",
            support::locationOf(graphPath(model, model.function(id).body)),
            "the local function " + model.function(id).name
                + " calls itself, directly or through others",
            "ONNX functions must not be recursive" });
}

} // namespace model::checks
