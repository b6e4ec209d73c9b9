#pragma once

#include "model/edit/editing.h"

#include <span>

namespace model::edit {

/// A change of a model by name and arguments, as a script writes it:
/// `{"op": "setInput", "node": "conv1", "index": 1, "value": "w"}`.
struct Operation {
    std::string name;
    support::JsonValue arguments; ///< an object; names and paths are those before the operation
};

/// A kind of operation. Its inverse is the Change that applying it makes.
struct OperationKind {
    std::string_view name;
    /// Names of the arguments, separated by blanks; one with a question mark may be left out.
    std::string_view parameters;
    std::string_view summary; ///< one sentence, for the help
    /// Changes the messages. Returns a sentence for the history: `renamed value "x" to "y"`.
    support::Result<std::string> (*apply)(Editing& editing, const OperationArguments& arguments);
};

/// All kinds, in the order of the help.
std::span<const OperationKind> operationKinds();
const OperationKind* operationKind(std::string_view name);

/// Reads a JSON text: one operation, a list of them, or lines of them.
support::Result<std::vector<Operation>> operationsFrom(std::string_view script);
/// Returns an operation as one line of JSON.
std::string textOf(const Operation& operation);

/// Applies an operation. Fails with ErrorKind::Usage for an unknown name or argument. The caller
/// takes `editing.change` back if it fails.
support::Result<std::string> apply(Editing& editing, const Operation& operation);

/// The kinds of each file in operations/.
std::span<const OperationKind> newNodeOperations();
std::span<const OperationKind> nodeOperations();
std::span<const OperationKind> attributeOperations();
std::span<const OperationKind> renameOperations();
std::span<const OperationKind> interfaceOperations();
std::span<const OperationKind> initializerOperations();
std::span<const OperationKind> modelOperations();
std::span<const OperationKind> functionOperations();
std::span<const OperationKind> dimensionOperations();
std::span<const OperationKind> batchOperations();
std::span<const OperationKind> convertOperations();
std::span<const OperationKind> extractionOperations();
std::span<const OperationKind> joiningOperations();
std::span<const OperationKind> inliningOperations();
std::span<const OperationKind> cleaningOperations();
std::span<const OperationKind> strippingOperations();
std::span<const OperationKind> foldingOperations();
std::span<const OperationKind> repairOperations();
std::span<const OperationKind> quantisationOperations();

} // namespace model::edit
