#pragma once

#include "model/model.h"

#include <string_view>
#include <vector>

/// What the attribution of ONNX Runtime's operators knows about operator types and graphs.
namespace profiler::onnx_runtime {

/// Returns the name that operator types with the same arithmetic share: `Conv` for Conv, FusedConv
/// and QLinearConv, `MatMul` for Gemm, FusedMatMul and QGemm.
std::string_view kernelFamily(std::string_view type);

/// Returns what an operator of this type does if the engine added it: `layout change`, `cast`,
/// `copy between devices`. Empty for types that the engine adds for other purposes only.
std::string_view moverPurpose(std::string_view type);

/// True for operators that give quantised numbers for quantised numbers, though their type is the
/// same for others.
bool keepsQuantisation(std::string_view type);

/// True for operators of quantised numbers that stand for DequantizeLinear, an operator and
/// QuantizeLinear.
bool isQuantisedType(std::string_view type);

/// True for operators whose results differ from run to run.
bool isRandom(std::string_view type);

/// A value that the node of the model reads and the position at which the executed node reads it.
struct InputPair {
    std::size_t executed;
    std::size_t model;
};
/// Returns which inputs of an executed node are which inputs of a node of the model with the same
/// kernel. Weights, scales and zero points may be left out. Empty if the executed node also does
/// what comes before (a scale of FusedMatMul).
std::vector<InputPair> pairedInputs(const model::Node& executed, const model::Node& node);

/// Returns for each value whether it is the same in every run: an initializer, or made of such
/// values only, or a shape that is declared with numbers.
std::vector<bool> constantValues(const model::Model& model);

/// Calls `visit` with each body of the node: the attribute's name and the graph.
template <typename Visit>
void forEachBody(const model::Node& node, Visit visit)
{
    for (const auto& attribute : node.attributes) {
        const auto* graph = std::get_if<model::GraphId>(&attribute.value);
        if (graph != nullptr && graph->isValid())
            visit(std::string_view(attribute.name), *graph);
    }
}

/// Calls `visit` with each value that the node reads: its inputs and what its bodies capture.
template <typename Visit>
void forEachRead(const model::Model& model, const model::Node& node, Visit visit)
{
    for (const auto input : node.inputs)
        if (input.isValid())
            visit(input);
    forEachBody(node, [&](std::string_view, model::GraphId body) {
        for (const auto value : model.graph(body).captures)
            visit(value);
    });
}

} // namespace profiler::onnx_runtime
