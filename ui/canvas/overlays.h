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
    std::shared_ptr<const profiler::Statistics> statistics; ///< of the profile; may be null
    std::shared_ptr<const Verification> verification; ///< may be null
    std::shared_ptr<const layout::GroupTree> groups; ///< of the shown graph; may be null
};

/// Returns an overlay that gives the nodes with these ids one colour, which the legend calls
/// `name`. Other nodes have no colour.
std::shared_ptr<const layout::Overlay> overlayOfNodes(
    const std::vector<std::uint32_t>& nodes, std::size_t nodeCount, const QString& name);

/// A way to colour the graph. Adding one is a row in overlays.cpp.
struct OverlaySpec {
    const char* actionId; ///< `view.colourTime`
    const char* title; ///< translated with context "Overlays"
    const char* missing; ///< the message if `make` has nothing to show
    std::shared_ptr<const layout::Overlay> (*make)(
        const OverlaySource& source); ///< null if there is nothing to show
};
/// The first row is colouring by category; its overlay only adds times as text.
std::span<const OverlaySpec> overlaySpecs();
const OverlaySpec* findOverlay(const QString& actionId);

} // namespace ui
