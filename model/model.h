#pragma once

#include "model/graph.h"
#include "model/support/diagnostic.h"
#include "model/tensor.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace model {

class TensorStore;

/// A parsed ONNX file. Immutable after parsing, shared as `shared_ptr<const Model>`. The tables
/// hold all graphs; ids index them.
struct Model {
    std::filesystem::path path; ///< of the file; empty if read from memory
    std::uint64_t fileBytes = 0;
    std::int64_t irVersion = 0;
    std::vector<OpsetImport> opsets;
    std::string producerName;
    std::string producerVersion;
    std::string domain;
    std::int64_t modelVersion = 0;
    std::string doc;
    Metadata metadata;

    std::vector<Graph> graphs; ///< [0] is the main graph
    std::vector<Node> nodes;
    std::vector<Value> values;
    std::vector<Tensor> tensors; ///< initializers of all graphs
    std::vector<Function> functions;
    std::size_t trainingGraphs = 0; ///< number of TrainingInfoProto entries

    support::Diagnostics diagnostics; ///< findings of reading
    std::shared_ptr<const TensorStore> store; ///< reads the bytes of tensors; never null

    const Graph& main() const { return graphs.front(); }
    const Graph& graph(GraphId id) const { return graphs[id.value()]; }
    const Node& node(NodeId id) const { return nodes[id.value()]; }
    const Value& value(ValueId id) const { return values[id.value()]; }
    const Tensor& tensor(TensorId id) const { return tensors[id.value()]; }
    const Function& function(FunctionId id) const { return functions[id.value()]; }
    /// Returns the opset version that `domain` is imported with for nodes of `graph`; 0 if it is
    /// not imported. A function has its own imports.
    std::int64_t opset(std::string_view domain, GraphId graph) const;
};

/// Returns the node's path: `graph/node[12]`, in a subgraph `graph/node[3]/then_branch/node[0]`, in
/// a function `function domain.name/node[0]`.
std::string nodePath(const Model& model, NodeId node);
/// Returns the graph's path: `graph`, `graph/node[3]/then_branch`, `function domain.name`. For a
/// deeply nested graph only the last levels are given: `…/graph#9001/node[0]/body`.
std::string graphPath(const Model& model, GraphId graph);
/// Returns the label of every node, by NodeId: the name if it is not empty and unique in the model,
/// else the path. All views show nodes by this label. Visits all nodes, so callers keep the result.
/// After a stop request the list is incomplete.
std::vector<std::string> nodeLabels(const Model& model, const std::stop_token& stop = {});
/// `graph/node[12] 'conv1' (Conv)` for messages.
std::string describe(const Model& model, NodeId node);
/// Returns the Location for a Diagnostic at a node, at its input (`/input[1]`) or output, or at a
/// value.
support::Location locate(const Model& model, NodeId node);
support::Location locateInput(const Model& model, NodeId node, std::size_t input);
support::Location locateOutput(const Model& model, NodeId node, std::size_t output);
support::Location locateValue(const Model& model, ValueId value);

/// What the user allowed for one document.
struct OpenOptions {
    /// Resolved folders outside the model's folder from which external data may be read.
    std::vector<std::filesystem::path> allowedFolders;
    /// Files to use instead of the external files that the model names, by location ("Locate weight
    /// file").
    std::map<std::string, std::filesystem::path> replacedFiles;
};

} // namespace model
