#pragma once

#include "profiler/charts/charts.h"

#include <string>
#include <string_view>

namespace profiler {

constexpr double pageWidth = 1156; ///< width of a report's content in CSS pixels

/// A figure as an inline SVG element. Colours are CSS variables (`--border`, `--c3` for
/// categories), which the page defines for light and dark. `title` is read by screen readers. At
/// most `maxShapes` shapes.
std::string svgOf(const Figure& figure, std::string_view title, std::size_t maxShapes = 20'000);

/// The CSS colour of a paint: `var(--accent)`, `var(--c3)`, `none`.
std::string cssColour(const Paint& paint);

} // namespace profiler
