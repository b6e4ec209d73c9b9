#pragma once

#include "model/edit/tree.h"

#include <memory>

namespace model::edit {

/// Reads a ModelProto whose parts become parts of an edited model. `owner` keeps the bytes. Fails
/// if they are no sequence of messages in the wire format.
support::Result<Message> foreignModel(Bytes bytes, const std::shared_ptr<const void>& owner);

struct JoinArguments {
    GraphId graph; ///< where the nodes go
    std::size_t index = 0; ///< position of the first of them
    /// What the inputs of the other graph are here: names of values, or nothing for an input that
    /// is left out. An input that is not in it gets a new name.
    NameMap inputs;
    /// Inner: the declared types of outputs become those of inner values. Returned: the caller
    /// makes them outputs.
    enum class Outputs { Inner, Returned } outputs = Outputs::Inner;
    std::string source; ///< what the messages call the other model
};

struct JoinedGraph {
    NameMap names; ///< of all values of the other graph, here
    std::size_t nodes = 0;
    std::size_t sharedInitializers = 0; ///< equal to one that was here
    std::vector<std::string> notes; ///< renamed functions and such, in words
};

/// Adds the nodes of the main graph of another ModelProto, with their weights, functions, imports,
/// declared types and annotations. Names that are taken get a number. An initializer of the same
/// type, shape and bytes as one that is visible here is not added again. Fails with
/// ErrorKind::Usage if an operator is of another version there.
///
/// Inputs and outputs of the other graph do not become inputs and outputs here.
support::Result<JoinedGraph> joinGraph(
    Editing& editing, Message& other, const JoinArguments& arguments);

} // namespace model::edit
