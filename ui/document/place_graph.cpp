#include "ui/document/place_graph.h"

#include "layout/compound.h"
#include "ui/canvas/opening.h"

namespace ui {

namespace {

support::Result<layout::Scene> sceneOf(const PlaceRequest& request, const PlacedGraph& placed,
    const std::stop_token& stop, const support::Progress& progress)
{
    if (request.engine != &layout::layoutEngines().front()) {
        const auto drawing = layout::buildDrawing(*request.model, request.analysis.get(),
            { request.graph }, request.options, *request.measurer, stop);
        auto scene = request.engine->run(drawing, stop, progress);
        if (scene || scene.error().kind() == support::ErrorKind::Cancelled)
            return scene;
    }
    std::optional<layout::EarlierPicture> earlier;
    if (request.earlier)
        earlier.emplace(layout::EarlierPicture { *request.earlier->scene, *request.earlier->ids });
    return layout::placeGroups(
        { *request.model, request.analysis.get(), placed.tree, placed.open, request.options,
            *request.measurer, 0, earlier ? &*earlier : nullptr },
        stop, progress);
}

/// True if the graph has too many cards for any viewport; it need not be laid out to find out.
bool isLarge(const layout::GroupTree& tree)
{
    std::size_t cards = 0;
    for (const auto& group : tree.groups)
        cards += group.graph == tree.graph ? group.cardCount : 0;
    return cards > layout::readableNodes;
}

} // namespace

support::Result<PlacedGraph> placeGraph(
    const PlaceRequest& request, std::stop_token stop, const support::Progress& progress)
{
    PlacedGraph placed { nullptr, request.tree, request.open };
    if (placed.tree == nullptr)
        placed.tree = std::make_shared<const layout::GroupTree>(
            layout::buildGroupTree(*request.model, request.graph, stop));
    if (stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "layout cancelled");
    const bool mayFold = request.choosesOpenGroups && !request.viewport.isEmpty();
    const bool isFolded = mayFold && isLarge(*placed.tree);
    if (request.choosesOpenGroups)
        placed.open
            = isFolded ? layout::openTopLevel(*placed.tree) : layout::initiallyOpen(*placed.tree);
    auto scene = TRY(sceneOf(request, placed, stop, progress));
    if (mayFold && !isFolded && !fitsReadably(scene.bounds, request.viewport)) {
        placed.open = layout::openTopLevel(*placed.tree);
        scene = TRY(sceneOf(request, placed, stop, progress));
    }
    placed.scene = std::make_shared<const layout::Scene>(std::move(scene));
    return placed;
}

} // namespace ui
