#pragma once

#include "profiler/sweep/sweep_curves.h"
#include "ui/window/panel.h"

#include <string>
#include <unordered_map>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QSplitter;

namespace ui {

class ElidedLabel;
class SweepChart;
class SweepTable;
class TableView;

/// The dock "Sweep": a dimension, or the number of threads, and a list of sizes. Measures the model
/// at each size and shows the curves while they grow.
class SweepPanel : public Panel {
    Q_OBJECT

public:
    explicit SweepPanel(Context& context, QWidget* parent = nullptr);

    SweepChart* chart() const { return m_chart; }
    TableView* table() const { return m_rows; }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged() override;
    void showSelection() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildForm(QHBoxLayout& row);
    void buildChoices(QHBoxLayout& row);
    void buildContent();
    void fillDimensions();
    void offerSizes();
    /// The sweep described by the form; an error if its text is invalid.
    support::Result<profiler::Sweep> asked() const;
    void checkForm();
    void startOrStop();
    void followRun();
    void refresh();
    void sizeColumns(const profiler::Sweep& sweep);
    void refreshRemarks();
    void chooseCurve(std::size_t curve);
    /// The name of the curve with a node's time: the node's own curve, or that of the operator type
    /// into which the node was fused.
    std::string curveNameOf(model::NodeId node) const;
    profiler::Sweep shown() const; ///< the last sweep of the document
    bool isOurs() const; ///< the current or last sweep belongs to this document

    QComboBox* m_dimension;
    QLineEdit* m_sizes;
    QPushButton* m_start;
    QPushButton* m_types = nullptr;
    QPushButton* m_operators = nullptr;
    QPushButton* m_linear = nullptr;
    ElidedLabel* m_status;
    QLabel* m_remarks;
    QLabel* m_nothing;
    QWidget* m_content;
    QSplitter* m_splitter;
    SweepChart* m_chart;
    SweepTable* m_table;
    TableView* m_rows;
    QSortFilterProxyModel* m_sorted;
    QWidget* m_tools = nullptr;
    /// Operator type by label, for the operators of the sweep.
    std::unordered_map<std::string, std::string> m_typeOf;
};

} // namespace ui
