#pragma once

#include "ui/edit/edits.h"
#include "ui/window/panel.h"

#include <QObject>
#include <QPoint>

#include <functional>
#include <span>

class QMenu;

namespace ui {

class CanvasView;
class Document;
struct LineDrag;
class ShownGraph;

/// The gestures of the graph that change the model, while editing is on: delete, delete and
/// reconnect, insert on a line, add a node, connect to another producer, make an output, rename. A
/// refusal is shown where the user is: beside the selected card.
class EditGestures : public QObject {
    Q_OBJECT

public:
    EditGestures(Context& context, Document* document, ShownGraph* shown, CanvasView* canvas);

    /// The actions that change the model.
    static std::span<const char* const> actionIds();

    /// Adds the gestures for the selection to a menu of the graph. Nothing while editing is off.
    void addActions(QMenu& menu) const;
    /// Offers the operators that can be inserted on this line of the canvas.
    void insertOnLine(std::uint32_t line, const QPoint& at);
    /// Connects a line, one end of which was dragged to a box of the canvas: its readers to what
    /// that box makes, or an input of that box to its value. Asks where there are several.
    void connectLine(const LineDrag& drag, std::uint32_t box, const QPoint& at);
    /// Lists the producers that an input of the node can read.
    void rewire(model::NodeId node, std::size_t input, const QPoint& at);
    /// Asks for another name of a node or value, beside the pointer.
    void rename(const SelectedItem& item, const QPoint& at);

private:
    void onAction(const char* id, std::function<void()> slot);
    void connectActions();
    void apply(support::Result<ModelEdit> edit);
    void refuse(const QString& why);
    void removeSelected();
    void removeValue(model::ValueId value);
    void bypassSelected();
    void insertSelected();
    void offer(const QString& title, const InsertPlace& place, const QPoint& at);
    void add();
    void rewireSelected();
    /// Calls `chosen` with an input of the node, which the user chooses if there are several.
    void chooseInput(
        model::NodeId node, const QPoint& at, std::function<void(std::size_t input)> chosen);
    void connectReaders(const InsertPlace& place, model::ValueId value);
    void renameSelected();
    void makeOutput();
    std::vector<model::NodeId> selectedNodes() const;
    /// The selected value, or the first output of the selected node.
    model::ValueId selectedValue() const;
    QPoint placeOfSelection() const;
    bool isOn() const;
    /// True if the user sees this view and had the focus in it last.
    bool isActive() const;

    Context& m_context;
    Document* m_document;
    ShownGraph* m_shown;
    CanvasView* m_canvas;

    /// The operators that were found last, and for what.
    struct Fitting {
        std::shared_ptr<const model::Model> model;
        std::shared_ptr<const model::Analysis> analysis;
        model::GraphId graph;
        model::ValueId value;
        model::edit::NewNode use = model::edit::NewNode::Added;
        std::vector<model::edit::FittingOperator> operators;

        bool isSameAs(const Fitting& other) const
        {
            return model == other.model && analysis == other.analysis && graph == other.graph
                && value == other.value && use == other.use;
        }
    };
    const std::vector<model::edit::FittingOperator>& fitting(
        model::GraphId graph, model::ValueId value, model::edit::NewNode use);
    Fitting m_fitting;
};

} // namespace ui
