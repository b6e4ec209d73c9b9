#pragma once

#include "profiler/tables/profile.h"

#include <QColor>

#include <vector>

namespace ui {

/// How the bars of a step are filled, in the current theme.
struct StepLook {
    QRgb fill = 0;
    QRgb lower = 0; ///< lower half of a bar that stands for several spans
    QRgb ink = 0; ///< text on it
};

/// The lower half's colour.
QColor mergedColour(const QColor& fill);
/// By step.
std::vector<StepLook> stepLooks(const profiler::Profile& profile);

} // namespace ui
