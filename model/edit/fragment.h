#pragma once

#include "model/edit/document.h"

namespace model::edit {

/// Copies nodes as a text that the operation `paste` takes, in this model or another one: JSON with
/// a ModelProto in Base64. It has the nodes, the weights that they read, declared and inferred
/// types, the functions that they call and the imports. The nodes must be in one graph; no other
/// node is added, also if one lies between them. External data is copied into the text.
///
/// Fails if the text would be larger than 1 GiB, and if external data cannot be read.
support::Result<std::string> fragmentOf(Document& document, std::vector<NodeId> nodes);

} // namespace model::edit
