#pragma once

#include <QPainterPath>
#include <QString>

namespace ui {

/// Parses SVG path data (commands M L H V C S Q A Z, absolute and relative). Returns the path up to
/// the first error. Source: SVG 1.1, 8.3 and appendix F.6 (elliptical arcs).
QPainterPath parseSvgPath(const QString& data);

} // namespace ui
