#include "ui/edit/edit_sections.h"
#include "ui/edit/model_editor.h"
#include "ui/inspectors/sections.h"

namespace ui {

const model::ValueType& InspectorTarget::type(model::ValueId id) const
{
    const auto analysis = document.analysis();
    const bool isInferred = analysis != nullptr && analysis->model.get() == &model
        && id.value() < analysis->types.size();
    return isInferred ? analysis->type(id) : model.value(id).type;
}

bool InspectorTarget::isEditing() const
{
    return document.editor() != nullptr && document.editor()->isOn();
}

const QList<InspectorSection>& inspectorSections()
{
    using Fold = InspectorSection::Fold;
    // In display order. A section that does not apply returns no widget.
    static const QList<InspectorSection> sections {
        { "node", "", Fold::None, makeNodeHeader },
        { "value", "", Fold::None, makeValueHeader },
        { "graph", "", Fold::None, makeGraphHeader },
        { "model", "", Fold::None, makeModelHeader },
        { "group", "", Fold::None, makeGroupHeader },
        { "many", "", Fold::None, makeMany },
        { "findings", "", Fold::None, makeFindings },
        { "editNode", "", Fold::None, makeNodeEditing },
        { "editValue", QT_TR_NOOP("Edit"), Fold::Open, makeValueEditing },
        { "valueFacts", QT_TR_NOOP("Value"), Fold::Open, makeValueFacts },
        { "readers", QT_TR_NOOP("Where"), Fold::Open, makeReaders },
        { "statistics", QT_TR_NOOP("Elements"), Fold::Open, makeStatistics },
        { "time", QT_TR_NOOP("Time"), Fold::Open, makeTime },
        { "implementation", QT_TR_NOOP("Implementation"), Fold::Open, makeImplementation },
        { "kernels", QT_TR_NOOP("GPU kernels"), Fold::Open, makeKernels },
        { "inputs", QT_TR_NOOP("Inputs"), Fold::Open, makeInputs },
        { "outputs", QT_TR_NOOP("Outputs"), Fold::Open, makeOutputs },
        { "together", QT_TR_NOOP("Together"), Fold::Open, makeTogether },
        { "groupsLike", QT_TR_NOOP("Identical groups"), Fold::Open, makeGroupsLike },
        { "entering", QT_TR_NOOP("Entering"), Fold::Open, makeEntering },
        { "leaving", QT_TR_NOOP("Leaving"), Fold::Open, makeLeaving },
        { "trees", QT_TR_NOOP("Decision trees"), Fold::Open, makeTrees },
        { "interface", QT_TR_NOOP("Inputs and outputs"), Fold::Open, makeInterfaceEditing },
        { "fields", QT_TR_NOOP("Edit"), Fold::Open, makeModelEditing },
        { "attributes", QT_TR_NOOP("Attributes"), Fold::Open, makeAttributes },
        { "documentation", QT_TR_NOOP("Documentation"), Fold::Folded, makeDocumentation },
        { "raw", QT_TR_NOOP("Raw"), Fold::Folded, makeRaw },
        { "graphFacts", QT_TR_NOOP("Graph"), Fold::Open, makeGraphFacts },
        { "modelFacts", QT_TR_NOOP("Model"), Fold::Open, makeModelFacts },
        { "dimensions", QT_TR_NOOP("Dimensions"), Fold::Open, makeDimensions },
        { "operators", QT_TR_NOOP("Operators"), Fold::Open, makeModelOperators },
        { "parameters", QT_TR_NOOP("Parameters"), Fold::Open, makeParameters },
        { "metadata", QT_TR_NOOP("Metadata"), Fold::Open, makeModelMetadata },
    };
    return sections;
}

} // namespace ui
