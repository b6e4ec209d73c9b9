#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model {

enum class ThemeKind { Light, Dark };

/// Categories of operators, in display order (ux.md 4.2).
enum class Category {
    Matrix,
    Attention,
    Convolution,
    Pooling,
    Normalisation,
    Activation,
    Elementwise,
    Layout,
    Indexing,
    Quantise,
    Recurrent,
    Control,
    Constant,
    Other,
    Custom, ///< operator of an unknown domain
};
constexpr std::size_t categoryCount = 15;

/// sRGB as 0xRRGGBB.
using Rgb = std::uint32_t;

struct CategoryColours {
    Rgb solid; ///< fills: stripes, bars, spans
    Rgb onSolid; ///< text on solid
    Rgb tint; ///< header background
    Rgb ink; ///< text on tint
};

struct HeatStop {
    double at; ///< 0 to 1
    Rgb fill;
    Rgb text;
};

/// Colours and categories of resources/themes/tokens.json, which is compiled in: one table for SVG,
/// reports and the window.
class Palette {
public:
    static const Palette& instance();

    /// By domain ("" = ai.onnx) and operator type; Custom if not in the table.
    Category category(std::string_view domain, std::string_view type) const;
    const CategoryColours& colours(Category category, ThemeKind theme) const;
    std::string_view name(Category category) const; ///< `Matrix`
    std::string_view code(Category category) const; ///< `MM`
    /// A theme colour by its token name (`nodeFill`, `border`); magenta for a name that does not
    /// exist, so that it shows.
    Rgb colour(ThemeKind theme, std::string_view token) const;
    /// Ramp `time`, `memory`, `error` or `diverging`.
    std::span<const HeatStop> heat(ThemeKind theme, std::string_view ramp) const;
    /// The ramp's colour at `position` in [0, 1], interpolated between stops.
    HeatStop heatAt(ThemeKind theme, std::string_view ramp, double position) const;

    Palette(const Palette&) = delete;
    ~Palette();

private:
    Palette();
    struct State;
    State* m_state;
};

/// `#1C429F`.
std::string hex(Rgb colour);

} // namespace model
