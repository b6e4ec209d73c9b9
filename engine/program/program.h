#pragma once

#include "engine/kernel/kernel.h"
#include "engine/kernel/tensor.h"
#include "engine/program/op_node.h"
#include "model/model.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The form of a model that passes work on: local functions are inlined, constants and weights are
/// values, and every subgraph is a block.
///
/// Values and operators are numbered over all blocks, so a body (of If, Loop, Scan ...) refers to
/// an outer value by its id. Passes do not change a program: they return a Patch
/// (engine/passes/patch.h). Applying a patch keeps the provenance.

struct ProgramValueTag;
struct OpTag;
struct BlockTag;
using ProgramValueId = support::Index<ProgramValueTag>;
using OpId = support::Index<OpTag>;
using BlockId = support::Index<BlockTag>;

struct ProgramValue {
    std::string name; ///< the model's name; may be empty or repeat (functions inlined twice)
    model::ValueId origin; ///< the model value that it represents, if any
    model::ValueType
        declared; ///< as declared in the file; names of dimensions are those of the model
    std::optional<Tensor> constant; ///< its value if it is a weight or was folded
    OpId producer; ///< invalid for block inputs, constants and values that nothing defines
    BlockId definedIn;
    Layout layout = Layout::Plain;
    /// Where its memory lies. A constant of a device keeps its value in `constant`, on the host,
    /// and has a copy on the device (Plan::State::deviceConstants).
    DeviceKind device = DeviceKind::Cpu;
};

struct Op {
    struct Body {
        std::string attribute; ///< `then_branch`, `body`
        BlockId block;
    };
    OpNode node;
    std::vector<ProgramValueId> inputs; ///< invalid = left out
    std::vector<ProgramValueId> outputs; ///< invalid = left out
    std::vector<Body> bodies;
    std::vector<model::NodeId> origins; ///< model nodes whose work it does, in data-flow order
    std::vector<model::NodeId> calls; ///< calls of local functions around it, outermost first
    BlockId block;
    DeviceKind device = DeviceKind::Cpu; ///< where it runs and where its outputs lie
    bool isRemoved = false; ///< taken out by a pass; ids stay valid

    std::optional<BlockId> body(std::string_view attribute) const;
};

struct Block {
    std::vector<ProgramValueId> inputs;
    std::vector<ProgramValueId> outputs;
    std::vector<OpId> ops; ///< in an order in which they can run
    OpId owner; ///< the operator whose body it is; invalid for the main block
    std::uint32_t depth = 0; ///< number of bodies around it
};

/// How a model node is represented in the plan.
struct NodeFate {
    enum class Kind {
        Kept, ///< runs as a step of its own
        Folded, ///< computed once while preparing
        FusedInto, ///< part of a step together with others
        Removed, ///< does nothing here (Identity, inference Dropout, unused)
        Replaced, ///< runs as another operator
        Inlined, ///< a function call: its body runs
        NotRun, ///< left out: it needs an operator without kernel (partial runs)
    };
    Kind kind = Kind::Kept;
    std::string pass; ///< which pass decided; empty if Kept
    model::NodeId into; ///< FusedInto, Replaced: the first node of the step
};
std::string_view fateName(NodeFate::Kind kind);

struct Program {
    std::shared_ptr<const model::Model> model;
    std::vector<ProgramValue> values;
    std::vector<Op> ops;
    std::vector<Block> blocks; ///< [0] is the main block
    std::vector<NodeFate> fates; ///< by model NodeId

    const Block& main() const { return blocks.front(); }
    const Block& block(BlockId id) const { return blocks[id.value()]; }
    Block& block(BlockId id) { return blocks[id.value()]; }
    const Op& op(OpId id) const { return ops[id.value()]; }
    Op& op(OpId id) { return ops[id.value()]; }
    const ProgramValue& value(ProgramValueId id) const { return values[id.value()]; }
    ProgramValue& value(ProgramValueId id) { return values[id.value()]; }
    bool isConstant(ProgramValueId id) const
    {
        return id.isValid() && value(id).constant.has_value();
    }

    /// Returns the value if it is constant, else null.
    const Tensor* constantOf(ProgramValueId id) const
    {
        return isConstant(id) ? &*value(id).constant : nullptr;
    }

    ProgramValueId addValue(ProgramValue value);
    OpId addOp(Op op); ///< sets the producer of its outputs; does not add it to the list
                       ///< of its block
};

/// Values of outer blocks that are read inside `block` or in bodies below it, in order of first
/// use. Block outputs count as reads.
std::vector<ProgramValueId> capturesOf(const Program& program, BlockId block);

/// For each value how often it is read: by operators that are not removed, and as an output of a
/// block.
std::vector<std::uint32_t> countUses(const Program& program);

} // namespace engine
