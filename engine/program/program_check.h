#pragma once

#include "engine/program/program.h"
#include "model/support/result.h"

namespace engine {

/// Checks that every value that is read is a constant, an input of its block or of an outer one, or
/// an output of an earlier operator there, and that no value is defined twice. Otherwise fails
/// (ErrorKind::File) with the operator and the value.
support::Result<void> checkDefinitions(const Program& program);

} // namespace engine
