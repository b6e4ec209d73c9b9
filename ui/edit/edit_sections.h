#pragma once

#include "ui/inspectors/inspector_section.h"

/// Sections of the inspector that change the model. They are there while editing is on.
namespace ui {

SectionBody makeNodeEditing(const InspectorTarget& target, QWidget* parent);
SectionBody makeValueEditing(const InspectorTarget& target, QWidget* parent);
/// Inputs and outputs of the model: order, types, which there are.
SectionBody makeInterfaceEditing(const InspectorTarget& target, QWidget* parent);
/// What the file says about the model: dimensions, opset imports, metadata, versions.
SectionBody makeModelEditing(const InspectorTarget& target, QWidget* parent);

} // namespace ui
