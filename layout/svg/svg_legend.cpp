#include "layout/svg/svg_legend.h"

#include "layout/svg/svg_text.h"

#include <algorithm>

namespace layout {
namespace {

constexpr float margin = 24;
constexpr float rowHeight = 20;
constexpr float swatch = 12;
constexpr float gap = 6;
constexpr float rampWidth = 160;

struct Entry {
    std::string fill; ///< a colour
    std::string text;
};

class LegendWriter {
public:
    LegendWriter(const LegendRequest& request, const Rect& area)
        : m_request(request)
        , m_left(area.x + margin)
        , m_width(std::max(area.width - 2 * margin, 400.0F))
    {
    }

    /// Written from y = 0 downwards, then moved above the picture.
    SvgLegend run(const Rect& area)
    {
        if (m_request.overlay == nullptr)
            writeEntries("Category", categoryEntries());
        else if (m_request.overlay->use == Overlay::Use::Classes)
            writeEntries(m_request.overlay->name, classEntries());
        else
            writeRamp();
        const float height = m_y + rowHeight + margin / 2;
        SvgLegend legend;
        SvgText moved;
        moved << "<g transform=\"translate(0 " << area.y - height << ")\">";
        legend.text = moved.take() + m_out.take() + "</g>\n";
        legend.size = { m_farthest - area.x + margin, height };
        return legend;
    }

private:
    std::string colour(std::string_view token) const
    {
        return model::hex(model::Palette::instance().colour(m_request.theme, token));
    }

    std::string solid(model::Category category) const
    {
        // Custom operators have no colour; their cards are hatched.
        return category == model::Category::Custom
            ? colour("borderStrong")
            : model::hex(model::Palette::instance().colours(category, m_request.theme).solid);
    }

    std::vector<Entry> categoryEntries() const
    {
        std::vector<Entry> entries;
        for (const auto category : m_request.categories)
            entries.push_back(
                { solid(category), std::string(model::Palette::instance().name(category)) });
        return entries;
    }

    std::vector<Entry> classEntries() const
    {
        const Overlay& overlay = *m_request.overlay;
        std::vector<Entry> entries;
        constexpr std::size_t maxNamed = 24;
        const std::size_t named = std::min(overlay.classNames.size(), maxNamed);
        for (std::uint32_t i = 0; i < named; ++i)
            entries.push_back({ solid(Overlay::hueOfClass(i)), overlay.classNames[i] });
        if (named < overlay.classNames.size())
            entries.push_back({ colour("canvas"),
                "… " + std::to_string(overlay.classNames.size() - named) + " more" });
        if (overlay.hasUnclassed())
            entries.push_back({ solid(model::Category::Custom), "others" });
        return entries;
    }

    void writeText(float x, std::string_view text, std::string_view classes)
    {
        m_out << "<text class=\"" << classes << "\" x=\"" << x << "\" y=\"" << m_y + 11 << "\">"
              << support::escapeMarkup(text) << "</text>";
    }

    void writeTitle(const std::string& title)
    {
        m_y = margin;
        writeText(m_left, title, "t3 text");
        m_x = m_left + m_request.measurer.width(TextRole::Strong, title) + 2 * margin;
        m_farthest = m_x;
    }

    void writeEntries(const std::string& title, const std::vector<Entry>& entries)
    {
        writeTitle(title);
        const float begin = m_x;
        for (const auto& entry : entries) {
            const float text = m_request.measurer.width(TextRole::Row, entry.text);
            if (m_x > begin && m_x + swatch + gap + text > m_left + m_width) {
                m_x = begin;
                m_y += rowHeight;
            }
            m_out << "<rect rx=\"2\" fill=\"" << entry.fill << "\" "
                  << Rect { m_x, m_y, swatch, swatch } << "/>";
            writeText(m_x + swatch + gap, entry.text, "t2 sub");
            m_x += swatch + gap + text + margin;
            m_farthest = std::max(m_farthest, m_x);
        }
    }

    /// Writes the low value, the ramp and the high value, then an entry for unmeasured nodes.
    void writeRamp()
    {
        const Overlay& overlay = *m_request.overlay;
        writeTitle(overlay.name + (overlay.scale == Overlay::Scale::Logarithmic ? " (log)" : ""));
        const auto text
            = [&](double value) { return overlay.text ? overlay.text(value) : std::string(); };
        if (m_request.range.high <= 0) {
            writeText(m_x, "nothing measured", "t2 sub");
            m_farthest += m_request.measurer.width(TextRole::Row, "nothing measured");
            return;
        }
        writeRampText(text(m_request.range.low));
        constexpr int steps = 16;
        for (int i = 0; i < steps; ++i) {
            const auto stop = model::Palette::instance().heatAt(
                m_request.theme, overlay.ramp, double(i) / (steps - 1));
            m_out << "<rect fill=\"" << model::hex(stop.fill) << "\" "
                  << Rect { m_x + rampWidth / steps * float(i), m_y, rampWidth / steps, swatch }
                  << "/>";
        }
        m_x += rampWidth + gap;
        writeRampText(text(m_request.range.high));
        m_x += margin;
        m_out << "<rect fill=\"none\" stroke=\"" << colour("borderStrong") << "\" "
              << Rect { m_x, m_y, swatch, swatch } << "/>";
        m_x += swatch + gap;
        writeRampText("not measured");
    }

    void writeRampText(const std::string& text)
    {
        writeText(m_x, text, "t2 sub");
        m_x += m_request.measurer.width(TextRole::Row, text) + gap;
        m_farthest = m_x;
    }

    const LegendRequest& m_request;
    float m_left;
    float m_width;
    float m_x = 0;
    float m_y = margin;
    float m_farthest = 0;
    SvgText m_out;
};

}

SvgLegend svgLegend(const LegendRequest& request, const Rect& area)
{
    return LegendWriter(request, area).run(area);
}

}
