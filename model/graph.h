#pragma once

#include "model/attribute.h"
#include "model/value_type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace model {

struct OperatorSchema;

struct NodeTag;
struct ValueTag;
struct FunctionTag;
/// Ids are model-wide: one NodeId names a node of any graph, subgraph or function body of the
/// Model.
using NodeId = support::Index<NodeTag>;
using ValueId = support::Index<ValueTag>;
using FunctionId = support::Index<FunctionTag>;

/// One operator call. Names may be empty or repeat: never a key.
struct Node {
    GraphId graph; ///< the graph it stands in
    std::uint32_t position = 0; ///< index in the file's list of that graph: `graph/node[12]`
    std::string name;
    std::string domain; ///< "" is ai.onnx (also for a file's "ai.onnx")
    std::string type; ///< operator type, ONNX's spelling
    std::string overload;
    std::vector<ValueId> inputs; ///< invalid id = optional input left out
    std::vector<ValueId> outputs; ///< invalid id = optional output left out
    std::vector<Attribute> attributes;
    std::string doc;
    Metadata metadata;
    const OperatorSchema* schema
        = nullptr; ///< resolved by domain, type and the model's opset; null = unknown operator
    FunctionId function; ///< the local function it calls, if any

    const Attribute* attribute(std::string_view wanted) const;
};

/// One named value of a graph: an input, an initializer or a node's output. A subgraph refers to
/// outer values by their id (captured).
struct Value {
    GraphId graph; ///< the graph that defines it
    std::string name;
    ValueType
        type; ///< as declared in the file (input, output, value_info); inference is in Analysis
    NodeId producer; ///< invalid for inputs, initializers and values that nobody defines
    std::uint32_t producerOutput = 0;
    TensorId initializer; ///< its constant data, if it is an initializer
    bool isInput = false;
    bool isOutput = false;
    bool isDefined = false; ///< input, initializer or produced; false: used but never defined
                            ///< (reported by a check)
    std::string doc;
    Metadata metadata;

    struct Use {
        NodeId node;
        std::uint32_t input;
    };
    std::vector<Use> uses; ///< every reading node, also in subgraphs that capture it; in node order
};

/// How a tensor was quantised, as noted in the file: for example SCALE_TENSOR -> name of an
/// initializer.
struct TensorAnnotation {
    std::string tensor;
    Metadata parameters;
};

/// A graph, a subgraph of a node's attribute, or the body of a function.
struct Graph {
    enum class Role { Main, Subgraph, FunctionBody, Training };
    GraphId id;
    Role role = Role::Main;
    std::string name;
    NodeId owner; ///< node whose attribute this subgraph is
    std::string ownerAttribute; ///< `then_branch`, `body`
    GraphId parent; ///< graph of `owner`
    FunctionId function; ///< the local function whose body this graph is or lies in
    std::vector<NodeId> nodes; ///< in file order
    std::vector<NodeId>
        order; ///< topological order, ties by file order; nodes of a cycle last, in file order
    std::vector<ValueId>
        inputs; ///< in file order; with initializers of the same name where the file lists them
    std::vector<ValueId> outputs;
    std::vector<ValueId> initializers;
    std::vector<ValueId> values; ///< all values this graph defines or mentions as its own
    std::vector<ValueId>
        captures; ///< outer values read inside, also by graphs nested in it; first use order
    std::vector<TensorAnnotation> annotations; ///< quantization_annotation
    std::string doc;
    Metadata metadata;
};

struct AttributeDefault {
    std::string name;
    std::optional<Attribute> value; ///< without value: required
};

struct OpsetImport {
    std::string domain; ///< "" is ai.onnx
    std::int64_t version = 0;
};

/// A local function of the model file.
struct Function {
    std::string domain;
    std::string name;
    std::string overload;
    GraphId body; ///< its inputs and outputs are the formal parameters
    std::vector<AttributeDefault> attributes;
    std::vector<OpsetImport> opsets;
    std::string doc;
    Metadata metadata;
};

} // namespace model
