#include "layout/compound/assemble.h"
#include "layout/compound/keep_places.h"
#include "layout/layout_engine.h"

namespace layout {
namespace {

/// Largest number of boxes of a picture; more would need gigabytes. The user can fold some groups.
constexpr std::size_t maxBoxes = 2'000'000;

}

support::Result<Scene> placeGroups(
    const GroupPicture& picture, std::stop_token stop, const support::Progress& progress)
{
    ShownGraph shown = collectShown(picture, stop);
    if (stop.stop_requested())
        return layoutCancelled();
    if (shown.items.size() > maxBoxes)
        return support::failAs(support::ErrorKind::Resource, "the picture has ", shown.items.size(),
            " boxes, at most ", maxBoxes, " are possible: fold some groups");
    stackEqualGroups(shown, picture, stop);
    if (!stop.stop_requested())
        moveTerminals(shown, picture, stop);
    if (stop.stop_requested())
        return layoutCancelled();

    const Rows boxesOfLevel = groupByKey(shown.boxGroup, picture.tree->groups.size());
    Pieces pieces = makePieces(shown, *picture.tree, stop);
    if (stop.stop_requested())
        return layoutCancelled();
    if (picture.earlier != nullptr) {
        if (auto scene = keepPlaces({ picture, shown, boxesOfLevel }, pieces, stop))
            return *std::move(scene);
        if (stop.stop_requested())
            return layoutCancelled();
    }
    const LevelRanks ranks
        = rankLevels(shown, *picture.tree, boxesOfLevel, picture.options, pieces, stop);
    if (stop.stop_requested())
        return layoutCancelled();

    const ChipPlan chips = chipsOf(shown, ranks);
    const LevelRequest request { picture, shown, boxesOfLevel, pieces, ranks, chips };
    const auto placed = TRY(placeLevels(request, stop, progress));
    if (stop.stop_requested())
        return layoutCancelled();
    Scene scene = assemble(request, placed, stop);
    if (stop.stop_requested())
        return layoutCancelled();
    finishScene(scene, Spacing().margin, stop);
    if (stop.stop_requested())
        return layoutCancelled();
    return scene;
}

}
