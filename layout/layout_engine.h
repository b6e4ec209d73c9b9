#pragma once

#include "layout/drawing.h"
#include "layout/scene/scene.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>

namespace layout {

/// The layered layout (layout/layered.cpp). Accepts every drawing, also with cycles; deterministic.
/// Fails only when cancelled or when the drawing needs too much memory; the message gives the size.
support::Result<Scene> layered(
    const Drawing& drawing, std::stop_token stop = {}, const support::Progress& progress = {});

/// Graphviz dot for the same drawing (layout/graphviz/graphviz.cpp). Its time depends on the total
/// span of the lines (LayoutFacts::span), not on the number of boxes. Up to `graphvizSpanLimit` it
/// runs in this process. Up to `graphvizChildSpanLimit` it runs in a child process, which is killed
/// when cancelled or after 20 s. Above, it fails. In a build without Graphviz it always fails with
/// a message.
support::Result<Scene> graphviz(
    const Drawing& drawing, std::stop_token stop = {}, const support::Progress& progress = {});
constexpr std::uint64_t graphvizSpanLimit = 1800;
constexpr std::uint64_t graphvizChildSpanLimit = 10'000;
bool hasGraphviz();
/// Fails with the reason if Graphviz cannot be used for a drawing of this span.
support::Result<void> graphvizCanPlace(std::uint64_t span);

/// The error of a layout that was stopped.
inline support::Error layoutCancelled()
{
    return support::failAs(support::ErrorKind::Cancelled, "layout cancelled");
}

struct LayoutEngine {
    std::string_view name; ///< name for `draw --engine`: `layered`, `dot`
    std::string_view title; ///< name in the view menu
    bool (*isAvailable)();
    support::Result<Scene> (*run)(const Drawing&, std::stop_token, const support::Progress&);
};
/// Returns all engines; the first is the default.
std::span<const LayoutEngine> layoutEngines();
/// Null if there is no engine of that name.
const LayoutEngine* findEngine(std::string_view name);

} // namespace layout
