#pragma once

#include "ui/outputs/shown_output.h"
#include "ui/window/panel.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QStandardItemModel;

namespace ui {

class PictureView;
class TableView;
class WaveView;

/// Shows a tensor as what it means: classes, tokens, boxes, a mask or sound. Guesses at first and
/// says so; what the user chooses is kept with the model.
class OutputView : public QWidget {
    Q_OBJECT

public:
    /// What a tensor is the value of.
    struct Subject {
        QString model; ///< path of the file, which choices are kept for
        QString value;
        /// A picture that a run is fed with, to be drawn below boxes and masks, and what it is.
        /// Called in a worker; the picture may be null.
        std::function<std::pair<QImage, QString>()> picture;
    };

    OutputView(Context& context, QWidget* parent = nullptr);
    ~OutputView() override;

    void set(std::shared_ptr<const model::TensorElements> content, Subject subject);
    bool hasContent() const { return m_content != nullptr; }
    /// True if the tensor means something that this view shows, guessed or chosen.
    bool hasMeaning() const { return m_options.as != ShownAs::Numbers; }
    /// The picture that is shown; null if none is.
    QImage picture() const;
    const ShownOptions& options() const { return m_options; }

private:
    QWidget* buildChoice();
    QWidget* buildOptions();
    QWidget* buildContent();
    QComboBox* addChoice(const char* name, const QString& title, const QStringList& items);
    void fill();
    void refreshFields();
    void take();
    void takeKind();
    void useGuess();
    void chooseWords();
    void start();
    void showResult(const ShownOutput& shown, const QString& picture);
    void fillTable(const ShownOutput& shown);
    void showMessage(const QString& text);

    struct Result;

    Context& m_context;
    std::shared_ptr<const model::TensorElements> m_content;
    Subject m_subject;
    ShownOptions m_options;
    Guess m_guess;
    bool m_isChosen = false;
    bool m_isFilling = false;
    QComboBox* m_kind = nullptr;
    QLabel* m_origin = nullptr;
    QPushButton* m_back = nullptr;
    QSpinBox* m_item = nullptr;
    QPushButton* m_words = nullptr;
    QComboBox* m_scores = nullptr;
    QDoubleSpinBox* m_rate = nullptr;
    QDoubleSpinBox* m_level = nullptr;
    QComboBox* m_corners = nullptr;
    QComboBox* m_boxScores = nullptr;
    QCheckBox* m_transposed = nullptr;
    QDoubleSpinBox* m_threshold = nullptr;
    QDoubleSpinBox* m_overlap = nullptr;
    QLabel* m_summary = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_message = nullptr;
    QSplitter* m_split = nullptr; ///< picture above, table below
    PictureView* m_picture = nullptr;
    TableView* m_table = nullptr;
    QStandardItemModel* m_rows = nullptr;
    WaveView* m_wave = nullptr;
    QPlainTextEdit* m_text = nullptr;
};

} // namespace ui
