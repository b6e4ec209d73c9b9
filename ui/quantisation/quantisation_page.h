#pragma once

#include "ui/document/document.h"
#include "ui/edit/edit_job.h"
#include "ui/quantisation/channel_reading.h"
#include "ui/quantisation/operator_losses.h"
#include "ui/window/panel.h"

#include <QPointer>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <set>

class QBoxLayout;
class QButtonGroup;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;

namespace ui {

class ChannelRanges;
class ComparedTable;
class ElidedLabel;
class GridHistogram;
class ModelNames;
class TableView;

/// The tab that judges codes: of one weight or captured value, channel by channel, and of all
/// operators by what their outputs lose. Scales and zero points are those of the file if it is
/// quantised, else those of a scheme that can be applied as an edit.
class QuantisationPage : public QWidget {
    Q_OBJECT

public:
    QuantisationPage(
        Context& context, Document* document, model::ValueId value, QWidget* parent = nullptr);
    ~QuantisationPage() override;

    Document* document() const { return m_document; }
    /// Invalid if the model does not contain it any more.
    model::ValueId value() const { return m_value; }
    QString title() const;

    std::shared_ptr<const ChannelReading> reading() const { return m_reading; }
    std::optional<std::size_t> channel() const { return m_channel; }
    void chooseChannel(std::size_t channel);
    model::CodeChoice choice() const;
    void setScales(model::CodeChoice::Scales scales);

    /// Runs the quantiser without writing anything, and shows the error of every operator.
    void measureOperators();
    const std::optional<OperatorLosses>& losses() const { return m_losses; }
    /// Lets the operator stay fp32, or takes that back; for the next measurement.
    void keepInFloat(model::NodeId node, bool isKept);
    /// Makes what was measured, or a scheme that needs no ranges, an edit of the document.
    void applyAsEdit();

    ChannelRanges* ranges() const { return m_ranges; }
    GridHistogram* histogram() const { return m_histogram; }
    TableView* channelTable() const { return m_channels; }
    TableView* operatorTable() const { return m_operators; }

private:
    QWidget* buildHead();
    QHBoxLayout* buildFigures(QWidget* head);
    QWidget* buildRanges();
    QWidget* buildChannels();
    QWidget* buildHistogram();
    QWidget* buildOperators();
    void connectParts();

    void load();
    void code();
    void show(std::shared_ptr<const ChannelReading> reading);
    void showChannels();
    void showPicture();
    void showCards();
    void apply(ModelEdit edit, const QString& done); ///< `done`: words for the status bar
    void refreshHead();
    void refreshOperators();
    void refreshApply();
    void rename(const ModelNames& names);
    void chooseInputs();
    void fail(const QString& text);
    bool hasOwnScales() const { return m_reading != nullptr && m_reading->isOfFile(); }
    bool isMeasured() const; ///< with the options that are chosen now
    model::edit::QuantiseOptions options() const;
    QStringList measureArguments() const;
    QString codesText() const;
    model::NodeId currentOperator() const;

    Context& m_context;
    QPointer<Document> m_document;
    std::shared_ptr<const model::Model> m_model;
    model::ValueId m_value;
    QString m_title;
    std::shared_ptr<const ChannelReading> m_reading;
    std::vector<std::size_t> m_order; ///< channels in the table, and in the chart if sorted
    std::optional<std::size_t> m_channel;
    bool m_isSelecting = false; ///< true while parts follow each other

    std::optional<OperatorLosses> m_losses;
    QStringList m_measured; ///< arguments that m_losses was made with
    std::optional<double> m_errorBefore; ///< of the outputs in the measurement before
    std::set<model::NodeId> m_kept;
    QString m_inputsFolder; ///< of the calibration; empty: random inputs
    quint64 m_job = 0; ///< of the measurement; 0 = none runs

    QLabel* m_subtitle = nullptr;
    std::array<QLabel*, 3> m_figures {}; ///< values: this weight, outputs, size
    std::array<QLabel*, 3> m_details {};
    QComboBox* m_profile = nullptr;
    QPushButton* m_apply = nullptr;
    QLabel* m_message = nullptr;
    QPushButton* m_capture = nullptr;
    QButtonGroup* m_scales = nullptr; ///< ids are CodeChoice::Scales
    QComboBox* m_bits = nullptr;
    QComboBox* m_block = nullptr;
    QPushButton* m_sorted = nullptr;
    ChannelRanges* m_ranges = nullptr;
    QLabel* m_channelNote = nullptr;
    QLabel* m_findings = nullptr;
    QPushButton* m_findingsFirst = nullptr;
    ComparedTable* m_channelRows = nullptr;
    QSortFilterProxyModel* m_channelProxy = nullptr;
    TableView* m_channels = nullptr;
    QHBoxLayout* m_cards = nullptr;
    QLabel* m_pictureTitle = nullptr;
    GridHistogram* m_histogram = nullptr;
    QLabel* m_inputs = nullptr;
    ComparedTable* m_operatorRows = nullptr;
    QSortFilterProxyModel* m_operatorProxy = nullptr;
    TableView* m_operators = nullptr;
    QPushButton* m_measure = nullptr;
    QPushButton* m_keep = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_state = nullptr;
};

} // namespace ui
