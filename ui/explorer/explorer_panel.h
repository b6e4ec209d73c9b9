#pragma once

#include "ui/panel.h"

#include <QTimer>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTreeView;

namespace ui {

class ExplorerModel;

/// The dock "Model": a tree of graphs, functions, inputs, outputs, weights and metadata with a
/// filter line (ux.md 2.3).
class ExplorerPanel : public Panel {
    Q_OBJECT

public:
    explicit ExplorerPanel(Context& context, QWidget* parent = nullptr);

    QTreeView* view() const { return m_view; }
    QLineEdit* filter() const { return m_filter; }

protected:
    void documentChanged(Document* before) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void showSelection(const QObject* origin);
    void takeSelection();
    void activate(const QModelIndex& index);
    void unfoldFirst();
    void refreshEmpty();
    void refreshHidden();
    bool filterKey(int key);
    void shareWidth();

    QLineEdit* m_filter;
    QLabel* m_hidden; ///< says that the filter hides the selection
    QStackedWidget* m_stack;
    QLabel* m_empty;
    QTreeView* m_view;
    ExplorerModel* m_model;
    QTimer m_widthSoon; ///< once for all rows that unfold together
    QTimer m_typing; ///< waits until the user stops typing
    bool m_isShowing = false; ///< the selection moves because of us
};

Panel* createExplorerPanel(Context& context, QWidget* parent);

} // namespace ui
