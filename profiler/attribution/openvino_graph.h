#pragma once

#include "model/support/result.h"
#include "profiler/attribution/attribution.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// An operator or a constant in the graph that OpenVINO executes.
struct OpenVinoNode {
    std::string name;
    std::string type; ///< `Convolution`, `Reorder`, `Const`, `Input`, `Output`
    std::string kernel; ///< primitiveType: `brgconv_avx512_f32`
    std::string precisions; ///< of its outputs: `f32,f32`
    std::string originalNames; ///< of the nodes that it replaces, with commas between them
    std::uint32_t order = 0; ///< position in the order of execution
    std::vector<std::uint32_t> inputs; ///< nodes that make its inputs
};

/// The graph that OpenVINO executes (EngineSession::saveExecutedGraph).
struct OpenVinoGraph {
    std::vector<OpenVinoNode> nodes;
};

/// Reads the XML file of a graph. Fails for a file that is no such graph.
support::Result<OpenVinoGraph> readOpenVinoGraph(const std::filesystem::path& file);
/// The same from text; `source` is for messages.
support::Result<OpenVinoGraph> parseOpenVinoGraph(std::string_view text, std::string_view source);

/// Name, type and kernel of an operator in OpenVINO's profile.
struct OpenVinoOperator {
    std::string_view name;
    std::string_view type;
    std::string_view kernel;
};
/// A graph without edges, for a library that does not tell its graph. Only names can be used then.
OpenVinoGraph openVinoGraphOf(std::span<const OpenVinoOperator> operators);

/// Finds the nodes of the graph to which operators of a profile refer. `operators` are in the order
/// of one run; those with the same name and kernel take the nodes in the order of execution.
std::vector<std::optional<std::uint32_t>> findOpenVinoNodes(
    const OpenVinoGraph& graph, std::span<const OpenVinoOperator> operators);

/// Attributes the nodes of `graph` to nodes of the main graph of `model`. The position in the
/// result is that in `graph`. The first of these rules that applies decides:
///
/// 1. Name: an original name is the name of a node or of a value that it makes, perhaps with one of
///    OpenVINO's suffixes. A name such as `Add_12`, which OpenVINO also makes itself, must fit the
///    nodes before and after it. Unclaimed nodes between it and the named nodes before belong to
///    it.
/// 2. EngineOwn: reorders and casts without such a name.
/// 3. Between: unclaimed nodes on paths from the nearest named nodes before it to those behind it.
/// 4. Part: there are none, and a named node behind it reads what one before it makes. It is a
/// piece
///    of that reader, or of the node before if OpenVINO does not split the reader.
///
/// No rule is a proof: OpenVINO does not tell the values that its operators read and write.
std::vector<Attribution> attributeOpenVino(const model::Model& model, const OpenVinoGraph& graph);

} // namespace profiler
