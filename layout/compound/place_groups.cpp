#include "layout/compound/assemble.h"

namespace layout {
namespace {

/// Largest number of boxes of a picture; more would need gigabytes. The user can fold some groups.
constexpr std::size_t maxBoxes = 2'000'000;

support::Error cancelled()
{
    return support::failAs(support::ErrorKind::Cancelled, "layout cancelled");
}

}

support::Result<Scene> placeGroups(
    const GroupPicture& picture, std::stop_token stop, const support::Progress& progress)
{
    ShownGraph shown = collectShown(picture, stop);
    if (stop.stop_requested())
        return cancelled();
    if (shown.items.size() > maxBoxes)
        return support::failAs(support::ErrorKind::Resource, "the picture has ", shown.items.size(),
            " boxes, at most ", maxBoxes, " are possible: fold some groups");
    stackEqualGroups(shown, picture, stop);
    if (!stop.stop_requested())
        moveTerminals(shown, picture, stop);
    if (stop.stop_requested())
        return cancelled();

    const Rows boxesOfLevel = groupByKey(shown.boxGroup, picture.tree->groups.size());
    Pieces pieces = makePieces(shown, *picture.tree, stop);
    if (stop.stop_requested())
        return cancelled();
    const LevelRanks ranks
        = rankLevels(shown, *picture.tree, boxesOfLevel, picture.options, pieces, stop);
    if (stop.stop_requested())
        return cancelled();

    const ChipPlan chips = chipsOf(shown, ranks);
    const LevelRequest request { picture, shown, boxesOfLevel, pieces, ranks, chips };
    const auto placed = TRY(placeLevels(request, stop, progress));
    if (stop.stop_requested())
        return cancelled();
    Scene scene = assemble(request, placed, stop);
    if (stop.stop_requested())
        return cancelled();
    finishScene(scene, Spacing().margin, stop);
    if (stop.stop_requested())
        return cancelled();
    return scene;
}

}
