#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Writes Protocol Buffers by hand, so that tests can write messages that no library would write:
/// `bytes(7, graph)`, `number(1, 8)`.
namespace testing::wire {

std::string varint(std::uint64_t value);
std::string tag(std::uint32_t field, int wireType);
std::string number(std::uint32_t field, std::int64_t value);
std::string fixed32(std::uint32_t field, std::uint32_t value);
std::string fixed64(std::uint32_t field, std::uint64_t value);
/// A length-delimited field (string, bytes or message): tag, length, content.
std::string bytes(std::uint32_t field, std::string_view content);

// Small ONNX messages.
std::string operatorSet(std::string_view domain, std::int64_t version);
std::string model(std::string_view graph, std::int64_t irVersion = 8, std::int64_t opset = 17);
std::string node(std::string_view type, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs, std::string_view rest = {});
/// A node as field 1 of a graph, for graphs that are concatenated from their fields.
std::string nodeField(std::string_view type, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs, std::string_view rest = {});
std::string tensorType(int element, const std::vector<std::int64_t>& dims);
std::string valueInfo(std::string_view name, std::string_view type = {});
std::string inputField(std::string_view name, std::string_view type = {});
std::string outputField(std::string_view name, std::string_view type = {});
std::string tensor(std::string_view name, int element, const std::vector<std::int64_t>& dims,
    std::string_view dataFields = {});
std::string initializerField(std::string_view tensor);
/// A SparseTensorProto of two tensors.
std::string sparseTensor(
    std::string_view values, std::string_view indices, const std::vector<std::int64_t>& dims);
std::string sparseInitializerField(std::string_view sparse);
std::string externalFields(
    std::string_view location, std::string_view offset = {}, std::string_view length = {});
/// Attributes of type GRAPH and INT, as field 5 of a node.
std::string graphAttribute(std::string_view name, std::string_view graph);
std::string intAttribute(std::string_view name, std::int64_t value);

} // namespace testing::wire
