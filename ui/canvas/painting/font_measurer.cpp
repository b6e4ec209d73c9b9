#include "ui/canvas/painting/font_measurer.h"

#include <QFontDatabase>
#include <QFontMetricsF>

namespace ui {

namespace {

std::array<float, 95> advances(QFont font)
{
    constexpr int pixels = 100; // large, so that hinting hardly matters
    font.setPixelSize(pixels);
    const QFontMetricsF metrics(font);
    std::array<float, 95> widths {};
    for (std::size_t i = 0; i < widths.size(); ++i)
        widths[i] = static_cast<float>(
            metrics.horizontalAdvance(QChar(static_cast<char16_t>(0x20 + i))) / pixels);
    return widths;
}

} // namespace

std::shared_ptr<const layout::TextMeasurer> fontMeasurer()
{
    static const auto measurer = [] {
        const auto regular = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
        auto bold = regular;
        bold.setWeight(QFont::DemiBold);
        return std::make_shared<const layout::TableMeasurer>(
            layout::AdvanceTable { advances(regular), advances(bold), 0.62F });
    }();
    return measurer;
}

} // namespace ui
