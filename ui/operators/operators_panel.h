#pragma once

#include "ui/operators/operators_model.h"
#include "ui/window/panel.h"

#include <QHash>
#include <QPointer>

class QLabel;
class QLineEdit;
class QPushButton;

namespace ui {

class ElidedLabel;
class NoteLabel;
class GpuReport;
class OperatorsFilter;
class StatisticsState;
class TableView;

/// The dock "Operators": times by step, operator type, scope or kernel. The foot shows the time
/// outside them, so that the sum is the wall time.
class OperatorsPanel : public Panel {
    Q_OBJECT

public:
    explicit OperatorsPanel(Context& context, QWidget* parent = nullptr);

    TableView* view() const { return m_view; }
    QPushButton* chip(const QString& name)
        const; ///< `each`, `byType`, `byScope`, `byKernel`, `onlySelection`, `onlyRange`
    QWidget* titleTools() override { return m_tools; }
    QLineEdit* filter() const override { return m_filter; }
    /// Updates the column "Of roof" with the known ceilings, if it is shown.
    void findRoofs();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void documentChanged() override;
    void showSelection() override;

private:
    QWidget* buildHead();
    QWidget* buildFoot();
    void chooseColumns(const QPoint& place);
    void restoreColumns();
    void refresh();
    /// Updates the kernel rows and the GPU columns.
    void refreshGpu();
    /// The state of the panel, stored per document.
    struct Shown {
        OperatorsModel::Grouping grouping = OperatorsModel::Grouping::Each;
        QString words; ///< words of the filter
        bool isOnlySelection = false;
        bool isOnlyRange = false;
    };
    void recall();
    void remember(OperatorsModel::Grouping grouping);
    void rememberFilter();
    Shown& shown();
    void choose(OperatorsModel::Grouping grouping);
    void showGrouping(OperatorsModel::Grouping grouping);
    /// Computes the rows, in a job if the profile is long.
    void sumUp(OperatorsModel::Grouping grouping);
    /// Applies the toggles, and updates their texts.
    void refreshFilter();
    void refreshFoot();
    void placeFoot();
    void select();

    QWidget* m_empty;
    StatisticsState* m_state;
    QWidget* m_summing;
    QWidget* m_content;
    TableView* m_view;
    OperatorsModel* m_model;
    OperatorsFilter* m_proxy;
    QPushButton* m_onlySelection = nullptr;
    QPushButton* m_onlyRange = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_outside = nullptr;
    ElidedLabel* m_outsideParts = nullptr;
    ElidedLabel* m_wall = nullptr;
    QWidget* m_foot = nullptr;
    NoteLabel* m_wallPlain = nullptr;
    NoteLabel* m_remarks = nullptr;
    QWidget* m_tools = nullptr;
    QPointer<GpuReport> m_gpu;
    bool m_hasGpu = false; ///< the current profile has device work
    QHash<const Document*, Shown> m_shown; ///< only documents with a changed state
};

} // namespace ui
