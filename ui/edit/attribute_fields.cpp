#include "ui/edit/attribute_fields.h"

#include "layout/card/element_type_attribute.h"
#include "layout/hierarchy.h"
#include "model/checks/attribute_values.h"
#include "model/operator.h"
#include "model/support/json.h"
#include "model/text_node.h"
#include "ui/canvas/tools/choice_list.h"
#include "ui/edit/attribute_text.h"
#include "ui/edit/edit_field.h"
#include "ui/edit/edit_words.h"
#include "ui/edit/edits.h"
#include "ui/edit/model_editor.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QCursor>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using model::Attribute;
using model::AttributeSpec;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// What the fields of a node need when they are used: the target is gone then.
struct NodeOfField {
    std::shared_ptr<const model::Model> model;
    model::NodeId node;
    QString prefix; ///< of the keys

    QString key(const std::string& attribute) const
    {
        return prefix + QString::fromStdString(attribute);
    }
};

NodeOfField nodeOf(const InspectorTarget& target)
{
    return { target.document.model(), target.nodeId(),
        QStringLiteral("attribute-%1-").arg(target.document.nodeLabel(target.nodeId())) };
}

bool hasDefault(const AttributeSpec& spec)
{
    return !std::holds_alternative<std::monostate>(spec.defaultValue);
}

Attribute defaultOf(const AttributeSpec& spec)
{
    Attribute made;
    made.name = spec.name;
    made.kind = spec.kind;
    made.value = spec.defaultValue;
    return made;
}

bool isElementType(const std::string& name, model::AttributeKind kind)
{
    return kind == model::AttributeKind::Int && layout::isElementTypeAttribute(name);
}

/// The words that a field offers: those of the standard, or the names of element types.
QStringList choicesOf(const model::Node& node, const std::string& name, model::AttributeKind kind)
{
    QStringList choices;
    if (kind == model::AttributeKind::String)
        for (const auto word : model::checks::allowedWords(node, name))
            choices += QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    if (isElementType(name, kind))
        for (const auto& type : model::allElementTypes())
            if (type.type != model::ElementType::Undefined)
                choices += plain(type.onnxName);
    return choices;
}

QString elementTypeText(const QString& number)
{
    const auto type = static_cast<model::ElementType>(number.toInt());
    return model::isKnown(type) ? plain(model::traits(type).onnxName) : number;
}

Result<std::string> jsonOf(const std::string& name, model::AttributeKind kind, const QString& text)
{
    if (isElementType(name, kind))
        if (const auto type = model::elementTypeFromName(text.toStdString()))
            return std::to_string(static_cast<int>(*type));
    return attributeJson(kind, text);
}

QString hintOf(const AttributeSpec* spec, model::AttributeKind kind, bool isDefault, bool isChoice)
{
    auto hint = isChoice ? EditWords::tr("one of a list") : kindText(kind);
    if (spec != nullptr && spec->required)
        hint += EditWords::tr(", required");
    if (isDefault)
        hint += EditWords::tr(" (default)");
    else if (spec != nullptr && hasDefault(*spec))
        hint += EditWords::tr(" (default %1)")
                    .arg(plain(model::attributeText(defaultOf(*spec), 40), 40));
    return hint;
}

Result<ModelEdit> removalOf(const NodeOfField& of, const std::string& name)
{
    auto edit = makeEdit("removeAttribute", [&](support::JsonWriter& json) {
        json.members({ { "node", nodeReference(*of.model, of.node) }, { "name", name } });
    });
    edit.newErrors = ModelEdit::NewErrors::Refused;
    return edit;
}

/// `Set pads of /stem/conv/Conv from 1 1 1 1 to 2 2 2 2`
Result<ModelEdit> settingOf(const NodeOfField& of, const std::string& name,
    model::AttributeKind kind, const QString& before, const QString& text)
{
    constexpr qsizetype longest = 40;
    const auto json = TRY(jsonOf(name, kind, text));
    auto edit = attributeEdit(*of.model, of.node, name, json, model::attributeKindName(kind));
    const auto& node = of.model->node(of.node);
    const auto title
        = plain(node.name.empty() ? model::nodePath(*of.model, of.node) : node.name, 60);
    const auto after = plain(text.toStdString(), longest);
    edit.text = before.isEmpty()
        ? EditWords::tr("Set %1 of %2 to %3").arg(plain(name, 60), title, after)
        : EditWords::tr("Set %1 of %2 from %3 to %4")
              .arg(plain(name, 60), title, plain(before.toStdString(), longest), after);
    return edit;
}

/// A field for an attribute; `spec` is null if the operator does not know it.
EditFieldSpec fieldOf(const NodeOfField& of, const Attribute& attribute, const AttributeSpec* spec,
    const QString& text, bool isDefault)
{
    const auto kind = spec != nullptr ? spec->kind : attribute.kind;
    const auto& name = attribute.name;
    EditFieldSpec field;
    field.key = of.key(name);
    field.name = plain(name, 100);
    field.text = isElementType(name, kind) ? elementTypeText(text) : text;
    field.choices = choicesOf(of.model->node(of.node), name, kind);
    field.hint = hintOf(spec, kind, isDefault, !field.choices.isEmpty());
    field.tip = spec != nullptr ? plain(spec->description, 1000) : QString();
    field.node = of.model->node(of.node).name;
    field.isDefault = isDefault;
    const bool knowsDefault = spec != nullptr && hasDefault(*spec);
    field.isChanged
        = !isDefault && knowsDefault && typedAttribute(*of.model, defaultOf(*spec)) != text;
    field.isRemovable = !isDefault && !knowsDefault && (spec == nullptr || !spec->required);
    field.check = [name, kind](const QString& typed) {
        const auto json = jsonOf(name, kind, typed);
        return json ? QString() : upperFirst(plain(json.error().message(), 300));
    };
    field.edit = [of, name, kind, before = field.text](
                     const QString& typed) { return settingOf(of, name, kind, before, typed); };
    field.reset = [of, name] { return removalOf(of, name); };
    return field;
}

ElidedLabel* makeLink(const QString& text, QWidget* parent)
{
    auto* link = new ElidedLabel(text, ElidedLabel::Look::Strong, parent);
    link->setLink(true);
    return link;
}

/// An attribute that cannot be typed: its text, and a link into its graph.
QWidget* makeFixed(const InspectorTarget& target, const Attribute& attribute, QWidget* parent)
{
    auto* list = new FactList(parent);
    const auto name = plain(attribute.name, 200);
    const auto* graph = std::get_if<model::GraphId>(&attribute.value);
    if (graph != nullptr && graph->isValid())
        list->addLink(name, plain(layout::levelTitle(target.model, *graph), 200),
            target.link([id = *graph](Document& shown, QObject*) { shown.enterGraph(id); }));
    else if (!attribute.reference.empty())
        list->add(name, EditWords::tr("from attribute %1").arg(plain(attribute.reference, 100)));
    else
        list->add(name, plain(model::attributeText(attribute, 200), 200));
    return list;
}

/// Lists the attributes that the node does not have. The chosen one gets a field, as a draft.
void addMoreAttributes(const InspectorTarget& target, const QList<const AttributeSpec*>& missing,
    QVBoxLayout& column, QWidget* parent)
{
    auto* more = makeLink(EditWords::tr("Add attribute…"), parent);
    more->setObjectName("addAttribute");
    column.addWidget(more);
    QStringList names;
    for (const auto* spec : missing)
        names += plain(spec->name, 100) + QStringLiteral("  ") + kindText(spec->kind);
    QObject::connect(more, &ElidedLabel::activated, more,
        [more, names, missing, of = nodeOf(target), editor = target.document.editor()] {
            auto* list = new ChoiceList(EditWords::tr("Attributes that are not set"), names, more);
            QObject::connect(list, &ChoiceList::chosen, editor, [=](int index) {
                editor->setDraft(of.key(missing[index]->name),
                    { {}, EditWords::tr("Give it a value: %1").arg(kindText(missing[index]->kind)),
                        plain(missing[index]->name, 100), of.model->node(of.node).name, {} });
                emit editor->fieldsChanged();
            });
            list->popUp(QCursor::pos());
        });
}

void addMissing(
    const InspectorTarget& target, const model::Node& node, QVBoxLayout& column, QWidget* parent)
{
    auto* editor = target.document.editor();
    const auto of = nodeOf(target);
    QList<const AttributeSpec*> missing;
    for (const auto& spec : node.schema->attributes) {
        if (node.attribute(spec.name) != nullptr)
            continue;
        const auto text
            = hasDefault(spec) ? typedAttribute(target.model, defaultOf(spec)) : std::nullopt;
        const bool hasDraft = editor->drafts().contains(of.key(spec.name));
        if (text || hasDraft || (spec.required && !kindText(spec.kind).isEmpty())) {
            auto made = defaultOf(spec);
            column.addWidget(new EditField(*editor,
                fieldOf(of, made, &spec, text.value_or(QString()), text.has_value()), parent));
        } else if (!kindText(spec.kind).isEmpty()) {
            missing += &spec;
        }
    }
    if (!missing.isEmpty())
        addMoreAttributes(target, missing, column, parent);
}

/// For an operator that is not known: `alpha=0.5`.
EditFieldSpec newAttributeField(const NodeOfField& of)
{
    EditFieldSpec field;
    field.key = of.key("…new");
    field.name = EditWords::tr("new attribute");
    field.hint = EditWords::tr("name = value, as in axes = [1, 2]");
    field.edit = [of](const QString& typed) -> Result<ModelEdit> {
        const auto text = typed.toStdString();
        const auto equals = text.find('=');
        if (equals == std::string::npos)
            return failAs(ErrorKind::Usage, "there is no = between name and value");
        const auto trim = [](std::string_view part) {
            return QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size()))
                .trimmed()
                .toStdString();
        };
        const auto value = trim(std::string_view(text).substr(equals + 1));
        const auto json = support::parseJson(value)
            ? value
            : TRY(attributeJson(model::AttributeKind::String, QString::fromStdString(value)));
        return attributeEdit(
            *of.model, of.node, trim(std::string_view(text).substr(0, equals)), json);
    };
    return field;
}

} // namespace

SectionBody makeAttributeFields(const InspectorTarget& target, QWidget* parent)
{
    const auto* node = target.node();
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, { 0, 2, 0, 0 }, 2);
    auto* editor = target.document.editor();
    const auto of = nodeOf(target);
    for (const auto& attribute : node->attributes) {
        const auto* spec
            = node->schema != nullptr ? node->schema->attribute(attribute.name) : nullptr;
        const auto text = typedAttribute(target.model, attribute);
        if (text)
            column->addWidget(
                new EditField(*editor, fieldOf(of, attribute, spec, *text, false), widget));
        else
            column->addWidget(makeFixed(target, attribute, widget));
    }
    if (node->schema != nullptr)
        addMissing(target, *node, *column, widget);
    else
        column->addWidget(new EditField(*editor, newAttributeField(of), widget));
    if (column->count() == 0) {
        delete widget;
        return nullptr;
    }
    const auto note = node->schema == nullptr
        ? QString()
        : EditWords::tr("schema %1-%2").arg(plain(node->type, 60)).arg(node->schema->sinceVersion);
    return { widget, note };
}

} // namespace ui
