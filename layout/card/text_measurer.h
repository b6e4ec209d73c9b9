#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace layout {

/// The kinds of text on a card, with their sizes in units (pixels at zoom 1).
enum class TextRole { Title, Name, Row, Strong, Badge, Chip };
constexpr std::size_t textRoleCount = 6;

struct TextStyle {
    float size; ///< em, in units
    bool isBold;
};
TextStyle textStyle(TextRole role);

/// Widths of text in units. Layout has no fonts: the window fills a table from its own, the command
/// line uses the built-in one.
class TextMeasurer {
public:
    virtual ~TextMeasurer() = default;
    virtual float width(TextRole role, std::string_view utf8) const = 0;
};

/// The text with its middle replaced by `…`, so that it is at most `width` wide; more is kept of
/// its end, because names of a scope begin alike.
std::string elidedTo(
    const TextMeasurer& measurer, TextRole role, std::string_view utf8, float width);

/// Advance widths of the printable ASCII characters (0x20 to 0x7E) of one regular and one bold
/// face, as fractions of the em. Other characters count as `other` each (East Asian wide ones as
/// one em).
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

/// Widths of a common sans-serif face (on the wide side, so that text fits in others): for SVG and
/// the command line.
const TextMeasurer& builtinMeasurer();

} // namespace layout
