#pragma once

#include "profiler/charts/charts.h"
#include "ui/window/panel.h"

class QLabel;
class QSortFilterProxyModel;

namespace ui {

class LiveTable;
class MemoryChart;
class TableView;

/// The dock "Memory": live bytes over the median run, and the tensors live at the chosen time.
class MemoryPanel : public Panel {
    Q_OBJECT

public:
    explicit MemoryPanel(Context& context, QWidget* parent = nullptr);

    MemoryChart* chart() const { return m_chart; }
    TableView* view() const { return m_view; }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged() override;
    void showSelection() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildContent();
    void fitColumns();
    void refresh();
    void showMoment(std::int64_t ns);
    void markSelection();
    void select();
    /// The lifetime of the selected value, or of the first output of the selected step.
    std::optional<profiler::TimeSpan> spanOfSelection() const;

    QWidget* m_noRun;
    QWidget* m_noPlan;
    QWidget* m_content;
    QLabel* m_facts;
    MemoryChart* m_chart;
    TableView* m_view;
    LiveTable* m_table;
    QSortFilterProxyModel* m_sorted;
    profiler::LiveMemory m_memory;
    std::uint32_t m_run = 0;
    bool m_hasOwnWidths = false; ///< the user changed the column widths
    bool m_isFitting = false;
    QWidget* m_tools = nullptr;
};

} // namespace ui
