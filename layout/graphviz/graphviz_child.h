#pragma once

#include "layout/graphviz/graphviz_dot.h"

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string_view>

/// Graphviz in a process of its own, which can be killed: dot has no way to be cancelled and its
/// assertions end the process they run in.
///
///     we                               opscope-cli --graphviz-child
///     request -> stdin                 placeWithDot
///     placement <- stdout              exits
///
/// Both ends are the same build on the same machine, so numbers cross as they lie in memory; sizes
/// are checked by the reader all the same.
namespace layout {

constexpr std::string_view graphvizChildOption = "--graphviz-child";
constexpr std::chrono::seconds graphvizTimeLimit { 20 };

/// The program that understands `graphvizChildOption`: opscope-cli beside the running program.
std::filesystem::path graphvizChildProgram();
/// For tests, whose programs lie elsewhere. Not while layouts run.
void useGraphvizChildProgram(std::filesystem::path program);

/// Fails when cancelled (the child is killed within 50 ms), after `limit`, and when the child dies.
support::Result<DotPlacement> placeInChild(const DotRequest& request, const std::stop_token& stop,
    std::chrono::milliseconds limit = graphvizTimeLimit);

/// The child's side: reads a request from stdin, writes the placement to stdout. An exit code.
int serveGraphviz();

} // namespace layout
