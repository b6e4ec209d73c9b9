#pragma once

#include "ui/window/panel.h"

class QLabel;
class QPushButton;
class QSortFilterProxyModel;

namespace ui {

class DifferenceTable;
class RunsModel;
class TableView;

/// The dock "Runs": all runs of the document. One run is shown in all views. If two runs are
/// selected, the dock shows the difference of their medians.
class RunsPanel : public Panel {
    Q_OBJECT

public:
    explicit RunsPanel(Context& context, QWidget* parent = nullptr);

    TableView* view() const { return m_view; }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged() override;

private:
    QWidget* buildHead();
    QWidget* buildDifference();
    void refresh();
    void refreshButtons();
    void refreshDifference();
    /// Indices in Document::runs() of the selected runs, oldest first.
    QList<int> chosen() const;
    void show();
    void rename();
    void remove();
    void save();

    QWidget* m_empty;
    QWidget* m_content;
    TableView* m_view;
    RunsModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QPushButton* m_show = nullptr;
    QPushButton* m_rename = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_remove = nullptr;
    QLabel* m_message = nullptr;
    QWidget* m_difference = nullptr;
    QLabel* m_differenceFacts = nullptr;
    TableView* m_differenceView;
    DifferenceTable* m_differenceTable;
    QWidget* m_tools = nullptr;
};

} // namespace ui
