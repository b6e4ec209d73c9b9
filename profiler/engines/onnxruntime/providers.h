#pragma once

#include "profiler/engines/onnxruntime/api.h"

#include <map>
#include <string>
#include <vector>

namespace profiler::ort {

/// Returns the execution providers that the library contains, as words of the option `provider`:
/// `cpu`, `cuda`, `openvino`. A provider may still lack a library or a device that it needs.
support::Result<std::vector<std::string>> availableProviders(const Library& library);

/// Adds the provider of the option `provider` with its options `provider:KEY` to the settings of a
/// session. Fails with ErrorKind::Usage for a provider that the library does not contain, with the
/// list of those that it has.
support::Result<void> addProvider(const Library& library, SessionOptions* target,
    const std::map<std::string, std::string, std::less<>>& options);

} // namespace profiler::ort
