#include "ui/format.h"
#include "ui/inspectors/bar_row.h"
#include "ui/inspectors/dimension_field.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/model_survey.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

/// Sections of a model about sizes: free dimensions, and weights by type and group.
namespace ui {

namespace {

constexpr std::size_t groupsShown = 12;

double share(std::uint64_t part, std::uint64_t most)
{
    return most == 0 ? 0 : static_cast<double>(part) / static_cast<double>(most);
}

/// Adds a row with a size such as `2.04 GiB`; the tool tip has the number of parameters.
void addRow(QVBoxLayout& column, const QString& name, std::uint64_t elements, std::uint64_t bytes,
    std::uint64_t most)
{
    auto* row = new BarRow(
        name, bytesText(bytes), share(bytes, most), std::nullopt, column.parentWidget());
    const auto hint = Inspector::tr("%1 parameters").arg(countText(elements));
    row->setToolTip(toolTipOf(name + QStringLiteral("\n") + hint));
    row->setAccessibleDescription(hint);
    row->setObjectName(QStringLiteral("weights-") + name);
    column.addWidget(row);
}

void addTypes(QVBoxLayout& column, const model::ModelStatistics& statistics)
{
    for (const auto& weight : statistics.weights)
        addRow(column, QString::fromUtf8(model::name(weight.element)), weight.elements,
            weight.bytes, statistics.weights.front().bytes);
}

QString titleOf(const layout::GroupWeights& group)
{
    if (group.title.empty())
        return Inspector::tr("shared or in no group");
    const auto title = plain(group.title, 80);
    return group.groups < 2 ? title
                            : Inspector::tr("%1, %2 same").arg(title, countText(group.groups));
}

void addGroups(QVBoxLayout& column, const std::vector<layout::GroupWeights>& groups)
{
    if (groups.size() < 2 && (groups.empty() || groups.front().title.empty()))
        return;
    column.addSpacing(6);
    column.addWidget(makeSecondaryText(Inspector::tr("By group"), column.parentWidget()));
    for (std::size_t i = 0; i < std::min(groups.size(), groupsShown); ++i)
        addRow(
            column, titleOf(groups[i]), groups[i].elements, groups[i].bytes, groups.front().bytes);
    if (groups.size() > groupsShown)
        column.addWidget(makeSecondaryText(Inspector::tr("and %n more groups", nullptr,
                                               static_cast<int>(groups.size() - groupsShown)),
            column.parentWidget()));
}

} // namespace

SectionBody makeDimensions(const InspectorTarget& target, QWidget* parent)
{
    const auto analysis = target.document.analysis();
    if (!target.isModel() || analysis == nullptr || analysis->freeDimensions.empty())
        return nullptr;
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, {}, 2);
    for (const auto& dimension : analysis->freeDimensions)
        column->addWidget(new DimensionField(target.context, target.document, dimension, widget));
    return widget;
}

SectionBody makeParameters(const InspectorTarget& target, QWidget* parent)
{
    if (!target.isModel())
        return nullptr;
    const auto* counts = ModelSurvey::of(target.document, target.context.jobs).counts();
    if (counts == nullptr || counts->statistics.weights.empty())
        return nullptr;
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget);
    addTypes(*column, counts->statistics);
    addGroups(*column, counts->groups);
    std::uint64_t elements = 0;
    for (const auto& weight : counts->statistics.weights)
        elements += weight.elements;
    return { widget, countText(elements) };
}

} // namespace ui
