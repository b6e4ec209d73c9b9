#include "model/npy.h"
#include "model/onnx/tensor_file.h"

#include <cstdint>
#include <cstdlib>
#include <span>

/// Reads the bytes as each kind of test data and as an array; what was read can be written.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const auto input = std::as_bytes(std::span(bytes, size));
    using Kind = model::ValueType::Kind;
    for (const auto kind :
        { Kind::Tensor, Kind::SparseTensor, Kind::Sequence, Kind::Optional, Kind::Map }) {
        const auto value = model::onnx::parseTensorFile(input, kind);
        if (value && !model::onnx::encodeTensorFile(*value, kind))
            std::abort();
    }
    (void)model::parseNpy(input);
    return 0;
}
