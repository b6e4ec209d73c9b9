#pragma once

#include "app/cli/command.h"
#include "engine/plan/engine.h"
#include "model/support/json.h"
#include "profiler/device/device_collector.h"

#include <span>
#include <vector>

namespace cli {

/// Writes the settings of `run` and `profile` in JSON, chosen or by default: device, threads,
/// precision, notices, seed, dims, dims_by_default, random_weights, missing_outputs,
/// nodes_unsupported.
void writeSettings(support::JsonWriter& json, const engine::RunRequest& request,
    const engine::PrepareReport& report);

/// Writes to stderr, as notes, what could not be recorded of a device.
void printDeviceLimits(const Invocation& invocation, std::span<const profiler::DeviceLimit> limits);

/// With precision f16, writes a note to stderr for each output with NaN or infinite elements.
void printNotFinite(const Invocation& invocation, const engine::RunRequest& request,
    const std::vector<engine::NamedValue>& outputs);

/// Target of a document. With StandardOutput, -o names another file of the command.
enum class DocumentTo { OutputFile, StandardOutput };

/// Ends a command whose model cannot run. With --format json it writes the usual document with
/// `error` and without a run, so that programs find `nodes_unsupported`.
support::Result<int> refuse(const Invocation& invocation, const engine::RunRequest& request,
    const engine::Preparation& prepared, DocumentTo target);

} // namespace cli
