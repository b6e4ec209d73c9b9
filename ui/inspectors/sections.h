#pragma once

#include "ui/inspectors/inspector_section.h"

/// Functions that create the sections of this folder, for the array in inspector_sections.cpp.
class QHBoxLayout;
class QVBoxLayout;

namespace ui {

/// A row with an icon, a title and chips at the right. The full name is below, if it is not empty.
struct InspectorHeader {
    QWidget* widget;
    QHBoxLayout* row;
    QVBoxLayout* column;
};
InspectorHeader makeHeader(
    QWidget* sign, const QString& title, const QString& name, QWidget* parent);

// For a node.
QWidget* makeNodeHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeTime(const InspectorTarget& target, QWidget* parent);
QWidget* makeImplementation(const InspectorTarget& target, QWidget* parent);
QWidget* makeKernels(const InspectorTarget& target, QWidget* parent);
QWidget* makeInputs(const InspectorTarget& target, QWidget* parent);
QWidget* makeOutputs(const InspectorTarget& target, QWidget* parent);
QWidget* makeTrees(const InspectorTarget& target, QWidget* parent);
QWidget* makeAttributes(const InspectorTarget& target, QWidget* parent);
QWidget* makeDocumentation(const InspectorTarget& target, QWidget* parent);
QWidget* makeRaw(const InspectorTarget& target, QWidget* parent);
// For nodes and values.
QWidget* makeFindings(const InspectorTarget& target, QWidget* parent);
// For a value.
QWidget* makeValueHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeValueFacts(const InspectorTarget& target, QWidget* parent);
QWidget* makeReaders(const InspectorTarget& target, QWidget* parent);
QWidget* makeStatistics(const InspectorTarget& target, QWidget* parent);
// For a model or one of its graphs.
QWidget* makeModelHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeModelFacts(const InspectorTarget& target, QWidget* parent);
QWidget* makeDimensions(const InspectorTarget& target, QWidget* parent);
QWidget* makeModelOperators(const InspectorTarget& target, QWidget* parent);
QWidget* makeParameters(const InspectorTarget& target, QWidget* parent);
QWidget* makeModelMetadata(const InspectorTarget& target, QWidget* parent);
QWidget* makeGraphHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeGraphFacts(const InspectorTarget& target, QWidget* parent);
// For a group, or for several items.
QWidget* makeGroupHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeGroupsLike(const InspectorTarget& target, QWidget* parent);
QWidget* makeMany(const InspectorTarget& target, QWidget* parent);
QWidget* makeTogether(const InspectorTarget& target, QWidget* parent);
QWidget* makeEntering(const InspectorTarget& target, QWidget* parent);
QWidget* makeLeaving(const InspectorTarget& target, QWidget* parent);

} // namespace ui
