#pragma once

#include "layout/group_tree.h"
#include "model/model.h"

#include <QWidget>

#include <memory>

class QAction;
class QHBoxLayout;

namespace ui {

class ElidedLabel;

/// The way from the main graph to the one that is shown: every step is a button, with its siblings
/// in a menu. Names of a file do not decide how wide the canvas below is: steps are elided where
/// there is no room.
class Breadcrumb : public QWidget {
    Q_OBJECT

public:
    static constexpr int usualHeight = 36; ///< pixels, about

    explicit Breadcrumb(QWidget* parent = nullptr);
    void showGraph(std::shared_ptr<const model::Model> model, model::GraphId graph);
    /// The groups around what is selected or in view, after the graphs; the root adds nothing.
    void showGroup(std::shared_ptr<const layout::GroupTree> tree, std::uint32_t group);
    void setFacts(const QString& text);
    /// A button at the right end.
    void addTool(QAction* action);
    QSize minimumSizeHint() const override;

signals:
    void graphChosen(model::GraphId graph);
    void groupChosen(quint32 group);

private:
    void addStep(model::GraphId graph, bool isLast);
    void addGroupStep(std::uint32_t group, bool isLast);
    void addSign();

    QHBoxLayout* m_steps;
    ElidedLabel* m_facts;
    QHBoxLayout* m_groups;
    std::shared_ptr<const layout::GroupTree> m_tree;
    std::uint32_t m_group = 0;
    std::shared_ptr<const model::Model> m_model;
};

} // namespace ui
