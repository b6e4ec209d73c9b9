#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace layout {

/// Kinds of text on a card. Sizes are in units (pixels at zoom 1).
enum class TextRole { Title, Name, Row, Strong, Badge, Chip };
constexpr std::size_t textRoleCount = 6;

struct TextStyle {
    float size; ///< em, in units
    bool isBold;
};
TextStyle textStyle(TextRole role);

/// Measures the width of text in units. The layout has no fonts: the window measures its own fonts
/// into a table, the command line uses the built-in table.
class TextMeasurer {
public:
    virtual ~TextMeasurer() = default;
    virtual float width(TextRole role, std::string_view utf8) const = 0;
};

/// Returns the text with `…` in place of its middle, at most `width` wide. More is kept of the end,
/// because names in one scope have the same beginning.
std::string elidedTo(
    const TextMeasurer& measurer, TextRole role, std::string_view utf8, float width);

/// Advance widths of the printable ASCII characters (0x20 to 0x7E) of a regular and a bold face, as
/// fractions of the em. Any other character counts as `other`; wide East Asian characters count as
/// one em.
struct AdvanceTable {
    std::array<float, 95> regular;
    std::array<float, 95> bold;
    float other = 0.62F;
};

class TableMeasurer final : public TextMeasurer {
public:
    explicit TableMeasurer(const AdvanceTable& table)
        : m_table(table)
    {
    }
    float width(TextRole role, std::string_view utf8) const override;

private:
    AdvanceTable m_table;
};

/// Returns widths of a common sans-serif face for SVG and the command line. They are on the wide
/// side, so that text fits in other faces too.
const TextMeasurer& builtinMeasurer();

} // namespace layout
