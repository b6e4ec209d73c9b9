#include "ui/outputs/output_view.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/jobs/job_runner.h"
#include "ui/outputs/wave_view.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace ui {

/// What the job makes.
struct OutputView::Result {
    ShownOutput shown;
    QString picture; ///< words on the picture below
};

OutputView::OutputView(Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
{
    setAttribute(Qt::WA_StyledBackground);
    setObjectName("outputView");
    auto* column = makeColumn(this, {}, 4);
    column->addWidget(buildChoice());
    column->addWidget(buildOptions());
    m_summary = makeWrappedLabel({}, "secondary", this);
    m_summary->setObjectName("shownSummary");
    m_summary->setContentsMargins(12, 0, 12, 2);
    column->addWidget(m_summary);
    column->addWidget(buildContent(), 1);
    setFocusProxy(m_kind);
}

OutputView::~OutputView() { m_context.jobs.cancelAll(this); }

QWidget* OutputView::buildChoice()
{
    auto* widget = new QWidget(this);
    auto* row = makeRow(widget, { 12, 4, 12, 0 }, 8);
    row->addWidget(makeLabel(tr("Show as"), "secondary", widget));
    m_kind = new QComboBox(widget);
    m_kind->setObjectName("shownAs");
    m_kind->setAccessibleName(tr("What the numbers mean"));
    m_kind->addItems({ tr("Numbers"), tr("Classes"), tr("Tokens"), tr("Boxes"), tr("Mask"),
        tr("Sound") }); // in the order of ShownAs
    connect(m_kind, &QComboBox::activated, this, &OutputView::takeKind);
    row->addWidget(m_kind);
    m_origin = makeWrappedLabel({}, "secondary", widget);
    m_origin->setObjectName("shownOrigin");
    row->addWidget(m_origin, 1);
    m_back = new QPushButton(tr("Use the guess"), widget);
    m_back->setObjectName("useGuess");
    connect(m_back, &QPushButton::clicked, this, &OutputView::useGuess);
    row->addWidget(m_back);
    return widget;
}

QComboBox* OutputView::addChoice(const char* name, const QString& title, const QStringList& items)
{
    auto* box = new QComboBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(title);
    box->setToolTip(toolTipOf(title));
    box->addItems(items);
    connect(box, &QComboBox::activated, this, &OutputView::take);
    return box;
}

QWidget* OutputView::buildOptions()
{
    auto* widget = new QWidget(this);
    auto* row = new FlowLayout(widget);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    const auto number = [&](const char* name, const QString& title, double most, int decimals) {
        auto* box = new QDoubleSpinBox(widget);
        box->setObjectName(QLatin1String(name));
        box->setAccessibleName(title);
        box->setToolTip(toolTipOf(title));
        box->setPrefix(title + u' ');
        box->setRange(-most, most);
        box->setDecimals(decimals);
        box->setSingleStep(most > 1 ? 1000 : 0.05);
        box->setKeyboardTracking(false);
        connect(box, &QDoubleSpinBox::valueChanged, this, &OutputView::take);
        row->addWidget(box);
        return box;
    };
    m_item = new QSpinBox(widget);
    m_item->setObjectName("shownItem");
    m_item->setPrefix(tr("Item "));
    m_item->setAccessibleName(tr("Item of the batch"));
    connect(m_item, &QSpinBox::valueChanged, this, [this] {
        if (!m_isFilling)
            start();
    });
    row->addWidget(m_item);
    m_words = new QPushButton(widget);
    m_words->setObjectName("shownWords");
    connect(m_words, &QPushButton::clicked, this, &OutputView::chooseWords);
    row->addWidget(m_words);
    m_scores = addChoice("shownScores", tr("What the scores are"),
        { tr("Logits or probabilities, by the numbers"), tr("Logits"), tr("Scores as they are") });
    row->addWidget(m_scores);
    m_rate = number("shownRate", tr("Sample rate"), 1e6, 0);
    m_rate->setMinimum(0);
    m_rate->setSuffix(tr(" Hz"));
    m_rate->setSpecialValueText(tr("Sample rate not known"));
    m_level = number("shownLevel", tr("Inside from"), 1e6, 3);
    m_level->setSingleStep(0.1);
    m_corners = addChoice("shownCorners", tr("The first four numbers of a box"),
        { tr("x1, y1, x2, y2"), tr("y1, x1, y2, x2"), tr("Centre x, y, width, height"),
            tr("x, y, width, height") });
    row->addWidget(m_corners);
    m_boxScores = addChoice("shownBoxScores", tr("The numbers behind them"),
        { tr("No scores"), tr("Score, class"), tr("A score per class"),
            tr("Score, then a score per class") });
    row->addWidget(m_boxScores);
    m_transposed = new QCheckBox(tr("Boxes are columns"), widget);
    m_transposed->setObjectName("shownTransposed");
    connect(m_transposed, &QCheckBox::toggled, this, &OutputView::take);
    row->addWidget(m_transposed);
    m_threshold = number("shownThreshold", tr("Score from"), 1, 2);
    m_threshold->setMinimum(0);
    m_overlap = number("shownOverlap", tr("Overlap up to"), 1, 2);
    m_overlap->setMinimum(0);
    return widget;
}

QWidget* OutputView::buildContent()
{
    m_pages = new QStackedWidget(this);
    m_message = makeEmptyLabel({}, m_pages);
    m_message->setObjectName("shownMessage");
    m_pages->addWidget(m_message);
    m_split = new QSplitter(Qt::Vertical, m_pages);
    m_picture = new PictureView(m_split);
    m_picture->setObjectName("shownPicture");
    m_rows = new QStandardItemModel(this);
    m_table = new TableView(m_context.actions, m_split);
    m_table->setObjectName("shownRows");
    m_table->setAccessibleName(tr("What was found"));
    m_table->setModel(m_rows);
    m_split->addWidget(m_picture);
    m_split->addWidget(m_table);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 1);
    m_pages->addWidget(m_split);
    m_wave = new WaveView(m_pages);
    m_pages->addWidget(m_wave);
    m_text = new QPlainTextEdit(m_pages);
    m_text->setObjectName("shownText");
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Text of the tokens"));
    m_pages->addWidget(m_text);
    return m_pages;
}

void OutputView::set(std::shared_ptr<const model::TensorElements> content, Subject subject)
{
    m_content = std::move(content);
    m_subject = std::move(subject);
    m_guess = guessShown(m_subject.value.toStdString(), m_content->element, m_content->dims);
    const auto chosen = chosenShown(m_subject.model, m_subject.value);
    m_isChosen = chosen.has_value();
    m_options = chosen.value_or(m_guess.options);
    fill();
    start();
}

QImage OutputView::picture() const
{
    return m_pages->currentWidget() == m_split ? m_picture->picture() : QImage();
}

void OutputView::fill()
{
    const QScopedValueRollback guard(m_isFilling, true);
    m_kind->setCurrentIndex(static_cast<int>(m_options.as));
    m_scores->setCurrentIndex(static_cast<int>(m_options.scores));
    m_rate->setValue(m_options.sampleRate);
    m_level->setValue(m_options.level);
    m_corners->setCurrentIndex(static_cast<int>(m_options.boxes.corners));
    m_boxScores->setCurrentIndex(static_cast<int>(m_options.boxes.scores));
    m_transposed->setChecked(m_options.boxes.isTransposed);
    m_threshold->setValue(m_options.boxes.threshold);
    m_overlap->setValue(m_options.boxes.overlap);
    refreshFields();
}

/// Shows the fields of the kind, and says whether it is a guess.
void OutputView::refreshFields()
{
    const QScopedValueRollback guard(m_isFilling, true);
    const auto as = m_options.as;
    const auto items = itemCount(as, m_content->element, m_content->dims);
    m_item->setRange(0, static_cast<int>(std::clamp<std::int64_t>(items - 1, 0, 1 << 30)));
    m_item->setVisible(as != ShownAs::Numbers && items > 1);
    m_item->setSuffix(tr(" of %1").arg(integerText(items)));
    const bool hasWords = as != ShownAs::Numbers && as != ShownAs::Wave;
    const auto file = plain(QFileInfo(m_options.words).fileName().toStdString(), 40);
    const bool areTokens = as == ShownAs::Tokens;
    m_words->setText(file.isEmpty()
            ? (areTokens ? tr("Vocabulary…") : tr("Labels…"))
            : (areTokens ? tr("Vocabulary: %1…") : tr("Labels: %1…")).arg(file));
    m_words->setVisible(hasWords);
    m_scores->setVisible(as == ShownAs::Classes);
    m_rate->setVisible(as == ShownAs::Wave);
    m_level->setVisible(as == ShownAs::Mask);
    for (QWidget* field : { static_cast<QWidget*>(m_corners), static_cast<QWidget*>(m_boxScores),
             static_cast<QWidget*>(m_transposed), static_cast<QWidget*>(m_threshold),
             static_cast<QWidget*>(m_overlap) })
        field->setVisible(as == ShownAs::Boxes);
    m_back->setVisible(m_isChosen);
    m_origin->setText(m_isChosen       ? tr("Chosen, kept for this model")
            : m_guess.reason.isEmpty() ? tr("Nothing can be told by name, type and shape")
                                       : tr("A guess: %1").arg(m_guess.reason));
}

void OutputView::takeKind()
{
    const auto as = static_cast<ShownAs>(m_kind->currentIndex());
    if (as == m_options.as)
        return;
    // The fields of the guess are better than none, if it was of this kind.
    const auto words = m_options.words;
    m_options = as == m_guess.options.as ? m_guess.options : ShownOptions {};
    m_options.as = as;
    m_options.words = words;
    fill();
    take();
}

void OutputView::take()
{
    if (m_isFilling || m_content == nullptr)
        return;
    m_options.scores = static_cast<ShownOptions::Scores>(m_scores->currentIndex());
    m_options.sampleRate = m_rate->value();
    m_options.level = m_level->value();
    m_options.boxes = { static_cast<BoxForm::Corners>(m_corners->currentIndex()),
        static_cast<BoxForm::Scores>(m_boxScores->currentIndex()), m_transposed->isChecked(),
        m_threshold->value(), m_overlap->value() };
    m_isChosen = true;
    keepShown(m_subject.model, m_subject.value, m_options);
    refreshFields();
    start();
}

void OutputView::useGuess()
{
    forgetShown(m_subject.model, m_subject.value);
    m_isChosen = false;
    m_options = m_guess.options;
    fill();
    start();
}

void OutputView::chooseWords()
{
    const auto file = QFileDialog::getOpenFileName(this,
        m_options.as == ShownAs::Tokens ? tr("Vocabulary") : tr("Labels"),
        QFileInfo(m_options.words.isEmpty() ? m_subject.model : m_options.words).absolutePath(),
        tr("Words (*.txt *.json);;All files (*)"));
    if (file.isEmpty())
        return;
    m_options.words = file;
    take();
}

void OutputView::showMessage(const QString& text)
{
    m_context.jobs.cancelAll(this);
    m_message->setText(text);
    m_summary->clear();
    m_pages->setCurrentWidget(m_message);
}

void OutputView::start()
{
    if (m_options.as == ShownAs::Numbers)
        return showMessage(tr("Choose above what the numbers mean."));
    m_context.jobs.start<Result>(
        this, QStringLiteral("shown"),
        tr("Showing %1").arg(plain(m_subject.value.toStdString(), 60)),
        [content = m_content, options = m_options, item = m_item->value(),
            picture = m_subject.picture](
            std::stop_token stop, const support::Progress&) -> support::Result<Result> {
            ShowRequest request { options, item, {}, {} };
            if (!options.words.isEmpty())
                request.words
                    = std::make_shared<const Vocabulary>(TRY(readVocabulary(options.words)));
            Result result;
            if (picture && (options.as == ShownAs::Boxes || options.as == ShownAs::Mask))
                std::tie(request.picture, result.picture) = picture();
            result.shown = TRY(showOutput(*content, request, stop));
            return result;
        },
        [this](support::Result<Result> result) {
            if (result)
                showResult(result->shown, result->picture);
            else if (result.error().kind() != support::ErrorKind::Cancelled)
                showMessage(plain(result.error().kind() == support::ErrorKind::Usage
                        ? "The value " + result.error().message()
                        : result.error().message(),
                    1000));
        });
}

void OutputView::showResult(const ShownOutput& shown, const QString& picture)
{
    QStringList parts { shown.summary };
    if (!picture.isEmpty())
        parts.append(picture);
    if (shown.omitted > 0)
        parts.append(tr("%1 more are not listed").arg(integerText(shown.omitted)));
    m_summary->setText(upperFirst(parts.join(QStringLiteral(" · "))));
    switch (m_options.as) {
    case ShownAs::Wave:
        m_wave->set(shown.wave, m_options.sampleRate);
        return m_pages->setCurrentWidget(m_wave);
    case ShownAs::Tokens:
        m_text->setPlainText(shown.text);
        return m_pages->setCurrentWidget(m_text);
    case ShownAs::Boxes:
    case ShownAs::Mask:
    case ShownAs::Classes:
    case ShownAs::Numbers:
        break;
    }
    m_picture->setVisible(!shown.picture.isNull());
    m_picture->set(shown.picture);
    fillTable(shown);
    m_pages->setCurrentWidget(m_split);
}

void OutputView::fillTable(const ShownOutput& shown)
{
    const bool hasPlaces = m_options.as == ShownAs::Boxes;
    m_rows->clear();
    QStringList headings { tr("Class"), tr("Label"),
        m_options.as == ShownAs::Mask ? tr("Share of pixels") : tr("Score") };
    if (hasPlaces)
        headings << tr("x") << tr("y") << tr("Width") << tr("Height");
    m_rows->setHorizontalHeaderLabels(headings);
    const auto cell = [](const QString& text, const QVariant& sort) {
        auto* item = new QStandardItem(text);
        item->setEditable(false);
        item->setData(sort, SortRole);
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        return item;
    };
    for (const auto& row : shown.rows) {
        const auto score
            = m_options.as == ShownAs::Mask ? shareText(row.score) : numberText(row.score);
        QList<QStandardItem*> cells { cell(row.number >= 0 ? QString::number(row.number)
                                                           : QStringLiteral("–"),
                                          QVariant::fromValue(row.number)),
            cell(row.label, row.label), cell(score, row.score) };
        cells[1]->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        cells[2]->setData(std::clamp(row.score, 0.0, 1.0), ShareRole);
        if (hasPlaces)
            for (const double number :
                { row.place.x(), row.place.y(), row.place.width(), row.place.height() })
                cells.append(cell(numberText(number), number));
        m_rows->appendRow(cells);
    }
    constexpr int labelWidth = 260;
    m_table->setColumnWidth(1, labelWidth);
}

} // namespace ui
