#pragma once

#include "ui/inspectors/inspector_section.h"

/// The sections of this folder, for the array in inspector_sections.cpp.
class QHBoxLayout;
class QVBoxLayout;

namespace ui {

/// A line with a sign, a title and chips at the right; below it the full name, if it is not empty.
struct InspectorHeader {
    QWidget* widget;
    QHBoxLayout* row;
    QVBoxLayout* column;
};
InspectorHeader makeHeader(
    QWidget* sign, const QString& title, const QString& name, QWidget* parent);

// Of a node.
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
QWidget* makeDimensions(const InspectorTarget& target, QWidget* parent);
QWidget* makeModelOperators(const InspectorTarget& target, QWidget* parent);
QWidget* makeParameters(const InspectorTarget& target, QWidget* parent);
QWidget* makeModelMetadata(const InspectorTarget& target, QWidget* parent);
QWidget* makeGraphHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeGraphFacts(const InspectorTarget& target, QWidget* parent);
// Of a group, or of many things.
QWidget* makeGroupHeader(const InspectorTarget& target, QWidget* parent);
QWidget* makeGroupsLike(const InspectorTarget& target, QWidget* parent);
QWidget* makeMany(const InspectorTarget& target, QWidget* parent);
QWidget* makeTogether(const InspectorTarget& target, QWidget* parent);
QWidget* makeEntering(const InspectorTarget& target, QWidget* parent);
QWidget* makeLeaving(const InspectorTarget& target, QWidget* parent);

} // namespace ui
