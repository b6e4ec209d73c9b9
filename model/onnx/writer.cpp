#include "model/onnx/writer.h"

#include "model/onnx/messages.h"

namespace model::onnx {

support::Result<std::string> rewriteModel(std::span<const std::byte> bytes)
{
    constexpr std::size_t limit = (1ULL << 31) - 1;
    if (bytes.size() > limit)
        return support::failAs(support::ErrorKind::File, "the model has ", bytes.size(),
            " bytes, more than the 2 GiB that can be written");
    onnx_pb::ModelProto proto;
    if (!proto.ParsePartialFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return support::failAs(
            support::ErrorKind::File, "the model cannot be read by Protocol Buffers");
    std::string out;
    if (!proto.SerializePartialToString(&out))
        return support::failAs(
            support::ErrorKind::File, "the model cannot be written by Protocol Buffers");
    return out;
}

} // namespace model::onnx
