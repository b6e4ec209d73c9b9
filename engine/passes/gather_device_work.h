#pragma once

#include "engine/program/program.h"

namespace engine {

/// Puts the steps of a device behind each other where what they read allows it, so that they can be
/// recorded and asked for as one (engine/device/graph_replays.h): what the host can do comes first,
/// copies back to it last.
///
///     to a ─ Relu ─ back ─ to b ─ Add ─ back        to a ─ to b ─ Relu ─ Add ─ back ─ back
///
/// Changes the order of the main block only. Values live longer by it.
void gatherDeviceWork(Program& program);

} // namespace engine
