#include "ui/tensors/tensor_page.h"

#include "model/support/text.h"
#include "ui/icon.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/jobs/job_runner.h"
#include "ui/plain_text.h"
#include "ui/settings.h"
#include "ui/table_copy.h"
#include "ui/tensors/tensor_export.h"
#include "ui/tensors/tensor_table_model.h"
#include "ui/theme.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace ui {

namespace {

constexpr int tableWrap = 10;
constexpr int fieldWidth = 76;
constexpr int cellWidth = 92;
constexpr int cellHeight = 22;

QString number(double value) { return QString::fromStdString(support::numberText(value)); }

QPushButton* makeChip(const QString& text, QWidget* parent)
{
    auto* chip = new QPushButton(text, parent);
    chip->setProperty("chip", true);
    chip->setCheckable(true);
    return chip;
}

QLabel* makeSmallLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("secondary", true);
    return label;
}

/// A vector is wrapped to about a square.
std::int64_t heatWrap(std::uint64_t count) { return std::max<std::int64_t>(16, std::llround(std::sqrt(static_cast<double>(count)))); }

QString placeText(const model::Tensor& tensor)
{
    const auto count = model::elementCount(tensor.dims);
    const auto bytes = count ? model::packedBytes(tensor.element, *count).value_or(0) : 0;
    auto text = QString::fromStdString(support::bytesText(bytes));
    if (tensor.ref.place == model::TensorRef::Place::ExternalFile)
        text = plain(tensor.ref.file, 60) + QStringLiteral(", ") + text;
    return text;
}

} // namespace

TensorPage::TensorPage(Context& context, Document* document, model::ValueId value, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_model(document->model())
    , m_value(value)
    , m_message(makeText({}, this))
    , m_heatMap(new HeatMap(this))
    , m_around(makeSmallLabel({}, this))
    , m_table(new QTableView(this))
    , m_cells(new TensorTableModel(this))
{
    setAttribute(Qt::WA_StyledBackground);
    setObjectName(QStringLiteral("tensorPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new QHBoxLayout;
    header->setSpacing(8);
    header->setContentsMargins(12, 8, 12, 4);
    const auto& shown = m_model->value(value);
    if (shown.initializer.isValid())
        buildHeader(*header, m_model->tensor(shown.initializer));
    column->addLayout(header);
    auto* controls = new QHBoxLayout;
    controls->setSpacing(8);
    controls->setContentsMargins(12, 4, 12, 8);
    buildControls(*controls);
    column->addLayout(controls);
    m_message->setContentsMargins(12, 0, 12, 6);
    m_message->hide();
    column->addWidget(m_message);

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_heatMap);
    auto* below = new QWidget(splitter);
    auto* belowColumn = new QVBoxLayout(below);
    belowColumn->setContentsMargins(0, 0, 0, 0);
    belowColumn->setSpacing(2);
    m_around->setContentsMargins(12, 4, 12, 0);
    belowColumn->addWidget(m_around);
    belowColumn->addWidget(m_table, 1);
    splitter->addWidget(below);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ 460, 180 });
    column->addWidget(splitter, 1);

    m_table->setModel(m_cells);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->horizontalHeader()->setDefaultSectionSize(cellWidth);
    m_table->verticalHeader()->setDefaultSectionSize(cellHeight);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->setCornerButtonEnabled(false);
    addCopyActions(*m_table, context.actions);
    setFocusProxy(m_heatMap);
    connect(m_heatMap, &HeatMap::cellChosen, this, &TensorPage::showCell);
    connect(&Theme::instance(), &Theme::changed, this, &TensorPage::applyScale);
    load();
}

TensorPage::~TensorPage() { m_context.jobs.cancelAll(this); }

QString TensorPage::title() const { return plain(m_model->value(m_value).name, 40); }

void TensorPage::buildHeader(QHBoxLayout& row, const model::Tensor& tensor)
{
    auto* sign = new QLabel(this);
    sign->setPixmap(icon("tensor").pixmap(18, 18));
    row.addWidget(sign);
    auto* name = new ElidedLabel(plain(tensor.name, 2000), ElidedLabel::Look::Strong, this);
    name->setObjectName(QStringLiteral("tensorName"));
    row.addWidget(name);
    const auto type = model::name(tensor.element);
    row.addWidget(makeStateChip(QString::fromStdString(model::shapeText(model::shapeOf(tensor.dims))) + u' ' + QString::fromUtf8(type.data(), static_cast<qsizetype>(type.size())), "", this));
    row.addWidget(makeStateChip(tr("weight"), "info", this));
    row.addStretch(1);
    row.addWidget(makeSmallLabel(placeText(tensor), this));
}

void TensorPage::buildControls(QHBoxLayout& row)
{
    m_heatChip = makeChip(tr("Heat map"), this);
    m_tableChip = makeChip(tr("Table"), this);
    m_heatChip->setChecked(true);
    auto* views = new QButtonGroup(this);
    views->addButton(m_heatChip);
    views->addButton(m_tableChip);
    connect(views, &QButtonGroup::buttonToggled, this, &TensorPage::showView);
    row.addWidget(m_heatChip);
    row.addWidget(m_tableChip);
    row.addSpacing(16);
    row.addWidget(makeSmallLabel(tr("Slice"), this));
    m_sliceRow = new QHBoxLayout;
    row.addLayout(m_sliceRow);
    row.addStretch(1);
    row.addWidget(makeSmallLabel(tr("Scale"), this));
    m_scale = new QComboBox(this);
    m_scale->setAccessibleName(tr("Scale of the colours"));
    m_scale->addItem(tr("from data, symmetric"));
    m_scale->addItem(tr("percentile 1 to 99"));
    m_scale->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_scale, &QComboBox::currentIndexChanged, this, &TensorPage::applyScale);
    row.addWidget(m_scale);
    m_save = new QPushButton(icon("save"), tr("Save as…"), this);
    m_save->setEnabled(false);
    connect(m_save, &QPushButton::clicked, this, &TensorPage::save);
    row.addWidget(m_save);
}

void TensorPage::load()
{
    using Content = std::shared_ptr<const TensorContent>;
    const auto tensor = m_model->value(m_value).initializer;
    if (!tensor.isValid())
        return say(tr("This value is computed by a run; no run has kept it."), "warning");
    say(tr("Reading…"), "info");
    m_context.jobs.start<Content>(
        this, QStringLiteral("load"), tr("Reading %1").arg(title()),
        [model = m_model, tensor](std::stop_token, const support::Progress&) { return loadTensor(*model, tensor); },
        [this](support::Result<Content> content) {
            if (content)
                setContent(std::move(*content));
            else
                say(plain(content.error().message(), 1000), "error");
        });
}

void TensorPage::setContent(std::shared_ptr<const TensorContent> content)
{
    m_message->hide();
    m_content = std::move(content);
    m_slices = defaultSlices(m_content->dims);
    addSliceFields();
    m_save->setEnabled(true);
    m_scale->setEnabled(!m_content->isText());
    m_heatChip->setEnabled(!m_content->isText());
    if (m_content->isText())
        m_tableChip->setChecked(true);
    applySlice();
    m_context.jobs.start<TensorStatistics>(
        this, QStringLiteral("scale"), tr("Measuring %1").arg(title()),
        [content = m_content](std::stop_token stop, const support::Progress& progress) { return measureTensor(*content, stop, progress); },
        [this](support::Result<TensorStatistics> statistics) {
            if (!statistics)
                return;
            m_statistics = std::move(*statistics);
            m_isMeasured = true;
            applyScale();
        });
}

void TensorPage::addSliceFields()
{
    for (std::size_t i = 0; i < m_slices.size(); ++i) {
        auto* field = new QLineEdit(QString::fromStdString(sliceText(m_slices[i], m_content->dims[i])), this);
        field->setMaximumWidth(fieldWidth);
        field->setAlignment(Qt::AlignHCenter);
        field->setAccessibleName(tr("Slice of dimension %1").arg(i));
        field->setToolTip(tr("0 to %1: an index, a range such as 10 : 20, or : for all").arg(m_content->dims[i] - 1));
        connect(field, &QLineEdit::editingFinished, this, &TensorPage::readSlices);
        m_sliceRow->addWidget(field);
        m_fields.append(field);
    }
}

void TensorPage::readSlices()
{
    auto slices = m_slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto slice = parseSlice(m_fields[static_cast<qsizetype>(i)]->text().toStdString(), m_content->dims[i]);
        if (!slice)
            return say(tr("Dimension %1: %2").arg(i).arg(plain(slice.error().message(), 300)), "error");
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
    m_around->setText(m_cells->isCut() ? tr("The first %1 of %2 rows").arg(m_cells->rowCount()).arg(m_cells->slice().rows()) : tr("Values"));
    if (m_content->isText())
        return;
    const SliceView slice(m_content->dims, m_slices, heatWrap(m_content->count));
    m_context.jobs.start<HeatGrid>(
        this, QStringLiteral("heat"), tr("Colouring %1").arg(title()),
        [content = m_content, slice](std::stop_token stop, const support::Progress&) { return makeHeatGrid(*content, slice, stop); },
        [this, slice](support::Result<HeatGrid> grid) {
            if (!grid)
                return;
            m_heatMap->set(m_content, slice, std::move(*grid));
            applyScale();
        });
}

void TensorPage::applyScale()
{
    if (!m_isMeasured)
        return;
    const double largest = std::max(std::abs(m_statistics.smallest), std::abs(m_statistics.largest));
    const double usual = std::max(std::abs(m_statistics.p1), std::abs(m_statistics.p99));
    m_scale->setItemText(0, tr("± %1, symmetric").arg(number(largest)));
    m_scale->setItemText(1, tr("± %1, percentile 1 to 99").arg(number(usual)));
    const double scale = m_scale->currentIndex() == 1 && usual > 0 ? usual : largest;
    m_heatMap->setScale(scale);
    m_cells->setScale(scale);
}

void TensorPage::showView()
{
    const bool isHeat = m_heatChip->isChecked();
    m_heatMap->setVisible(isHeat);
    setFocusProxy(isHeat ? static_cast<QWidget*>(m_heatMap) : m_table);
}

void TensorPage::showCell(std::uint64_t row, std::uint64_t column)
{
    const SliceView heat(m_content->dims, m_slices, heatWrap(m_content->count));
    const auto element = heat.element(row, column);
    const auto cell = m_cells->slice().find(element);
    m_around->setText(tr("Around %1").arg(QString::fromStdString(indexText(heat.position(row, column)))));
    if (!cell.isShown || cell.row >= TensorTableModel::maximumRows || cell.column >= TensorTableModel::maximumColumns)
        return;
    const auto index = m_cells->index(static_cast<int>(cell.row), static_cast<int>(cell.column));
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void TensorPage::save()
{
    const auto folder = settings::value(QStringLiteral("tensors/folder"));
    const auto path = QFileDialog::getSaveFileName(this, tr("Save tensor"), folder,
        tr("NumPy array (*.npy);;ONNX tensor (*.pb);;Slice as CSV (*.csv);;Bytes as stored (*.bin)"));
    if (path.isEmpty())
        return;
    settings::setValue(QStringLiteral("tensors/folder"), QFileInfo(path).absolutePath());
    m_context.jobs.start<std::monostate>(
        this, QStringLiteral("save"), tr("Saving %1").arg(title()),
        [content = m_content, slice = m_cells->slice(), path = path.toStdString()](std::stop_token stop, const support::Progress&) -> support::Result<std::monostate> {
            return saveTensor(*content, slice, path, stop);
        },
        [this, path](support::Result<std::monostate> saved) {
            saved ? say(tr("Saved as %1").arg(path), "good") : say(plain(saved.error().message(), 1000), "error");
        });
}

void TensorPage::say(const QString& text, const char* tone)
{
    m_message->setProperty("tone", tone);
    m_message->setText(text);
    restyle(*m_message);
    m_message->show();
}

} // namespace ui
