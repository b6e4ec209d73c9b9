#pragma once

#include "model/model.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace benchmarks {

struct EditCase {
    std::string name;
    std::string script;
    std::string before = {}; ///< applied first, not measured
};

inline std::string inQuotes(const std::string& name) { return '"' + name + '"'; }

/// Sets a number of a node in the second half of the model.
inline std::string attributeScript(const model::Model& model)
{
    const auto& nodes = model.main().nodes;
    for (auto i = nodes.size() / 2; i < nodes.size(); ++i)
        for (const auto& attribute : model.node(nodes[i]).attributes)
            if (std::holds_alternative<std::int64_t>(attribute.value))
                return R"({"op":"setAttribute","node":)" + inQuotes(model.node(nodes[i]).name)
                    + R"(,"name":)" + inQuotes(attribute.name) + R"(,"value":0})";
    return {};
}

/// Edits in the middle of the model, where half of all ids move.
inline std::vector<EditCase> editCases(const model::Model& model)
{
    const auto& nodes = model.main().nodes;
    auto at = nodes.size() / 2;
    const auto isPlain = [&](const model::Node& node) {
        return !node.name.empty() && node.inputs.size() == 1 && node.outputs.size() == 1
            && node.inputs[0].isValid() && node.outputs[0].isValid()
            && model.value(node.outputs[0]).uses.size() == 1;
    };
    while (at + 1 < nodes.size() && !isPlain(model.node(nodes[at])))
        ++at;
    const auto& node = model.node(nodes[at]);
    const auto name = inQuotes(node.name);
    const auto input = inQuotes(model.value(node.inputs[0]).name);
    const auto output = inQuotes(model.value(node.outputs[0]).name);
    const auto weight = model.main().initializers.empty()
        ? std::string()
        : inQuotes(model.value(model.main().initializers.front()).name);
    const auto first = inQuotes(model.value(model.main().inputs.front()).name);
    std::vector<EditCase> cases {
        { "rename node",
            R"({"op":"renameNode","node":)" + name + R"(,"to":)" + inQuotes(node.name + "_")
                + "}" },
        { "other scope", R"({"op":"renameNode","node":)" + name + R"(,"to":"renamed"})" },
        { "rename value", R"({"op":"renameValue","value":)" + output + R"(,"to":"renamed"})" },
        { "rename input", R"({"op":"renameValue","value":)" + first + R"(,"to":"renamed"})" },
        { "set attribute", attributeScript(model) },
        { "set input",
            R"({"op":"setInput","node":)" + name + R"(,"index":0,"value":)" + first + "}" },
        { "insert node", R"({"op":"insertNode","type":"Relu","value":)" + output + "}" },
        { "bypass node", R"({"op":"bypassNode","node":)" + name + "}" },
        { "delete node", R"({"op":"removeNode","node":"leaf"})",
            R"({"op":"addNode","type":"Relu","name":"leaf","inputs":[)" + input + "]}" },
        { "add output", R"({"op":"addGraphOutput","value":)" + input + "}" },
        { "remove output", R"({"op":"removeGraphOutput","value":)" + input + "}",
            R"({"op":"addGraphOutput","value":)" + input + "}" },
    };
    if (!weight.empty())
        cases.push_back({ "rename weight",
            R"({"op":"renameValue","value":)" + weight + R"(,"to":"renamed"})" });
    std::erase_if(cases, [](const EditCase& each) { return each.script.empty(); });
    return cases;
}

} // namespace benchmarks
