#pragma once

#include "ui/inspectors/inspector_section.h"

namespace ui {

/// The section "Attributes" while editing is on: a field for each attribute that can be typed, also
/// for those at their default.
SectionBody makeAttributeFields(const InspectorTarget& target, QWidget* parent);

} // namespace ui
