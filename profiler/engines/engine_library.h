#pragma once

#include "model/support/result.h"
#include "profiler/engines/engine_session.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace profiler {

/// A library of another engine on this machine. Of TensorRT: the program trtexec.
struct EngineLibrary {
    OtherEngine engine = OtherEngine::OnnxRuntime;
    std::filesystem::path file;
    std::string version; ///< by the file's name or the wheel's folder; empty if they do not tell
    std::string where; ///< `OPSCOPE_ONNXRUNTIME`, `the active virtual environment`
};

/// Finds the library of an engine without opening it: `chosen` (a file or a folder); else what the
/// variable OPSCOPE_ONNXRUNTIME or OPSCOPE_OPENVINO names; else in the loader's folders; else in
/// Python packages of the active virtual environment and of the Python on the PATH. Of several
/// files in a folder the highest version is taken. TensorRT's program is looked for by
/// OPSCOPE_TRTEXEC, on the PATH and in /usr/src/tensorrt/bin. Fails with where it looked, and with
/// what is missing from a package that has no C library.
support::Result<EngineLibrary> findEngineLibrary(
    OtherEngine engine, const std::filesystem::path& chosen = {});

/// Returns the environment variable that names the library of an engine: `OPSCOPE_ONNXRUNTIME`.
const char* engineVariable(OtherEngine engine);

/// Returns the engines in the order in which they are shown.
std::span<const OtherEngine> allOtherEngines();
/// Returns the engine of a word of `--engine`; nothing for other words.
std::optional<OtherEngine> engineOfWord(std::string_view word);

} // namespace profiler
