#pragma once

#include "ui/document.h"
#include "ui/panel.h"
#include "ui/tensors/heat_map.h"
#include "ui/tensors/tensor_statistics.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace ui {

class TensorTableModel;

/// The viewer of one tensor's elements in a tab of its own: heat map and table of a slice (ux.md 2.3, "Tensor viewer"). Its statistics stand
/// in the inspector, because opening it selects the value.
class TensorPage : public QWidget {
    Q_OBJECT

public:
    TensorPage(Context& context, Document* document, model::ValueId value, QWidget* parent = nullptr);
    ~TensorPage() override;

    Document* document() const { return m_document; }
    model::ValueId value() const { return m_value; }
    QString title() const;

    QTableView* table() const { return m_table; }
    HeatMap* heatMap() const { return m_heatMap; }
    QList<QLineEdit*> sliceFields() const { return m_fields; }
    QPushButton* heatMapChip() const { return m_heatChip; }
    QPushButton* tableChip() const { return m_tableChip; }

private:
    void buildHeader(QHBoxLayout& row, const model::Tensor& tensor);
    void buildControls(QHBoxLayout& row);
    void load();
    void setContent(std::shared_ptr<const TensorContent> content);
    void addSliceFields();
    void readSlices();
    void applySlice();
    void applyScale();
    void showView();
    void showCell(std::uint64_t row, std::uint64_t column);
    void save();
    void say(const QString& text, const char* tone);

    Context& m_context;
    QPointer<Document> m_document;
    std::shared_ptr<const model::Model> m_model;
    model::ValueId m_value;
    std::shared_ptr<const TensorContent> m_content;
    std::vector<DimensionSlice> m_slices;
    TensorStatistics m_statistics;
    bool m_isMeasured = false;

    QHBoxLayout* m_sliceRow = nullptr;
    QList<QLineEdit*> m_fields;
    QComboBox* m_scale = nullptr;
    QPushButton* m_heatChip = nullptr;
    QPushButton* m_tableChip = nullptr;
    QPushButton* m_save = nullptr;
    QLabel* m_message;
    HeatMap* m_heatMap;
    QLabel* m_around;
    QTableView* m_table;
    TensorTableModel* m_cells;
};

} // namespace ui
