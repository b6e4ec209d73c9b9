#include "ui/canvas/fold_motion.h"

#include "layout/group_tree.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace ui {

namespace {

using layout::Rect;

constexpr std::size_t maxMoving = 2000; // more could not be followed
/// Most boxes of a picture that is copied for an animation of 150 ms.
constexpr std::size_t largestMoving = 20'000;

std::uint64_t keyOf(layout::Item item) { return (std::uint64_t(item.kind) << 32) | item.id; }

/// The old rectangles of boxes and groups, in coordinates of the new picture.
class OldPlaces {
public:
    OldPlaces(const layout::Scene& old, QPointF shift)
        : m_old(old)
        , m_dx(float(shift.x()))
        , m_dy(float(shift.y()))
    {
        for (std::uint32_t box = 0; box < old.boxCount(); ++box)
            m_boxes.emplace(keyOf(old.items[box]), box);
    }

    Rect moved(const Rect& rect) const
    {
        return { rect.x + m_dx, rect.y + m_dy, rect.width, rect.height };
    }

    /// Returns the frame or the card of a group, else of the nearest group around it that has one,
    /// else `fallback`.
    Rect ofGroup(std::uint32_t group, const Rect& fallback) const
    {
        for (auto at = group; at != layout::noGroup; at = m_old.groups->groups[at].parent) {
            const auto frame = m_old.findFrame(at);
            if (frame != layout::noIndex)
                return moved(m_old.frames[frame].rect);
            const auto card = m_old.findGroup(at);
            if (card != layout::noIndex)
                return moved(m_old.boxes[card]);
        }
        return fallback;
    }

    Rect ofBox(const layout::Scene& scene, std::uint32_t box) const
    {
        const auto item = scene.items[box];
        const auto known = m_boxes.find(keyOf(item));
        if (known != m_boxes.end())
            return moved(m_old.boxes[known->second]);
        if (item.isGroup())
            return ofGroup(item.id, scene.boxes[box]);
        return ofGroup(scene.groupOf(box), scene.boxes[box]);
    }

private:
    const layout::Scene& m_old;
    float m_dx;
    float m_dy;
    std::unordered_map<std::uint64_t, std::uint32_t> m_boxes; ///< by item
};

Rect between(const Rect& from, const Rect& to, float t)
{
    const auto mix = [t](float a, float b) { return a + (b - a) * t; };
    return { mix(from.x, to.x), mix(from.y, to.y), mix(from.width, to.width),
        mix(from.height, to.height) };
}

} // namespace

FoldMotion::FoldMotion(const CanvasContent& content, model::ThemeKind theme)
    : m_target(content.scene)
    , m_scene(std::make_shared<layout::Scene>(*content.scene))
{
    auto moving = content;
    moving.scene = m_scene;
    m_painter = std::make_unique<CanvasPainter>(std::move(moving), theme);
}

std::unique_ptr<FoldMotion> FoldMotion::between(
    const layout::Scene& old, const CanvasContent& content, QPointF shift, model::ThemeKind theme)
{
    const auto& scene = *content.scene;
    if (old.groups == nullptr || old.groups != scene.groups || scene.boxCount() > largestMoving
        || scene.frames.size() > maxMoving)
        return nullptr;
    const OldPlaces places(old, shift);
    std::vector<Rect> boxes;
    std::size_t moving = 0;
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        boxes.push_back(places.ofBox(scene, box));
        const auto& from = boxes.back();
        const auto& to = scene.boxes[box];
        if (std::abs(from.x - to.x) + std::abs(from.y - to.y) > 1 && ++moving > maxMoving)
            return nullptr;
    }
    if (moving == 0)
        return nullptr;
    std::unique_ptr<FoldMotion> motion(new FoldMotion(content, theme));
    motion->m_boxes = std::move(boxes);
    for (const auto& frame : scene.frames)
        motion->m_frames.push_back(places.ofGroup(frame.group, frame.rect));
    motion->setTime(0);
    return motion;
}

void FoldMotion::setTime(double share)
{
    const auto t = float(share);
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        m_scene->boxes[i] = ui::between(m_boxes[i], m_target->boxes[i], t);
    for (std::size_t i = 0; i < m_frames.size(); ++i)
        m_scene->frames[i].rect = ui::between(m_frames[i], m_target->frames[i].rect, t);
    for (std::size_t i = 0; i < m_target->chips.size(); ++i) {
        const auto box = m_target->chips[i].box;
        m_scene->chips[i].rect = m_target->chips[i].rect;
        m_scene->chips[i].rect.x += m_scene->boxes[box].x - m_target->boxes[box].x;
        m_scene->chips[i].rect.y += m_scene->boxes[box].y - m_target->boxes[box].y;
    }
    // Lines follow both their ends.
    for (std::size_t line = 0; line < m_target->lineCount(); ++line) {
        const auto offset = [&](std::uint32_t box) {
            const auto now = m_scene->boxes[box].centre();
            const auto then = m_target->boxes[box].centre();
            return layout::Point { now.x - then.x, now.y - then.y };
        };
        const auto tail = offset(m_target->lineTail[line]);
        const auto head = offset(m_target->lineHead[line]);
        const auto first = m_target->lineStart[line];
        const auto count = m_target->lineStart[line + 1] - first;
        for (std::uint32_t i = 0; i < count; ++i) {
            const float part = count > 1 ? float(i) / float(count - 1) : 0;
            const auto& point = m_target->points[first + i];
            m_scene->points[first + i] = { point.x + tail.x + (head.x - tail.x) * part,
                point.y + tail.y + (head.y - tail.y) * part };
        }
    }
}

void FoldMotion::paint(QPainter& painter, const ViewState& view)
{
    m_painter->paint(painter, view, {});
}

} // namespace ui
