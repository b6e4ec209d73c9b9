#pragma once

#include "engine/cuda/rtc_api.h"

#include <span>
#include <string>
#include <string_view>

namespace engine::cuda {

/// A header that generated sources include. Its text is built into the module, so no file of a
/// toolkit is read.
struct EmbeddedHeader {
    const char* name; ///< as in the #include line
    const char* text;
};
/// Returns the headers of engine/functors and engine/cuda/rtc, and the replacements of the standard
/// library's.
std::span<const EmbeddedHeader> embeddedHeaders();

/// Device code for the driver.
struct CompiledCode {
    std::string bytes;
    bool isPtx = false; ///< for a device that NVRTC does not know: the driver compiles the rest
};

/// Compiles a source; `capability` is 90 for 9.0. Fails with the compiler's log. Any thread.
support::Result<CompiledCode> compileSource(
    const RtcApi& api, const std::string& source, int capability);

/// Everything besides the source that the compiled code depends on: compiler version, options,
/// headers and target. Part of the cache's key.
std::string compilerIdentity(const RtcApi& api, int capability);

} // namespace engine::cuda
