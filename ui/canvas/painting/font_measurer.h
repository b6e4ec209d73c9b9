#pragma once

#include "layout/card/text_measurer.h"

#include <memory>

namespace ui {

/// The text widths of the system font. The first call must be on the GUI thread; afterwards any
/// thread may use the result.
std::shared_ptr<const layout::TextMeasurer> fontMeasurer();

} // namespace ui
