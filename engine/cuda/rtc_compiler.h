#pragma once

#include "engine/cuda/rtc_api.h"

#include <span>
#include <string>
#include <string_view>

namespace engine::cuda {

/// A header that generated sources include, built into the module: no file of a toolkit is read.
struct EmbeddedHeader {
    const char* name; ///< as it is included
    const char* text;
};
/// Those of engine/functors and engine/cuda/rtc, and what stands in for the standard library's.
std::span<const EmbeddedHeader> embeddedHeaders();

/// Code of a device for the driver.
struct CompiledCode {
    std::string bytes;
    bool isPtx = false; ///< for a device newer than the compiler: the driver finishes it
};

/// `capability`: 90 for 9.0. Fails with what the compiler says. Any thread.
support::Result<CompiledCode> compileSource(
    const RtcApi& api, const std::string& source, int capability);

/// What compileSource() gives depends on this besides the source: compiler, options, headers and
/// kind of device.
std::string compilerIdentity(const RtcApi& api, int capability);

} // namespace engine::cuda
