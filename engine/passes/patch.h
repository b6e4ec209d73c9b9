#pragma once

#include "engine/program/program.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// One local change: operators go, others come in their place, values become constants or are read
/// instead of others.
struct Edit {
    /// What becomes of an operator that goes. `into`: position in `added` of the operator that does
    /// its work now.
    struct Taken {
        OpId op;
        NodeFate::Kind fate = NodeFate::Kind::Removed;
    };
    std::vector<Taken> taken; ///< all in one block
    std::vector<Op> added; ///< take the place of the last of `taken`; their origins are set when
                           ///< the edit is applied
    std::vector<ProgramValue>
        values; ///< new values; number i of them is written `newValue(i)` in `added`
    std::vector<std::pair<ProgramValueId, ProgramValueId>>
        replaced; ///< readers of the first read the second
    std::vector<std::pair<ProgramValueId, Tensor>>
        constants; ///< values that are constant from now on
};

/// A value that an edit makes, before it has a number of its own.
ProgramValueId newValue(std::size_t i);

/// What a pass wants changed. Edits must not touch each other's operators.
struct Patch {
    std::vector<Edit> edits;
    bool isEmpty() const { return edits.empty(); }
};

/// Changes the program and writes down what became of which model node.
void apply(Program& program, Patch patch, std::string_view pass);

} // namespace engine
