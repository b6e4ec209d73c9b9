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

/// Our layered layout (layout/layered.cpp). Works for every drawing, cycles included;
/// deterministic. Fails only when cancelled or when the drawing is beyond what memory allows (the
/// message says the size).
support::Result<Scene> layered(
    const Drawing& drawing, std::stop_token stop = {}, const support::Progress& progress = {});

/// Graphviz dot for the same drawing (layout/graphviz/graphviz.cpp). What decides its time is the
/// total span of the lines (LayoutFacts::span), not the number of boxes: up to `graphvizSpanLimit`
/// it runs in this process, up to `graphvizChildSpanLimit` in a child process that is killed when
/// cancelled or after 20 s; above it is refused. Without Graphviz in this build it always fails,
/// saying so.
support::Result<Scene> graphviz(
    const Drawing& drawing, std::stop_token stop = {}, const support::Progress& progress = {});
constexpr std::uint64_t graphvizSpanLimit = 1800;
constexpr std::uint64_t graphvizChildSpanLimit = 10'000;
bool hasGraphviz();
/// Fails with the reason if Graphviz is not offered for drawings of this span.
support::Result<void> graphvizCanPlace(std::uint64_t span);

struct LayoutEngine {
    std::string_view name; ///< as in `draw --engine`: `layered`, `dot`
    std::string_view title; ///< as in the view menu
    bool (*isAvailable)();
    support::Result<Scene> (*run)(const Drawing&, std::stop_token, const support::Progress&);
};
/// The first is the default.
std::span<const LayoutEngine> layoutEngines();
/// Null if there is no engine of that name.
const LayoutEngine* findEngine(std::string_view name);

} // namespace layout
