#include "layout/scene/scene_memory.h"

namespace layout {
namespace {

template <typename... Columns>
std::size_t bytesOf(const Columns&... columns)
{
    return (... + (columns.capacity() * sizeof(typename Columns::value_type)));
}

}

std::size_t sceneBytes(const Scene& scene)
{
    return sizeof scene
        + bytesOf(scene.items, scene.boxes, scene.boxRank, scene.rankStart, scene.rankBoxes)
        + bytesOf(scene.lineStart, scene.points, scene.lineValue, scene.lineTail, scene.lineHead)
        + bytesOf(scene.linePrevious, scene.lineContinues, scene.boxGroup, scene.groupCards)
        + bytesOf(scene.values, scene.chips, scene.labels, scene.frames, scene.chipStart)
        + bytesOf(scene.inStart, scene.inLinks, scene.outStart, scene.outLinks)
        + scene.boxIndex.bytes() + scene.lineIndex.bytes();
}

}
