#pragma once

#include "engine/program/program.h"
#include "model/support/result.h"

#include <string_view>

namespace engine {

/// Whether building a program replaces operators of this kind by others; they then need no kernel.
bool isGradient(std::string_view domain, std::string_view type);

/// Replaces every Gradient (ai.onnx.preview.training) of a program by the operators that compute
/// it: reverse-mode differentiation of the graph between the values it names. If its inputs are the
/// named values themselves, values of the forward graph are used again; otherwise that part of the
/// graph is computed a second time at the given point. Derivatives of derivatives work, because
/// nodes are replaced in their order.
///
/// Fails (ErrorKind::File) if a named value is not found, (ErrorKind::Unsupported) at an operator
/// whose derivative is not known.
support::Result<void> expandGradients(Program& program);

} // namespace engine
