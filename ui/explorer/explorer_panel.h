#pragma once

#include "ui/window/panel.h"

#include <QTimer>

#include <functional>
#include <memory>

class QLabel;
class QLineEdit;
class QModelIndex;
class QToolButton;
class QTreeView;

namespace ui {

class ExplorerModel;
struct ModelTree;

/// The dock "Model": a tree of graphs, functions, inputs, outputs, weights and metadata, with a
/// filter line.
class ExplorerPanel : public Panel {
    Q_OBJECT

public:
    explicit ExplorerPanel(Context& context, QWidget* parent = nullptr);

    QTreeView* view() const { return m_view; }
    QLineEdit* filter() const override { return m_filter; }
    QWidget* titleTools() override;

protected:
    void documentChanged() override;
    void showSelection() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void showTree(std::shared_ptr<const ModelTree> tree);
    void showDetails();
    void takeSelection();
    QList<SelectedItem> itemsAt(const QModelIndex& index) const;
    model::GraphId graphOf(const QModelIndex& index) const;
    void selectGroups(const QList<SelectedItem>& groups, model::GraphId graph);
    void toggleFold();
    void fillMeasures();
    void connectParts();
    void setMeasure(int measure);
    void activate(const QModelIndex& index);
    void unfoldFirst();
    void visitRows(const std::function<bool(const QModelIndex& row, const QString& path)>& enter);
    void refreshEmpty();
    void refreshHidden();
    bool filterKey(int key);
    void shareWidth();

    QLineEdit* m_filter;
    QLabel* m_hidden; ///< shown if the filter hides the selection
    QLabel* m_empty;
    QTreeView* m_view;
    ExplorerModel* m_model;
    QToolButton* m_measure; ///< chooses the measure of the second column
    /// Pending selection of groups in a graph without a layout yet.
    Connections m_selectLater;
    QTimer m_widthTimer; ///< joins the updates for all rows that expand together
    QTimer m_typing; ///< delays the filter while the user types
    QString m_shownFilter; ///< of the rows that are shown
};

} // namespace ui
