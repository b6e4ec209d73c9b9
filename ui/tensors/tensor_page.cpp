#include "ui/tensors/tensor_page.h"

#include "model/support/text.h"
#include "ui/document/model_names.h"
#include "ui/format.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/jobs/job_runner.h"
#include "ui/outputs/fed_picture.h"
#include "ui/outputs/output_view.h"
#include "ui/run/run_controller.h"
#include "ui/tables/table_copy.h"
#include "ui/tensors/heat_map.h"
#include "ui/tensors/image_view.h"
#include "ui/tensors/lines_view.h"
#include "ui/tensors/stored_values.h"
#include "ui/tensors/tensor_distribution.h"
#include "ui/tensors/tensor_export.h"
#include "ui/tensors/tensor_table_model.h"
#include "ui/tensors/tensor_text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ui {

namespace {

constexpr int tableWrap = 10;
constexpr int minWidth = 240; // in pixels
constexpr int minForOneRow = 960;
constexpr int fieldWidth = 76;
constexpr int minCellWidth = 64;
constexpr int maxCellWidth = 240;
constexpr int cellHeight = 22;

/// The row length at which a vector is wrapped to approximately a square.
std::int64_t heatWrap(std::uint64_t count)
{
    return std::max<std::int64_t>(16, std::llround(std::sqrt(static_cast<double>(count))));
}

QString placeText(const model::Tensor& tensor, const QString& size)
{
    if (tensor.ref.place == model::TensorRef::Place::ExternalFile)
        return plain(tensor.ref.file, 60) + QStringLiteral(", ") + size;
    return size;
}

/// Parses the maximum of a colour scale: a finite number above zero.
std::optional<double> positiveNumber(const QString& text)
{
    bool isNumber = false;
    const double value = QLocale::c().toDouble(text, &isNumber);
    return isNumber && value > 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

enum Scale { FromData, Percentiles, Fixed };

} // namespace

TensorPage::TensorPage(Context& context, Document* document, model::ValueId value, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_model(document->model())
    , m_value(value)
    , m_title(plain(m_model->value(value).name, 40))
    , m_message(makeText({}, this))
    , m_heatMap(new HeatMap(this))
    , m_image(new ImageView(context.jobs, this))
    , m_lines(new LinesView(this))
    , m_text(new QPlainTextEdit(this))
    , m_distribution(new TensorDistribution(context, document, this))
    , m_output(new OutputView(context, this))
    , m_stored(new StoredValues(context.jobs, context.actions, this))
    , m_around(makeLabel({}, "secondary", this))
    , m_table(new QTableView(this))
    , m_cells(new TensorTableModel(this))
{
    setAttribute(Qt::WA_StyledBackground);
    setObjectName("tensorPage");
    auto* column = makeColumn(this);
    auto* header = makeRow(nullptr, { 12, 8, 12, 4 }, 8);
    buildHeader(*header);
    column->addLayout(header);
    m_controls = makeRow(nullptr, { 12, 4, 12, 8 }, 6);
    auto* views = new QHBoxLayout;
    auto* values = new QHBoxLayout;
    buildControls(*views, *values);
    m_controls->addLayout(views);
    m_controls->addLayout(values, 1);
    column->addLayout(m_controls);
    setMinimumWidth(minWidth); // narrower than the controls in one row: resizeEvent() stacks them
    auto* messages = makeRow(nullptr, { 12, 0, 12, 6 }, styleSpacing);
    m_message->hide();
    messages->addWidget(m_message);
    m_capture = new QPushButton(icon("profile"), tr("Run once and capture"), this);
    m_capture->setObjectName("captureValue");
    m_capture->hide();
    connect(m_capture, &QPushButton::clicked, this, &TensorPage::capture);
    messages->addWidget(m_capture);
    messages->addStretch();
    column->addLayout(messages);
    column->addWidget(buildViews(), 1);
    connect(m_heatMap, &HeatMap::cellChosen, this, &TensorPage::showCell);
    connect(m_distribution, &TensorDistribution::shown, this, &TensorPage::showContent);
    connect(&Theme::instance(), &Theme::changed, this, &TensorPage::applyScale);
    connect(context.runs, &RunController::capturedChanged, this, [this](model::ValueId changed) {
        if (changed == m_value && m_value.isValid())
            load();
    });
    connect(context.runs, &RunController::changed, this,
        [this] { m_capture->setEnabled(!m_context.runs->isRunning()); });
    connect(context.runs, &RunController::finished, this, [this](Document* ran, bool isGood) {
        if (ran == m_document && !isGood && m_content == nullptr && m_capture->isVisible())
            showMessage(m_context.runs->progress().failure, "error");
    });
    connect(document, &Document::idsChanged, this, &TensorPage::rename);
    load();
}

TensorPage::~TensorPage() { m_context.jobs.cancelAll(this); }

QString TensorPage::title() const { return m_title; }

void TensorPage::rename(const ModelNames& names)
{
    const auto known = names({ SelectedItem::Kind::Value, m_value.value() });
    m_context.jobs.cancelAll(this);
    m_model = m_document->model();
    m_value = known ? model::ValueId(known->id) : model::ValueId();
    if (known)
        return load();
    m_capture->hide();
    showMessage(m_content == nullptr
            ? tr("The file was read again and has no value of this name any more.")
            : tr("The file was read again and has no value of this name any more. What is shown "
                 "was read before."),
        "warning");
}

void TensorPage::buildHeader(QHBoxLayout& row)
{
    auto* sign = new QLabel(this);
    sign->setPixmap(icon("tensor").pixmap(18, 18));
    row.addWidget(sign);
    auto* name = new ElidedLabel(
        plain(m_model->value(m_value).name, 2000), ElidedLabel::Look::Strong, this);
    name->setObjectName("tensorName");
    row.addWidget(name);
    m_shape = makeStateChip({}, "", this);
    m_origin = makeStateChip({}, "info", this);
    m_origin->setObjectName("tensorOrigin");
    m_place = makeLabel({}, "secondary", this);
    row.addWidget(m_shape);
    row.addWidget(m_origin);
    row.addStretch(1);
    row.addWidget(m_place);
}

void TensorPage::buildControls(QHBoxLayout& viewsRow, QHBoxLayout& row)
{
    auto* views = new QButtonGroup(this);
    const std::array<QString, viewCount> names { tr("Heat map"), tr("Table"), tr("Image"),
        tr("Lines"), tr("Text"), tr("Distribution"), tr("Meaning"), tr("Stored") };
    for (std::size_t i = 0; i < viewCount; ++i) {
        m_chips[i] = makeChoiceChip(names[i], this);
        views->addButton(m_chips[i]);
        viewsRow.addWidget(m_chips[i]);
    }
    chip(View::HeatMap)->setChecked(true);
    chip(View::Stored)->hide();
    connect(views, &QButtonGroup::buttonToggled, this, [this](QAbstractButton*, bool isOn) {
        if (isOn)
            showView();
    });
    viewsRow.addSpacing(16);
    viewsRow.addStretch();
    row.addWidget(makeLabel(tr("Slice"), "secondary", this));
    m_sliceRow = new QHBoxLayout;
    row.addLayout(m_sliceRow);
    row.addStretch(1);
    row.addWidget(makeLabel(tr("Scale", "of colours"), "secondary", this));
    m_scale = new QComboBox(this);
    m_scale->setAccessibleName(tr("Scale of the colours"));
    m_scale->addItems({ tr("from data, symmetric"), tr("percentile 1 to 99"), tr("fixed") });
    m_scale->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_scale, &QComboBox::currentIndexChanged, this, &TensorPage::applyScale);
    row.addWidget(m_scale);
    m_fixed = new QLineEdit(QStringLiteral("1"), this);
    m_fixed->setMaximumWidth(fieldWidth);
    m_fixed->setAccessibleName(tr("Magnitude of the strongest colour"));
    m_fixed->hide();
    connect(m_fixed, &QLineEdit::editingFinished, this, &TensorPage::applyScale);
    row.addWidget(m_fixed);
    auto* codes = new QPushButton(icon("histogram"), tr("Quantisation"), this);
    codes->setObjectName("openQuantisation");
    codes->setToolTip(tr("Channels, scales and zero points"));
    connect(codes, &QPushButton::clicked, this, [this] {
        if (m_value.isValid())
            emit quantisationRequested(m_value);
    });
    row.addWidget(codes);
    m_save = new QPushButton(icon("save"), tr("Save as…"), this);
    m_save->setEnabled(false);
    connect(m_save, &QPushButton::clicked, this, &TensorPage::save);
    row.addWidget(m_save);
}

void TensorPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_controls->setDirection(
        width() < minForOneRow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

QWidget* TensorPage::buildViews()
{
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_views = new QStackedWidget(m_splitter);
    for (auto* view : { static_cast<QWidget*>(m_heatMap), static_cast<QWidget*>(m_image),
             static_cast<QWidget*>(m_lines), static_cast<QWidget*>(m_text),
             static_cast<QWidget*>(m_distribution), static_cast<QWidget*>(m_output),
             static_cast<QWidget*>(m_stored) })
        m_views->addWidget(view);
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setFrameShape(QFrame::NoFrame);
    m_splitter->addWidget(m_views);
    m_below = new QWidget(m_splitter);
    auto* column = makeColumn(m_below, {}, 2);
    m_around->setContentsMargins(12, 4, 12, 0);
    column->addWidget(m_around);
    column->addWidget(m_table, 1);
    m_splitter->addWidget(m_below);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({ 460, 180 });
    m_table->setModel(m_cells);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->setDefaultSectionSize(cellHeight);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->setCornerButtonEnabled(false);
    addCopyActions(*m_table, m_context.actions);
    setFocusProxy(m_heatMap);
    return m_splitter;
}

void TensorPage::load()
{
    using Content = std::shared_ptr<const model::TensorElements>;
    const auto source = sourceOf(m_context.runs, *m_document, m_value);
    m_capture->setVisible(!source);
    m_origin->setVisible(source.has_value());
    if (!source) {
        m_shape->setText(plain(model::typeText(m_document->analysis() != nullptr
                                       ? m_document->analysis()->type(m_value)
                                       : m_model->value(m_value).type),
            120));
        return showMessage(tr("This value is computed by a run and is not kept. One run with the "
                              "settings of the Run panel captures it."),
            "info");
    }
    m_origin->setText(source->origin);
    chip(View::Stored)->setVisible(source->sparse != nullptr);
    if (source->sparse != nullptr) {
        m_stored->load(*source);
        if (m_content == nullptr)
            show(View::Stored);
    }
    showMessage(tr("Reading…"), "info");
    m_context.jobs.start<Content>(
        this, QStringLiteral("load"), tr("Reading %1").arg(title()),
        [source = *source](std::stop_token, const support::Progress&) { return source.load(); },
        [this](support::Result<Content> content) {
            if (content)
                setContent(std::move(*content));
            else
                showMessage(plain(content.error().message(), 1000), "error");
        });
}

void TensorPage::capture()
{
    if (m_document == nullptr)
        return;
    showMessage(tr("Running the model once…"), "info");
    m_context.runs->capture(m_document, m_value);
}

void TensorPage::setContent(std::shared_ptr<const model::TensorElements> content)
{
    m_distribution->set(content, title());
    showContent(std::move(content));
}

void TensorPage::showContent(std::shared_ptr<const model::TensorElements> content)
{
    m_message->hide();
    const bool isSameShape = m_content != nullptr && m_content->dims == content->dims;
    m_content = std::move(content);
    describe();
    if (!isSameShape) {
        m_slices = defaultSlices(m_content->dims);
        addSliceFields();
    }
    m_save->setEnabled(true);
    m_scale->setEnabled(!m_content->isText());
    for (const auto view : { View::HeatMap, View::Image, View::Lines, View::Distribution })
        chip(view)->setEnabled(!m_content->isText());
    if (m_content->isText())
        show(View::Text);
    m_image->set(m_content);
    applySlice();
    measure();
    showMeaning();
}

/// An output whose meaning is known is shown by it at first.
void TensorPage::showMeaning()
{
    chip(View::Meaning)->setEnabled(!m_content->isText());
    if (m_content->isText())
        return;
    const bool isFirst = !m_output->hasContent();
    m_output->set(m_content,
        { m_document->path(), QString::fromStdString(m_model->value(m_value).name),
            m_context.runs != nullptr ? fedPicture(*m_context.runs, *m_document) : nullptr });
    const auto& outputs = m_model->main().outputs;
    const bool isOutput = std::ranges::find(outputs, m_value) != outputs.end();
    if (isFirst && isOutput && m_output->hasMeaning())
        show(View::Meaning);
}

void TensorPage::describe()
{
    const auto type = model::name(m_content->element);
    m_shape->setText(QString::fromStdString(model::shapeText(model::shapeOf(m_content->dims)))
        + u' ' + QString::fromUtf8(type.data(), static_cast<qsizetype>(type.size())));
    const auto size = bytesText(m_content->data.bytes.size());
    const auto weight = m_model->value(m_value).initializer;
    m_place->setText(weight.isValid() ? placeText(m_model->tensor(weight), size) : size);
}

void TensorPage::measure()
{
    m_isMeasured = false;
    m_context.jobs.start<model::TensorStatistics>(
        this, QStringLiteral("scale"), tr("Measuring %1").arg(title()),
        [content = m_content](std::stop_token stop, const support::Progress& progress) {
            return model::measureTensor(*content, stop, progress);
        },
        [this](support::Result<model::TensorStatistics> statistics) {
            if (!statistics)
                return;
            m_statistics = std::move(*statistics);
            m_isMeasured = true;
            m_image->setStatistics(m_statistics);
            applyScale();
        });
}

void TensorPage::addSliceFields()
{
    qDeleteAll(m_fields);
    m_fields.clear();
    for (std::size_t i = 0; i < m_slices.size(); ++i) {
        auto* field = new QLineEdit(
            QString::fromStdString(sliceText(m_slices[i], m_content->dims[i])), this);
        field->setMaximumWidth(fieldWidth);
        field->setAlignment(Qt::AlignHCenter);
        field->setAccessibleName(tr("Slice of dimension %1").arg(i));
        field->setToolTip(tr("0 to %1: an index, a range such as 10 : 20, or : for all")
                              .arg(m_content->dims[i] - 1));
        connect(field, &QLineEdit::editingFinished, this, &TensorPage::readSlices);
        m_sliceRow->addWidget(field);
        m_fields.append(field);
    }
}

void TensorPage::readSlices()
{
    auto slices = m_slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto slice = parseSlice(
            m_fields[static_cast<qsizetype>(i)]->text().toStdString(), m_content->dims[i]);
        if (!slice)
            return showMessage(
                tr("Dimension %1: %2").arg(i).arg(plain(slice.error().message(), 300)), "error");
        slices[i] = *slice;
    }
    m_message->hide();
    if (slices == m_slices)
        return;
    m_slices = std::move(slices);
    applySlice();
}

void TensorPage::applySlice()
{
    m_cells->set(m_content, SliceView(m_content->dims, m_slices, tableWrap));
    m_around->setText(m_cells->isCut()
            ? tr("The first %1 of %2 rows").arg(m_cells->rowCount()).arg(m_cells->slice().rows())
            : tr("Values"));
    fitCells();
    showView();
    if (m_content->isText())
        return;
    const SliceView slice(m_content->dims, m_slices, heatWrap(m_content->count));
    m_context.jobs.start<HeatGrid>(
        this, QStringLiteral("heat"), tr("Colouring %1").arg(title()),
        [content = m_content, slice](std::stop_token stop, const support::Progress&) {
            return makeHeatGrid(*content, slice, stop);
        },
        [this, slice](support::Result<HeatGrid> grid) {
            if (!grid)
                return;
            m_heatMap->set(m_content, slice, std::move(*grid));
            applyScale();
        });
}

/// Makes the columns as wide as the first numbers, because a truncated number would be misread.
void TensorPage::fitCells()
{
    constexpr int rowsLookedAt = 64;
    constexpr int columnsLookedAt = 16;
    const QFontMetrics metrics(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    int widest = minCellWidth;
    for (int row = 0; row < std::min(m_cells->rowCount(), rowsLookedAt); ++row) {
        for (int column = 0; column < std::min(m_cells->columnCount(), columnsLookedAt); ++column)
            widest = std::max(widest,
                metrics.horizontalAdvance(m_cells->index(row, column).data().toString())
                    + 2 * metrics.averageCharWidth());
    }
    m_table->horizontalHeader()->setDefaultSectionSize(std::min(widest, maxCellWidth));
}

void TensorPage::applyScale()
{
    m_fixed->setVisible(m_scale->currentIndex() == Fixed);
    if (!m_isMeasured)
        return;
    const double largest
        = std::max(std::abs(m_statistics.smallest), std::abs(m_statistics.largest));
    const double usual = std::max(std::abs(m_statistics.p1), std::abs(m_statistics.p99));
    m_scale->setItemText(FromData, tr("± %1, symmetric").arg(numberText(largest)));
    m_scale->setItemText(Percentiles, tr("± %1, percentile 1 to 99").arg(numberText(usual)));
    double scale = m_scale->currentIndex() == Percentiles && usual > 0 ? usual : largest;
    if (m_scale->currentIndex() == Fixed) {
        const auto typed = positiveNumber(m_fixed->text());
        if (!typed)
            return showMessage(
                tr("\"%1\" is no scale, expected a number above 0").arg(m_fixed->text()), "error");
        scale = *typed;
    }
    m_heatMap->setScale(scale);
    m_cells->setScale(scale);
}

void TensorPage::show(View view) { chip(view)->setChecked(true); }

void TensorPage::showView()
{
    struct Place {
        View view;
        QWidget* widget; ///< null if the view shows only the table
    };
    const std::array<Place, viewCount> places { { { View::HeatMap, m_heatMap },
        { View::Table, nullptr }, { View::Image, m_image }, { View::Lines, m_lines },
        { View::Text, m_text }, { View::Distribution, m_distribution }, { View::Meaning, m_output },
        { View::Stored, m_stored } } };
    for (const auto& [view, widget] : places) {
        if (!chip(view)->isChecked())
            continue;
        m_views->setVisible(widget != nullptr);
        m_below->setVisible(view == View::HeatMap || view == View::Table);
        if (widget != nullptr)
            m_views->setCurrentWidget(widget);
        setFocusProxy(widget != nullptr ? widget : m_table);
    }
    if (m_content == nullptr)
        return;
    if (chip(View::Lines)->isChecked())
        refreshLines();
    if (chip(View::Text)->isChecked())
        refreshText();
}

void TensorPage::refreshLines()
{
    // Not wrapped, so that a vector is one line.
    const SliceView slice(m_content->dims, m_slices,
        static_cast<std::int64_t>(
            std::min<std::uint64_t>(m_content->count, std::numeric_limits<std::int64_t>::max())));
    m_context.jobs.start<TensorLines>(
        this, QStringLiteral("lines"), tr("Drawing lines of %1").arg(title()),
        [content = m_content, slice](std::stop_token stop, const support::Progress&) {
            return makeTensorLines(*content, slice, std::move(stop));
        },
        [this](support::Result<TensorLines> lines) {
            if (lines)
                m_lines->set(std::move(*lines));
        });
}

void TensorPage::refreshText()
{
    m_text->setPlainText(tensorText(*m_content, SliceView(m_content->dims, m_slices, tableWrap)));
}

void TensorPage::showCell(std::uint64_t row, std::uint64_t column)
{
    const SliceView heat(m_content->dims, m_slices, heatWrap(m_content->count));
    const auto element = heat.element(row, column);
    const auto cell = m_cells->slice().find(element);
    m_around->setText(
        tr("Around %1").arg(QString::fromStdString(indexText(heat.position(row, column)))));
    if (!cell.isShown || cell.row >= TensorTableModel::maximumRows
        || cell.column >= TensorTableModel::maximumColumns)
        return;
    const auto index = m_cells->index(static_cast<int>(cell.row), static_cast<int>(cell.column));
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void TensorPage::save()
{
    const auto path = askTensorFile(*m_content, this);
    if (path.isEmpty())
        return;
    // The picture that is shown, else the heat map, with one pixel per element.
    const auto meaning = chip(View::Meaning)->isChecked() ? m_output->picture() : QImage();
    const auto picture = chip(View::Image)->isChecked() ? m_image->image()
        : meaning.isNull()                              ? m_heatMap->image()
                                                        : meaning;
    m_context.jobs.start<void>(
        this, QStringLiteral("save"), tr("Saving %1").arg(title()),
        [content = m_content, slice = m_cells->slice(), picture, path](
            std::stop_token stop, const support::Progress&) {
            return path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)
                ? saveImage(picture, path.toStdString())
                : saveTensor(*content, slice, path.toStdString(), stop);
        },
        [this, path](support::Result<void> saved) {
            saved ? showMessage(tr("Saved as %1").arg(path), "good")
                  : showMessage(plain(saved.error().message(), 1000), "error");
        });
}

void TensorPage::showMessage(const QString& text, const char* tone)
{
    m_message->setProperty("tone", tone);
    m_message->setText(text);
    restyle(*m_message);
    m_message->show();
}

} // namespace ui
