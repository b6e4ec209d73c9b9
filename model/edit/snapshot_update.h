#pragma once

#include "model/edit/change.h"
#include "model/edit/edited_file.h"
#include "model/edit/snapshot.h"
#include "model/onnx/draft.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace model::edit {

SnapshotPrints printsOf(const Model& model, const Message& root);

/// Makes a snapshot follow a change of nodes, interface, types or initializers of the main graph.
/// The result is what reading the whole file would give, with the same ids.
///
/// A file is read in order: inputs, initializers, outputs of nodes. So the ids of values follow
/// from these lists, and only names that a changed message gives or takes are looked up again.
/// Whatever the reader would report or correct (cycles, names that are undefined or repeated,
/// missing imports) is left to the reader: prepare() then returns false.
class SnapshotUpdate {
public:
    /// `before` and `prints` are from before the change, the file has what is now.
    SnapshotUpdate(const Model& before, const SnapshotPrints& prints, const EditedFile& file,
        const Touched& touched)
        : m_before(before)
        , m_prints(prints)
        , m_file(file)
        , m_touched(touched)
        , m_mainNodes(before.main().nodes.size())
        , m_mainValues(before.main().values.size())
        , m_mainTensors(before.main().initializers.size())
    {
    }

    /// Reads what changed. Returns false if the whole file must be read.
    bool prepare();
    /// After prepare(). Changes the model, which is equal to `before`, and its prints. Returns
    /// where the parts of `before` are.
    IdMap apply(Model& model, SnapshotPrints& prints);

private:
    using Names = std::unordered_set<std::string>;
    using Fields = std::vector<const Field*>;
    static constexpr std::uint32_t none = noPosition;

    /// Fields of the main graph.
    struct Lists {
        Fields nodes, inputs, outputs, infos, initializers;
        bool hasSparse = false;
    };
    /// A node of the main graph now.
    struct PlacedNode {
        std::uint32_t before = none; ///< its position before
        std::uint32_t read = none; ///< index in m_nodes, if it is read again
    };
    /// A value of the main graph now.
    struct PlacedValue {
        ValueId before; ///< the value of this name before; invalid: there was none
        std::uint32_t made = none; ///< index in m_made, if it is made again
        std::uint32_t producer = none; ///< position of the node that makes it
        std::uint32_t output = 0; ///< of that node
    };

    // What changed in the file.
    bool findMainGraph();
    bool collectFields();
    bool isTouched(std::uint32_t number, const Fields& fields, std::uint32_t nameNumber);
    void matchNodes();
    bool readNodes();
    std::unique_ptr<onnx::Draft> read(const Fields& fields) const;
    bool findNames();
    void lookUp(const Names& wanted);

    // Ids of values.
    bool placeValues();
    bool placeInputs();
    bool placeInitializers();
    std::vector<ValueId> matchedInitializers() const;
    bool placeOutputs();
    bool place(ValueId before);
    bool place(const std::string& name);
    bool mayForgetValues() const;
    ValueId placed(const std::string& name) const;

    // Values and nodes that are made again.
    bool readDeclarations();
    bool makeValues();
    bool connectOutputs();
    bool connectNodes();
    bool resolve(Node& node) const;

    // What the reader would report.
    bool isSorted() const;
    bool isSortedAt(std::size_t position) const;
    bool areReadersBehind(std::size_t position) const;
    bool mayKeepFindings() const;

    /// False for nodes of other graphs.
    bool isChanged(NodeId before) const;
    std::uint32_t producerOf(ValueId now) const;
    std::uint32_t mainPosition(NodeId before) const;
    NodeId nodeNow(NodeId before) const;
    ValueId valueNow(ValueId before) const;

    IdMap ids() const;
    std::vector<ValueId> valuesRead() const;
    void matchDeclared(IdMap& map, std::vector<bool>& isTaken) const;
    void moveNodes(Model& model);
    void moveValues(Model& model);
    void moveTensors(Model& model);
    void moveGraphs(Model& model) const;
    void setUses(Model& model, const std::vector<ValueId>& values) const;
    void moveFindings(Model& model) const;
    void movePrints(SnapshotPrints& prints) const;

    const Model& m_before;
    const SnapshotPrints& m_prints;
    const EditedFile& m_file;
    const Touched& m_touched;
    const std::size_t m_mainNodes; ///< number of nodes of the main graph before
    const std::size_t m_mainValues;
    const std::size_t m_mainTensors;

    const Message* m_main = nullptr; ///< the message of the main graph
    Lists m_lists;
    bool m_inputsChange = false;
    bool m_outputsChange = false;
    bool m_initializersChange = false;
    Names m_declared; ///< names in changed declarations and initializers
    Names m_defined; ///< names that changed nodes define and did not define before

    std::vector<PlacedNode> m_placedNodes; ///< by position
    std::vector<std::uint32_t> m_positions; ///< positions now, by position before
    bool m_nodesMove = false; ///< a node was added, removed or moved
    bool m_isReordered = false;
    std::unique_ptr<onnx::Draft> m_nodes; ///< nodes that are read again
    std::vector<std::uint32_t> m_readPositions; ///< of these nodes
    std::unique_ptr<onnx::Draft> m_declarations;

    std::unordered_map<std::string, ValueId> m_known; ///< ids before of names that were looked up
    std::vector<PlacedValue> m_placedValues; ///< by id
    std::vector<ValueId> m_valuesNow; ///< by id before: the value of the same name
    std::vector<bool> m_isMade; ///< by id before: its name is in m_declared or m_defined
    std::unordered_map<std::string, ValueId> m_new; ///< ids of names that were not there before
    bool m_valuesMove = false; ///< the id of a value changed, or the number of values
    bool m_areValuesReordered = false;
    std::vector<Value> m_made; ///< without uses
    std::vector<ValueId> m_inputs, m_outputs, m_initializers;

    /// If m_initializersChange: tensors by id, before or in m_declarations.
    struct PlacedTensor {
        TensorId before;
        std::uint32_t read = none;
    };
    std::vector<PlacedTensor> m_tensors;
};

} // namespace model::edit
