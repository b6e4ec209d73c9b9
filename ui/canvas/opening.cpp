#include "ui/canvas/opening.h"

#include "layout/group_tree.h"
#include "ui/canvas/walk.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ui {

namespace {

constexpr double minOpeningZoom = 0.9;
constexpr double largestOpeningZoom = 1;
/// Pixels before the first box.
constexpr double openingMargin = 24;

double fitOf(double length, float units) { return length / std::max(1.0, double(units)); }

/// Returns `start`, limited so that the view does not extend beyond `high`.
double beginAt(double start, double viewLength, double low, double high)
{
    return std::clamp(start, low, std::max(low, high - viewLength));
}

/// Returns the origin that centres the range if it fits, else `centre`.
double middleAt(double centre, double viewLength, double low, double high)
{
    return (high - low <= viewLength ? (low + high) / 2 : centre) - viewLength / 2;
}

bool isAnyVisible(const layout::Scene& scene, const ViewState& view)
{
    layout::SceneQuery query(scene);
    const auto area = visibleArea(view);
    const auto boxes = query.boxes(area);
    return std::ranges::any_of(
        boxes, [&](std::uint32_t box) { return scene.boxes[box].touches(area); });
}

/// A point of the anchor on the screen, and the same point in the new picture.
struct Place {
    QPointF was;
    QPointF is;
    bool isFolded = false; ///< the anchor itself is not shown any more
};

std::optional<Place> frameOf(
    const Anchor& anchor, std::uint32_t group, const layout::Scene& scene, const ViewState& view)
{
    const auto frame = scene.findFrame(group);
    if (frame == layout::noIndex)
        return std::nullopt;
    return Place { anchor.corner, toScreen(view, scene.frames[frame].rect).topLeft() };
}

std::optional<std::uint32_t> groupOfKey(const layout::Scene& scene, std::uint64_t key)
{
    if (scene.groups == nullptr || key == 0)
        return std::nullopt;
    const auto& groups = scene.groups->groups;
    const auto found = std::ranges::find(groups, key, &layout::Group::key);
    return found == groups.end()
        ? std::nullopt
        : std::optional(static_cast<std::uint32_t>(found - groups.begin()));
}

std::optional<Place> placeOf(const Anchor& anchor, const layout::Scene& old,
    const layout::Scene& scene, const ViewState& view)
{
    const bool isSameTree = scene.groups != nullptr && scene.groups == old.groups;
    const bool isGroup = anchor.item.isGroup();
    const auto group
        = isGroup && !isSameTree ? groupOfKey(scene, anchor.key) : std::optional(anchor.item.id);
    if (!group)
        return std::nullopt;
    const auto box = isGroup ? scene.findGroup(*group) : scene.find(anchor.item);
    if (box != layout::noIndex)
        return Place { anchor.centre, toScreen(view, scene.boxes[box]).center() };
    if (isGroup) {
        if (const auto frame = frameOf(anchor, *group, scene, view))
            return frame;
    }
    if (!isSameTree)
        return std::nullopt;
    const auto node = anchor.item.node();
    for (const auto& frame : scene.frames) {
        if (node.isValid() && scene.groups->groups[frame.group].owner == node)
            return frameOf(anchor, frame.group, scene, view);
    }
    const auto& groups = scene.groups->groups;
    for (auto around = isGroup ? groups[*group].parent : anchor.group; around != layout::noGroup;
         around = groups[around].parent) {
        const auto owner = groups[around].owner;
        const auto card = scene.findGroup(around);
        const auto call = card == layout::noIndex && owner.isValid() ? scene.find(owner) : card;
        if (call != layout::noIndex)
            return Place { anchor.centre, toScreen(view, scene.boxes[call]).center(), true };
    }
    return std::nullopt;
}

} // namespace

bool fitsReadably(const layout::Rect& bounds, QSize viewport)
{
    return std::min(fitOf(viewport.width(), bounds.width), fitOf(viewport.height(), bounds.height))
        >= minOpeningZoom;
}

ViewState openingView(ViewState view, const layout::Scene& scene)
{
    const auto& bounds = scene.bounds;
    const double wide = fitOf(view.size.width(), bounds.width);
    const double high = fitOf(view.size.height(), bounds.height);
    const auto first = firstBox(scene);
    if (std::min(wide, high) >= minOpeningZoom || first == layout::noIndex) {
        view.zoom = std::clamp(std::min(wide, high), minOpeningZoom, largestOpeningZoom);
        return centredOn(view, { double(bounds.centre().x), double(bounds.centre().y) });
    }
    const bool isDown = scene.direction == layout::Direction::Down;
    const double across = isDown ? wide : high;
    view.zoom
        = across >= minOpeningZoom ? std::min(across, largestOpeningZoom) : largestOpeningZoom;
    const auto& box = scene.boxes[first];
    const double width = view.size.width() / view.zoom;
    const double height = view.size.height() / view.zoom;
    const double margin = openingMargin / view.zoom;
    if (isDown)
        view.origin = { middleAt(box.centre().x, width, bounds.x, bounds.right()),
            beginAt(double(box.y) - margin, height, bounds.y, bounds.bottom()) };
    else
        view.origin = { beginAt(double(box.x) - margin, width, bounds.x, bounds.right()),
            middleAt(box.centre().y, height, bounds.y, bounds.bottom()) };
    return view;
}

std::vector<std::uint32_t> boxesByNearness(
    const layout::Scene& scene, const ViewState& view, std::uint32_t current)
{
    layout::SceneQuery query(scene);
    const auto area = visibleArea(view);
    const auto middle = area.centre();
    std::vector<std::pair<float, std::uint32_t>> found;
    for (const auto box : query.boxes(area)) {
        const auto centre = scene.boxes[box].centre();
        if (scene.boxes[box].touches(area))
            found.emplace_back(
                box == current ? -1 : std::hypot(centre.x - middle.x, centre.y - middle.y), box);
    }
    std::ranges::sort(found);
    std::vector<std::uint32_t> boxes;
    boxes.reserve(found.size());
    for (const auto& [away, box] : found)
        boxes.push_back(box);
    return boxes;
}

Anchor anchorAt(const layout::Scene& scene, const ViewState& view, std::uint32_t box)
{
    const auto rect = toScreen(view, scene.boxes[box]);
    const auto& item = scene.items[box];
    const bool hasKey = item.isGroup() && scene.groups != nullptr;
    return { item, scene.groupOf(box), rect.center(), rect.topLeft(),
        hasKey ? scene.groups->groups[item.id].key : 0, true };
}

Anchor anchorIn(const layout::Scene& scene, const ViewState& view, std::uint32_t current)
{
    const auto boxes = boxesByNearness(scene, view, current);
    return boxes.empty() ? Anchor() : anchorAt(scene, view, boxes.front());
}

ViewState anchoredView(
    const Anchor& anchor, const layout::Scene& old, ViewState view, const layout::Scene& scene)
{
    const auto place = anchor.isKnown ? placeOf(anchor, old, scene, view) : std::optional<Place>();
    const auto size = toScreen(view, scene.bounds).size();
    const bool isWhole = size.width() <= view.size.width() && size.height() <= view.size.height();
    if (place && !(place->isFolded && isWhole)) {
        view = panned(view, place->was - place->is);
    } else if (isWhole) {
        const double zoom = view.zoom;
        view = fittedTo(view, scene.bounds);
        if (view.zoom < zoom) { // only the margin does not fit
            view.zoom = zoom;
            view = centredOn(
                view, { double(scene.bounds.centre().x), double(scene.bounds.centre().y) });
        }
    }
    view = kept(view, scene.bounds);
    return isAnyVisible(scene, view) ? view : openingView(view, scene);
}

} // namespace ui
