#pragma once

#include "model/edit/document.h"
#include "model/support/text.h"
#include "model/tensor_store.h"
#include "model/text_node.h"

#include <string>

namespace testing {

inline std::string editedBytes(const model::edit::Document& document)
{
    return joinedParts(partsOf(document.file().root()));
}

/// `x: tensor(float) 1×3 fp32, y: …`.
inline std::string valuesText(const model::Model& model, const std::vector<model::ValueId>& values)
{
    return support::joined(values, ", ", [&](model::ValueId id) {
        return model.value(id).name + ": " + onnxTypeText(model.value(id).type) + " "
            + typeText(model.value(id).type);
    });
}

/// The model in lines that a test can read: interface, initializers, nodes, imports.
inline std::string modelText(const model::Model& model)
{
    std::string text = "ir " + std::to_string(model.irVersion);
    for (const auto& import : model.opsets)
        text += " | " + import.domain + " " + std::to_string(import.version);
    text += "\nin " + valuesText(model, model.main().inputs) + "\nout "
        + valuesText(model, model.main().outputs) + "\n";
    for (const auto& tensor : model.tensors)
        text += "init " + tensor.name + " " + std::string(name(tensor.element)) + " "
            + model::shapeText(model::shapeOf(tensor.dims)) + "\n";
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        text += nodeText(model, model::NodeId(i)) + "\n";
    return text;
}

/// modelText() with everything else that a snapshot holds: values, texts, hashes of weights.
inline std::string fullModelText(const model::Model& model)
{
    auto text = modelText(model) + model.doc + model.producerName;
    for (const auto& value : model.values)
        text += value.name + " " + std::to_string(value.graph.value()) + " " + typeText(value.type)
            + " " + std::to_string(value.uses.size()) + value.doc + "\n";
    for (const auto& graph : model.graphs)
        text += graphPath(model, graph.id) + valuesText(model, graph.inputs)
            + valuesText(model, graph.outputs) + valuesText(model, graph.captures) + graph.doc
            + "\n";
    for (const auto& node : model.nodes)
        text += node.name + node.doc + std::to_string(node.metadata.size()) + "\n";
    for (const auto& tensor : model.tensors)
        if (const auto bytes = model.store->bytes(tensor))
            text += tensor.name
                + std::to_string(std::hash<std::string_view>()(
                    { reinterpret_cast<const char*>(bytes->bytes.data()), bytes->bytes.size() }))
                + "\n";
    for (const auto& finding : model.diagnostics)
        text += finding.code + finding.where.path + "\n";
    return text;
}

} // namespace testing
