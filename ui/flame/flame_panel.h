#pragma once

#include "profiler/statistics/flame.h"
#include "ui/jobs/latest_worker.h"
#include "ui/window/panel.h"

class QHBoxLayout;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;

namespace ui {

class ElidedLabel;
class FlameTable;
class FlameView;
class StatisticsState;
class TableView;

/// The dock "Flame": time by scope, as a graph or as a table.
class FlamePanel : public Panel {
    Q_OBJECT

public:
    explicit FlamePanel(Context& context, QWidget* parent = nullptr);

    FlameView* view() const { return m_view; }
    TableView* table() const { return m_rows; }
    QWidget* titleTools() override { return m_tools; }
    /// True if the last request has been computed and is shown.
    bool isSettled() const { return m_worker.isIdle(); }

protected:
    void documentChanged() override;

private:
    void buildHead(QHBoxLayout& row);
    void buildTable();
    void buildTools();
    void choose(profiler::FlameTime time);
    void rangeChanged();
    void refresh();
    void refreshFacts();
    void selectRow(int row);

    QWidget* m_empty;
    StatisticsState* m_state;
    QWidget* m_content;
    FlameView* m_view;
    TableView* m_rows;
    FlameTable* m_table;
    QSortFilterProxyModel* m_sorted;
    QStackedWidget* m_forms; ///< the graph or the table
    QPushButton* m_medians = nullptr;
    QPushButton* m_onlyRange = nullptr;
    ElidedLabel* m_facts;
    QWidget* m_tools = nullptr;
    profiler::FlameTime m_time = profiler::FlameTime::Medians;
    LatestWorker m_worker;
};

} // namespace ui
