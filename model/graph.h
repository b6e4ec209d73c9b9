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
/// Ids are unique in the model: one NodeId names a node of any graph, subgraph or function body.
using NodeId = support::Index<NodeTag>;
using ValueId = support::Index<ValueTag>;
using FunctionId = support::Index<FunctionTag>;

/// One operator call. Its name may be empty or repeated and is never used as a key.
struct Node {
    GraphId graph; ///< the graph that contains it
    std::uint32_t position = 0; ///< index in that graph's node list in the file: `graph/node[12]`
    std::string name;
    std::string domain; ///< "" is ai.onnx (also for a file's "ai.onnx")
    std::string type; ///< operator type, ONNX's spelling
    std::string overload;
    std::vector<ValueId> inputs; ///< invalid id: the optional input is left out
    std::vector<ValueId> outputs; ///< invalid id: the optional output is left out
    std::vector<Attribute> attributes;
    std::string doc;
    Metadata metadata;
    const OperatorSchema* schema
        = nullptr; ///< found by domain, type and the model's opset; null: unknown operator
    FunctionId function; ///< the local function it calls, if any

    const Attribute* attribute(std::string_view wanted) const;
};

/// One named value of a graph: an input, an initializer or a node's output. A subgraph refers to
/// values of outer graphs by their ids (captures).
struct Value {
    GraphId graph; ///< the graph that defines it
    std::string name;
    ValueType type; ///< as declared in the file (input, output, value_info); Analysis holds the
                    ///< inferred types
    NodeId producer; ///< invalid for inputs, initializers and values that no node produces
    std::uint32_t producerOutput = 0;
    TensorId initializer; ///< its data, if it is an initializer
    bool isInput = false;
    bool isOutput = false;
    bool isDefined = false; ///< input, initializer or produced; false if it is used but never
                            ///< defined (reported while reading)
    std::string doc;
    Metadata metadata;

    struct Use {
        NodeId node;
        std::uint32_t input;
    };
    std::vector<Use> uses; ///< all readers in node order, also nodes of subgraphs that capture the
                           ///< value
};

/// A graph, a subgraph of a node's attribute, or the body of a function.
struct Graph {
    enum class Role { Main, Subgraph, FunctionBody, Training };
    GraphId id;
    Role role = Role::Main;
    std::string name;
    NodeId owner; ///< the node that has this subgraph as an attribute
    std::string ownerAttribute; ///< name of that attribute: `then_branch`, `body`
    GraphId parent; ///< graph of `owner`
    FunctionId function; ///< the local function whose body is or contains this graph
    std::vector<NodeId> nodes; ///< in file order
    std::vector<NodeId>
        order; ///< topological order, ties in file order; nodes of a cycle come last, in file order
    std::vector<ValueId>
        inputs; ///< in file order; includes initializers that the file also lists as inputs
    std::vector<ValueId> outputs;
    std::vector<ValueId> initializers;
    std::vector<ValueId> values; ///< all values that this graph defines or declares
    std::vector<ValueId> captures; ///< values of outer graphs that are read here or in nested
                                   ///< graphs, in order of first use
    std::string doc;
    Metadata metadata;
};

struct AttributeDefault {
    std::string name;
    std::optional<Attribute> value; ///< nothing: the attribute is required
};

struct OpsetImport {
    std::string domain; ///< "" is ai.onnx
    std::int64_t version = 0;
};

/// A local function of the model.
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
