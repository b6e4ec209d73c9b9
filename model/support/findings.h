#pragma once

#include "model/support/diagnostic.h"

namespace support {

/// Returns the findings of `some` that `others` does not have. Paths are not compared: they change
/// with the number of nodes.
Diagnostics without(const Diagnostics& some, const Diagnostics& others);

} // namespace support
