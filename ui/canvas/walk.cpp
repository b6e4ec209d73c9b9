#include "ui/canvas/walk.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

namespace {

float distance(const layout::Scene& scene, std::uint32_t a, std::uint32_t b)
{
    const auto from = scene.boxes[a].centre();
    const auto to = scene.boxes[b].centre();
    return std::hypot(from.x - to.x, from.y - to.y);
}

std::vector<std::uint32_t> neighbours(
    const layout::Scene& scene, std::uint32_t box, std::span<const layout::Scene::Link> links)
{
    std::vector<std::uint32_t> boxes;
    for (const auto& link : links) {
        if (link.box != box)
            boxes.push_back(link.box);
    }
    std::sort(boxes.begin(), boxes.end());
    boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
    std::stable_sort(boxes.begin(), boxes.end(),
        [&](auto a, auto b) { return distance(scene, box, a) < distance(scene, box, b); });
    return boxes;
}

std::vector<std::uint32_t> inRank(const layout::Scene& scene, std::uint32_t box, std::ptrdiff_t by)
{
    const auto rank = scene.rank(scene.boxRank[box]);
    const auto at = std::find(rank.begin(), rank.end(), box);
    const auto target = (at - rank.begin()) + by;
    if (at == rank.end() || target < 0 || target >= std::ssize(rank))
        return {};
    return { rank[static_cast<std::size_t>(target)] };
}

/// Returns the first box of the longest path. Lines to earlier ranks close a cycle and are skipped.
std::uint32_t beginOfLongestLine(const layout::Scene& scene)
{
    std::vector<std::uint32_t> length(scene.boxCount(), 0);
    std::vector<std::uint32_t> before(scene.boxCount(), layout::noIndex);
    auto end = layout::noIndex;
    for (const auto box : scene.rankBoxes) {
        for (const auto& link : scene.producersOf(box)) {
            if (scene.boxRank[link.box] < scene.boxRank[box] && length[link.box] >= length[box]) {
                length[box] = length[link.box] + 1;
                before[box] = link.box;
            }
        }
        if (end == layout::noIndex || length[box] > length[end])
            end = box;
    }
    while (end != layout::noIndex && before[end] != layout::noIndex)
        end = before[end];
    return end;
}

} // namespace

std::vector<std::uint32_t> stepTargets(const layout::Scene& scene, std::uint32_t box, Step step)
{
    switch (step) {
    case Step::Producer:
        return neighbours(scene, box, scene.producersOf(box));
    case Step::Reader:
        return neighbours(scene, box, scene.readersOf(box));
    case Step::Previous:
        return inRank(scene, box, -1);
    case Step::Next:
        return inRank(scene, box, 1);
    }
    return {};
}

std::uint32_t firstBox(const layout::Scene& scene)
{
    auto first = layout::noIndex;
    const auto place
        = [&](std::uint32_t box) { return std::pair(scene.groupOf(box), scene.items[box].id); };
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        if (scene.items[box].kind == layout::ItemKind::GraphInput && !scene.readersOf(box).empty()
            && (first == layout::noIndex || place(box) < place(first)))
            first = box;
    }
    return first != layout::noIndex ? first : beginOfLongestLine(scene);
}

std::uint32_t lastBox(const layout::Scene& scene)
{
    return scene.rankBoxes.empty() ? layout::noIndex : scene.rankBoxes.back();
}

std::uint32_t nearestBox(const layout::Scene& scene, layout::Point point)
{
    std::uint32_t nearest = layout::noIndex;
    float least = std::numeric_limits<float>::max();
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        const auto centre = scene.boxes[box].centre();
        const float away = std::hypot(centre.x - point.x, centre.y - point.y);
        if (away < least) {
            least = away;
            nearest = box;
        }
    }
    return nearest;
}

} // namespace ui
