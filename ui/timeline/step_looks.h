#pragma once

#include "profiler/tables/profile.h"

#include <QColor>

#include <vector>

namespace ui {

/// The colours of a step's bars in the current theme.
struct StepLook {
    QRgb fill = 0;
    QRgb lower = 0; ///< lower half of a bar that represents several slices
    QRgb ink = 0; ///< text colour
};

/// The colour of the lower half of such a bar.
QColor mergedColour(const QColor& fill);
/// The looks of all steps, by StepId.
std::vector<StepLook> stepLooks(const profiler::Profile& profile);

} // namespace ui
