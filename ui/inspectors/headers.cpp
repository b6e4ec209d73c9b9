#include "model/palette.h"
#include "model/support/text.h"
#include "ui/edit/model_editor.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QLabel>

#include <algorithm>

namespace ui {

namespace {

IconLabel* iconLabel(const char* name) { return new IconLabel(name, 20, "accentInk"); }

bool hasProblem(const Document& document, model::NodeId node, support::Severity severity,
    std::string_view codePrefix = {})
{
    return std::ranges::any_of(document.problems(), [&](const support::Diagnostic& problem) {
        return problem.where.node == node.value() && problem.severity == severity
            && problem.code.starts_with(codePrefix);
    });
}

void addNodeChips(
    const InspectorTarget& target, const model::Node& node, QLayout& row, QWidget* parent)
{
    if (node.schema == nullptr && !node.function.isValid())
        row.addWidget(makeStateChip(Inspector::tr("unknown operator"), "warning", parent));
    if (node.function.isValid())
        row.addWidget(makeStateChip(Inspector::tr("local function"), "info", parent));
    if (hasProblem(target.document, target.nodeId(), support::Severity::Error))
        row.addWidget(makeStateChip(Inspector::tr("error"), "error", parent));
    else if (hasProblem(target.document, target.nodeId(), support::Severity::Warning))
        row.addWidget(makeStateChip(Inspector::tr("warning"), "warning", parent));
    const auto* editor = target.document.editor();
    if (editor == nullptr)
        return;
    const auto changed = std::ranges::find(
        editor->changedNodes(), target.nodeId(), &model::edit::ChangedNode::node);
    if (changed != editor->changedNodes().end())
        row.addWidget(makeStateChip(
            changed->isAdded ? Inspector::tr("added") : Inspector::tr("changed"), "info", parent));
}

QString roleOf(const model::Value& value)
{
    if (value.initializer.isValid())
        return Inspector::tr("weight");
    if (value.isInput)
        return Inspector::tr("input");
    if (value.isOutput)
        return Inspector::tr("output");
    return value.isDefined ? QString() : Inspector::tr("never defined");
}

} // namespace

InspectorHeader makeHeader(
    QWidget* sign, const QString& title, const QString& name, QWidget* parent)
{
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, {}, 3);
    auto* row = makeRow(nullptr, {}, 8);
    sign->setParent(widget);
    row->addWidget(sign);
    auto* label = new ElidedLabel(title, ElidedLabel::Look::Strong, widget);
    label->setObjectName("inspectorTitle");
    label->setFont(scaledFont(label->font(), 1.3));
    row->addWidget(label, 1);
    column->addLayout(row);
    if (!name.isEmpty()) {
        auto* full = new ElidedLabel(name, ElidedLabel::Look::Mono, widget);
        full->setObjectName("inspectorName");
        full->setFocusPolicy(Qt::ClickFocus); // so that Ctrl+C copies it
        column->addWidget(full);
    }
    return { widget, row, column };
}

SectionBody makeNodeHeader(const InspectorTarget& target, QWidget* parent)
{
    const auto* node = target.node();
    if (node == nullptr)
        return nullptr;
    auto* chip = new CategoryChip(model::Palette::instance().category(node->domain, node->type));
    const auto name = node->name.empty() ? plain(model::nodePath(target.model, target.nodeId()))
                                         : plain(node->name, 4000);
    const auto header = makeHeader(chip, plain(node->type), name, parent);
    auto* chips = new QWidget(header.widget);
    auto* flow = new FlowLayout(chips);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(6);
    addNodeChips(target, *node, *flow, chips);
    if (flow->count() <= 1)
        header.row->addWidget(chips);
    else
        header.column->insertWidget(1, chips); // next to the title they would truncate it
    if (!node->domain.empty())
        header.column->addWidget(
            new ElidedLabel(plain(node->domain), ElidedLabel::Look::Secondary, header.widget));
    if (!node->doc.empty())
        header.column->addWidget(makeSecondaryText(plainLines(node->doc, 600), header.widget));
    return header.widget;
}

SectionBody makeValueHeader(const InspectorTarget& target, QWidget* parent)
{
    const auto* value = target.value();
    if (value == nullptr)
        return nullptr;
    const char* sign = value->initializer.isValid() ? "weights"
        : value->isInput                            ? "input"
        : value->isOutput                           ? "output"
                                                    : "value";
    const auto header = makeHeader(iconLabel(sign),
        plain(model::typeText(target.type(target.valueId()))), plain(value->name, 4000), parent);
    if (const auto role = roleOf(*value); !role.isEmpty())
        header.row->addWidget(
            makeStateChip(role, value->isDefined ? "info" : "error", header.widget));
    if (!value->doc.empty())
        header.column->addWidget(makeSecondaryText(plainLines(value->doc, 600), header.widget));
    return header.widget;
}

SectionBody makeGraphHeader(const InspectorTarget& target, QWidget* parent)
{
    const auto* graph = target.graph();
    if (graph == nullptr)
        return nullptr;
    const bool isFunction = graph->role == model::Graph::Role::FunctionBody;
    auto title = plain(graph->name);
    for (const auto& function : target.model.functions) {
        if (function.body == graph->id)
            title = plain(function.name);
    }
    if (title.isEmpty())
        title = plain(graph->ownerAttribute);
    const auto header = makeHeader(iconLabel(isFunction             ? "function"
                                           : graph->owner.isValid() ? "subgraph"
                                                                    : "graph"),
        title, {}, parent);
    if (!graph->doc.empty())
        header.column->addWidget(makeSecondaryText(plainLines(graph->doc, 600), header.widget));
    return header.widget;
}

SectionBody makeModelHeader(const InspectorTarget& target, QWidget* parent)
{
    if (!target.isModel())
        return nullptr;
    auto name = plain(target.model.main().name);
    const auto header = makeHeader(iconLabel("graph"), target.document.title(), name, parent);
    header.column->addWidget(makeSecondaryText(
        Inspector::tr("Select a node or press an arrow key in the graph."), header.widget));
    if (!target.model.doc.empty())
        header.column->addWidget(
            makeSecondaryText(plainLines(target.model.doc, 1000), header.widget));
    return header.widget;
}

} // namespace ui
