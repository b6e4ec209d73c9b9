#pragma once

#include "profiler/history/history.h"
#include "ui/fleet/folder_page.h"

#include <initializer_list>
#include <memory>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QStandardItemModel;

namespace ui {

class Banner;
class DotChart;
class HistoryTable;
class TableView;

/// A tab with what `opscope-cli history` computes: how the times of a model went over the commits,
/// and where the model or an operator changed. One series for each model, machine and settings.
class HistoryPage : public FolderPage {
    Q_OBJECT

public:
    HistoryPage(Context& context, const QString& folder, QWidget* parent = nullptr);
    ~HistoryPage() override;

    QString title() const override;
    DotChart* chart() const { return m_chart; }
    TableView* table() const { return m_view; }

private:
    QWidget* buildHead();
    QWidget* buildContent();
    void read();
    void show(profiler::History history);
    void showState(const QString& text);
    void showSeries(int index);
    void showFigures();
    void fillPoints(); ///< what the chart copies as its data
    /// The point of the chart, else that of the selected change.
    void followPoint(int point);
    void followChange();
    /// The change that Compare is about: of the selected row, else the last one of the wall.
    const profiler::ChangePoint* chosenChange() const;
    void compareAtChange();
    void openPoint();
    void exportPage();
    /// Calls `use` with the paths of the first profiles of these points.
    void withPoints(
        std::initializer_list<std::size_t> points, std::function<void(const QStringList&)> use);

    std::shared_ptr<const profiler::History> m_history;
    std::shared_ptr<const profiler::HistorySeries> m_series; ///< the shown one

    QStackedWidget* m_pages = nullptr;
    QLabel* m_state = nullptr;
    Banner* m_leftOut = nullptr;
    QComboBox* m_choice = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_open = nullptr;
    QHBoxLayout* m_figures = nullptr;
    DotChart* m_chart = nullptr;
    QStandardItemModel* m_points = nullptr; ///< the points of the chart
    HistoryTable* m_table = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    TableView* m_view = nullptr;
    QLabel* m_note = nullptr;
};

} // namespace ui
