#include "profiler/attribution/openvino_graph.h"
#include "profiler/attribution/xml_reader.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

/// Reads the bytes as XML, and as the graph of OpenVINO. Edges of a graph lead to its nodes.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    profiler::XmlReader xml(text);
    for (auto kind = xml.next(); kind && *kind != profiler::XmlReader::Kind::Done;
         kind = xml.next())
        (void)xml.attribute("name");
    const auto graph = profiler::parseOpenVinoGraph(text, "input");
    if (!graph)
        return 0;
    for (const auto& node : graph->nodes)
        for (const auto input : node.inputs)
            if (input >= graph->nodes.size())
                std::abort();
    std::vector<profiler::OpenVinoOperator> operators;
    for (const auto& node : graph->nodes)
        operators.push_back({ node.name, node.type, node.kernel });
    for (const auto found : profiler::findOpenVinoNodes(*graph, operators))
        if (found && *found >= graph->nodes.size())
            std::abort();
    (void)profiler::openVinoGraphOf(operators);
    return 0;
}
