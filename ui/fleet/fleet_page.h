#pragma once

#include "profiler/fleet/fleet_index.h"
#include "ui/fleet/folder_page.h"

#include <QList>

#include <memory>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace ui {

class Banner;
class DotChart;
class FleetFilter;
class FleetTable;
class TableView;

/// A tab that lists the profiles of a folder by model, machine and date, and shows how long the
/// chosen model took over time. The folder has single files or is one of `opscope-cli pack`.
class FleetPage : public FolderPage {
    Q_OBJECT

public:
    FleetPage(Context& context, const QString& folder, QWidget* parent = nullptr);
    ~FleetPage() override;

    TableView* table() const { return m_view; }
    DotChart* chart() const { return m_chart; }
    /// Reads the folder again.
    void read();

private:
    QWidget* buildHead();
    QWidget* buildContent();
    void show(profiler::fleet::FleetIndex index);
    void showSummary();
    void showFailure(const QString& text);
    /// Rows of the table that are selected, the current one first.
    QList<int> selectedRows() const;
    void followSelection();
    void showSeries();
    void chooseRow(int row);
    void openSelected();
    void compareSelected();
    /// Calls `use` with the paths of the profiles of these rows.
    void withRows(const QList<int>& rows, std::function<void(const QStringList&)> use);

    std::shared_ptr<const profiler::fleet::FleetIndex> m_index;
    QList<int> m_series; ///< rows of the points of the chart

    QStackedWidget* m_pages = nullptr;
    QLabel* m_state = nullptr; ///< instead of the table while reading and after a failure
    QLabel* m_heading = nullptr;
    QLabel* m_summary = nullptr;
    Banner* m_leftOut = nullptr;
    QLineEdit* m_search = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_history = nullptr;
    FleetTable* m_table = nullptr;
    FleetFilter* m_filter = nullptr;
    TableView* m_view = nullptr;
    QLabel* m_seriesTitle = nullptr;
    DotChart* m_chart = nullptr;
};

} // namespace ui
