#pragma once

#include "ui/inspectors/inspector_section.h"

/// The sections of this folder, for the array in inspector_sections.cpp.
namespace ui {

// Of a node.
QWidget* makeNodeHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeTime(const InspectorTarget& target, QWidget* parent);
QWidget* makeImplementation(const InspectorTarget& target, QWidget* parent);
QWidget* makeInputs(const InspectorTarget& target, QWidget* parent);
QWidget* makeOutputs(const InspectorTarget& target, QWidget* parent);
QWidget* makeAttributes(const InspectorTarget& target, QWidget* parent);
QWidget* makeDocumentation(const InspectorTarget& target, QWidget* parent);
QWidget* makeRaw(const InspectorTarget& target, QWidget* parent);
// Of nodes and values.
QWidget* makeFindings(const InspectorTarget& target, QWidget* parent);
// Of a value.
QWidget* makeValueHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeValueFacts(const InspectorTarget& target, QWidget* parent);
QWidget* makeReaders(const InspectorTarget& target, QWidget* parent);
QWidget* makeStatistics(const InspectorTarget& target, QWidget* parent);
// Of a model or one of its graphs.
QWidget* makeModelHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeModelFacts(const InspectorTarget& target, QWidget* parent);
QWidget* makeModelOperators(const InspectorTarget& target, QWidget* parent);
QWidget* makeModelMetadata(const InspectorTarget& target, QWidget* parent);
QWidget* makeGraphHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeGraphFacts(const InspectorTarget& target, QWidget* parent);
// Of many things.
QWidget* makeMany(const InspectorTarget& target, QWidget* parent);

} // namespace ui
