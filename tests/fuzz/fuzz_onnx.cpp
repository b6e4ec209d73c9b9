#include "model/inference/analysis.h"
#include "model/model.h"
#include "model/onnx/parser.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace {

/// Every id must name something, every node have its place, and data said to be there must come.
bool isConsistent(const model::Model& model)
{
    const auto isValue
        = [&](model::ValueId id) { return !id.isValid() || id.value() < model.values.size(); };
    const auto isComplete
        = [](const model::Graph& graph) { return graph.order.size() == graph.nodes.size(); };
    const auto keepsItsWord = [&](const model::Tensor& tensor) {
        const bool mayFail
            = !tensor.ref.problem.empty() || tensor.ref.place == model::TensorRef::Place::Strings;
        return mayFail || static_cast<bool>(model.store->bytes(tensor));
    };
    return std::ranges::all_of(model.nodes,
               [&](const auto& node) { return std::ranges::all_of(node.inputs, isValue); })
        && std::ranges::all_of(model.graphs, isComplete)
        && std::ranges::all_of(model.tensors, keepsItsWord);
}

}

/// Opens the bytes as a model, asks for each weight, checks it and infers shapes. No folder is
/// given, so no external file may be touched.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const auto parsed = model::onnx::parseModel(std::as_bytes(std::span(bytes, size)));
    if (!parsed)
        return 0;
    const model::Model& model = **parsed;
    if (!isConsistent(model) || model::nodeLabels(model).size() != model.nodes.size())
        std::abort();
    (void)model::analyse(*parsed);
    return 0;
}
