#pragma once

#include "model/model.h"
#include "model/onnx/tensor_reader.h"
#include "model/onnx/wire_reader.h"
#include "model/support/progress.h"
#include "model/support/release_later.h"
#include "model/support/stopping.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// The state of a model while it is read. First, the pieces of the file become nodes and
/// declarations that refer to values by name (graph_reader). Then names become values
/// (name_resolver). Order and findings are added last.
namespace model::onnx {

using NameId = std::uint32_t;

/// Stores every name once. The empty name has id 0. With ids, a scope is a plain array.
class NameTable {
public:
    NameTable() { intern(""); }
    NameId intern(std::string_view name);
    void reserve(std::size_t names) { m_ids.reserve(names); }
    const std::string& text(NameId id) const { return m_names[id]; }
    std::size_t size() const { return m_names.size(); }

private:
    std::deque<std::string> m_names; // a deque does not move its elements, so the views below stay
                                     // valid
    std::unordered_map<std::string_view, NameId> m_ids;
};

/// Collects findings. Of each code only a limited number is kept; then only the count is reported.
class Findings {
public:
    void add(support::Severity severity, std::string_view code, support::Location where,
        std::string message, std::string advice = {});
    support::Diagnostics take();

private:
    support::Diagnostics m_all;
    struct Count {
        std::size_t seen = 0;
        support::Severity severity = support::Severity::Note;
    };
    std::map<std::string, Count, std::less<>> m_counts;
};

/// A value as declared by an input, output or value_info of a graph.
struct Declaration {
    NameId name = 0;
    ValueType type;
    std::string doc;
    Metadata metadata;
};

struct NodeNames {
    std::vector<NameId> inputs;
    std::vector<NameId> outputs;
};

/// The declarations of a graph, by names.
struct GraphNames {
    std::vector<Declaration> inputs;
    std::vector<Declaration> outputs;
    std::vector<Declaration> infos;
    std::vector<TensorId> initializers;
    std::vector<GraphId> children; ///< graphs in attributes of its nodes, in node order
};

struct PendingGraph {
    GraphId id;
    std::vector<Piece> pieces; ///< several if the field is repeated; Protocol Buffers merges them
};

struct Draft {
    std::shared_ptr<Model> model = support::makeReleasedLater<Model>();
    NameTable names;
    std::vector<NodeNames> nodes; ///< by NodeId
    std::vector<GraphNames> graphs; ///< by GraphId
    std::vector<PendingGraph> pending;
    Findings findings;
    /// Error of a stage after reading; reading then fails with it.
    std::optional<support::Error> refusal;
    Placement placement = Placement::Copy; ///< View if the file stays mapped
    std::uint64_t denseBytesLeft = 64 << 20; ///< budget for making sparse initializers dense
    std::stop_token stop;
    support::Progress progress;

    GraphId addGraph(Graph::Role role);
    /// For loops over nodes and values. Once it returns true, the draft is discarded.
    bool isStopped(std::size_t step) const { return support::isStopped(stop, step); }
};

} // namespace model::onnx
