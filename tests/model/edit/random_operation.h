#pragma once

#include "model/edit/operation.h"
#include "model/support/json.h"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace testing {

/// Makes operations with random arguments for a model. Most can be applied, some are refused.
class RandomOperations {
public:
    /// `fragment`: what the operation `paste` pastes. `nextModel`: file that `merge` reads.
    RandomOperations(std::uint32_t seed, std::string fragment, std::string nextModel)
        : m_random(seed)
        , m_fragment(std::move(fragment))
        , m_nextModel(std::move(nextModel))
    {
    }

    model::edit::Operation next(const model::Model& model)
    {
        const auto kinds = model::edit::operationKinds();
        return of(kinds[below(kinds.size())], model);
    }

    /// One of the operations after which the model computes the same, to the bit.
    model::edit::Operation nextThatKeepsMeaning(const model::Model& model)
    {
        static constexpr std::string_view names[] { "renameNode", "renameValue", "renameDimension",
            "duplicateNode", "addInitializer", "setDoc", "setMetadata", "stripDocs", "anonymise",
            "inlineFunctions", "removeIdentities", "removeUnused", "sortNodes",
            "makeNodeNamesUnique", "removeRepetitions", "removeStaleTypes", "addMissingImports",
            "moveNode", "paste", "insertNode", "convertOpset" };
        const auto name = names[below(std::size(names))];
        if (name == "insertNode")
            return operation([&](support::JsonWriter& out) {
                out.member("op", name).member("type", "Identity").member("value", valueName(model));
            });
        if (name == "convertOpset") // up only
            return operation([&](support::JsonWriter& out) {
                out.member("op", name).member("version", opsetOf(model) + 1 + below(3));
            });
        return of(*model::edit::operationKind(name), model);
    }

private:
    static model::edit::Operation operation(const std::function<void(support::JsonWriter&)>& write)
    {
        return std::move(model::edit::operationsFrom(support::jsonLine(write))->front());
    }

    static std::size_t opsetOf(const model::Model& model)
    {
        for (const auto& import : model.opsets)
            if (import.domain.empty())
                return static_cast<std::size_t>(import.version);
        return 1;
    }

    model::edit::Operation of(const model::edit::OperationKind& kind, const model::Model& model)
    {
        return operation([&](support::JsonWriter& out) {
            out.member("op", kind.name);
            if (kind.name == "extract")
                return writePart(out, model);
            if (kind.name == "foldConstants")
                return writeConstants(out, model);
            if (kind.name == "rewriteNodes")
                return writeRewrite(out, model);
            for (auto parameter : support::split(kind.parameters, ' ')) {
                const bool isOptional = parameter.ends_with('?');
                if (isOptional)
                    parameter.remove_suffix(1);
                if (parameter.empty())
                    continue;
                if (!isOptional || isUsed(kind.name, parameter))
                    write(out, model, kind.name, parameter);
            }
        });
    }

    std::size_t below(std::size_t end) { return end == 0 ? 0 : m_random() % end; }

    /// Optional arguments that are needed, or that make a difference half of the time.
    bool isUsed(std::string_view kind, std::string_view parameter)
    {
        if (kind == "paste")
            return parameter == "graph" || parameter == "index";
        if (kind == "merge" || kind == "stripWeights")
            return parameter == "map" || parameter == "threshold";
        if (kind == "insertNode")
            return parameter == "reader" && below(3) == 0;
        if (kind == "setBatch" || kind == "clipInitializer")
            return false;
        if (kind.starts_with("quantize"))
            return parameter == "bits" || (parameter != "keep_nodes" && below(3) == 0);
        if (kind.starts_with("convertFloats"))
            return below(3) == 0;
        if (kind == "convertOpset")
            return false;
        if (parameter == "inputs" || parameter == "fill" || parameter == "type"
            || parameter == "shape")
            return parameter != "shape" || kind != "setInitializerData";
        if (parameter == "node" || parameter == "index" || parameter == "graph")
            return below(2) == 0;
        return false;
    }

    void writePart(support::JsonWriter& out, const model::Model& model)
    {
        switch (below(5)) {
        case 0:
            out.key("nodes").beginArray();
            for (std::size_t i = 0; i < below(4) + 1; ++i)
                out.value(nodePathOf(model));
            out.endArray();
            return;
        case 1:
            out.key("to").beginArray().value(valueName(model)).endArray();
            return;
        case 2:
            out.member("from", valueName(model)).member("to", valueName(model));
            return;
        case 3:
            out.member("function", functionName(model));
            return;
        default:
            out.member(
                "body", model::graphPath(model, model.graphs[below(model.graphs.size())].id));
        }
    }

    void writeConstants(support::JsonWriter& out, const model::Model& model)
    {
        const auto id = below(model.values.size());
        out.key("constants").beginArray();
        out.beginObject().member("value", valueName(model)).member("type", "float");
        if (!model.values.empty())
            out.member("graph", model::graphPath(model, model.values[id].graph));
        out.key("shape").beginArray().value(2).endArray().member("fill", 1).endObject();
        out.endArray();
    }

    /// Replaces a node by an Identity that reads its first input and makes its first output.
    void writeRewrite(support::JsonWriter& out, const model::Model& model)
    {
        const auto path = nodePathOf(model);
        out.key("remove").beginArray().value(path).endArray();
        out.key("nodes").beginArray().beginObject().member("at", path).member("type", "Identity");
        const auto nameOf = [&](const std::vector<model::ValueId>& values) {
            return values.empty() || !values.front().isValid() ? std::string("none")
                                                               : model.value(values.front()).name;
        };
        if (!model.nodes.empty()) {
            out.key("inputs").beginArray().value(nameOf(model.node(m_node).inputs)).endArray();
            out.key("outputs").beginArray().value(nameOf(model.node(m_node).outputs)).endArray();
        }
        out.endObject().endArray();
    }

    std::string freshName() { return "fresh" + std::to_string(m_random()); }

    std::string valueName(const model::Model& model)
    {
        return model.values.empty() ? "none" : model.values[below(model.values.size())].name;
    }
    std::string nodePathOf(const model::Model& model)
    {
        if (model.nodes.empty())
            return "graph/node[0]";
        const model::NodeId id(below(model.nodes.size()));
        m_node = id;
        return model::nodePath(model, id);
    }
    std::string functionName(const model::Model& model)
    {
        if (model.functions.empty())
            return "none";
        const auto& function = model.functions[below(model.functions.size())];
        return (function.domain.empty() ? "" : function.domain + ".") + function.name;
    }
    std::string dimensionName(const model::Model& model)
    {
        std::vector<std::string> names;
        for (const auto& value : model.values)
            if (value.type.shape)
                for (const auto& dimension : *value.type.shape)
                    if (dimension.isSymbol())
                        names.push_back(dimension.text());
        return names.empty() ? "none" : names[below(names.size())];
    }

    void write(support::JsonWriter& out, const model::Model& model, std::string_view kind,
        std::string_view parameter)
    {
        static constexpr std::string_view types[] { "Relu", "Identity", "Neg", "Add" };
        out.key(parameter);
        if (parameter == "node" || parameter == "reader")
            out.value(nodePathOf(model));
        else if (parameter == "fragment")
            out.raw(m_fragment);
        else if (parameter == "map")
            out.beginObject().member(valueName(model), "next_in").endObject();
        else if (parameter == "threshold")
            out.value(1);
        else if (parameter == "graph")
            out.value(model::graphPath(model, model::GraphId(below(model.graphs.size()))));
        else if (parameter == "function")
            out.value(functionName(model));
        else if (parameter == "dimension")
            out.value(dimensionName(model));
        else if (kind == "setBatch" && below(2) == 0)
            out.value(freshName());
        else if (parameter == "index" || parameter == "size")
            out.value(below(4));
        else if (parameter == "limit")
            out.value(0.01);
        else if (parameter == "values")
            out.beginArray().value(1).endArray();
        else if (parameter == "to" && kind.starts_with("move"))
            out.value(below(4));
        else if (kind.starts_with("quantize") || kind.starts_with("convert"))
            writeConversion(out, model, parameter);
        else if (parameter == "to" || (parameter == "name" && kind != "removeAttribute"))
            out.value(kind == "setAttribute" ? attributeName(model) : freshName());
        else if (parameter == "name")
            out.value(attributeName(model));
        else if (parameter == "inputs")
            out.beginArray().value(valueName(model)).endArray();
        else if (parameter == "type"
            && (kind == "addNode" || kind == "insertNode" || kind == "setOperator"))
            out.value(types[below(std::size(types))]);
        else if (parameter == "type")
            out.value(kind.find("Initializer") != std::string_view::npos || kind == "makeConstant"
                    ? "float"
                    : "float[1,?,n]");
        else if (parameter == "shape")
            out.beginArray().value(2).value(3).endArray();
        else if (parameter == "fill" || parameter == "version")
            out.value(below(3) + 17);
        else if (parameter == "entries")
            out.beginObject().member("key", "value").endObject();
        else if (parameter == "field")
            out.value(kind == "setFunctionField" ? "name" : "producer_name");
        else if (parameter == "domain")
            out.value("com.microsoft");
        else if (parameter == "file")
            out.value(kind == "merge" ? m_nextModel : "none.onnx");
        else if (parameter == "value" && kind == "setAttribute")
            out.value(below(3));
        else if (parameter == "value" && (kind == "setModelField" || kind == "setFunctionField"))
            out.value(freshName());
        else
            out.value(valueName(model)); // also "doc"
    }

    /// Arguments of the operations that convert or quantise the whole model.
    void writeConversion(
        support::JsonWriter& out, const model::Model& model, std::string_view parameter)
    {
        const auto word = [&](std::initializer_list<std::string_view> words) {
            out.value(words.begin()[below(words.size())]);
        };
        if (parameter == "to")
            word({ "fp16", "bf16", "fp32" });
        else if (parameter == "version")
            out.value(below(22) + 7);
        else if (parameter == "keepInterface")
            out.value(true);
        else if (parameter == "bits" || parameter == "accuracy_level")
            out.value(below(2) == 0 ? 4 : parameter == "bits" ? 8 : 0);
        else if (parameter == "block")
            out.value(16 << below(3));
        else if (parameter == "zero_points")
            word({ "symmetric", "asymmetric" });
        else if (parameter == "tables")
            word({ "8bit", "4bit", "keep" });
        else if (parameter == "scales")
            word({ "per_channel", "per_tensor" });
        else if (parameter == "tied_products")
            word({ "float", "integer" });
        else if (parameter == "profile")
            word({ "x86", "tensorrt" });
        else if (parameter == "ranges")
            writeRanges(out, model);
        else // operators or nodes that are kept
            out.beginArray()
                .value(model.nodes.empty() ? "Conv" : model.nodes[below(model.nodes.size())].type)
                .endArray();
    }

    void writeRanges(support::JsonWriter& out, const model::Model& model)
    {
        out.beginObject();
        for (const auto& value : model.values)
            if (!value.name.empty())
                out.key(value.name).beginArray().value(-4).value(4).endArray();
        out.endObject();
    }

    std::string attributeName(const model::Model& model)
    {
        if (!m_node.isValid() || m_node.value() >= model.nodes.size())
            return "axis";
        const auto& attributes = model.node(m_node).attributes;
        return attributes.empty() ? "axis" : attributes[below(attributes.size())].name;
    }

    std::mt19937 m_random;
    std::string m_fragment;
    std::string m_nextModel;
    model::NodeId m_node;
};

} // namespace testing
