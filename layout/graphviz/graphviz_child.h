#pragma once

#include "layout/graphviz/graphviz_dot.h"

#include <chrono>
#include <stop_token>
#include <string_view>

/// Runs Graphviz in a child process, which can be killed. dot cannot be cancelled, and a failed
/// assertion ends its process.
///
///     this process                     opscope-cli --graphviz-child
///     request -> stdin                 placeWithDot
///     placement <- stdout              exits
///
/// Both processes run the same build on the same machine, so numbers are sent in their memory
/// representation. The reader checks all sizes.
namespace layout {

constexpr std::string_view graphvizChildOption = "--graphviz-child";
constexpr std::chrono::seconds graphvizTimeLimit { 20 };

/// Fails when cancelled (the child is killed within 50 ms), after `limit`, and when the child dies.
support::Result<DotPlacement> placeInChild(const DotRequest& request, const std::stop_token& stop,
    std::chrono::milliseconds limit = graphvizTimeLimit);

/// The child's main function: reads a request from stdin and writes the placement to stdout.
/// Returns the exit code.
int serveGraphviz();

} // namespace layout
