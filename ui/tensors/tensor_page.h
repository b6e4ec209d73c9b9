#pragma once

#include "model/contents/tensor_statistics.h"
#include "ui/document/document.h"
#include "ui/tensors/tensor_slice.h"
#include "ui/tensors/tensor_source.h"
#include "ui/window/panel.h"

#include <QPointer>
#include <QWidget>

#include <array>

class QComboBox;
class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace ui {

class HeatMap;
class ImageView;
class LinesView;
class ModelNames;
class OutputView;
class StoredValues;
class TensorDistribution;
class TensorTableModel;

/// The tensor viewer, in a tab of its own: shows the elements of a weight, or of a value that an
/// additional run captured. Opening it selects the value, so the inspector shows its statistics.
class TensorPage : public QWidget {
    Q_OBJECT

public:
    enum class View { HeatMap, Table, Image, Lines, Text, Distribution, Meaning, Stored };
    static constexpr std::size_t viewCount = 8;

    TensorPage(
        Context& context, Document* document, model::ValueId value, QWidget* parent = nullptr);
    ~TensorPage() override;

    Document* document() const { return m_document; }
    /// Invalid if the reloaded file does not contain it.
    model::ValueId value() const { return m_value; }
    QString title() const;

    void show(View view);
    QPushButton* chip(View view) const { return m_chips[static_cast<std::size_t>(view)]; }
    QTableView* table() const { return m_table; }
    QComboBox* scale() const { return m_scale; }
    QLineEdit* fixedScale() const { return m_fixed; }
    QList<QLineEdit*> sliceFields() const { return m_fields; }
    QPushButton* saveButton() const { return m_save; }
    OutputView* output() const { return m_output; }
    std::shared_ptr<const model::TensorElements> content() const { return m_content; }

signals:
    /// The user wants to see channels, scales and zero points.
    void quantisationRequested(model::ValueId value);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildHeader(QHBoxLayout& row);
    void buildControls(QHBoxLayout& views, QHBoxLayout& values);
    QWidget* buildViews();
    /// Called when the file was reloaded: finds the value again by name.
    void rename(const ModelNames& names);
    void load();
    void setContent(std::shared_ptr<const model::TensorElements> content);
    /// Shows the tensor, or its difference to another one.
    void showContent(std::shared_ptr<const model::TensorElements> content);
    void describe();
    void measure();
    void showMeaning();
    void addSliceFields();
    void readSlices();
    void applySlice();
    void fitCells();
    void applyScale();
    void showView();
    void refreshLines();
    void refreshText();
    void showCell(std::uint64_t row, std::uint64_t column);
    void save();
    void capture();
    void showMessage(const QString& text, const char* tone);

    Context& m_context;
    QPointer<Document> m_document;
    std::shared_ptr<const model::Model> m_model;
    model::ValueId m_value;
    QString m_title;
    std::shared_ptr<const model::TensorElements> m_content;
    std::vector<DimensionSlice> m_slices;
    model::TensorStatistics m_statistics;
    bool m_isMeasured = false;

    QLabel* m_shape = nullptr;
    QLabel* m_origin = nullptr;
    QLabel* m_place = nullptr;
    QBoxLayout* m_controls = nullptr; ///< choice of views, and display settings of values
    QHBoxLayout* m_sliceRow = nullptr;
    QList<QLineEdit*> m_fields;
    QComboBox* m_scale = nullptr;
    QLineEdit* m_fixed = nullptr;
    std::array<QPushButton*, viewCount> m_chips {};
    QPushButton* m_save = nullptr;
    QPushButton* m_capture = nullptr;
    QLabel* m_message;
    QSplitter* m_splitter = nullptr;
    QStackedWidget* m_views = nullptr;
    HeatMap* m_heatMap;
    ImageView* m_image;
    LinesView* m_lines;
    QPlainTextEdit* m_text;
    TensorDistribution* m_distribution;
    OutputView* m_output;
    StoredValues* m_stored; ///< of a sparse tensor
    QWidget* m_below = nullptr;
    QLabel* m_around;
    QTableView* m_table;
    TensorTableModel* m_cells;
};

} // namespace ui
