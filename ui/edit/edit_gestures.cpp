#include "ui/edit/edit_gestures.h"

#include "ui/canvas/canvas_view.h"
#include "ui/canvas/line_drag.h"
#include "ui/canvas/tools/choice_list.h"
#include "ui/document/document.h"
#include "ui/edit/edit_links.h"
#include "ui/edit/line_place.h"
#include "ui/edit/model_editor.h"
#include "ui/edit/name_popup.h"
#include "ui/edit/palette/operator_palette.h"
#include "ui/edit/producers.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"
#include "ui/window/tabs/tab_group.h"

#include <QAction>
#include <QMenu>
#include <QPointer>
#include <QToolTip>

#include <algorithm>
#include <iterator>

namespace ui {

using support::Result;

namespace {

using Kind = SelectedItem::Kind;
constexpr int refusalMs = 10'000;

} // namespace

EditGestures::EditGestures(
    Context& context, Document* document, ShownGraph* shown, CanvasView* canvas)
    : QObject(canvas)
    , m_context(context)
    , m_document(document)
    , m_shown(shown)
    , m_canvas(canvas)
{
    connectActions();
    connect(m_document->editor(), &ModelEditor::refused, this, &EditGestures::refuse);
    const auto follow = [this] { m_canvas->setLinesDraggable(m_document->editor()->isOn()); };
    connect(m_document->editor(), &ModelEditor::onChanged, this, follow);
    follow();
}

std::span<const char* const> EditGestures::actionIds()
{
    static constexpr const char* ids[] = { "edit.rename", "edit.delete", "edit.bypass",
        "edit.insert", "edit.addNode", "edit.rewire", "edit.makeOutput" };
    return ids;
}

bool EditGestures::isOn() const
{
    return m_document->editor()->isOn() && m_document->model() != nullptr;
}

bool EditGestures::isActive() const
{
    return isInActiveTab(*m_canvas) && m_document->shownGraph() == m_shown;
}

void EditGestures::onAction(const char* id, std::function<void()> slot)
{
    auto* action = m_context.actions.action(id);
    if (action == nullptr)
        return;
    connect(action, &QAction::triggered, this, [this, slot = std::move(slot)] {
        if (isActive() && isOn())
            slot();
    });
    if (ActionTable::spec(id)->is(ActionSpec::InView))
        m_canvas->addAction(action);
}

void EditGestures::connectActions()
{
    onAction("edit.delete", [this] { removeSelected(); });
    onAction("edit.bypass", [this] { bypassSelected(); });
    onAction("edit.insert", [this] { insertSelected(); });
    onAction("edit.addNode", [this] { add(); });
    onAction("edit.rewire", [this] { rewireSelected(); });
    onAction("edit.rename", [this] { renameSelected(); });
    onAction("edit.makeOutput", [this] { makeOutput(); });
}

void EditGestures::addActions(QMenu& menu) const
{
    if (!isOn())
        return;
    for (const auto* id : actionIds())
        if (auto* action = m_context.actions.action(id))
            menu.addAction(action);
    menu.addSeparator();
}

void EditGestures::refuse(const QString& why)
{
    if (!isActive())
        return;
    const auto text = upperFirst(plain(why.toStdString(), 600));
    QToolTip::showText(placeOfSelection(), toolTipOf(text), m_canvas, {}, refusalMs);
    m_context.showStatus(tr("Not done: %1").arg(plain(why.toStdString(), 300)), "error");
}

void EditGestures::apply(Result<ModelEdit> edit)
{
    if (!edit)
        return refuse(QString::fromStdString(edit.error().message()));
    m_document->editor()->apply(*std::move(edit));
}

QPoint EditGestures::placeOfSelection() const
{
    const auto box = m_canvas->marks().current;
    const auto card = box != layout::noIndex && !m_canvas->content().isEmpty()
        ? m_canvas->boxRect(box).intersected(QRectF(m_canvas->rect()))
        : QRectF();
    const auto at = card.isEmpty() ? m_canvas->rect().center() : card.bottomLeft().toPoint();
    return m_canvas->mapToGlobal(at);
}

std::vector<model::NodeId> EditGestures::selectedNodes() const
{
    std::vector<model::NodeId> nodes;
    for (const auto& item : m_document->selection()->items())
        if (item.isNode())
            nodes.emplace_back(item.id);
    return nodes;
}

model::ValueId EditGestures::selectedValue() const
{
    const auto current = m_document->selection()->current();
    if (current.isValue())
        return model::ValueId(current.id);
    if (!current.isNode())
        return {};
    const auto& outputs = m_document->model()->node(model::NodeId(current.id)).outputs;
    const auto first = std::ranges::find_if(outputs, &model::ValueId::isValid);
    return first == outputs.end() ? model::ValueId() : *first;
}

void EditGestures::removeSelected()
{
    const auto current = m_document->selection()->current();
    if (current.isValue())
        return removeValue(model::ValueId(current.id));
    const auto nodes = selectedNodes();
    if (nodes.empty())
        return refuse(tr("nothing is selected: select a node, an input, an output or a weight"));
    apply(deletionOf(*m_document->model(), nodes));
}

/// Removes an output, an input or an initializer; a value that a node makes goes with its node.
void EditGestures::removeValue(model::ValueId id)
{
    const auto& model = *m_document->model();
    const auto& value = model.value(id);
    const bool isMain = value.graph == model.main().id;
    const char* operation = value.initializer.isValid() && !value.isInput ? "removeInitializer"
        : value.isInput && isMain                                         ? "removeGraphInput"
        : value.isOutput && isMain                                        ? "removeGraphOutput"
                                                                          : nullptr;
    if (operation == nullptr)
        return refuse(
            tr("%1 is made by a node: select the node to delete it").arg(plain(value.name, 80)));
    apply(makeEdit(operation, [&](support::JsonWriter& json) {
        json.member("value", value.name);
        if (!isMain)
            json.member("graph", model::graphPath(model, value.graph));
    }));
}

void EditGestures::bypassSelected()
{
    const auto nodes = selectedNodes();
    if (nodes.size() != 1)
        return refuse(tr("%n node(s) selected: one is deleted and reconnected at a time", nullptr,
            static_cast<int>(nodes.size())));
    apply(bypassOf(*m_document->model(), nodes.front()));
}

void EditGestures::insertOnLine(std::uint32_t line, const QPoint& at)
{
    if (!isOn() || m_canvas->content().isEmpty()
        || m_canvas->content().model != m_document->model())
        return;
    offer(tr("Insert on this line"),
        placeOnLine(*m_document->model(), *m_canvas->content().scene, line), at);
}

void EditGestures::insertSelected()
{
    const auto value = selectedValue();
    if (!value.isValid())
        return refuse(tr("nothing is selected: select a line, a value or a node"));
    const auto place = everyReader(*m_document->model(), value);
    if (place.readers.empty() && !place.isOutput)
        return refuse(tr("nothing reads %1; Add Node adds a reader")
                          .arg(plain(m_document->model()->value(value).name, 80)));
    offer(tr("Insert after"), place, placeOfSelection());
}

/// Returns the operators that a new node may call. They are found once for a value.
const std::vector<model::edit::FittingOperator>& EditGestures::fitting(
    model::GraphId graph, model::ValueId value, model::edit::NewNode use)
{
    const auto shown = m_document->model();
    const auto analysis = m_document->analysis();
    Fitting wanted { shown, analysis, graph, value, use, {} };
    if (!m_fitting.isSameAs(wanted)) {
        wanted.operators = model::edit::fittingOperators(
            *shown, graph, value.isValid() ? &typeOf(*shown, analysis.get(), value) : nullptr, use);
        m_fitting = std::move(wanted);
    }
    return m_fitting.operators;
}

void EditGestures::offer(const QString& title, const InsertPlace& place, const QPoint& at)
{
    const auto shown = m_document->model();
    const auto& value = shown->value(place.value);
    const auto from
        = value.producer.isValid() ? m_document->nodeLabel(value.producer) : plain(value.name, 60);
    const auto to = place.readers.size() == 1 && !place.isOutput
        ? m_document->nodeLabel(place.readers.front().node)
        : place.readers.empty()
        ? tr("output")
        : tr("%n reader(s)", nullptr,
            static_cast<int>(place.readers.size() + (place.isOutput ? 1 : 0)));
    auto* popup = new OperatorPalette(title,
        plain(from.toStdString(), 60) + QStringLiteral(" → ") + plain(to.toStdString(), 60),
        fitting(value.graph, place.value, model::edit::NewNode::Inserted), m_canvas->window());
    connect(popup, &OperatorPalette::chosen, this,
        [this, place, shown](const model::edit::FittingOperator& chosen) {
            if (shown == m_document->model())
                apply(insertionOf(*shown, place, chosen));
        });
    popup->popUp(at);
}

void EditGestures::add()
{
    const auto shown = m_document->model();
    const auto value = selectedValue();
    const auto graph = value.isValid() ? shown->value(value).graph : m_document->currentGraph();
    auto* popup = new OperatorPalette(tr("Add a node"),
        value.isValid() ? tr("reads %1").arg(plain(shown->value(value).name, 60))
                        : tr("without inputs"),
        fitting(graph, value, model::edit::NewNode::Added), m_canvas->window());
    connect(popup, &OperatorPalette::chosen, this,
        [this, shown, graph, value](const model::edit::FittingOperator& chosen) {
            if (shown == m_document->model())
                apply(additionOf(*shown, graph, value, chosen));
        });
    popup->popUp(placeOfSelection());
}

void EditGestures::chooseInput(
    model::NodeId node, const QPoint& at, std::function<void(std::size_t input)> chosen)
{
    const auto inputs = inputSlots(*m_document->model(), node);
    if (inputs == 0)
        return refuse(tr("%1 has no inputs").arg(m_document->nodeLabel(node)));
    if (inputs == 1)
        return chosen(0);
    QStringList names;
    for (std::size_t i = 0; i < inputs; ++i)
        names += inputName(*m_document->model(), node, i);
    auto* list = new ChoiceList(tr("Which input?"), names, m_canvas->window());
    connect(list, &ChoiceList::chosen, this,
        [this, chosen = std::move(chosen), shown = m_document->model()](int index) {
            if (shown == m_document->model())
                chosen(static_cast<std::size_t>(index));
        });
    list->popUp(at);
}

void EditGestures::rewireSelected()
{
    const auto nodes = selectedNodes();
    if (nodes.size() != 1)
        return refuse(tr("select the node whose input shall be connected"));
    const auto at = placeOfSelection();
    chooseInput(nodes.front(), at,
        [this, node = nodes.front(), at](std::size_t input) { rewire(node, input, at); });
}

void EditGestures::connectLine(const LineDrag& drag, std::uint32_t box, const QPoint& at)
{
    if (!isOn())
        return;
    const auto shown = m_document->model();
    const auto& scene = *m_canvas->content().scene;
    const auto place = placeOnLine(*shown, scene, drag.line);
    const auto item = scene.items[box];
    if (drag.end == LineDrag::End::Reader) {
        if (!item.node().isValid())
            return refuse(tr("only a node can read a value: drop the line on one"));
        return chooseInput(item.node(), at, [this, place, node = item.node()](std::size_t input) {
            const auto& model = *m_document->model();
            apply(rewiringOf(model, node, input, model.value(place.value).name));
        });
    }
    if (!item.node().isValid())
        return connectReaders(place, item.value());
    std::vector<model::ValueId> made;
    QStringList names;
    for (const auto value : shown->node(item.node()).outputs)
        if (value.isValid() && !shown->value(value).name.empty()) {
            made.push_back(value);
            names += plain(shown->value(value).name, 120);
        }
    if (made.size() == 1)
        return connectReaders(place, made.front());
    auto* list = new ChoiceList(tr("Which output?"), names, m_canvas->window());
    connect(list, &ChoiceList::chosen, this, [this, place, made, shown](int index) {
        if (shown == m_document->model())
            connectReaders(place, made[static_cast<std::size_t>(index)]);
    });
    list->popUp(at);
}

void EditGestures::connectReaders(const InsertPlace& place, model::ValueId value)
{
    const auto& model = *m_document->model();
    if (place.readers.empty())
        return refuse(
            tr("this line leads to an output of the model, which keeps its value: make an "
               "output of the other value"));
    ModelEdit edit;
    for (const auto& use : place.readers) {
        auto one = rewiringOf(model, use.node, use.input, model.value(value).name);
        std::ranges::move(one.operations, std::back_inserter(edit.operations));
        edit.newErrors = one.newErrors;
        edit.text = one.text;
    }
    if (place.readers.size() > 1)
        edit.text = tr(
            "Connected %n reader(s) of %1 to %2", nullptr, static_cast<int>(place.readers.size()))
                        .arg(plain(model.value(place.value).name, 80),
                            plain(model.value(value).name, 80));
    apply(std::move(edit));
}

void EditGestures::rewire(model::NodeId node, std::size_t input, const QPoint& at)
{
    if (!isOn())
        return;
    listProducers(*m_document, node, input, at, m_canvas->window());
}

void EditGestures::renameSelected()
{
    const auto current = m_document->selection()->current();
    if (!current.isNode() && !current.isValue())
        return refuse(tr("nothing is selected: select a node or a value"));
    rename(current, placeOfSelection());
}

void EditGestures::rename(const SelectedItem& item, const QPoint& at)
{
    if (!isOn())
        return;
    const auto shown = m_document->model();
    const auto name = item.isNode() ? shown->nodes[item.id].name : shown->values[item.id].name;
    const auto title = item.isNode()
        ? tr("Rename this node")
        : tr("Rename this value at %n place(s)", nullptr,
            static_cast<int>(placesOf(*shown, model::ValueId(item.id))));
    auto* popup = new NamePopup(title, QString::fromStdString(name), m_canvas->window());
    connect(popup, &NamePopup::chosen, this, [this, popup, item, shown](const QString& wanted) {
        if (shown != m_document->model())
            return popup->showRefusal(tr("The model has changed meanwhile"));
        auto edit = item.isNode()
            ? makeEdit("renameNode",
                [&](support::JsonWriter& json) {
                    json.members({ { "node", nodeReference(*shown, model::NodeId(item.id)) },
                        { "to", wanted.toStdString() } });
                })
            : renamingOf(*shown, model::ValueId(item.id), wanted);
        m_document->editor()->apply(
            std::move(edit), [popup = QPointer(popup)](const Result<void>& done) {
                if (popup == nullptr)
                    return;
                if (done)
                    popup->close();
                else
                    popup->showRefusal(upperFirst(plain(done.error().message(), 400)));
            });
    });
    popup->popUp(at);
}

void EditGestures::makeOutput()
{
    const auto value = selectedValue();
    if (!value.isValid())
        return refuse(tr("nothing is selected: select a value or a node"));
    const auto& model = *m_document->model();
    if (model.value(value).graph != model.main().id)
        return refuse(tr("only values of the main graph can be outputs of the model"));
    apply(makeEdit("addGraphOutput",
        [&](support::JsonWriter& json) { json.member("value", model.value(value).name); }));
}

} // namespace ui
