#pragma once

#include <string>

namespace app {

/// What this program was built from, and how: the version in the first line, then commit, compiler
/// with flags, and libraries.
///
///     0.1.0
///     commit 154b5c81a9a1 of 2026-11-27
///     built by GNU 12.2.0 with -O2 -DNDEBUG
///     with ONEDNN, GRAPHVIZ, IMAGES; without CUDA
std::string buildFacts();

} // namespace app
