#pragma once

#include "model/model.h"

#include <QWidget>

#include <memory>

class QAction;
class QHBoxLayout;
class QLabel;

namespace ui {

/// The way from the main graph to the one that is shown: every step is a button, with its siblings
/// in a menu.
class Breadcrumb : public QWidget {
    Q_OBJECT

public:
    explicit Breadcrumb(QWidget* parent = nullptr);
    void showGraph(std::shared_ptr<const model::Model> model, model::GraphId graph);
    void setFacts(const QString& text);
    /// A button at the right end.
    void addTool(QAction* action);

signals:
    void graphChosen(model::GraphId graph);

private:
    void addStep(model::GraphId graph, bool isLast);

    QHBoxLayout* m_steps;
    QLabel* m_facts;
    std::shared_ptr<const model::Model> m_model;
};

} // namespace ui
