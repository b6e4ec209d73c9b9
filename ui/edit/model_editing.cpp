#include "ui/canvas/tools/choice_list.h"
#include "ui/edit/edit_field.h"
#include "ui/edit/edit_links.h"
#include "ui/edit/edit_sections.h"
#include "ui/edit/edit_words.h"
#include "ui/edit/model_editor.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/tables/table_tools.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QCursor>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

/// Sections that edit what belongs to the whole model.
namespace ui {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

constexpr std::size_t rowsShown = 24;

/// `name = value`, both without blanks around them.
struct Assignment {
    std::string name;
    std::string value;
};
Result<Assignment> assignmentFrom(const QString& text, QChar sign)
{
    const auto at = text.indexOf(sign);
    if (at <= 0)
        return failAs(ErrorKind::Usage, "there is no ", QString(sign).toStdString(),
            " between name and value");
    return Assignment { text.left(at).trimmed().toStdString(),
        text.mid(at + 1).trimmed().toStdString() };
}

/// One of the sides of the model: its inputs, or its outputs.
struct Side {
    const std::vector<model::ValueId>& values;
    const char* move;
    const char* remove;
    QString keys;
};

EditFieldSpec interfaceField(const InspectorTarget& target, const Side& side, model::ValueId id)
{
    const auto shown = target.document.model();
    EditFieldSpec field;
    field.key = side.keys + QString::number(id.value());
    field.name = plain(shown->value(id).name, 100);
    field.tip = field.name;
    field.text = typedType(shown->value(id).type);
    field.value = shown->value(id).name;
    field.edit = [shown, id](const QString& text) -> Result<ModelEdit> {
        auto edit = valueEdit(*shown, id, "setValueType",
            [&](JsonWriter& json) { json.member("type", text.toStdString()); });
        edit.newErrors = ModelEdit::NewErrors::Refused;
        return edit;
    };
    return field;
}

void addButton(const InspectorTarget& target, QBoxLayout& row, const char* icon, const QString& tip,
    std::function<ModelEdit(const model::Model&)> edit, QWidget* parent)
{
    auto* button = makeToolButton(icon, tip, parent);
    QObject::connect(button, &QToolButton::clicked, button,
        target.link([edit = std::move(edit)](Document& shown, QObject*) {
            shown.editor()->apply(edit(*shown.model()));
        }));
    row.addWidget(button, 0, Qt::AlignTop);
}

void addSide(const InspectorTarget& target, const Side& side, QVBoxLayout& column, QWidget* parent)
{
    for (std::size_t i = 0; i < std::min(side.values.size(), rowsShown); ++i) {
        const auto id = side.values[i];
        auto* row = makeRow(nullptr, {}, 2);
        row->addWidget(
            new EditField(*target.document.editor(), interfaceField(target, side, id), parent), 1);
        const auto moveTo = [id, move = side.move](std::size_t to) {
            return [id, move, to](const model::Model& model) {
                return makeEdit(move, [&](JsonWriter& json) {
                    json.members({ { "value", model.value(id).name }, { "to", to } });
                });
            };
        };
        if (i > 0)
            addButton(target, *row, "up", EditWords::tr("Move up"), moveTo(i - 1), parent);
        if (i + 1 < side.values.size())
            addButton(target, *row, "down", EditWords::tr("Move down"), moveTo(i + 1), parent);
        addButton(
            target, *row, "close", EditWords::tr("Remove"),
            [id, remove = side.remove](const model::Model& model) {
                return makeEdit(
                    remove, [&](JsonWriter& json) { json.member("value", model.value(id).name); });
            },
            parent);
        column.addLayout(row);
    }
    if (side.values.size() > rowsShown)
        column.addWidget(
            makeSecondaryText(EditWords::tr("and %n more: select one in the panel Model to edit it",
                                  nullptr, static_cast<int>(side.values.size() - rowsShown)),
                parent));
}

EditFieldSpec newInputField()
{
    EditFieldSpec field;
    field.key = QStringLiteral("new-input");
    field.name = EditWords::tr("new input");
    field.hint = EditWords::tr("name: type, as in mask: float[1,batch]");
    field.edit = [](const QString& text) -> Result<ModelEdit> {
        const auto wanted = TRY(assignmentFrom(text, u':'));
        return makeEdit("addGraphInput", [&](JsonWriter& json) {
            json.members({ { "name", wanted.name }, { "type", wanted.value } });
        });
    };
    return field;
}

/// Lists the values of the main graph that can become outputs.
QWidget* makeOutputLink(const InspectorTarget& target, QWidget* parent)
{
    return makeEditLink(EditWords::tr("Add output…"),
        target.link([parent](Document& document, QObject*) {
            const auto shown = document.model();
            QStringList texts;
            std::vector<model::ValueId> values;
            for (const auto id : shown->main().values) {
                const auto& value = shown->value(id);
                if (!value.isDefined || value.isOutput || value.name.empty())
                    continue;
                values.push_back(id);
                texts += plain(value.name, 120);
            }
            auto* list = new ChoiceList(EditWords::tr("Make an output of"), texts, parent);
            QObject::connect(list, &ChoiceList::chosen, &document,
                [document = &document, shown, values](int index) {
                    if (document->model() == shown)
                        document->editor()->apply(valueEdit(
                            *shown, values[static_cast<std::size_t>(index)], "addGraphOutput"));
                });
            list->popUp(QCursor::pos());
        }),
        parent);
}

/// A field of ModelProto that setModelField sets.
EditFieldSpec modelField(const char* name, const QString& title, const QString& text, bool isNumber)
{
    EditFieldSpec field;
    field.key = QStringLiteral("model-") + QString::fromLatin1(name);
    field.name = title;
    field.text = text;
    field.edit = [name, isNumber](const QString& typed) -> Result<ModelEdit> {
        bool isWhole = false;
        const auto number = typed.trimmed().toLongLong(&isWhole);
        if (isNumber && !isWhole)
            return failAs(ErrorKind::Usage, "\"", typed.toStdString(), "\" is no whole number");
        return makeEdit("setModelField", [&](JsonWriter& json) {
            json.member("field", name);
            if (isNumber)
                json.member("value", static_cast<std::int64_t>(number));
            else
                json.member("value", typed.toStdString());
        });
    };
    return field;
}

EditFieldSpec docField(const std::string& doc)
{
    EditFieldSpec field;
    field.key = QStringLiteral("model-doc");
    field.name = EditWords::tr("description");
    field.text = QString::fromStdString(doc);
    field.edit = [](const QString& text) -> Result<ModelEdit> {
        return makeEdit(
            "setDoc", [&](JsonWriter& json) { json.member("doc", text.toStdString()); });
    };
    return field;
}

Result<ModelEdit> importEdit(const std::string& domain, const QString& version)
{
    bool isWhole = false;
    const auto number = version.trimmed().toLongLong(&isWhole);
    if (!isWhole)
        return failAs(
            ErrorKind::Usage, "\"", version.toStdString(), "\" is no version, expected a number");
    auto edit = makeEdit("setImport", [&](JsonWriter& json) {
        json.members({ { "domain", domain }, { "version", static_cast<std::int64_t>(number) } });
    });
    return edit;
}

EditFieldSpec importField(const model::OpsetImport& import)
{
    EditFieldSpec field;
    const auto domain = import.domain;
    field.key = QStringLiteral("import-") + QString::fromStdString(domain);
    field.name = EditWords::tr("opset %1")
                     .arg(domain.empty() ? QStringLiteral("ai.onnx") : plain(domain, 60));
    field.tip = field.name;
    field.text = QString::number(import.version);
    field.hint = EditWords::tr("declares a version; nodes are not converted");
    field.isRemovable = true;
    field.edit = [domain](const QString& text) { return importEdit(domain, text); };
    field.reset = [domain]() -> Result<ModelEdit> {
        return makeEdit("setImport", [&](JsonWriter& json) {
            json.member("domain", domain);
            json.key("version").null();
        });
    };
    return field;
}

EditFieldSpec newImportField()
{
    EditFieldSpec field;
    field.key = QStringLiteral("new-import");
    field.name = EditWords::tr("new opset");
    field.hint = EditWords::tr("domain = version, as in com.microsoft = 1");
    field.edit = [](const QString& text) -> Result<ModelEdit> {
        const auto wanted = TRY(assignmentFrom(text, u'='));
        return importEdit(wanted.name, QString::fromStdString(wanted.value));
    };
    return field;
}

ModelEdit metadataEdit(const model::Metadata& entries)
{
    return makeEdit("setMetadata", [&](JsonWriter& json) {
        json.key("entries").beginArray();
        for (const auto& [key, value] : entries)
            json.tuple(key, value);
        json.endArray();
    });
}

EditFieldSpec metadataField(const model::Metadata& all, std::size_t index)
{
    EditFieldSpec field;
    field.key = QStringLiteral("metadata-%1").arg(index);
    field.name = plain(all[index].first, 100);
    field.tip = field.name;
    field.text = QString::fromStdString(all[index].second);
    field.isRemovable = true;
    field.edit = [all, index](const QString& text) -> Result<ModelEdit> {
        auto entries = all;
        entries[index].second = text.toStdString();
        return metadataEdit(entries);
    };
    field.reset = [all, index]() -> Result<ModelEdit> {
        auto entries = all;
        entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(index));
        return metadataEdit(entries);
    };
    return field;
}

EditFieldSpec newMetadataField(const model::Metadata& all)
{
    EditFieldSpec field;
    field.key = QStringLiteral("new-metadata");
    field.name = EditWords::tr("new metadata");
    field.hint = EditWords::tr("key = value");
    field.edit = [all](const QString& text) -> Result<ModelEdit> {
        const auto wanted = TRY(assignmentFrom(text, u'='));
        auto entries = all;
        entries.emplace_back(wanted.name, wanted.value);
        return metadataEdit(entries);
    };
    return field;
}

EditFieldSpec dimensionField(const model::FreeDimension& dimension)
{
    EditFieldSpec field;
    const auto name = dimension.name;
    field.key = QStringLiteral("dimension-name-") + QString::fromStdString(name);
    field.name = EditWords::tr("dimension");
    field.text = QString::fromStdString(name);
    field.hint = EditWords::tr("another name, or a size to fix it; in %n input(s)", nullptr,
        static_cast<int>(dimension.usedBy.size()));
    field.edit = [name](const QString& text) -> Result<ModelEdit> {
        bool isWhole = false;
        const auto size = text.trimmed().toLongLong(&isWhole);
        auto edit = isWhole
            ? makeEdit("fixDimension",
                [&](JsonWriter& json) {
                    json.members(
                        { { "dimension", name }, { "size", static_cast<std::int64_t>(size) } });
                })
            : makeEdit("renameDimension", [&](JsonWriter& json) {
                  json.members({ { "dimension", name }, { "to", text.trimmed().toStdString() } });
              });
        edit.newErrors = ModelEdit::NewErrors::Refused;
        return edit;
    };
    return field;
}

std::vector<EditFieldSpec> fieldsOf(const InspectorTarget& target)
{
    const auto& model = target.model;
    std::vector<EditFieldSpec> fields;
    if (const auto analysis = target.document.analysis())
        for (const auto& dimension : analysis->freeDimensions)
            fields.push_back(dimensionField(dimension));
    for (const auto& import : model.opsets)
        fields.push_back(importField(import));
    fields.push_back(newImportField());
    fields.push_back(modelField(
        "ir_version", EditWords::tr("IR version"), QString::number(model.irVersion), true));
    fields.push_back(modelField("graph_name", EditWords::tr("graph name"),
        QString::fromStdString(model.main().name), false));
    fields.push_back(modelField("producer_name", EditWords::tr("producer"),
        QString::fromStdString(model.producerName), false));
    fields.push_back(modelField("producer_version", EditWords::tr("its version"),
        QString::fromStdString(model.producerVersion), false));
    fields.push_back(
        modelField("domain", EditWords::tr("domain"), QString::fromStdString(model.domain), false));
    fields.push_back(modelField("model_version", EditWords::tr("model version"),
        QString::number(model.modelVersion), true));
    fields.push_back(docField(model.doc));
    for (std::size_t i = 0; i < std::min(model.metadata.size(), rowsShown); ++i)
        fields.push_back(metadataField(model.metadata, i));
    fields.push_back(newMetadataField(model.metadata));
    return fields;
}

} // namespace

SectionBody makeInterfaceEditing(const InspectorTarget& target, QWidget* parent)
{
    if (!target.isModel() || !target.isEditing())
        return nullptr;
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, { 0, 2, 0, 0 }, 2);
    const auto& main = target.model.main();
    column->addWidget(makeText(EditWords::tr("Inputs"), widget, "heading"));
    addSide(target,
        { main.inputs, "moveGraphInput", "removeGraphInput", QStringLiteral("input-type-") },
        *column, widget);
    column->addWidget(new EditField(*target.document.editor(), newInputField(), widget));
    column->addWidget(makeText(EditWords::tr("Outputs"), widget, "heading"));
    addSide(target,
        { main.outputs, "moveGraphOutput", "removeGraphOutput", QStringLiteral("output-type-") },
        *column, widget);
    column->addWidget(makeOutputLink(target, widget));
    return widget;
}

SectionBody makeModelEditing(const InspectorTarget& target, QWidget* parent)
{
    if (!target.isModel() || !target.isEditing())
        return nullptr;
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, { 0, 2, 0, 0 }, 2);
    for (auto& field : fieldsOf(target))
        column->addWidget(new EditField(*target.document.editor(), std::move(field), widget));
    return widget;
}

} // namespace ui
