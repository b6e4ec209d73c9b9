#pragma once

#include "layout/card/text_measurer.h"

#include <memory>

namespace ui {

/// Widths of the window's own font, filled once on the GUI thread; safe to use from any thread
/// after that.
std::shared_ptr<const layout::TextMeasurer> fontMeasurer();

} // namespace ui
