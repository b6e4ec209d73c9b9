#pragma once

#include "profiler/statistics/roofline.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/window/panel.h"

#include <memory>

class QLabel;
class QPushButton;
class QSortFilterProxyModel;

namespace ui {

class NoteLabel;
class RooflineChart;
class RooflineTable;
class StatisticsState;
class TableView;

/// The dock "Roofline": operators against the ceilings of this machine. Without ceilings, shows the
/// reason and a button that measures them.
class RooflinePanel : public Panel {
    Q_OBJECT

public:
    explicit RooflinePanel(Context& context, QWidget* parent = nullptr);

    RooflineChart* chart() const { return m_chart; }
    TableView* table() const { return m_rows; }
    QWidget* titleTools() override { return m_tools; }

signals:
    /// Ceilings of this machine were measured and stored; views may now compute shares of them.
    void peaksMeasured();

protected:
    void documentChanged() override;
    void showSelection() override;

private:
    /// The result of the job for the current profile.
    struct Found {
        std::shared_ptr<const profiler::Roofline> roofline; ///< null: no ceilings are known
        /// True: the profile contains them; false: measured on this machine later.
        bool isCarried = false;
        /// The profile is from this machine, so measuring here applies to it.
        bool isOfThisMachine = false;
        bool isOfGpu = false; ///< roofs and operators are those of the GPU
    };

    QWidget* buildUnmeasured();
    QWidget* buildContent();
    void buildTable();
    void buildTools();
    /// Buttons for GPU runs: show the roofs of the GPU, or those of the CPU for operators that ran
    /// there.
    QWidget* buildPlaces();
    void refreshPlaces();
    void refresh();
    void show(const Found& found);
    void showUnmeasured(const Found& found);
    void measure();
    /// Called when the measuring queue reaches this job.
    void measureNow(std::uint32_t threads);
    void measured(support::Result<profiler::MachinePeaks> peaks);
    void showFacts(const Found& found);
    void choose(engine::StepId step);
    void chooseRow();

    QWidget* m_empty;
    StatisticsState* m_state;
    QLabel* m_why;
    QPushButton* m_measure;
    QWidget* m_unmeasured;
    RooflineChart* m_chart;
    RooflineTable* m_table;
    TableView* m_rows;
    QSortFilterProxyModel* m_sorted;
    NoteLabel* m_facts;
    QPushButton* m_onGpu;
    QPushButton* m_onCpu;
    QWidget* m_places;
    QWidget* m_content;
    QWidget* m_tools = nullptr;
    MeasurementSlot m_turn; ///< place in the queue for measuring peaks
    /// Measured while the machine was busy, so not stored.
    std::optional<profiler::MachinePeaks> m_unsure;
};

} // namespace ui
