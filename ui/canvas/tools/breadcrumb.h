#pragma once

#include "layout/group_tree.h"
#include "model/model.h"

#include <QWidget>

#include <memory>

class QAction;
class QBoxLayout;
class QHBoxLayout;

namespace ui {

class ElidedLabel;

/// Shows the path from the main graph to the current one. Every step is a button with a menu of its
/// siblings. Long names are elided, so that they do not widen the canvas below.
class Breadcrumb : public QWidget {
    Q_OBJECT

public:
    static constexpr int usualHeight = 36; ///< pixels, about

    explicit Breadcrumb(QWidget* parent = nullptr);
    void showGraph(std::shared_ptr<const model::Model> model, model::GraphId graph);
    /// Shows the path to `group` after the graphs. The root group is not shown.
    void showGroup(std::shared_ptr<const layout::GroupTree> tree, std::uint32_t group);
    void setFacts(const QString& text);
    /// Adds a button at the right end.
    void addTool(QAction* action);
    QSize minimumSizeHint() const override;

signals:
    void graphChosen(model::GraphId graph);
    void groupChosen(quint32 group);

private:
    void addStep(model::GraphId graph, bool isLast);
    void addGroupStep(std::uint32_t group, bool isLast);
    void addSign(QBoxLayout& row);

    QHBoxLayout* m_steps;
    ElidedLabel* m_facts;
    QHBoxLayout* m_groups;
    std::shared_ptr<const layout::GroupTree> m_tree;
    std::uint32_t m_group = 0;
    std::shared_ptr<const model::Model> m_model;
};

} // namespace ui
