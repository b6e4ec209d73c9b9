#pragma once

#include "model/support/diagnostic.h"
#include "model/value_type.h"

#include <functional>
#include <string>

namespace model {

struct KnownElements;

/// Returns true if a value of this type can have the elements. A file may declare another shape
/// than that of the value, or a sequence for a weight.
bool canHave(const ValueType& type, const KnownElements& elements);

/// Receives a contradiction between two types, worded to follow the name of the value.
using ReportConflict = std::function<void(support::Severity severity, std::string message)>;

/// Merges the declared and the inferred type of one output. Where both are known, the inferred one
/// is used and a contradiction is reported.
ValueType mergedType(
    const ValueType& declared, const ValueType& inferred, const ReportConflict& report);

} // namespace model
