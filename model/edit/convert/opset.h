#pragma once

#include "model/edit/operation.h"

namespace model::edit::convert {

/// Rewrites all nodes of a domain for another version of its operator set, and sets the imports: of
/// the model and of each function. Bodies follow their owner. Each node goes from version to
/// version of its operator. A step that follows from the two schemas is derived (carryOver); others
/// are in tables (StepEntry). Everything that is not part of a converted node stays as it is.
///
/// Arguments: `version`, `domain` (default: ai.onnx). Fails with all nodes that cannot be
/// converted, each with the reason.
support::Result<std::string> convertOpset(Editing& editing, const OperationArguments& arguments);

/// How one operator gets from a version to the next, and back.
struct OpsetCoverage {
    std::string type;
    int from = 0;
    int to = 0;
    std::string up; ///< `same`, or what is done or required; `no: …` if it is always refused
    std::string down;
};

/// All steps between neighbouring versions of the operators of a domain.
std::vector<OpsetCoverage> opsetCoverage(std::string_view domain);

} // namespace model::edit::convert
