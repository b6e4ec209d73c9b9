#pragma once

#include "engine/program/program.h"

namespace engine {

/// Reorders the main block so that steps of a device are adjacent where their inputs allow it, and
/// can be captured as one sequence (engine/device/graph_replays.h). Work of the host comes first,
/// copies back to it last.
///
///     to a ─ Relu ─ back ─ to b ─ Add ─ back        to a ─ to b ─ Relu ─ Add ─ back ─ back
///
/// Changes only the order of the main block. Values live longer then.
void gatherDeviceWork(Program& program);

} // namespace engine
