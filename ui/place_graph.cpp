#include "ui/place_graph.h"

#include "layout/compound.h"

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
    return layout::placeGroups({ *request.model, request.analysis.get(), placed.tree, placed.open,
                                   request.options, *request.measurer },
        stop, progress);
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
    if (request.opensAsUsual)
        placed.open = layout::initiallyOpen(*placed.tree);
    placed.scene
        = std::make_shared<const layout::Scene>(TRY(sceneOf(request, placed, stop, progress)));
    return placed;
}

} // namespace ui
