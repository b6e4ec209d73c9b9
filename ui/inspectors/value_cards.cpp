#include "model/operator.h"
#include "model/tensor_store.h"
#include "ui/edit/edit_links.h"
#include "ui/format.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QCursor>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr std::size_t cardsAtOnce = 24;
constexpr std::size_t cardsAtMost = 1000;

enum class Side { Input, Output };

ElidedLabel* makeLink(const QString& text, std::function<void()> follow, QWidget* parent,
    ElidedLabel::Look look = ElidedLabel::Look::Body)
{
    auto* link = new ElidedLabel(text, look, parent);
    link->setLink(true);
    QObject::connect(link, &ElidedLabel::activated, link, std::move(follow));
    return link;
}

/// The formal parameter name of the operator schema, such as `X`; else the value's own name.
QString formalName(
    const InspectorTarget& target, const model::Node& node, Side side, std::size_t index)
{
    if (node.schema != nullptr) {
        const auto& formals = side == Side::Input ? node.schema->inputs : node.schema->outputs;
        if (index < formals.size()
            && formals[index].option != model::FormalParameter::Option::Variadic)
            return plain(formals[index].name, 60);
        if (!formals.empty() && formals.back().option == model::FormalParameter::Option::Variadic
            && index + 1 >= formals.size())
            return plain(formals.back().name, 60)
                + QStringLiteral("[%1]").arg(index + 1 - formals.size());
    }
    if (node.function.isValid()) {
        const auto& body = target.model.graph(target.model.function(node.function).body);
        const auto& formals = side == Side::Input ? body.inputs : body.outputs;
        if (index < formals.size())
            return plain(target.model.value(formals[index]).name, 60);
    }
    return side == Side::Input ? Inspector::tr("input %1").arg(index)
                               : Inspector::tr("output %1").arg(index);
}

/// The size of a tensor; empty if unknown.
QString sizeText(const model::Tensor& tensor)
{
    const auto count = model::elementCount(tensor.dims);
    if (!count)
        return {};
    const auto bytes = model::packedBytes(tensor.element, *count);
    return bytes ? bytesText(*bytes) : QString();
}

void addWeightLine(const InspectorTarget& target, const model::Value& value, model::ValueId id,
    QHBoxLayout& row, QWidget* card)
{
    const auto& tensor = target.model.tensor(value.initializer);
    const auto problem
        = target.model.store != nullptr ? target.model.store->problem(tensor) : tensor.ref.problem;
    const auto size = sizeText(tensor);
    if (problem.empty()) {
        row.addWidget(makeLink(plain(value.name), target.toValue(id), card), 1);
        row.addWidget(new ElidedLabel(size, ElidedLabel::Look::Secondary, card));
        row.addWidget(makeLink(
            Inspector::tr("view ›"), target.toTensor(id), card, ElidedLabel::Look::Strong));
        return;
    }
    auto* text = new ElidedLabel(Inspector::tr("not readable"), ElidedLabel::Look::Body, card);
    text->setTone("error");
    text->setHint(plain(problem, 1000));
    row.addWidget(text, 1);
    row.addWidget(new ElidedLabel(size, ElidedLabel::Look::Secondary, card));
}

void addInputLine(const InspectorTarget& target, model::ValueId id, QHBoxLayout& row, QWidget* card)
{
    const auto& value = target.model.value(id);
    if (value.initializer.isValid())
        return addWeightLine(target, value, id, row, card);
    if (value.producer.isValid()) {
        row.addWidget(new ElidedLabel(Inspector::tr("from"), ElidedLabel::Look::Secondary, card));
        row.addWidget(makeLink(plain(target.document.nodeText(value.producer)),
                          target.toNode(value.producer), card),
            1);
        return;
    }
    if (!value.isDefined) {
        auto* text = new ElidedLabel(Inspector::tr("never defined"), ElidedLabel::Look::Body, card);
        text->setTone("error");
        return row.addWidget(text, 1);
    }
    row.addWidget(
        new ElidedLabel(Inspector::tr("graph input"), ElidedLabel::Look::Secondary, card));
    row.addWidget(makeLink(plain(value.name), target.toValue(id), card), 1);
}

void addOutputLine(
    const InspectorTarget& target, model::ValueId id, QHBoxLayout& row, QWidget* card)
{
    const auto& value = target.model.value(id);
    if (value.uses.empty()) {
        const auto text
            = value.isOutput ? Inspector::tr("graph output") : Inspector::tr("no readers");
        row.addWidget(new ElidedLabel(text, ElidedLabel::Look::Secondary, card));
        row.addStretch();
        return;
    }
    row.addWidget(new ElidedLabel(Inspector::tr("to"), ElidedLabel::Look::Secondary, card));
    const auto first = value.uses.front().node;
    row.addWidget(makeLink(plain(target.document.nodeText(first)), target.toNode(first), card), 1);
    if (value.uses.size() > 1) {
        const auto more = Inspector::tr("+ %n", nullptr, static_cast<int>(value.uses.size()) - 1);
        row.addWidget(makeLink(more, target.toValue(id), card));
    }
}

QWidget* makeCard(
    const InspectorTarget& target, Side side, std::size_t index, model::ValueId id, QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setProperty("card", true);
    auto* column = makeColumn(card, { 8, 5, 8, 5 });
    auto* first = makeRow(nullptr, {}, 8);
    const auto& value = target.model.value(id);
    const bool isWeight = value.initializer.isValid();
    first->addWidget(new IconLabel(isWeight ? "weights" : "forward", 14,
        side == Side::Input ? "neighbourIn" : "neighbourOut", card));
    auto* name = makeLink(formalName(target, *target.node(), side, index), target.toValue(id), card,
        ElidedLabel::Look::Strong);
    name->setHint(plain(value.name));
    first->addWidget(name, 1);
    auto* type = new ElidedLabel(
        plain(model::typeText(target.type(id)), 120), ElidedLabel::Look::Body, card);
    type->setAlignment(Qt::AlignRight);
    type->setHint(plain(model::onnxTypeText(target.type(id)), 400));
    first->addWidget(type);
    column->addLayout(first);
    auto* second = makeRow(nullptr, { 22, 0, 0, 0 }, 5);
    side == Side::Input ? addInputLine(target, id, *second, card)
                        : addOutputLine(target, id, *second, card);
    if (side == Side::Input && target.isEditing())
        second->addWidget(makeEditLink(Inspector::tr("reconnect…"),
            target.link([node = target.nodeId(), index, card](Document& shown, QObject*) {
                listProducers(shown, node, index, QCursor::pos(), card);
            }),
            card));
    column->addLayout(second);
    return card;
}

SectionBody makeCards(const InspectorTarget& target, Side side, QWidget* parent)
{
    const auto* node = target.node();
    if (node == nullptr)
        return nullptr;
    const auto& values = side == Side::Input ? node->inputs : node->outputs;
    if (values.empty())
        return nullptr;
    auto* widget = new QWidget(parent);
    const SectionBody body(widget, countText(values.size()));
    auto* column = makeColumn(widget, { 0, 2, 0, 0 }, 5);
    for (std::size_t i = 0; i < std::min(values.size(), cardsAtOnce); ++i) {
        if (values[i].isValid())
            column->addWidget(makeCard(target, side, i, values[i], widget));
    }
    if (values.size() <= cardsAtOnce)
        return body;
    const auto text
        = Inspector::tr("Show %n more", nullptr, static_cast<int>(values.size() - cardsAtOnce));
    auto* more = makeLink(text, {}, widget);
    QObject::connect(more, &ElidedLabel::activated, widget, [target, side, column, widget, more] {
        const auto& all = side == Side::Input ? target.node()->inputs : target.node()->outputs;
        for (std::size_t i = cardsAtOnce; i < std::min(all.size(), cardsAtMost); ++i) {
            if (all[i].isValid())
                column->addWidget(makeCard(target, side, i, all[i], widget));
        }
        more->hide();
    });
    column->addWidget(more);
    return body;
}

} // namespace

SectionBody makeInputs(const InspectorTarget& target, QWidget* parent)
{
    return makeCards(target, Side::Input, parent);
}

SectionBody makeOutputs(const InspectorTarget& target, QWidget* parent)
{
    return makeCards(target, Side::Output, parent);
}

} // namespace ui
