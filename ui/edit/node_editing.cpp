#include "ui/edit/edit_field.h"
#include "ui/edit/edit_links.h"
#include "ui/edit/edit_sections.h"
#include "ui/edit/edit_words.h"
#include "ui/edit/model_editor.h"
#include "ui/inspectors/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QAction>

/// Sections that edit a node or a value.
namespace ui {

namespace {

/// Links that trigger actions of the window for the selection.
QWidget* makeActionLinks(
    const InspectorTarget& target, std::initializer_list<const char*> ids, QWidget* parent)
{
    auto* links = new QWidget(parent);
    auto* flow = new FlowLayout(links);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(12);
    for (const auto* id : ids) {
        auto* action = target.context.actions.action(id);
        if (action == nullptr)
            continue;
        auto* link = makeEditLink(
            withoutMnemonic(action->text()), [action] { action->trigger(); }, links);
        link->setObjectName(QStringLiteral("link-") + QString::fromLatin1(id));
        link->setHint(withKeyOf(*action));
        flow->addWidget(link);
    }
    return links;
}

EditFieldSpec nameField(const InspectorTarget& target)
{
    const auto shown = target.document.model();
    const auto id = target.valueId();
    EditFieldSpec field;
    field.key = QStringLiteral("value-name-%1").arg(target.only().id);
    field.name = EditWords::tr("name");
    field.text = QString::fromStdString(target.value()->name);
    field.value = target.value()->name;
    field.hint
        = EditWords::tr("named at %n place(s)", nullptr, static_cast<int>(placesOf(*shown, id)));
    field.edit = [shown, id](const QString& text) -> support::Result<ModelEdit> {
        return renamingOf(*shown, id, text);
    };
    return field;
}

EditFieldSpec typeField(const InspectorTarget& target)
{
    const auto shown = target.document.model();
    const auto id = target.valueId();
    const auto& value = *target.value();
    EditFieldSpec field;
    field.key = QStringLiteral("value-type-%1").arg(target.only().id);
    field.name = EditWords::tr("type");
    const auto declared = typedType(value.type);
    field.text = declared.isEmpty() ? typedType(target.type(id)) : declared;
    field.value = value.name;
    field.isDefault = declared.isEmpty();
    field.hint = declared.isEmpty()
        ? EditWords::tr("inferred, not declared; as in float[1,batch,?]")
        : EditWords::tr("declared, as in float[1,batch,?]");
    field.isRemovable = !declared.isEmpty() && !value.isInput && !value.isOutput;
    field.edit = [shown, id](const QString& text) -> support::Result<ModelEdit> {
        auto edit = valueEdit(*shown, id, "setValueType",
            [&](support::JsonWriter& json) { json.member("type", text.toStdString()); });
        edit.newErrors = ModelEdit::NewErrors::Refused;
        return edit;
    };
    field.reset = [shown, id]() -> support::Result<ModelEdit> {
        return valueEdit(
            *shown, id, "setValueType", [](support::JsonWriter& json) { json.key("type").null(); });
    };
    return field;
}

void addLink(const InspectorTarget& target, QLayout& links, const QString& text,
    std::function<void(Document&, model::ValueId)> act, QWidget* parent)
{
    links.addWidget(makeEditLink(text,
        target.link([id = target.valueId(), act = std::move(act)](
                        Document& shown, QObject*) { act(shown, id); }),
        parent));
}

/// What can be done with a value of the main graph.
void addRoleLinks(const InspectorTarget& target, QLayout& links, QWidget* parent)
{
    const auto& value = *target.value();
    const auto operation = [](std::string_view name) {
        return [name](Document& shown, model::ValueId id) {
            shown.editor()->apply(valueEdit(*shown.model(), id, name));
        };
    };
    if (value.initializer.isValid() && !value.isInput)
        addLink(target, links, EditWords::tr("Make an input"), operation("makeInput"), parent);
    if (value.isInput && !value.initializer.isValid())
        addLink(
            target, links, EditWords::tr("Make a constant…"),
            [parent](Document& shown, model::ValueId id) {
                takeDataFromFile(shown, id, "makeConstant", parent->window());
            },
            parent);
    if (value.isOutput)
        addLink(target, links, EditWords::tr("Remove from the outputs"),
            operation("removeGraphOutput"), parent);
    else if (value.isDefined)
        addLink(
            target, links, EditWords::tr("Make an output"), operation("addGraphOutput"), parent);
}

} // namespace

SectionBody makeNodeEditing(const InspectorTarget& target, QWidget* parent)
{
    if (target.node() == nullptr || !target.isEditing())
        return nullptr;
    return makeActionLinks(target,
        { "edit.rename", "edit.rewire", "edit.insert", "edit.addNode", "edit.bypass",
            "edit.delete" },
        parent);
}

SectionBody makeValueEditing(const InspectorTarget& target, QWidget* parent)
{
    if (target.value() == nullptr || !target.isEditing())
        return nullptr;
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, { 0, 2, 0, 0 }, 2);
    auto& editor = *target.document.editor();
    column->addWidget(new EditField(editor, nameField(target), widget));
    if (!typedType(target.type(target.valueId())).isEmpty() || !target.value()->type.isTensor())
        column->addWidget(new EditField(editor, typeField(target), widget));
    auto* links = new QWidget(widget);
    auto* flow = new FlowLayout(links);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(12);
    if (target.value()->initializer.isValid())
        addLink(
            target, *flow, EditWords::tr("Replace data…"),
            [links](Document& shown, model::ValueId id) {
                takeDataFromFile(shown, id, "setInitializerData", links->window());
            },
            links);
    if (target.value()->graph == target.model.main().id)
        addRoleLinks(target, *flow, links);
    column->addWidget(links);
    return widget;
}

} // namespace ui
