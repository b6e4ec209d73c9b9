#pragma once

#include "profiler/engines/openvino/api.h"

namespace profiler::openvino {

/// Returns the graph that a compiled model executes, as XML without weights. Fails if the library
/// has no function for it. To be called in a child process only: it uses a C++ class of the library
/// without its declaration.
support::Result<std::string> runtimeGraph(const Api& api, const CompiledModel* compiled);

} // namespace profiler::openvino
