#include "ui/canvas/painting/canvas_style.h"

#include <QFontDatabase>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

CanvasStyle::CanvasStyle(model::ThemeKind kind)
    : theme(kind)
{
    const auto token = [&](std::string_view name) {
        return toColour(model::Palette::instance().colour(kind, name));
    };
    canvas = token("canvas");
    canvasGrid = token("canvasGrid");
    edge = token("edge");
    edgeFaint = token("edgeFaint");
    nodeFill = token("nodeFill");
    nodeBorder = token("nodeBorder");
    text = token("text");
    textSecondary = token("textSecondary");
    selection = token("selection");
    selectionHalo = token("selectionHalo");
    accent = token("accent");
    neighbourIn = token("neighbourIn");
    neighbourOut = token("neighbourOut");
    groupFill = token("groupFill");
    groupBorder = token("groupBorder");
    raised = token("raised");
    border = token("border");
    shadow = kind == model::ThemeKind::Light ? QColor(24, 32, 43, 26) : QColor(0, 0, 0, 90);
}

QColor CanvasStyle::hue(std::uint32_t value) const
{
    using model::Category;
    constexpr std::array<Category, 8> hues { Category::Matrix, Category::Attention,
        Category::Convolution, Category::Pooling, Category::Normalisation, Category::Activation,
        Category::Elementwise, Category::Quantise };
    constexpr std::uint32_t golden = 2654435769U; // spreads neighbouring ids over the hues
    return toColour(model::Palette::instance().colours(hues[(value * golden) >> 29U], theme).solid);
}

void CanvasStyle::paintTool(QPainter& painter, const QRect& rect) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(border);
    painter.setBrush(raised);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

QFont smallTitleFont()
{
    auto font = canvasFont(layout::TextRole::Title, 1);
    font.setPixelSize(smallTitlePixels);
    return font;
}

double fontPixels(layout::TextRole role, double zoom)
{
    // Rounded down unless the fraction is at least 0.7: wider text would not fit into the card.
    constexpr double lenience = 0.3;
    return std::floor(double(layout::textStyle(role).size) * zoom + lenience);
}

QFont canvasFont(layout::TextRole role, double zoom)
{
    // Read once, on the GUI thread: workers paint too, but must not query the platform.
    static const auto general = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    auto font = general;
    font.setPixelSize(std::max(1, static_cast<int>(fontPixels(role, zoom))));
    font.setWeight(layout::textStyle(role).isBold ? QFont::DemiBold : QFont::Normal);
    // Hinted advances are whole pixels: text would not keep the width that the layout measured.
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

} // namespace ui
