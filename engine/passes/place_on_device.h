#pragma once

#include "engine/passes/pipeline.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace engine {

/// Why an operator stays on the CPU: what the device's kernels said in an earlier round, or why
/// none was asked.
using DeviceRefusals = std::unordered_map<OpId, std::vector<std::string>>;

/// Puts operators on the device of the run, the rest on the CPU, and a Copy where a value crosses:
///
///     x ──► Conv ──► Relu ──► NonZero          x ─► Copy ─► Conv ═► Relu ═► Copy ─► NonZero
///
/// On the device goes what has a kernel there and tensors of known element types. What decides
/// shapes (KernelEntry::hostInputs) is brought to the host. On the CPU stay views of what lies
/// there, and, unless nothing is optimised, what computes with few integers that lie on the host
/// anyway (shapes, indices). Bodies of If, Loop, Scan and SequenceMap are placed by the same rules;
/// their inputs and outputs are values of the host, since control flow reads them, and a body that
/// is repeated goes there only if one of its tensors is large. A value that several operators of
/// the other side read is copied once, outside of the bodies that read it. Constants get a twin on
/// the device instead of a Copy. Outputs of the model and values that the run returns come back to
/// the host.
///
/// Not a Patch: no operator changes, readers get another copy. Copies have no origin; they are
/// steps of their own in every profile.
///
/// Returns why operators stay on the CPU that the device would have taken if it could: `has no
/// kernel for this operator`. Of what belongs on the CPU (shapes, few integers, views of what lies
/// there) nothing is said, nor of what is `refused` already.
DeviceRefusals placeOnDevice(
    Program& program, const PassContext& context, const DeviceRefusals& refused = {});

} // namespace engine
