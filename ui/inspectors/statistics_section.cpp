#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/tensors/tensor_facts.h"
#include "ui/tensors/tensor_source.h"
#include "ui/widgets/layouts.h"

#include <QLabel>

namespace ui {

SectionBody makeStatistics(const InspectorTarget& target, QWidget* parent)
{
    const auto* value = target.value();
    if (value == nullptr)
        return nullptr;
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, {}, styleSpacing);
    if (const auto source = sourceOf(target.context.runs, target.document, target.valueId()))
        column->addWidget(new TensorFacts(target.context.jobs, *source, widget));
    else
        column->addWidget(
            makeSecondaryText(Inspector::tr("Computed by a run; no run has kept it."), widget));
    auto* link = new ElidedLabel(Inspector::tr("view ›"), ElidedLabel::Look::Strong, widget);
    link->setObjectName("viewTensor");
    link->setLink(true);
    QObject::connect(link, &ElidedLabel::activated, widget, target.toTensor(target.valueId()));
    column->addWidget(link);
    return widget;
}

} // namespace ui
