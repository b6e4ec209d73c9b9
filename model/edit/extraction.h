#pragma once

#include "model/edit/region.h"
#include "model/edit/tree.h"

#include <map>

namespace model::edit {

/// What is given for an extraction in addition to the region.
struct ExtractionArguments {
    /// Types of inputs and outputs by name, for values whose type the model does not tell.
    std::map<std::string, std::string, std::less<>> types;
    /// Values for attributes of a function, by name, as JSON.
    const support::JsonValue* attributes = nullptr;
    /// Whether inputs and outputs must have a type. A fragment that is pasted needs none.
    enum class Types { Required, WhereKnown } typing = Types::Required;
};

/// A region as a ModelProto of its own. Its parts share the bytes of the model.
struct ExtractedModel {
    Message root;
    std::size_t nodes = 0;
    std::size_t initializers = 0;
    std::size_t functions = 0;
    std::vector<std::string> notes; ///< what was left out or changed, in words
};

/// Makes a model of a region: its nodes in their order, the initializers that they read, functions
/// that they call, the imports in use, annotations and metadata of what stays. Inputs and outputs
/// have their declared or inferred types; if one has none and none is given, the error names all of
/// them. Training information is left out. Nothing of `editing` changes.
support::Result<ExtractedModel> extractedModel(
    Editing& editing, const Region& region, const ExtractionArguments& arguments);

/// The sentence about a region: what is in it, what was added, what goes in and out.
std::string regionText(const Model& model, const Region& region);

} // namespace model::edit
