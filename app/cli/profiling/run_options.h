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

/// The options of `run` and `profile` that say what is run and how (ux.md 7).
std::vector<Option> runOptions();
/// Those of them with these flags, in the order given.
std::vector<Option> runOptions(std::span<const std::string_view> flags);

/// Which process asks whether a device is there. CUDA does not survive a fork: a process whose
/// children run models on the device must not have touched it.
enum class DeviceProbe { InThisProcess, InAChild };

/// Everything but the model, as far as the command has these options.
support::Result<engine::RunRequest> runSettings(
    const Invocation& invocation, DeviceProbe probe = DeviceProbe::InThisProcess);

/// Limits the heap of this process (engine::boundHeap) to what these runs, which live at the same
/// time, have use for, and `besides` bytes. Not where a device computes: its driver takes more.
void boundHeapFor(std::initializer_list<std::reference_wrapper<const engine::RunRequest>> requests,
    std::uint64_t besides = 0);

/// Fails with ErrorKind::Usage for a dimension of `--dim` that no value of any of the models has.
support::Result<void> checkDimensions(const model::Binding& dims,
    std::initializer_list<std::reference_wrapper<const model::Model>> models);

/// Reads the model named on the command line and fills a request from the options.
/// Errors: Usage for options that make no sense, File for files that cannot be read.
support::Result<engine::RunRequest> runRequest(const Invocation& invocation);

/// Fails with ErrorKind::Usage if an output is a file that holds weights of the model, without
/// `--force`.
support::Result<void> checkWeightFiles(const Invocation& invocation, const model::Model& model);

/// The model at this path, opened as `--allow-folder`, `--replace` and `--shape` say, as far as the
/// command has them.
support::Result<std::shared_ptr<const model::Model>> openChosen(
    const Invocation& invocation, const std::filesystem::path& path);

/// `--shape NAME=1x8x64` for inputs that a model leaves without shape.
Option shapeOption();
support::Result<model::InputShapes> chosenShapes(const Arguments& arguments);

/// Options for what a person allows when a file is opened: `--allow-folder DIR`, `--replace
/// LOCATION=FILE`.
support::Result<model::OpenOptions> openOptions(const Arguments& arguments);

/// Rule ids separated by commas; fails with ErrorKind::Usage for one that the checker does not
/// have.
support::Result<std::vector<std::string>> rulesOf(std::string_view option, std::string_view text);

/// `--device`: cpu where it is not given. Fails with ErrorKind::Resource for a device that this
/// build or machine does not have.
support::Result<engine::DeviceKind> chosenDevice(
    const Arguments& arguments, DeviceProbe probe = DeviceProbe::InThisProcess);

/// `random`, `random:0..100`, `zeros`, `ones`, `file:x.npy`, `image:x.ppm,nchw`.
support::Result<engine::InputSpec> parseInputSpec(std::string_view text);

} // namespace cli
