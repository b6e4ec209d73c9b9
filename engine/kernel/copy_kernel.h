#pragma once

#include "engine/device/backend.h"
#include "engine/kernel/kernel.h"

namespace engine {

/// Type of the operator that copies a value to another device, `opscope.Copy`. Programs get it from
/// engine/passes/place_on_device.h. It has no registered kernel, since it belongs to two devices.
inline constexpr std::string_view copyOperator = "Copy";
bool isCopy(const OpNode& node);

/// Copies input 0 to output 0, which lies on `to`.
std::unique_ptr<Kernel> makeCopyKernel(std::shared_ptr<Backend> backend, DeviceKind to);

} // namespace engine
