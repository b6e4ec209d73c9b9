#include "model/inference/analysis.h"
#include "model/model.h"
#include "model/onnx/parser.h"
#include "model/support/atomic_file.h"
#include "model/support/temporary_folder.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <span>

namespace {

/// Every id must name something, every node have its place, and data said to be there must come.
bool isConsistent(const model::Model& model)
{
    const auto isValue
        = [&](model::ValueId id) { return !id.isValid() || id.value() < model.values.size(); };
    const auto isComplete
        = [](const model::Graph& graph) { return graph.order.size() == graph.nodes.size(); };
    using Place = model::TensorRef::Place;
    const auto keepsItsWord = [&](const model::Tensor& tensor) {
        const bool mayFail = !tensor.ref.problem.empty() || tensor.ref.place == Place::Strings
            || tensor.ref.place == Place::ExternalFile;
        return mayFail || static_cast<bool>(model.store->bytes(tensor));
    };
    return std::ranges::all_of(model.nodes,
               [&](const auto& node) { return std::ranges::all_of(node.inputs, isValue); })
        && std::ranges::all_of(model.graphs, isComplete)
        && std::ranges::all_of(model.tensors, keepsItsWord);
}

/// Opens a file with these bytes. Beside it is a file for external data.
support::Result<std::shared_ptr<const model::Model>> openFile(const uint8_t* bytes, size_t size)
{
    static const auto folder = support::TemporaryFolder::create();
    if (!folder)
        std::abort();
    static const auto weights = support::writeFile(folder->path() / "w.bin", "8 bytes.");
    if (!weights)
        std::abort();
    const auto path = folder->path() / "model.onnx";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
    return model::onnx::openModel(path);
}

}

/// Opens the bytes as a model, in memory or, if their number is odd, from a file. Asks for each
/// weight, checks the model and infers shapes.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const auto parsed = size % 2 == 1
        ? openFile(bytes, size)
        : model::onnx::parseModel(std::as_bytes(std::span(bytes, size)));
    if (!parsed)
        return 0;
    const model::Model& model = **parsed;
    if (!isConsistent(model) || model::nodeLabels(model).size() != model.nodes.size())
        std::abort();
    (void)model::analyse(*parsed);
    return 0;
}
