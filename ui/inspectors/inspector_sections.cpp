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
        { "editValue", QT_TRANSLATE_NOOP("InspectorSections", "Edit"), Fold::Open,
            makeValueEditing },
        { "valueFacts", QT_TRANSLATE_NOOP("InspectorSections", "Value"), Fold::Open,
            makeValueFacts },
        { "readers", QT_TRANSLATE_NOOP("InspectorSections", "Where"), Fold::Open, makeReaders },
        { "statistics", QT_TRANSLATE_NOOP("InspectorSections", "Elements"), Fold::Open,
            makeStatistics },
        { "time", QT_TRANSLATE_NOOP("InspectorSections", "Time"), Fold::Open, makeTime },
        { "implementation", QT_TRANSLATE_NOOP("InspectorSections", "Implementation"), Fold::Open,
            makeImplementation },
        { "kernels", QT_TRANSLATE_NOOP("InspectorSections", "GPU kernels"), Fold::Open,
            makeKernels },
        { "inputs", QT_TRANSLATE_NOOP("InspectorSections", "Inputs"), Fold::Open, makeInputs },
        { "outputs", QT_TRANSLATE_NOOP("InspectorSections", "Outputs"), Fold::Open, makeOutputs },
        { "together", QT_TRANSLATE_NOOP("InspectorSections", "Together"), Fold::Open,
            makeTogether },
        { "groupsLike", QT_TRANSLATE_NOOP("InspectorSections", "Identical groups"), Fold::Open,
            makeGroupsLike },
        { "entering", QT_TRANSLATE_NOOP("InspectorSections", "Entering"), Fold::Open,
            makeEntering },
        { "leaving", QT_TRANSLATE_NOOP("InspectorSections", "Leaving"), Fold::Open, makeLeaving },
        { "trees", QT_TRANSLATE_NOOP("InspectorSections", "Decision trees"), Fold::Open,
            makeTrees },
        { "interface", QT_TRANSLATE_NOOP("InspectorSections", "Inputs and outputs"), Fold::Open,
            makeInterfaceEditing },
        { "fields", QT_TRANSLATE_NOOP("InspectorSections", "Edit"), Fold::Open, makeModelEditing },
        { "attributes", QT_TRANSLATE_NOOP("InspectorSections", "Attributes"), Fold::Open,
            makeAttributes },
        { "documentation", QT_TRANSLATE_NOOP("InspectorSections", "Documentation"), Fold::Folded,
            makeDocumentation },
        { "raw", QT_TRANSLATE_NOOP("InspectorSections", "Raw"), Fold::Folded, makeRaw },
        { "graphFacts", QT_TRANSLATE_NOOP("InspectorSections", "Graph"), Fold::Open,
            makeGraphFacts },
        { "modelFacts", QT_TRANSLATE_NOOP("InspectorSections", "Model"), Fold::Open,
            makeModelFacts },
        { "dimensions", QT_TRANSLATE_NOOP("InspectorSections", "Dimensions"), Fold::Open,
            makeDimensions },
        { "operators", QT_TRANSLATE_NOOP("InspectorSections", "Operators"), Fold::Open,
            makeModelOperators },
        { "parameters", QT_TRANSLATE_NOOP("InspectorSections", "Parameters"), Fold::Open,
            makeParameters },
        { "metadata", QT_TRANSLATE_NOOP("InspectorSections", "Metadata"), Fold::Open,
            makeModelMetadata },
    };
    return sections;
}

} // namespace ui
