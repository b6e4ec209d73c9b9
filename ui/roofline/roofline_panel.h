#pragma once

#include "profiler/statistics/roofline.h"
#include "ui/jobs/measuring_turn.h"
#include "ui/window/panel.h"

#include <memory>

class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QVBoxLayout;

namespace ui {

class NoteLabel;
class RooflineChart;
class RooflineTable;
class StatisticsState;
class TableView;

/// The dock "Roofline": each operator against the ceilings of this machine, or why there are none
/// and the button that measures them.
class RooflinePanel : public Panel {
    Q_OBJECT

public:
    explicit RooflinePanel(Context& context, QWidget* parent = nullptr);

    RooflineChart* chart() const { return m_chart; }
    TableView* table() const { return m_rows; }
    QWidget* titleTools() override { return m_tools; }

signals:
    /// Ceilings of this machine were measured and kept: what asks for shares of them is answered
    /// now.
    void peaksMeasured();

protected:
    void documentChanged(Document* before) override;

private:
    /// What a job finds out for the current profile.
    struct Found {
        std::shared_ptr<const profiler::Roofline> roofline; ///< null: no ceilings are known
        bool isCarried = false; ///< the profile has them; else measured on this machine later
        bool isOfThisMachine = false; ///< measuring here would tell of the profile
        bool isOfGpu = false; ///< its roofs, and what ran on it
    };

    QWidget* buildUnmeasured();
    QWidget* buildContent();
    void buildTable();
    void buildTools();
    /// A run on a GPU has operators on the CPU too: which of both the roofs are of.
    QWidget* buildPlaces();
    void refreshPlaces();
    void refresh();
    void show(const Found& found);
    void showUnmeasured(const Found& found);
    void measure();
    /// Its turn has come.
    void measureNow(std::uint32_t threads);
    void measured(support::Result<profiler::MachinePeaks> peaks);
    void showFacts(const Found& found);
    void showSelection(const QObject* origin);
    void choose(engine::StepId step);
    void chooseRow();

    QStackedWidget* m_stack;
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
    MeasuringTurn m_turn; ///< to measure peaks
    std::optional<profiler::MachinePeaks> m_unsure; ///< measured here while the machine was busy
    bool m_isShowing = false; ///< rows are selected because the selection changed elsewhere
};

Panel* createRooflinePanel(Context& context, QWidget* parent);

} // namespace ui
