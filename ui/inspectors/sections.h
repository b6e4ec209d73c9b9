#pragma once

#include "ui/inspectors/inspector_section.h"

class QHBoxLayout;
class QVBoxLayout;

namespace model {
struct Cost;
}

/// Functions that create the sections of the inspector. inspector_sections.cpp lists them in the
/// order in which they are shown. A null widget means that the section does not apply.
namespace ui {

class FactList;

/// The head of the inspector: an icon, a title and chips at the right. The full name is below, if
/// it is not empty.
struct InspectorHeader {
    QWidget* widget;
    QHBoxLayout* row;
    QVBoxLayout* column;
};
InspectorHeader makeHeader(
    QWidget* sign, const QString& title, const QString& name, QWidget* parent);

/// Adds work and least traffic, as in `7.75 GFLOP`; `≥ 7.75 GFLOP` if the cost of `unknown` nodes
/// is not known. `sizes`: what it was counted for, if dimensions were assumed.
void addWork(
    FactList& list, const model::Cost& cost, std::size_t unknown, const std::string& sizes = {});

// For a node.
SectionBody makeNodeHeader(const InspectorTarget& target, QWidget* parent);
SectionBody makeTime(const InspectorTarget& target, QWidget* parent);
SectionBody makeImplementation(const InspectorTarget& target, QWidget* parent);
SectionBody makeKernels(const InspectorTarget& target, QWidget* parent);
SectionBody makeInputs(const InspectorTarget& target, QWidget* parent);
SectionBody makeOutputs(const InspectorTarget& target, QWidget* parent);
SectionBody makeTrees(const InspectorTarget& target, QWidget* parent);
SectionBody makeAttributes(const InspectorTarget& target, QWidget* parent);
SectionBody makeDocumentation(const InspectorTarget& target, QWidget* parent);
SectionBody makeRaw(const InspectorTarget& target, QWidget* parent);
// For nodes and values.
SectionBody makeFindings(const InspectorTarget& target, QWidget* parent);
// For a value.
SectionBody makeValueHeader(const InspectorTarget& target, QWidget* parent);
SectionBody makeValueFacts(const InspectorTarget& target, QWidget* parent);
SectionBody makeReaders(const InspectorTarget& target, QWidget* parent);
SectionBody makeStatistics(const InspectorTarget& target, QWidget* parent);
// For a model or one of its graphs.
SectionBody makeModelHeader(const InspectorTarget& target, QWidget* parent);
SectionBody makeModelFacts(const InspectorTarget& target, QWidget* parent);
SectionBody makeDimensions(const InspectorTarget& target, QWidget* parent);
SectionBody makeModelOperators(const InspectorTarget& target, QWidget* parent);
SectionBody makeParameters(const InspectorTarget& target, QWidget* parent);
SectionBody makeModelMetadata(const InspectorTarget& target, QWidget* parent);
SectionBody makeGraphHeader(const InspectorTarget& target, QWidget* parent);
SectionBody makeGraphFacts(const InspectorTarget& target, QWidget* parent);
// For a group, or for several items.
SectionBody makeGroupHeader(const InspectorTarget& target, QWidget* parent);
SectionBody makeGroupsLike(const InspectorTarget& target, QWidget* parent);
SectionBody makeMany(const InspectorTarget& target, QWidget* parent);
SectionBody makeTogether(const InspectorTarget& target, QWidget* parent);
SectionBody makeEntering(const InspectorTarget& target, QWidget* parent);
SectionBody makeLeaving(const InspectorTarget& target, QWidget* parent);

} // namespace ui
