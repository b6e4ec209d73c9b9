#include "layout/svg/svg_groups.h"

#include "layout/card/group_card.h"

#include <cmath>

namespace layout {
namespace {

/// Draws the arrow before a title: to the right if folded, down if open.
void writeArrow(SvgText& out, Point centre, bool isOpen)
{
    out << "<path class=\"fold\" d=\"M";
    if (isOpen)
        out << Point { centre.x - 4, centre.y - 2 } << "l4 4 4 -4\"/>";
    else
        out << Point { centre.x - 2, centre.y - 4 } << "l4 4 -4 4\"/>";
}

void writeStrip(SvgText& out, const Rect& strip, const GroupCard& card)
{
    float total = 0;
    for (const auto count : card.mix)
        total += static_cast<float>(count);
    if (total <= 0)
        return;
    float x = strip.x;
    for (std::size_t i = 0; i < card.mix.size(); ++i) {
        const float width = strip.width * static_cast<float>(card.mix[i]) / total;
        if (card.mix[i] > 0)
            out << "<rect class=\"s" << std::to_string(i) << "\" "
                << Rect { x, strip.y, width, strip.height } << "/>";
        x += width;
    }
}

void writeMeasured(SvgText& out, const Rect& rect, const GroupTree& tree, Item item,
    const SvgOptions& options, const TextMeasurer& measurer)
{
    const Overlay* overlay = options.overlay;
    const double value = overlay ? groupMeasure(tree, item, *overlay) : std::nan("");
    if (std::isnan(value))
        return;
    const auto heat = model::Palette::instance().heatAt(
        options.theme, overlay->ramp, overlay->position(value, overlay->range()));
    const bool isHeat = overlay->use == Overlay::Use::Heat;
    const Rect line { rect.x + 0.5F, rect.bottom() - CardMetrics::measured, rect.width - 1,
        CardMetrics::measured - 0.5F };
    out << "<rect rx=\"3\" fill=\"" << (isHeat ? model::hex(heat.fill) : std::string("none"))
        << "\" " << line << "/><g fill=\""
        << (isHeat ? model::hex(heat.text)
                   : model::hex(model::Palette::instance().colour(options.theme, "text")))
        << "\">";
    if (overlay->text)
        writeText(out, { { rect.x + CardMetrics::side, line.y + 14 }, TextRole::Strong, "" },
            overlay->text(value), rect.width, measurer);
    out << "</g>";
}

}

void writeFrames(SvgText& out, const Scene& scene, const TextMeasurer& measurer)
{
    for (const auto& frame : scene.frames) {
        const Item item { ItemKind::Group, frame.group, 1 };
        const Rect& rect = frame.rect;
        const float baseline = rect.y + 17;
        const float left = rect.x + CardMetrics::side;
        out << "<g><rect class=\"" << (frame.depth % 2 == 1 ? "group" : "group even")
            << "\" rx=\"8\" " << rect << "/>";
        writeArrow(out, { left + 4, rect.y + 12.5F }, true);
        const float room = rect.width - 2 * CardMetrics::side - GroupCardMetrics::arrow;
        const float title = writeText(out,
            { { left + GroupCardMetrics::arrow, baseline }, TextRole::Title, "text" },
            groupTitle(*scene.groups, item), room, measurer);
        const float next = left + GroupCardMetrics::arrow + title + CardMetrics::side;
        if (next + 30 < rect.right())
            writeText(out, { { next, baseline }, TextRole::Name, "sub" },
                groupCountText(*scene.groups, item), rect.right() - next, measurer);
        out << "</g>\n";
    }
}

void writeGroupCard(SvgText& out, const Scene& scene, std::uint32_t box, const SvgOptions& options,
    const TextMeasurer& measurer)
{
    const Item item = scene.items[box];
    const Rect front = groupFront(scene.boxes[box], item);
    out << "<g>";
    if (item.count > 1) {
        for (const float step : { GroupCardMetrics::stackDepth, GroupCardMetrics::stackStep })
            out << "<rect class=\"card\" rx=\"8\" "
                << Rect { front.x + step, front.y + step, front.width, front.height } << "/>";
    }
    out << "<rect class=\"card\" rx=\"8\" " << front << "/>";
    const float left = front.x + CardMetrics::side;
    const float width = front.width - 2 * CardMetrics::side;
    writeArrow(out, { left + 4, front.y + 12.5F }, false);
    writeText(out, { { left + GroupCardMetrics::arrow, front.y + 17 }, TextRole::Title, "text" },
        groupTitle(*scene.groups, item), width - GroupCardMetrics::arrow, measurer);
    writeText(out, { { left, front.y + CardMetrics::header + 13.5F }, TextRole::Name, "sub" },
        groupCountText(*scene.groups, item), width, measurer);
    if (const auto* card = scene.groupCard(box))
        writeStrip(out, groupStrip(front), *card);
    if (options.cards.measured)
        writeMeasured(out, front, *scene.groups, item, options, measurer);
    out << "</g>\n";
}

}
