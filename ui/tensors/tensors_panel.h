#pragma once

#include "ui/window/panel.h"

#include <QTimer>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;

namespace ui {

class TableView;
class TensorsTable;

/// The dock "Tensors": all weights of the model. Enter or a double click opens the tensor viewer.
class TensorsPanel : public Panel {
    Q_OBJECT

public:
    explicit TensorsPanel(Context& context, QWidget* parent = nullptr);

    TableView* view() const { return m_view; }
    QLineEdit* filter() const override { return m_filter; }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged() override;
    void showSelection() override;
    void showEvent(QShowEvent* event) override;

private:
    /// Lists the weights now if the panel is visible, else when it is shown.
    void refreshWhenSeen();
    void refresh();
    void takeSelection(const QModelIndex& index);

    QLineEdit* m_filter;
    QLabel* m_count;
    QLabel* m_empty;
    TableView* m_view;
    TensorsTable* m_table;
    QSortFilterProxyModel* m_sorted;
    QTimer m_typing;
    QTimer m_refreshSoon; ///< lists the weights of another model after its graph is painted
    bool m_isOutdated = false;
    QWidget* m_tools = nullptr;
};

} // namespace ui
