#include "layout/scene/scene.h"

#include "layout/scene/scene_index.h"

#include "layout/scene/curve.h"
#include "layout/scene/scene_parts.h"
#include "model/support/stopping.h"

#include <algorithm>
#include <limits>

namespace layout {
namespace {

Rect boxWithChips(const Scene& scene, std::size_t box)
{
    Rect rect = scene.boxes[box];
    for (const auto& chip : scene.chipsOf(box))
        rect = united(rect, chip.rect);
    return rect;
}

bool lineTouches(const Scene& scene, std::size_t line, const Rect& area)
{
    const auto points = scene.line(line);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (boundsOf(points[i], points[i + 1]).touches(area))
            return true;
    }
    return false;
}

float distanceToPiece(Point point, Point from, Point to, const Scene& scene)
{
    if (isStraight(from, to, scene))
        return distanceToSegment(point, from, to);
    constexpr int pieces = 12;
    const Bezier curve = curveBetween(from, to, scene.direction);
    float nearest = std::numeric_limits<float>::max();
    Point last = from;
    for (int i = 1; i <= pieces; ++i) {
        const Point next = pointAt(curve, float(i) / pieces);
        nearest = std::min(nearest, distanceToSegment(point, last, next));
        last = next;
    }
    return nearest;
}

float distanceToLine(const Scene& scene, std::size_t line, Point point, float tolerance)
{
    const auto points = scene.line(line);
    float nearest = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (boundsOf(points[i], points[i + 1]).grown(tolerance).contains(point))
            nearest = std::min(nearest, distanceToPiece(point, points[i], points[i + 1], scene));
    }
    return nearest;
}

/// Chips are drawn over boxes. Of several hits the last drawn one is returned.
Hit hitBox(const Scene& scene, Point point)
{
    Hit hit;
    scene.boxIndex.visit({ point.x, point.y, 0, 0 }, [&](std::uint32_t box) {
        for (std::uint32_t chip = scene.chipStart[box]; chip < scene.chipStart[box + 1]; ++chip) {
            if (scene.chips[chip].rect.contains(point))
                hit = { HitKind::Chip, chip };
        }
        if (hit.kind != HitKind::Chip && scene.boxes[box].contains(point))
            hit = { HitKind::Box, box };
    });
    return hit;
}

void shift(Scene& scene, float dx, float dy)
{
    const auto move = [&](Rect& rect) {
        rect.x += dx;
        rect.y += dy;
    };
    for (auto& box : scene.boxes)
        move(box);
    for (auto& chip : scene.chips)
        move(chip.rect);
    for (auto& frame : scene.frames)
        move(frame.rect);
    for (auto& point : scene.points)
        point = { point.x + dx, point.y + dy };
    for (auto& label : scene.labels)
        label.centre = { label.centre.x + dx, label.centre.y + dy };
}

}

std::uint32_t Scene::find(Item item) const
{
    const auto found = std::find_if(items.begin(), items.end(), [&](const Item& drawn) {
        return drawn == item || (!item.isGroup() && drawn.kind == item.kind && drawn.id == item.id);
    });
    if (found != items.end())
        return static_cast<std::uint32_t>(found - items.begin());
    const auto joined
        = std::ranges::find(joinedTerminals, item, [](const auto& entry) { return entry.first; });
    return joined == joinedTerminals.end() ? noIndex : joined->second;
}

const GroupCard* Scene::groupCard(std::size_t box) const
{
    const auto found = std::ranges::lower_bound(groupCards, box, {}, &GroupCard::box);
    return found == groupCards.end() || found->box != box ? nullptr : &*found;
}

std::uint32_t Scene::findFrame(std::uint32_t group) const
{
    const auto found = std::ranges::find(frames, group, &Frame::group);
    return found == frames.end() ? noIndex : static_cast<std::uint32_t>(found - frames.begin());
}

std::uint32_t Scene::findGroup(std::uint32_t group) const
{
    for (const auto& card : groupCards) {
        const Item& item = items[card.box];
        if (group >= item.id && group - item.id < item.count)
            return card.box;
    }
    return noIndex;
}

std::uint32_t Scene::frameAt(Point point) const
{
    for (std::size_t i = frames.size(); i > 0; --i) {
        if (frames[i - 1].rect.contains(point))
            return static_cast<std::uint32_t>(i - 1);
    }
    return noIndex;
}

SceneQuery::SceneQuery(const Scene& scene)
    : m_scene(scene)
    , m_boxes(scene.boxIndex)
    , m_lines(scene.lineIndex)
{
}

std::span<const std::uint32_t> SceneQuery::boxes(const Rect& area)
{
    auto& found = m_boxes.candidates(area);
    std::erase_if(
        found, [&](std::uint32_t box) { return !boxWithChips(m_scene, box).touches(area); });
    return found;
}

std::span<const std::uint32_t> SceneQuery::lines(const Rect& area)
{
    auto& found = m_lines.candidates(area);
    std::erase_if(found, [&](std::uint32_t line) { return !lineTouches(m_scene, line, area); });
    return found;
}

Hit hitTest(const Scene& scene, Point point, float tolerance)
{
    const Hit box = hitBox(scene, point);
    if (box.kind != HitKind::Nothing)
        return box;
    const auto frame = scene.frameAt(point);
    if (frame != noIndex && scene.frames[frame].title().contains(point))
        return { HitKind::FrameTitle, frame };
    Hit hit;
    float nearest = tolerance;
    scene.lineIndex.visit(
        Rect { point.x, point.y, 0, 0 }.grown(tolerance), [&](std::uint32_t line) {
            const float distance = distanceToLine(scene, line, point, tolerance);
            if (distance <= nearest) {
                nearest = distance;
                hit = { HitKind::Line, line };
            }
        });
    return hit;
}

void finishScene(Scene& scene, float margin, const std::stop_token& stop)
{
    const Rect content = contentBounds(scene);
    shift(scene, margin - content.x, margin - content.y);
    scene.bounds = { 0, 0, content.width + 2 * margin, content.height + 2 * margin };
    indexScene(scene, stop);
}

void indexScene(Scene& scene, const std::stop_token& stop)
{
    scene.boxIndex
        = GridIndex::build(scene.bounds, scene.boxCount(), [&](const GridIndex::Add& add) {
              for (std::uint32_t box = 0; box < scene.boxCount() && !support::isStopped(stop, box);
                   ++box)
                  add(box, boxWithChips(scene, box));
          });
    scene.lineIndex
        = GridIndex::build(scene.bounds, scene.lineCount(), [&](const GridIndex::Add& add) {
              for (std::uint32_t line = 0;
                   line < scene.lineCount() && !support::isStopped(stop, line); ++line) {
                  const auto points = scene.line(line);
                  for (std::size_t i = 0; i + 1 < points.size(); ++i)
                      add(line, boundsOf(points[i], points[i + 1]));
              }
          });
}

}
