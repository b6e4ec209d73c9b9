#pragma once

#include "engine/program/program.h"
#include "model/support/result.h"

namespace engine {

/// Every value that is read is a constant, an input of its block or of one around it, or made by an
/// earlier operator of those; no value is made twice. Fails (ErrorKind::File) with the operator and
/// the value otherwise.
support::Result<void> checkDefinitions(const Program& program);

} // namespace engine
