#pragma once

#include "engine/passes/pipeline.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace engine {

/// By operator, why it stays on the CPU: the refusals of the device's kernels in an earlier round,
/// or why no kernel was asked.
using DeviceRefusals = std::unordered_map<OpId, std::vector<std::string>>;

/// Places operators on the device of the run or on the CPU, and adds a Copy where a value crosses:
///
///     x ──► Conv ──► Relu ──► NonZero          x ─► Copy ─► Conv ═► Relu ═► Copy ─► NonZero
///
/// An operator goes to the device if it has a kernel there and tensors of known element types.
/// Inputs that decide shapes (KernelEntry::hostInputs) are copied to the host. Views of values on
/// the CPU stay there. So do, unless nothing is optimised, operators that make few integers from
/// values on the CPU (shapes, indices). Bodies of If, Loop, Scan and SequenceMap are placed by the
/// same rules. Their inputs and outputs are values of the host, because control flow reads them. A
/// body that is repeated goes to the device only if one of its tensors is large. A value that
/// several operators of the other side read is copied once, outside of the bodies that read it.
/// Constants get a copy on the device instead of a Copy operator. Outputs of the model and values
/// that the run returns are copied back to the host.
///
/// It is not a Patch, because operators stay the same: readers get another copy. Copies have no
/// origin; they are steps of their own in every profile.
///
/// Returns why operators stay on the CPU that the device would run if it could: `has no kernel for
/// this operator`. Operators that belong on the CPU (shapes, few integers, views of values there)
/// are not in the result, and those of `refused` are not either.
DeviceRefusals placeOnDevice(
    Program& program, const PassContext& context, const DeviceRefusals& refused = {});

} // namespace engine
