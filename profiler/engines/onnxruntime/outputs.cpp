#include "profiler/engines/onnxruntime/outputs.h"

#include <cstdint>
#include <string_view>

namespace profiler::ort {

namespace {

void addVarint(std::string& bytes, std::uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        bytes += static_cast<char>((number & 0x7f) | 0x80);
    bytes += static_cast<char>(number);
}

/// Returns a field whose content is a text or a message.
std::string field(std::uint32_t number, std::string_view content)
{
    constexpr std::uint32_t lengthDelimited = 2;
    std::string bytes;
    addVarint(bytes, number << 3 | lengthDelimited);
    addVarint(bytes, content.size());
    bytes += content;
    return bytes;
}

} // namespace

std::string outputDeclarations(const std::vector<std::string>& names)
{
    std::string graph;
    for (const auto& name : names)
        graph += field(12, field(1, name));
    return field(7, graph);
}

} // namespace profiler::ort
