#pragma once

#include "layout/card/overlay.h"
#include "layout/group_tree.h"
#include "model/inference/analysis.h"
#include "model/model.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace profiler {
struct Profile;
struct Statistics;
}

namespace ui {

struct Verification;

/// What an overlay is computed from. Snapshots, so that it may be made on a worker.
struct OverlaySource {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Analysis> analysis; ///< may be null
    std::shared_ptr<const profiler::Profile> profile; ///< may be null
    std::shared_ptr<const profiler::Statistics> statistics; ///< of it; null without
    std::shared_ptr<const Verification> verification; ///< may be null
    std::shared_ptr<const layout::GroupTree> groups; ///< of the shown graph; may be null
};

/// One colour for the nodes with these ids; the legend says `name` of them, the others have none.
std::shared_ptr<const layout::Overlay> overlayOfNodes(
    const std::vector<std::uint32_t>& nodes, std::size_t nodeCount, const QString& name);

/// A way to colour the graph. Adding one is a row in overlays.cpp.
struct OverlaySpec {
    const char* actionId; ///< `view.colourTime`
    const char* title; ///< translated with context "Overlays"
    const char* missing; ///< said when `make` has nothing to show
    std::shared_ptr<const layout::Overlay> (*make)(
        const OverlaySource& source); ///< null if there is nothing to show
};
/// The first is colouring by category: its overlay only says times.
std::span<const OverlaySpec> overlaySpecs();
const OverlaySpec* findOverlay(const QString& actionId);

} // namespace ui
