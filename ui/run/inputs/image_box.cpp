#include "ui/run/inputs/image_box.h"

#include "model/support/text.h"
#include "ui/jobs/job_runner.h"
#include "ui/run/inputs/image_preview.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSpinBox>

namespace ui {

namespace {

constexpr int previewSide = 96;

void choose(QComboBox& box, const QString& option)
{
    box.setCurrentIndex(std::max(0, box.findData(option)));
}

QString numbersText(const std::vector<double>& numbers)
{
    return QString::fromStdString(support::joined(
        numbers, " / ", [](double number) { return support::shortestText(number); }));
}

/// The options of a preset as this build prints them; presets and fields are compared by it.
std::string printed(std::string_view options)
{
    const auto preparation = engine::imagePreparationFromText(options);
    return preparation ? engine::imagePreparationText(*preparation) : std::string();
}

} // namespace

ImageBox::ImageBox(JobRunner& jobs, const QString& input, model::ValueType type, QWidget* parent)
    : QWidget(parent)
    , m_jobs(&jobs)
    , m_input(input)
    , m_type(std::move(type))
    , m_form(new QFormLayout)
{
    setObjectName(QStringLiteral("image-") + input);
    auto* column = makeColumn(this, { 0, 2, 0, 0 }, 6);
    column->addWidget(buildPreview());
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setVerticalSpacing(4);
    column->addLayout(m_form);
    buildFields(*m_form);
}

ImageBox::~ImageBox()
{
    if (m_jobs != nullptr)
        m_jobs->cancelAll(this);
}

QWidget* ImageBox::buildPreview()
{
    auto* widget = new QWidget(this);
    auto* row = makeRow(widget, {}, 8);
    m_picture = new QLabel(widget);
    m_picture->setObjectName(QStringLiteral("preview-") + m_input);
    m_picture->setFixedSize(previewSide, previewSide);
    m_picture->setAlignment(Qt::AlignCenter);
    m_picture->setFrameShape(QFrame::StyledPanel);
    row->addWidget(m_picture);
    auto* facts = makeColumn(nullptr, {}, 2);
    facts->addWidget(makeLabel(tr("Fed to the model"), "secondary", widget));
    m_size = makeWrappedLabel({}, nullptr, widget);
    m_size->setObjectName(QStringLiteral("imageSize-") + m_input);
    m_numbers = makeWrappedLabel({}, nullptr, widget);
    m_numbers->setObjectName(QStringLiteral("imageNumbers-") + m_input);
    facts->addWidget(m_size);
    facts->addWidget(m_numbers);
    facts->addStretch();
    row->addLayout(facts, 1);
    return widget;
}

void ImageBox::buildFields(QFormLayout& form)
{
    m_preset = new QComboBox(this);
    m_preset->setAccessibleName(tr("Preparation of %1").arg(m_input));
    m_preset->setObjectName(QStringLiteral("imagePreset-") + m_input);
    m_preset->addItem(tr("Own settings"));
    m_preset->addItem(tr("None, levels of 0 to 1"), QString());
    for (const auto& named : engine::namedPreparations()) {
        m_preset->addItem(QString::fromUtf8(named.name.data(), std::ssize(named.name)),
            QString::fromStdString(printed(named.options)));
        m_preset->setItemData(m_preset->count() - 1,
            toolTipOf(QString::fromUtf8(named.models.data(), std::ssize(named.models))),
            Qt::ToolTipRole);
    }
    form.addRow(tr("Prepared as"), m_preset);
    connect(m_preset, &QComboBox::activated, this, &ImageBox::usePreset);
    m_order = addChoice(form, tr("Layout"), "imageOrder-",
        { { tr("By the shape"), "" }, { tr("Channels first (NCHW)"), "nchw" },
            { tr("Channels last (NHWC)"), "nhwc" } });
    m_fit = addChoice(form, tr("Size"), "imageFit-",
        { { tr("Stretch"), "" }, { tr("Cut the middle out"), "crop" },
            { tr("Fit, with a border"), "pad" } });
    m_side = new QSpinBox(this);
    m_side->setRange(0, 1 << 16);
    m_side->setSpecialValueText(tr("as needed"));
    m_side->setObjectName(QStringLiteral("imageSide-") + m_input);
    m_side->setAccessibleName(tr("Shorter side of %1 before the cut").arg(m_input));
    form.addRow(tr("Shorter side"), m_side);
    m_border = new QSpinBox(this);
    m_border->setRange(0, 255);
    m_border->setObjectName(QStringLiteral("imageBorder-") + m_input);
    m_border->setAccessibleName(tr("Level of the border of %1").arg(m_input));
    form.addRow(tr("Border"), m_border);
    for (auto* box : { m_side, m_border }) {
        box->setKeyboardTracking(false);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            if (!m_isFilling)
                emit edited();
        });
    }
    m_filter = addChoice(form, tr("Scaled"), "imageFilter-",
        { { tr("Bilinear, as Pillow"), "" }, { tr("Bicubic, as Pillow"), "bicubic" },
            { tr("Linear, as Resize"), "linear" } });
    m_colours = addChoice(
        form, tr("Colours"), "imageColours-", { { tr("RGB"), "" }, { tr("BGR"), "bgr" } });
    m_range = addChoice(form, tr("Levels"), "imageRange-",
        { { tr("By the type"), "" }, { tr("0 to 1"), "range=0..1" },
            { tr("0 to 255"), "range=0..255" } });
    m_mean = addNumbers(form, tr("Minus mean"), "imageMean-");
    m_deviation = addNumbers(form, tr("By deviation"), "imageDeviation-");
}

QComboBox* ImageBox::addChoice(QFormLayout& form, const QString& title, const char* name,
    std::initializer_list<std::pair<QString, const char*>> items)
{
    auto* box = new QComboBox(this);
    box->setObjectName(QLatin1String(name) + m_input);
    box->setAccessibleName(tr("%1, %2").arg(title, m_input));
    for (const auto& [text, option] : items)
        box->addItem(text, QString::fromLatin1(option));
    form.addRow(title, box);
    connect(box, &QComboBox::activated, this, [this] {
        refreshForFit();
        emit edited();
    });
    return box;
}

QLineEdit* ImageBox::addNumbers(QFormLayout& form, const QString& title, const char* name)
{
    auto* field = new QLineEdit(this);
    field->setObjectName(QLatin1String(name) + m_input);
    field->setAccessibleName(tr("%1, %2").arg(title, m_input));
    field->setPlaceholderText(tr("none"));
    field->setToolTip(
        toolTipOf(tr("One number for all channels, or one per channel: 0.485 / 0.456 / 0.406")));
    form.addRow(title, field);
    connect(field, &QLineEdit::editingFinished, this, [this, field] {
        if (field->isModified())
            emit edited();
        field->setModified(false);
    });
    return field;
}

void ImageBox::show(const engine::InputSpec& spec, const model::Binding& dims)
{
    fill(spec.image);
    preview(spec, dims);
}

void ImageBox::fill(const engine::ImagePreparation& preparation)
{
    const QScopedValueRollback guard(m_isFilling, true);
    using engine::ImageOrder;
    auto anyLayout = preparation;
    anyLayout.order = ImageOrder::Guess;
    choose(*m_preset, QString::fromStdString(engine::imagePreparationText(anyLayout)));
    m_order->setCurrentIndex(static_cast<int>(preparation.order));
    m_fit->setCurrentIndex(static_cast<int>(preparation.fit));
    m_filter->setCurrentIndex(static_cast<int>(preparation.filter));
    m_side->setValue(static_cast<int>(preparation.shorterSide));
    m_border->setValue(preparation.border);
    m_colours->setCurrentIndex(preparation.isBgr ? 1 : 0);
    choose(*m_range,
        preparation.highest ? QStringLiteral("range=0..%1").arg(*preparation.highest) : QString());
    m_mean->setText(numbersText(preparation.mean));
    m_deviation->setText(numbersText(preparation.deviation));
    refreshForFit();
}

void ImageBox::refreshForFit()
{
    m_form->setRowVisible(m_side, m_fit->currentData() == QStringLiteral("crop"));
    m_form->setRowVisible(m_border, m_fit->currentData() == QStringLiteral("pad"));
}

void ImageBox::usePreset()
{
    const auto options = m_preset->currentData();
    if (!options.isValid())
        return;
    // The layout belongs to the model's input, not to how models of its kind were trained.
    auto preparation = engine::imagePreparationFromText(options.toString().toStdString());
    if (!preparation)
        return;
    const auto preset = m_preset->currentIndex();
    preparation->order = static_cast<engine::ImageOrder>(m_order->currentIndex());
    fill(*preparation);
    m_preset->setCurrentIndex(preset);
    emit edited();
}

QString ImageBox::options() const
{
    QStringList parts { m_order->currentData().toString() };
    auto fit = m_fit->currentData().toString();
    if (fit == QStringLiteral("crop") && m_side->value() > 0)
        fit += QStringLiteral("=%1").arg(m_side->value());
    if (fit == QStringLiteral("pad"))
        fit += QStringLiteral("=%1").arg(m_border->value());
    parts << fit << m_filter->currentData().toString() << m_colours->currentData().toString()
          << m_range->currentData().toString();
    const auto numbers = [&](const char* option, const QLineEdit& field) {
        const auto text = field.text().remove(u' ');
        if (!text.isEmpty())
            parts.append(QLatin1String(option) + text);
    };
    numbers("mean=", *m_mean);
    numbers("std=", *m_deviation);
    parts.removeAll(QString());
    return parts.join(u',');
}

/// What does not fit is said of the input: `x has 4 channels, an image gives 1 or 3`.
QString ImageBox::problemText(const support::Error& error) const
{
    const auto message = plain(error.message(), 300);
    if (error.kind() != support::ErrorKind::Usage)
        return message;
    return tr("%1 %2").arg(plain(m_input.toStdString(), 48), message);
}

void ImageBox::preview(const engine::InputSpec& spec, const model::Binding& dims)
{
    const auto file = QFileInfo(QString::fromStdString(spec.file.string())).fileName();
    m_jobs->start<ImagePreview>(
        this, QStringLiteral("preview"), tr("Reading %1").arg(plain(file.toStdString(), 60)),
        [spec, dims, type = m_type](
            std::stop_token, const support::Progress&) { return previewImage(spec, type, dims); },
        [this](support::Result<ImagePreview> made) {
            if (!made && made.error().kind() == support::ErrorKind::Cancelled)
                return;
            m_picture->setPixmap(made
                    ? QPixmap::fromImage(made->picture.scaled(previewSide - 2, previewSide - 2,
                        Qt::KeepAspectRatio, Qt::SmoothTransformation))
                    : QPixmap());
            m_size->setText(made ? made->size : QString());
            m_numbers->setText(made ? made->numbers : QString());
            emit checked(made ? QString() : problemText(made.error()));
        });
}

} // namespace ui
