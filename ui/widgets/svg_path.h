#pragma once

#include <QPainterPath>
#include <QString>

namespace ui {

/// Path data of SVG (commands M L H V C S Q A Z, absolute and relative) as a painter path; what
/// cannot be read ends the path. Source: SVG 1.1, 8.3 and appendix F.6 (elliptical arcs).
QPainterPath parseSvgPath(const QString& data);

} // namespace ui
