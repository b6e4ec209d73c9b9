#pragma once

#include "engine/run/session.h"
#include "model/model.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::tensorrt {

/// Writes a value as trtexec reads it (--loadInputs): the bytes of its elements. TensorRT before 10
/// has no int64 and takes int32 instead. Fails with ErrorKind::Unsupported for values that TensorRT
/// does not take.
support::Result<void> writeInput(
    const std::filesystem::path& file, const engine::RuntimeValue& value, int majorVersion);

/// Reads the outputs of `model` that trtexec wrote into `folder` (--dumpRawBindingsToFile).
/// `printed` is what it printed: it names file, type and sizes of each. The files are exact,
/// whereas --exportOutput rounds to six digits.
support::Result<std::vector<engine::NamedValue>> readOutputs(
    const model::Model& model, std::string_view printed, const std::filesystem::path& folder);

/// Removes the files that trtexec wrote for --dumpRawBindingsToFile, those of inputs too.
void removeDumpedFiles(const std::filesystem::path& folder);

/// Returns `'x':1x3x224x224,'mask':1x77` for the inputs whose sizes the model leaves open; empty if
/// there are none. Names are in quotes, because they may contain a colon.
std::string shapesOf(const model::Model& model, const std::vector<engine::NamedValue>& inputs);

} // namespace profiler::tensorrt
