#pragma once

#include "app/cli/command.h"
#include "engine/plan/engine.h"
#include "model/support/json.h"
#include "profiler/device/device_collector.h"

#include <span>

namespace cli {

/// What the json of `run` and `profile` says about the settings, decided or by default: device,
/// threads, precision, notices, seed, dims, random_weights, missing_outputs,
/// nodes_unsupported.
void writeSettings(support::JsonWriter& json, const engine::RunRequest& request,
    const engine::PrepareReport& report);

/// What could not be told of a device, as notes.
void sayDeviceLimits(const Invocation& invocation, std::span<const profiler::DeviceLimit> limits);

/// Where a document goes: -o is another file for commands that also write one.
enum class DocumentTo { OutputFile, StandardOutput };

/// Ends a command whose model cannot run. With --format json the document is the usual one, with
/// `error` and without a run, so that `nodes_unsupported` is where programs look for it.
support::Result<int> refuse(const Invocation& invocation, const engine::RunRequest& request,
    const engine::Preparation& prepared, DocumentTo target);

} // namespace cli
