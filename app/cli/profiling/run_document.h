#pragma once

#include "app/cli/command.h"
#include "engine/plan/engine.h"
#include "engine/verify/precision_error.h"
#include "model/support/json.h"
#include "profiler/counters/counter_probe.h"
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
/// Writes a note for each event that could not be counted, to stderr.
void printMissingCounters(
    const Invocation& invocation, std::span<const profiler::MissingCounter> missing);

/// With precision f16, writes a note to stderr for each output with NaN or infinite elements.
void printNotFinite(const Invocation& invocation, const engine::RunRequest& request,
    const std::vector<engine::NamedValue>& outputs);

/// Errors of the outputs against a run in f32, for precisions that round; empty for others. If that
/// run fails, a note on stderr says why.
std::vector<engine::PrecisionError> measureErrors(const Invocation& invocation,
    const engine::RunRequest& request, const engine::Inputs& inputs,
    const std::vector<engine::NamedValue>& outputs);
/// Writes them as member `errors_against_f32`; nothing if there are none.
void writeErrors(support::JsonWriter& json, const std::vector<engine::PrecisionError>& errors);
/// `error against f32 0.31 % rms, largest 0.021 of 5.3: logits`, one text per output.
std::vector<std::string> errorTexts(const std::vector<engine::PrecisionError>& errors);

/// Target of a document. With StandardOutput, -o names another file of the command.
enum class DocumentTo { OutputFile, StandardOutput };

/// Ends a command whose model cannot run. With --format json it writes the usual document with
/// `error` and without a run, so that programs find `nodes_unsupported`.
support::Result<int> refuse(const Invocation& invocation, const engine::RunRequest& request,
    const engine::Preparation& prepared, DocumentTo target);

} // namespace cli
