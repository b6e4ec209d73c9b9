#include "layout/svg/svg.h"

#include "layout/scene/curve.h"
#include "layout/svg/svg_groups.h"
#include "layout/svg/svg_legend.h"
#include "layout/svg/svg_text.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace layout {
namespace {

using model::ThemeKind;

/// The rectangles of drawn labels, so that labels do not overlap.
class LabelOverlapTest {
public:
    bool take(const Rect& plate)
    {
        if (visit(plate, [&](const std::vector<Rect>& plates) {
                return std::ranges::any_of(
                    plates, [&](const Rect& other) { return other.overlaps(plate); });
            }))
            return false;
        visit(plate, [&](std::vector<Rect>& plates) {
            plates.push_back(plate);
            return false;
        });
        return true;
    }

private:
    /// Calls `look` for each cell that the rectangle touches, until it returns true.
    template <typename Look>
    bool visit(const Rect& plate, const Look& look)
    {
        constexpr float cell = 256;
        const auto column = [](float x) { return static_cast<std::int64_t>(std::floor(x / cell)); };
        for (auto row = column(plate.y); row <= column(plate.bottom()); ++row) {
            for (auto i = column(plate.x); i <= column(plate.right()); ++i) {
                if (look(m_cells[(row << 24) + i]))
                    return true;
            }
        }
        return false;
    }

    std::unordered_map<std::int64_t, std::vector<Rect>> m_cells;
};

class SvgWriter {
public:
    SvgWriter(const SvgPicture& picture, const SvgOptions& options, const SvgSink& sink,
        std::stop_token stop)
        : m_scene(picture.scene)
        , m_model(picture.model)
        , m_analysis(picture.analysis)
        , m_options(options)
        , m_measurer(picture.measurer)
        , m_sink(sink)
        , m_stop(std::move(stop))
        , m_area(options.area.value_or(picture.scene.bounds))
        , m_range(options.overlay ? options.overlay->range() : Overlay::Range {})
    {
        SceneQuery query(m_scene);
        const auto boxes = query.boxes(m_area);
        m_boxes.assign(boxes.begin(), boxes.end());
        const auto lines = query.lines(m_area);
        m_lines.assign(lines.begin(), lines.end());
    }

    support::Result<void> run(const support::Progress& progress)
    {
        const std::uint64_t total = m_lines.size() + 2 * m_boxes.size() + m_scene.labels.size();
        writeHead();
        writeFrames(m_out, m_scene, m_measurer);
        for (const auto line : m_lines) {
            writeLine(line);
            TRY(flushPiece(progress, total));
        }
        for (const auto box : m_boxes) {
            writeBox(box);
            TRY(flushPiece(progress, total));
        }
        for (const auto box : m_boxes) {
            for (const auto& chip : m_scene.chipsOf(box))
                writeChip(chip);
            TRY(flushPiece(progress, total));
        }
        for (const auto& label : m_scene.labels) {
            if (m_area.contains(label.centre))
                writeLabel(label);
            TRY(flushPiece(progress, total));
        }
        if (m_stop.stop_requested())
            return cancelled();
        m_out << "</svg>\n";
        return m_sink(m_out.take());
    }

private:
    static support::Error cancelled()
    {
        return support::failAs(support::ErrorKind::Cancelled, "drawing cancelled");
    }

    /// Passes the text written so far to the sink, in pieces of a useful size.
    support::Result<void> flushPiece(const support::Progress& progress, std::uint64_t total)
    {
        constexpr std::size_t pieceBytes = 1U << 16U;
        ++m_done;
        if (m_out.size() < pieceBytes)
            return {};
        if (m_stop.stop_requested())
            return cancelled();
        if (progress)
            progress("drawing", m_done, total);
        return m_sink(m_out.take());
    }

    std::string colour(std::string_view token) const
    {
        return model::hex(model::Palette::instance().colour(m_options.theme, token));
    }

    void writeHead()
    {
        const SvgLegend legend = m_options.legend
            ? svgLegend(
                { m_options.theme, m_options.overlay, m_range, presentCategories(), m_measurer },
                m_area)
            : SvgLegend {};
        const float top = m_area.y - legend.size.height;
        const Size size { std::max(m_area.width, legend.size.width),
            m_area.height + legend.size.height };
        m_out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << size.width
              << "\" height=\"" << size.height << "\" viewBox=\"" << Point { m_area.x, top } << " "
              << size.width << " " << size.height
              << "\" font-family=\"Inter, 'Noto Sans', 'DejaVu Sans', sans-serif\">\n";
        if (!m_options.title.empty())
            m_out << "<title>" << support::escapeMarkup(support::sanitise(m_options.title))
                  << "</title>\n";
        m_out << "<style>\n";
        writeStyles();
        m_out << "</style>\n<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                 "markerWidth=\"8\" markerHeight=\"8\" "
              << "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 1 8 4 0 7z\" fill=\""
              << colour("edge") << "\"/></marker></defs>\n"
              << "<rect class=\"canvas\" " << Rect { m_area.x, top, size.width, size.height }
              << "/>\n"
              << legend.text;
    }

    std::vector<model::Category> presentCategories() const
    {
        std::array<bool, model::categoryCount> isPresent {};
        for (const auto box : m_boxes) {
            const Item item = m_scene.items[box];
            if (item.kind == ItemKind::Node)
                isPresent[static_cast<std::size_t>(nodeCategory(m_model.node(item.node())))] = true;
        }
        std::vector<model::Category> present;
        for (std::size_t i = 0; i < isPresent.size(); ++i) {
            if (isPresent[i])
                present.push_back(static_cast<model::Category>(i));
        }
        return present;
    }

    void writeStyles()
    {
        m_out << ".canvas{fill:" << colour("canvas") << "}\n.card{fill:" << colour("nodeFill")
              << ";stroke:" << colour("nodeBorder") << "}\n.custom{stroke-dasharray:4 3}\n"
              << ".edge{fill:none;stroke:" << colour("edge")
              << ";stroke-width:1.25}\n.dash{stroke-dasharray:5 4}\n.dot{stroke-dasharray:2 3}\n"
              << ".chip{fill:" << colour("raised") << ";stroke:" << colour("border")
              << "}\n.plate{fill:" << colour("canvas") << ";fill-opacity:.85}\n"
              << ".rule{stroke:" << colour("border") << "}\n.group{fill:" << colour("groupFill")
              << ";stroke:" << colour("groupBorder") << "}\n.even{fill:" << colour("canvas")
              << "}\n.fold{fill:none;stroke:" << colour("textSecondary") << ";stroke-width:1.6}\n"
              << ".text{fill:" << colour("text") << "}\n.sub{fill:" << colour("textSecondary")
              << "}\n";
        for (std::size_t role = 0; role < textRoleCount; ++role) {
            const TextStyle style = textStyle(static_cast<TextRole>(role));
            m_out << ".t" << std::to_string(role) << "{font-size:" << style.size << "px"
                  << (style.isBold ? ";font-weight:600}\n" : "}\n");
        }
        for (std::size_t i = 0; i < model::categoryCount; ++i) {
            const auto& colours = model::Palette::instance().colours(
                static_cast<model::Category>(i), m_options.theme);
            const std::string number = std::to_string(i);
            const bool isCustom = static_cast<model::Category>(i) == model::Category::Custom;
            m_out << ".s" << number
                  << "{fill:" << (isCustom ? colour("borderStrong") : model::hex(colours.solid))
                  << "}.h" << number << "{fill:" << model::hex(colours.tint) << "}.i" << number
                  << "{fill:" << model::hex(colours.ink) << "}\n";
        }
    }

    void writeLine(std::size_t line)
    {
        static constexpr std::string_view classes[] = { "edge", "edge dash", "edge dot" };
        m_out << "<path class=\""
              << classes[static_cast<std::size_t>(lineStyle(m_model, m_analysis, m_scene, line))]
              << (m_scene.hasHead(line) ? "\" marker-end=\"url(#head)\" d=\"M" : "\" d=\"M");
        const auto points = m_scene.line(line);
        m_out << points[0];
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            if (isStraight(points[i], points[i + 1], m_scene)) {
                m_out << "L" << points[i + 1];
                continue;
            }
            const Bezier curve = curveBetween(points[i], points[i + 1], m_scene.direction);
            m_out << "C" << curve.control1 << " " << curve.control2 << " " << curve.to;
        }
        m_out << "\"/>\n";
    }

    void writeText(const TextSpot& spot, std::string_view text, float width)
    {
        if (!text.empty() && width > 0)
            layout::writeText(m_out, spot, text, width, m_measurer);
    }

    void writeBox(std::uint32_t box)
    {
        const Rect& rect = m_scene.boxes[box];
        const Item item = m_scene.items[box];
        if (item.isGroup())
            return writeGroupCard(m_out, m_scene, box, m_options, m_measurer);
        m_out << "<g>";
        const CardContent content = cardContent(m_model, m_analysis, item, m_options.cards);
        if (item.kind == ItemKind::Node)
            writeCard(rect, content, item.node());
        else
            writeTerminal(rect, content);
        m_out << "</g>\n";
    }

    void writeTerminal(const Rect& rect, const CardContent& content)
    {
        m_out << "<rect class=\"card" << (content.kind == ItemKind::Capture ? " custom" : "")
              << "\" rx=\"" << rect.height / 2 << "\" " << rect << "/>";
        const float width = rect.width - 2 * CardMetrics::side;
        const float left = rect.x + CardMetrics::side + 2;
        writeText({ { left, rect.y + (content.name.empty() ? 24 : 17) }, TextRole::Strong, "text" },
            content.title, width);
        writeText({ { left, rect.y + 32 }, TextRole::Row, "sub" }, content.name, width);
    }

    void writeCard(const Rect& rect, const CardContent& content, model::NodeId node)
    {
        const bool isClassed
            = m_options.overlay != nullptr && m_options.overlay->use == Overlay::Use::Classes;
        const auto hue = isClassed ? m_options.overlay->classHue(node) : content.category;
        const std::string category = std::to_string(static_cast<int>(hue));
        const float r = CardMetrics::radius;
        m_out << "<rect class=\"card" << (content.isCustom() ? " custom" : "") << "\" rx=\"" << r
              << "\" " << rect << "/>";
        const float headerBottom = rect.y + std::min(CardMetrics::header, rect.height);
        m_out << "<path class=\"h" << category << "\" d=\"M"
              << Point { rect.x + 0.5F, headerBottom } << "V" << rect.y + r << "q0 -5.5 5.5 -5.5H"
              << rect.right() - r << "q5.5 0 5.5 5.5V" << headerBottom << "z\"/>"
              << "<path class=\"s" << category << "\" d=\"M"
              << Point { rect.x + CardMetrics::stripe, rect.y } << "h-1q-3 1 -3 " << r << "V"
              << rect.bottom() - r << "q0 5 3 " << r << "h1z\"/>";
        const float left = rect.x + CardMetrics::side;
        const float width = rect.width - 2 * CardMetrics::side;
        const float badges
            = writeBadges(rect, node, width - m_measurer.width(TextRole::Title, content.title));
        writeText({ { left, rect.y + 16.5F }, TextRole::Title, "i" + category }, content.title,
            width - badges);
        float y = headerBottom;
        if (!content.name.empty()) {
            writeText({ { left, y + 13.5F }, TextRole::Name, "sub" }, content.name, width);
            y += CardMetrics::name;
        }
        for (const auto& row : content.rows) {
            writeRow(rect, row, y);
            y += CardMetrics::row;
        }
        if (m_options.cards.measured)
            writeMeasured(rect, node);
    }

    /// Returns the width of the badges. `room` is the width that the title leaves.
    float writeBadges(const Rect& rect, model::NodeId node, float room)
    {
        const auto found
            = m_options.badges ? m_options.badges->find(node.value()) : Badges::const_iterator {};
        if (!m_options.badges || found == m_options.badges->end())
            return 0;
        float right = rect.right() - 6;
        for (std::size_t i = 0; i < std::min(found->second.size(), badgesShown); ++i) {
            const Badge& badge = found->second[i];
            const ToneColours tone = toneColours(badge.tone, m_options.theme);
            const auto words = badgeNames(badge, i, room, m_measurer);
            if (words.empty())
                break;
            const float width = m_measurer.width(TextRole::Badge, words) + badgePadding;
            m_out << "<rect rx=\"4\" fill=\"" << model::hex(tone.background) << "\" "
                  << Rect { right - width, rect.y + 5, width, 14 } << "/><text class=\"t4\" fill=\""
                  << model::hex(tone.text) << "\" x=\"" << right - width + 4 << "\" y=\""
                  << rect.y + 15 << "\">" << support::escapeMarkup(words) << "</text>";
            right -= width + badgeGap;
            room -= width + badgeGap;
        }
        return rect.right() - right;
    }

    void writeRow(const Rect& rect, const CardRow& row, float y)
    {
        float left = rect.x + CardMetrics::side;
        const float right = rect.right() - CardMetrics::side;
        if (row.kind == CardRow::Kind::Weight || row.kind == CardRow::Kind::Constant) {
            m_out << "<path fill=\"none\" stroke=\"" << colour("textSecondary") << "\" d=\"M"
                  << left << " " << y + 5
                  << "a4 1.7 0 0 1 8 0v6a4 1.7 0 0 1 -8 0zm0 0a4 1.7 0 0 0 8 0\"/>";
            left += CardMetrics::weightIcon;
        }
        const float baseline = y + 12;
        const float wanted = m_measurer.width(TextRole::Row, row.text);
        const float textWidth = std::min(wanted, (right - left) * 0.72F);
        writeText({ { left, baseline }, TextRole::Row, "sub" }, row.label,
            right - left - (row.text.empty() ? 0 : textWidth + 6));
        writeText({ { right, baseline }, TextRole::Row, "text", true }, row.text, textWidth + 0.5F);
    }

    void writeMeasured(const Rect& rect, model::NodeId node)
    {
        const Overlay* overlay = m_options.overlay;
        if (!overlay || !overlay->isMeasured(node))
            return;
        const double value = overlay->value(node);
        const auto heat = model::Palette::instance().heatAt(
            m_options.theme, overlay->ramp, overlay->position(value, m_range));
        const Rect line { rect.x + CardMetrics::stripe, rect.bottom() - CardMetrics::measured,
            rect.width - CardMetrics::stripe - 0.5F, CardMetrics::measured - 0.5F };
        const bool isHeat = overlay->use == Overlay::Use::Heat;
        m_out << "<rect fill=\"" << (isHeat ? model::hex(heat.fill) : std::string("none")) << "\" "
              << line << "/>"
              << "<g fill=\"" << (isHeat ? model::hex(heat.text) : colour("text")) << "\">";
        const float baseline = line.y + 14;
        const std::string text = overlay->text ? overlay->text(value) : std::string();
        writeText(
            { { rect.x + CardMetrics::side, baseline }, TextRole::Strong, "" }, text, line.width);
        if (node.value() < overlay->shares.size() && !std::isnan(overlay->shares[node.value()]))
            writeText({ { rect.right() - CardMetrics::side, baseline }, TextRole::Row, "", true },
                support::shareText(overlay->shares[node.value()], support::ShareForm::Card),
                line.width / 2);
        m_out << "</g>";
    }

    void writeChip(const Chip& chip)
    {
        const Rect& box = m_scene.boxes[chip.box];
        const Point middle = chip.rect.centre();
        const bool isDown = m_scene.direction == Direction::Down;
        const Point from = isDown
            ? Point { chip.isProducer() ? box.right() : chip.rect.right(), middle.y }
            : Point { middle.x, chip.isProducer() ? box.bottom() : chip.rect.bottom() };
        const Point to = isDown ? Point { chip.isProducer() ? chip.rect.x : box.x, middle.y }
                                : Point { middle.x, chip.isProducer() ? chip.rect.y : box.y };
        m_out << "<path class=\"edge dot\" d=\"M" << from << "L" << to
              << "\"/><rect class=\"chip\" rx=\"" << chip.rect.height / 2 << "\" " << chip.rect
              << "/>";
        writeText({ { chip.rect.x + 9, chip.rect.y + 13 }, TextRole::Chip, "sub" },
            chipText(m_model, m_scene, chip), chip.rect.width - 14);
        m_out << "\n";
    }

    void writeLabel(const Label& label)
    {
        const std::string text
            = labelText(m_model, m_analysis, m_scene.values[label.value], m_options.labels);
        if (text.empty())
            return;
        const float width = m_measurer.width(TextRole::Chip, text) + 6;
        for (const float shift : { 0.0F, 17.0F, -17.0F }) {
            const Rect plate { label.centre.x - width / 2, label.centre.y - 8 + shift, width, 16 };
            if (!m_plates.take(plate))
                continue;
            m_out << "<rect class=\"plate\" " << plate << "/>";
            writeText({ { plate.x + 3, plate.y + 12 }, TextRole::Chip, "sub" }, text, width);
            m_out << "\n";
            return;
        }
    }

    const Scene& m_scene;
    const model::Model& m_model;
    const model::Analysis* m_analysis;
    const SvgOptions& m_options;
    const TextMeasurer& m_measurer;
    const SvgSink& m_sink;
    std::stop_token m_stop;
    Rect m_area;
    Overlay::Range m_range;
    std::vector<std::uint32_t> m_boxes; ///< boxes in the area
    std::vector<std::uint32_t> m_lines;
    LabelOverlapTest m_plates;
    std::uint64_t m_done = 0;
    SvgText m_out;
};

}

support::Result<void> writeSvg(const SvgPicture& picture, const SvgOptions& options,
    const SvgSink& sink, std::stop_token stop, const support::Progress& progress)
{
    return SvgWriter(picture, options, sink, std::move(stop)).run(progress);
}

}
