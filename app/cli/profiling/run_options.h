#pragma once

#include "app/cli/command.h"
#include "engine/plan/run_request.h"
#include "model/inference/input_shapes.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace cli {

/// Returns the options of `run` and `profile` for what is run and how (docs/command-line.md).
std::vector<Option> runOptions();
/// Returns the options with these flags, in the given order.
std::vector<Option> runOptions(std::span<const std::string_view> flags);

/// A text such as `batch=1`, divided.
struct KeyValue {
    std::string key;
    std::string value;
};
/// Divides a value of `--input` into the name of the input and what it gets.
support::Result<KeyValue> splitInput(const std::string& text);

/// Process that checks whether a device is usable. CUDA does not survive a fork: a process whose
/// children run models on the device must not have used it.
enum class DeviceProbe { InThisProcess, InAChild };

/// Returns a request without model, from the options that the command has.
support::Result<engine::RunRequest> runSettings(
    const Invocation& invocation, DeviceProbe probe = DeviceProbe::InThisProcess);

/// Limits the heap of this process (engine::limitHeap) to the memory limits of these runs, which
/// exist at the same time, plus `besides` bytes. Does nothing for runs on a device, whose driver
/// needs more.
void boundHeapFor(std::initializer_list<std::reference_wrapper<const engine::RunRequest>> requests,
    std::uint64_t besides = 0);

/// Fails with ErrorKind::Usage for a dimension of `--dim` that no value of any of the models has.
support::Result<void> checkDimensions(const model::Binding& dims,
    std::initializer_list<std::reference_wrapper<const model::Model>> models);

/// Reads the model named on the command line and fills a request from the options. Fails with
/// ErrorKind::Usage for invalid options and with ErrorKind::File for files that cannot be read.
support::Result<engine::RunRequest> runRequest(const Invocation& invocation);

/// Fails with ErrorKind::Usage if an output is a file with weights of the model and `--force` was
/// not given.
support::Result<void> checkWeightFiles(const Invocation& invocation, const model::Model& model);

/// Opens the model at a path with `--allow-folder`, `--replace` and `--shape`, if the command has
/// these options.
support::Result<std::shared_ptr<const model::Model>> openChosen(
    const Invocation& invocation, const std::filesystem::path& path);

/// Option `--shape NAME=1x8x64`, for inputs without shape in the model.
Option shapeOption();
support::Result<model::InputShapes> chosenShapes(const Arguments& arguments);

/// Returns what the user permits when a file is opened: `--allow-folder DIR`, `--replace
/// LOCATION=FILE`.
support::Result<model::OpenOptions> openOptions(const Arguments& arguments);

/// Parses rule ids separated by commas. Fails with ErrorKind::Usage for an unknown rule.
support::Result<std::vector<std::string>> rulesOf(std::string_view option, std::string_view text);

/// Returns the value of `--device`; default cpu. Fails with ErrorKind::Resource for a device that
/// this build or machine does not have.
support::Result<engine::DeviceKind> chosenDevice(
    const Arguments& arguments, DeviceProbe probe = DeviceProbe::InThisProcess);

} // namespace cli
