#pragma once

#include "engine/program/program.h"

#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// One local change of a program: removes operators, adds others in their place, makes values
/// constant, or lets readers read other values.
struct Edit {
    /// An operator to remove, and what becomes of its nodes.
    struct Taken {
        OpId op;
        NodeFate::Kind fate = NodeFate::Kind::Removed;
    };
    std::vector<Taken> taken; ///< all in one block
    std::vector<Op> added; ///< inserted in place of the last of `taken`; their origins are set when
                           ///< the edit is applied
    std::vector<ProgramValue> values; ///< new values; `added` refers to number i as `newValue(i)`
    std::vector<std::pair<ProgramValueId, ProgramValueId>>
        replaced; ///< readers of the first read the second instead
    std::vector<std::pair<ProgramValueId, Tensor>>
        constants; ///< values that are constant from now on
};

/// Placeholder for a value that an edit adds, until it has an id of its own.
ProgramValueId newValue(std::size_t i);

/// The changes that a pass proposes. Edits must not touch each other's operators.
struct Patch {
    std::vector<Edit> edits;
    bool isEmpty() const { return edits.empty(); }
};

/// Makes the operator read replaced(input) for each of its inputs. `replaced` may add operators.
template <typename Replaced>
void replaceInputs(Program& program, OpId id, const Replaced& replaced)
{
    auto inputs = program.op(id).inputs; // a copy: adding operators moves them
    for (auto& input : inputs)
        input = replaced(input);
    program.op(id).inputs = std::move(inputs);
}

/// Returns an operator of the domain of passes in the main block, with one input and one output.
Op ownOperator(std::string_view type, ProgramValueId input, ProgramValueId output);
/// Returns a Cast of `input` to `element`, in block `block` and on the device of its input.
Op castOperator(const Program& program, ProgramValueId input, ProgramValueId output,
    ElementType element, BlockId block);

/// Changes the program and records the fate of each model node.
void apply(Program& program, Patch patch, std::string_view pass);

} // namespace engine
