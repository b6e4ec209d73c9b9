#include "layout/card/text_measurer.h"

#include "model/support/elide_path.h"
#include "model/support/text.h"

namespace layout {
namespace {

constexpr std::array<TextStyle, textRoleCount> styles { {
    { 13, true }, // Title
    { 12, false }, // Name
    { 11, false }, // Row
    { 12, true }, // Strong
    { 9, true }, // Badge
    { 11, false }, // Chip
} };

/// Advance widths of a wide humanist sans-serif face, in thousandths of the em, from 0x20 to 0x7E.
/// Rounded up from the faces that desktop systems install, so that text measured here fits in any
/// of them.
constexpr std::array<float, 95> regularWidths { 318, 401, 460, 838, 636, 950, 780, 275, 390, 390,
    500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838,
    838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635,
    550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634,
    592, 818, 592, 592, 525, 636, 337, 636, 838 };
constexpr std::array<float, 95> boldWidths { 348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523,
    838, 380, 415, 380, 365, 696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838,
    838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733,
    850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593,
    716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652,
    924, 645, 652, 582, 712, 365, 712, 838 };

AdvanceTable builtinTable()
{
    constexpr float thousandth = 0.001F;
    AdvanceTable table;
    for (std::size_t i = 0; i < table.regular.size(); ++i) {
        table.regular[i] = regularWidths[i] * thousandth;
        table.bold[i] = boldWidths[i] * thousandth;
    }
    return table;
}

bool isContinuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

}

TextStyle textStyle(TextRole role) { return styles[static_cast<std::size_t>(role)]; }

std::string elidedTo(
    const TextMeasurer& measurer, TextRole role, std::string_view utf8, float width)
{
    if (measurer.width(role, utf8) <= width)
        return std::string(utf8);
    std::size_t fits = 1;
    std::size_t tooLong = support::characterCount(utf8);
    while (fits + 1 < tooLong) {
        const std::size_t middle = (fits + tooLong) / 2;
        const bool isShort = measurer.width(role, support::elidePath(utf8, middle)) <= width;
        (isShort ? fits : tooLong) = middle;
    }
    return support::elidePath(utf8, fits);
}

float TableMeasurer::width(TextRole role, std::string_view utf8) const
{
    const TextStyle style = textStyle(role);
    const auto& advances = style.isBold ? m_table.bold : m_table.regular;
    float sum = 0;
    for (const char character : utf8) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte >= 0x20 && byte < 0x7F)
            sum += advances[byte - 0x20u];
        else if (byte >= 0xE3)
            sum += 1; // from here on characters are as wide as high
        else if (!isContinuation(byte))
            sum += m_table.other;
    }
    return sum * style.size;
}

const TextMeasurer& builtinMeasurer()
{
    static const TableMeasurer measurer(builtinTable());
    return measurer;
}

}
