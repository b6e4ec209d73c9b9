#include "layout/card/element_type_attribute.h"
#include "layout/hierarchy.h"
#include "model/operator.h"
#include "model/text_node.h"
#include "ui/edit/attribute_fields.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr std::size_t longestValue = 2000; // in characters
constexpr std::size_t longestUnfolded = 1'000'000;
constexpr std::size_t longestInLine = 60;
constexpr int linesAtOnce = 12; ///< height of an unfolded value in lines; more lines scroll

QString valueText(const model::Attribute& attribute)
{
    if (!attribute.reference.empty())
        return Inspector::tr("from attribute %1").arg(plain(attribute.reference, 100));
    if (const auto* number = std::get_if<std::int64_t>(&attribute.value);
        number != nullptr && layout::isElementTypeAttribute(attribute.name)) {
        const auto type = static_cast<model::ElementType>(*number);
        if (model::isKnown(type))
            return plain(model::name(type));
    }
    return plain(model::attributeText(attribute, longestValue), longestValue);
}

model::Attribute defaultOf(const model::AttributeSpec& spec)
{
    model::Attribute made;
    made.name = spec.name;
    made.kind = spec.kind;
    made.value = spec.defaultValue;
    return made;
}

bool hasDefault(const model::AttributeSpec& spec)
{
    return !std::holds_alternative<std::monostate>(spec.defaultValue);
}

void addDefault(FactList& list, const model::AttributeSpec& spec)
{
    list.addQuiet(
            plain(spec.name, 200), Inspector::tr("%1 (default)").arg(valueText(defaultOf(spec))))
        ->setHint(plain(spec.description, 1000));
}

/// Inserts line breaks after commas, for lines about as wide as the inspector.
QString inLines(const std::string& list)
{
    constexpr std::size_t lineLength = 36;
    std::string lines;
    std::size_t length = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bool isBreak = list[i] == ' ' && i > 0 && list[i - 1] == ',' && length >= lineLength;
        lines += isBreak ? '\n' : list[i];
        length = isBreak ? 0 : length + 1;
    }
    return plainLines(lines, static_cast<qsizetype>(longestUnfolded));
}

/// Makes a long value a link that shows the full text below, to read, scroll and copy.
void addUnfolding(FactList& list, const InspectorTarget& target, const model::Attribute& attribute,
    ElidedLabel& label)
{
    auto* text = new QPlainTextEdit(&list);
    text->setObjectName("wholeAttribute");
    text->setReadOnly(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setAccessibleName(plain(attribute.name, 200));
    text->setFixedHeight(linesAtOnce * text->fontMetrics().lineSpacing());
    text->hide();
    list.addWide(text);
    label.setLink(true);
    label.setHint(Inspector::tr("Click to show all of it"));
    // Formatted at the first click only: the text may have a million characters.
    QObject::connect(&label, &ElidedLabel::activated, text,
        [text, model = target.document.model(), attribute = &attribute] {
            if (text->document()->isEmpty())
                text->setPlainText(inLines(model::attributeText(*attribute, longestUnfolded)));
            text->setVisible(text->isHidden());
        });
}

void addAttribute(FactList& list, const InspectorTarget& target, const model::Attribute& attribute,
    const model::AttributeSpec* spec)
{
    if (spec != nullptr && hasDefault(*spec) && attribute.reference.empty()
        && valueText(attribute) == valueText(defaultOf(*spec)))
        return addDefault(list, *spec);
    const auto name = plain(attribute.name, 200);
    if (const auto* graph = std::get_if<model::GraphId>(&attribute.value);
        graph != nullptr && graph->isValid()) {
        list.addLink(name, plain(layout::levelTitle(target.model, *graph), 200),
            target.link([id = *graph](Document& shown, QObject*) { shown.enterGraph(id); }));
        return;
    }
    auto* label = list.add(name, valueText(attribute));
    if (attribute.reference.empty()
        && model::attributeText(attribute, longestValue).size() > longestInLine)
        addUnfolding(list, target, attribute, *label);
    else if (spec != nullptr && label->sizeHint().width() < 120)
        label->setHint(plain(spec->description, 1000));
}

QString optionText(model::FormalParameter::Option option)
{
    switch (option) {
    case model::FormalParameter::Option::Optional:
        return Inspector::tr(", optional");
    case model::FormalParameter::Option::Variadic:
        return Inspector::tr(", any number");
    case model::FormalParameter::Option::Single:
        break;
    }
    return {};
}

void addFormals(QVBoxLayout& column, const QString& heading,
    const std::vector<model::FormalParameter>& formals, QWidget* parent)
{
    if (formals.empty())
        return;
    column.addWidget(makeText(heading, parent, "heading"));
    for (const auto& formal : formals) {
        auto text = QStringLiteral("%1 (%2%3)")
                        .arg(plain(formal.name), plain(formal.type), optionText(formal.option));
        if (!formal.description.empty())
            text += QStringLiteral(": ") + plainLines(formal.description, 1000);
        column.addWidget(makeText(text, parent));
    }
}

void addAttributeWords(
    QVBoxLayout& column, const std::vector<model::AttributeSpec>& attributes, QWidget* parent)
{
    if (attributes.empty())
        return;
    column.addWidget(makeText(Inspector::tr("Attributes"), parent, "heading"));
    for (const auto& attribute : attributes) {
        auto text = plain(attribute.name);
        if (attribute.required)
            text += Inspector::tr(" (required)");
        else if (hasDefault(attribute))
            text += Inspector::tr(" (default %1)").arg(valueText(defaultOf(attribute)));
        if (!attribute.description.empty())
            text += QStringLiteral(": ") + plainLines(attribute.description, 1000);
        column.addWidget(makeText(text, parent));
    }
}

void addTypes(
    QVBoxLayout& column, const std::vector<model::TypeConstraint>& constraints, QWidget* parent)
{
    if (constraints.empty())
        return;
    column.addWidget(makeText(Inspector::tr("Types"), parent, "heading"));
    for (const auto& constraint : constraints) {
        QStringList types;
        for (const auto& type : constraint.types)
            types += plain(type);
        column.addWidget(makeText(
            plain(constraint.name) + QStringLiteral(": ") + types.join(QStringLiteral(", ")),
            parent));
    }
}

/// The address of ONNX's description, as text to copy. The program itself opens no network
/// connection.
QString addressOf(const model::OperatorSchema& schema)
{
    const auto domain = schema.domain.empty() ? std::string() : schema.domain + "_";
    return QStringLiteral("onnx.ai/onnx/operators/onnx_%1_%2.html")
        .arg(plain(domain).replace(u'.', QString()), plain(schema.name));
}

} // namespace

SectionBody makeAttributes(const InspectorTarget& target, QWidget* parent)
{
    const auto* node = target.node();
    if (node == nullptr)
        return nullptr;
    if (target.isEditing())
        return makeAttributeFields(target, parent);
    auto* list = new FactList(parent);
    for (const auto& attribute : node->attributes)
        addAttribute(*list, target, attribute,
            node->schema != nullptr ? node->schema->attribute(attribute.name) : nullptr);
    if (node->schema != nullptr) {
        for (const auto& spec : node->schema->attributes) {
            if (hasDefault(spec) && node->attribute(spec.name) == nullptr)
                addDefault(*list, spec);
        }
    }
    if (!list->isEmpty())
        return list;
    delete list;
    return nullptr;
}

SectionBody makeDocumentation(const InspectorTarget& target, QWidget* parent)
{
    const auto* node = target.node();
    if (node == nullptr || (node->schema == nullptr && !node->function.isValid()))
        return nullptr;
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, {}, 4);
    if (node->function.isValid()) {
        const auto& function = target.model.function(node->function);
        column->addWidget(makeText(function.doc.empty()
                ? Inspector::tr("A function of this model, without a description.")
                : plainLines(function.doc, 4000),
            widget));
        return widget;
    }
    const auto& schema = *node->schema;
    column->addWidget(makeText(plainLines(schema.summary, 4000), widget));
    auto version
        = Inspector::tr("Since opset %1 of %2")
              .arg(schema.sinceVersion)
              .arg(schema.domain.empty() ? QStringLiteral("ai.onnx") : plain(schema.domain));
    if (schema.isDeprecated)
        version += Inspector::tr(", deprecated");
    column->addWidget(makeSecondaryText(version, widget));
    addFormals(*column, Inspector::tr("Inputs"), schema.inputs, widget);
    addFormals(*column, Inspector::tr("Outputs"), schema.outputs, widget);
    addAttributeWords(*column, schema.attributes, widget);
    addTypes(*column, schema.constraints, widget);
    if (schema.domain.empty() || schema.domain.starts_with("ai.onnx"))
        column->addWidget(makeSecondaryText(addressOf(schema), widget));
    return widget;
}

SectionBody makeRaw(const InspectorTarget& target, QWidget* parent)
{
    if (target.node() == nullptr)
        return nullptr;
    auto* label = makeText(plainLines(model::nodeText(target.model, target.nodeId())), parent);
    label->setObjectName("rawText");
    label->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    return label;
}

} // namespace ui
