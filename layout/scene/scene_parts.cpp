#include "layout/scene/scene_parts.h"

#include <algorithm>
#include <utility>

namespace layout {
namespace {

/// Size of all chips on one side of a box.
struct ChipStack {
    float along = 0; ///< sum with gaps, in the direction in which they are stacked
    float across = 0; ///< largest
    std::uint32_t count = 0;
};

ChipStack stackOf(const Drawing& drawing, std::span<const ChipPlan::Entry> chips, bool atProducer)
{
    ChipStack stack;
    for (const auto& chip : chips) {
        if ((chip.readers > 0) != atProducer)
            continue;
        const Size size = turned(chipSize(drawing, chip), drawing.direction);
        stack.along += size.height + (stack.count > 0 ? drawing.spacing.chipGap : 0);
        stack.across = std::max(stack.across, size.width);
        ++stack.count;
    }
    return stack;
}

float reachOf(const Drawing& drawing, const ChipStack& stack)
{
    return stack.count > 0 ? drawing.spacing.chipStub + stack.across : 0;
}

Rect chipRect(const Drawing& drawing, const Rect& box, const ChipPlan::Entry& chip, float offset)
{
    const Size size = chipSize(drawing, chip);
    const float stub = drawing.spacing.chipStub;
    const bool after = chip.readers > 0;
    if (drawing.direction == Direction::Down)
        return { after ? box.right() + stub : box.x - stub - size.width, box.centre().y + offset,
            size.width, size.height };
    return { box.centre().x + offset, after ? box.bottom() + stub : box.y - stub - size.height,
        size.width, size.height };
}

/// Adds the first chips of each side of a box, and one chip for all others.
void addFirstChips(ChipPlan& plan, const std::vector<ChipPlan::Entry>& entries,
    std::span<const std::uint32_t> ofBox)
{
    constexpr std::size_t maxChips = 16;
    for (const bool atProducer : { false, true }) {
        const auto isHere
            = [&](std::uint32_t index) { return (entries[index].readers > 0) == atProducer; };
        auto rest = static_cast<std::size_t>(std::ranges::count_if(ofBox, isHere));
        std::size_t own = rest > maxChips ? maxChips - 1 : rest;
        bool isNew = true;
        for (const auto index : ofBox) {
            if (!isHere(index))
                continue;
            if (own > 0) {
                plan.entries.push_back(entries[index]);
                --own;
                --rest;
            } else if (std::exchange(isNew, false)) {
                plan.entries.push_back(entries[index]);
                plan.entries.back().count = static_cast<std::uint32_t>(rest);
            } else {
                plan.entries.back().readers += entries[index].readers;
            }
        }
    }
}

}

ChipPlan planChips(const Drawing& drawing, std::span<const std::uint8_t> isCut)
{
    std::vector<std::uint32_t> readers(drawing.values.size(), 0);
    std::vector<std::uint32_t> producer(drawing.values.size(), noIndex);
    std::vector<std::uint32_t> boxes;
    std::vector<ChipPlan::Entry> entries;
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        if (!isCut[e])
            continue;
        const Edge& edge = drawing.edges[e];
        boxes.push_back(edge.head);
        entries.push_back({ edge.value, 0 });
        ++readers[edge.value];
        producer[edge.value] = edge.tail;
    }
    for (std::uint32_t value = 0; value < readers.size(); ++value) {
        if (readers[value] == 0)
            continue;
        boxes.push_back(producer[value]);
        entries.push_back({ value, readers[value] });
    }
    const Rows rows = groupByKey(boxes, drawing.boxes.size());
    ChipPlan plan;
    plan.start.push_back(0);
    plan.entries.reserve(entries.size());
    for (std::size_t box = 0; box < rows.count(); ++box) {
        addFirstChips(plan, entries, rows.row(box));
        plan.start.push_back(static_cast<std::uint32_t>(plan.entries.size()));
    }
    return plan;
}

Size chipSize(const Drawing& drawing, const ChipPlan::Entry& chip)
{
    const Spacing& spacing = drawing.spacing;
    if (chip.count > 1)
        return { spacing.chipMore + spacing.chipPadding, spacing.chipHeight };
    const float name = drawing.values[chip.value].chipWidth;
    return { name + spacing.chipPadding + (chip.readers > 0 ? spacing.chipCount : 0),
        spacing.chipHeight };
}

BoxRoom roomOf(const Drawing& drawing, const ChipPlan& plan, std::size_t box)
{
    const Size size = drawing.boxes[box].size;
    const ChipStack readers = stackOf(drawing, plan.of(box), false);
    const ChipStack producers = stackOf(drawing, plan.of(box), true);
    const float along = std::max(readers.along, producers.along) / 2;
    BoxRoom room { size.width / 2, size.width / 2, size.height / 2, size.height / 2 };
    if (drawing.direction == Direction::Down) {
        room.left += reachOf(drawing, readers);
        room.right += reachOf(drawing, producers);
        room.top = room.bottom = std::max(room.top, along);
        return room;
    }
    room.top += reachOf(drawing, readers);
    room.bottom += reachOf(drawing, producers);
    room.left = room.right = std::max(room.left, along);
    return room;
}

Scene startScene(const Drawing& drawing)
{
    Scene scene;
    scene.direction = drawing.direction;
    scene.items.reserve(drawing.boxes.size());
    scene.boxes.reserve(drawing.boxes.size());
    for (const auto& box : drawing.boxes) {
        scene.items.push_back(box.item);
        scene.boxes.push_back({ 0, 0, box.size.width, box.size.height });
    }
    scene.values.reserve(drawing.values.size());
    for (const auto& value : drawing.values)
        scene.values.push_back(value.id);
    scene.lineStart.push_back(0);
    return scene;
}

void placeChips(Scene& scene, const Drawing& drawing, const ChipPlan& plan)
{
    scene.chipStart = plan.start;
    scene.chips.reserve(plan.entries.size());
    for (std::uint32_t box = 0; box < drawing.boxes.size(); ++box) {
        float next[2] = { -stackOf(drawing, plan.of(box), false).along / 2,
            -stackOf(drawing, plan.of(box), true).along / 2 };
        for (const auto& chip : plan.of(box)) {
            float& offset = next[chip.readers > 0 ? 1 : 0];
            scene.chips.push_back({ chipRect(drawing, scene.boxes[box], chip, offset), box,
                chip.value, chip.readers, chip.count });
            offset += turned(chipSize(drawing, chip), drawing.direction).height
                + drawing.spacing.chipGap;
        }
    }
}

void linkBoxes(Scene& scene, const Drawing& drawing, std::span<const std::uint32_t> lineOf)
{
    const auto link = [&](std::uint32_t Edge::*own, std::uint32_t Edge::*other, auto& links) {
        std::vector<std::uint32_t> boxes;
        boxes.reserve(drawing.edges.size());
        for (const auto& edge : drawing.edges)
            boxes.push_back(edge.*own);
        Rows rows = groupByKey(boxes, drawing.boxes.size());
        links.reserve(rows.items.size());
        for (const auto e : rows.items)
            links.push_back({ drawing.edges[e].*other, drawing.edges[e].value, lineOf[e] });
        return std::move(rows.start);
    };
    scene.inStart = link(&Edge::head, &Edge::tail, scene.inLinks);
    scene.outStart = link(&Edge::tail, &Edge::head, scene.outLinks);
}

void finishLine(Scene& scene, std::uint32_t value, std::uint32_t tail, std::uint32_t head)
{
    scene.lineStart.push_back(static_cast<std::uint32_t>(scene.points.size()));
    scene.lineValue.push_back(value);
    scene.lineTail.push_back(tail);
    scene.lineHead.push_back(head);
}

Rect contentBounds(const Scene& scene)
{
    if (scene.boxes.empty())
        return {};
    Rect bounds = scene.boxes.front();
    for (const auto& box : scene.boxes)
        bounds = united(bounds, box);
    for (const auto& chip : scene.chips)
        bounds = united(bounds, chip.rect);
    for (const auto& frame : scene.frames)
        bounds = united(bounds, frame.rect);
    for (const auto& point : scene.points)
        bounds = united(bounds, { point.x, point.y, 0, 0 });
    return bounds;
}

void placeLabels(Scene& scene)
{
    std::vector<std::uint8_t> isLabelled(scene.values.size(), 0);
    for (const auto& label : scene.labels)
        isLabelled[label.value] = 1;
    for (std::uint32_t line = 0; line < scene.lineCount(); ++line) {
        const auto value = scene.lineValue[line];
        const auto points = scene.line(line);
        if (isLabelled[value] || points.size() < 2)
            continue;
        isLabelled[value] = 1;
        // On a long straight segment the label is placed near the producer, where it is found more
        // easily than in the middle.
        constexpr float longest = 80;
        const float dx = points[1].x - points[0].x;
        const float dy = points[1].y - points[0].y;
        const float run = std::max(std::abs(turned(Point { dx, dy }, scene.direction).y), 1.0F);
        const float part = std::min(0.5F, longest / 2 / run);
        scene.labels.push_back(
            { { points[0].x + dx * part, points[0].y + dy * part }, value, line });
    }
}

}
