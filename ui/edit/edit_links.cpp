#include "ui/edit/edit_links.h"

#include "model/operator.h"
#include "ui/canvas/tools/choice_list.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/edit_words.h"
#include "ui/edit/model_editor.h"
#include "ui/edit/producers.h"
#include "ui/inspectors/elided_label.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>

namespace ui {

namespace {

bool isOptional(const model::Node& node, std::size_t input)
{
    return node.schema != nullptr && input < node.schema->inputs.size()
        && node.schema->inputs[input].option == model::FormalParameter::Option::Optional;
}

} // namespace

ElidedLabel* makeEditLink(const QString& text, std::function<void()> follow, QWidget* parent)
{
    auto* link = new ElidedLabel(text, ElidedLabel::Look::Body, parent);
    link->setLink(true);
    QObject::connect(link, &ElidedLabel::activated, link, std::move(follow));
    return link;
}

void listProducers(
    Document& document, model::NodeId node, std::size_t input, const QPoint& at, QWidget* parent)
{
    const auto shown = document.model();
    const auto found = producersFor(*shown, document.analysis().get(), node, input);
    QStringList texts;
    std::vector<std::string> names;
    const auto& inputs = shown->node(node).inputs;
    if (isOptional(shown->node(node), input) && input < inputs.size() && inputs[input].isValid()) {
        texts += EditWords::tr("nothing: leave this input out");
        names.emplace_back();
    }
    for (const auto value : found.values) {
        texts += producerText(*shown, document.analysis().get(), value);
        names.push_back(shown->value(value).name);
    }
    auto title = EditWords::tr("Connect %1 to").arg(inputName(*shown, node, input));
    if (found.otherTypes > 0)
        title += QStringLiteral("  ·  ")
            + EditWords::tr(
                "%n of other types not listed", nullptr, static_cast<int>(found.otherTypes));
    auto* list = new ChoiceList(title, texts, parent);
    QObject::connect(list, &ChoiceList::chosen, &document,
        [document = QPointer(&document), shown, node, input, names](int index) {
            if (document != nullptr && document->model() == shown)
                document->editor()->apply(
                    rewiringOf(*shown, node, input, names[static_cast<std::size_t>(index)]));
        });
    list->popUp(at);
}

void takeDataFromFile(
    Document& document, model::ValueId value, std::string_view operation, QWidget* parent)
{
    const auto shown = document.model();
    const QPointer safe(&document);
    const auto file = QFileDialog::getOpenFileName(parent, EditWords::tr("Data from a file"),
        QFileInfo(document.path()).absolutePath(),
        EditWords::tr("Tensors (*.npy *.pb *.raw *.bin);;All files (*)"));
    if (file.isEmpty() || safe == nullptr || safe->model() != shown)
        return;
    safe->editor()->apply(valueEdit(*shown, value, operation,
        [&](support::JsonWriter& json) { json.member("file", file.toStdString()); }));
}

QString typedType(const model::ValueType& type)
{
    if (!type.isTensor() || type.element == model::ElementType::Undefined)
        return {};
    auto text = std::string(model::traits(type.element).onnxName);
    if (!type.shape)
        return QString::fromStdString(text);
    text += '[';
    for (std::size_t i = 0; i < type.shape->size(); ++i)
        text += (i == 0 ? "" : ",") + (*type.shape)[i].text();
    return QString::fromStdString(text + "]");
}

ModelEdit valueEdit(const model::Model& model, model::ValueId value, std::string_view operation,
    const std::function<void(support::JsonWriter&)>& write)
{
    const auto& known = model.value(value);
    return makeEdit(operation, [&](support::JsonWriter& json) {
        json.member("value", known.name);
        if (known.graph != model.main().id)
            json.member("graph", model::graphPath(model, known.graph));
        if (write)
            write(json);
    });
}

} // namespace ui
