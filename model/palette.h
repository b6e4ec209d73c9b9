#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model {

enum class ThemeKind { Light, Dark };

/// Categories of operators, in display order.
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
    Custom, ///< operator of an unknown domain, or unknown operator
};
constexpr std::size_t categoryCount = 15;

/// A colour in sRGB as 0xRRGGBB.
using Rgb = std::uint32_t;

struct CategoryColours {
    Rgb solid; ///< fill of stripes, bars and spans
    Rgb onSolid; ///< text on solid
    Rgb tint; ///< header background
    Rgb ink; ///< text on tint
};

/// One stop of a colour ramp.
struct HeatStop {
    double at; ///< position from 0 to 1
    Rgb fill;
    Rgb text;
};

/// Colours and categories from resources/themes/tokens.json, which is compiled in. SVG files,
/// reports and the window read them here.
class Palette {
public:
    static const Palette& instance();

    /// Returns the category of an operator ("" = ai.onnx); Custom if it is not in the table.
    Category category(std::string_view domain, std::string_view type) const;
    const CategoryColours& colours(Category category, ThemeKind theme) const;
    std::string_view name(Category category) const; ///< `Matrix`
    std::string_view code(Category category) const; ///< `MM`
    /// Returns a theme colour by its token name (`nodeFill`, `border`). Magenta if the name does
    /// not exist, so that the mistake is visible.
    Rgb colour(ThemeKind theme, std::string_view token) const;
    /// Returns the stops of the ramp `time`, `memory`, `error` or `diverging`.
    std::span<const HeatStop> heat(ThemeKind theme, std::string_view ramp) const;
    /// Returns the ramp's colours at `position` in [0, 1], interpolated between stops.
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
