#include "model/analysis.h"
#include "model/model.h"
#include "model/onnx/parser.h"
#include "model/tensor_store.h"

#include <cstdint>
#include <span>

/// Opens the bytes as a model, asks for each weight, checks it and infers shapes. No folder is given, so no external file may be touched.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const auto parsed = model::onnx::parseModel(std::as_bytes(std::span(bytes, size)));
    if (!parsed)
        return 0;
    const model::Model& model = **parsed;
    for (const auto& tensor : model.tensors)
        (void)model.store->bytes(tensor);
    (void)model::nodeLabels(model);
    (void)model::analyse(*parsed);
    return 0;
}
