#pragma once

#include <string>
#include <vector>

namespace profiler::ort {

/// Returns bytes that, behind those of an ONNX file, declare values of its main graph as further
/// outputs. A repeated message field of protobuf is merged with the one before; so the model is
/// neither read nor written anew. ONNX Runtime infers the types. Source: protobuf's encoding, "Last
/// One Wins"; onnx.proto: ModelProto.graph = 7, GraphProto.output = 12, ValueInfoProto.name = 1.
std::string outputDeclarations(const std::vector<std::string>& names);

} // namespace profiler::ort
