#include "ui/tensors/image_view.h"

#include "model/support/text.h"
#include "ui/jobs/job_runner.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSpinBox>

#include <algorithm>

namespace ui {

namespace {

constexpr int margin = 12;
constexpr int maxChannelRows = 512; // a longer list of channels would not be usable
constexpr int kernels = 2; ///< item data in the combo box; must not be a value of ChannelOrder
constexpr int largestPixel = 24; // maximum size of an element on the screen, in pixels

} // namespace

ImageView::ImageView(JobRunner& jobs, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_controls(new QWidget(this))
    , m_order(new QComboBox(m_controls))
    , m_which(new QSpinBox(m_controls))
    , m_channels(new QComboBox(m_controls))
    , m_range(new QComboBox(m_controls))
    , m_message(makeLabel({}, "secondary", this))
{
    setMinimumSize(160, 120);
    auto* column = makeColumn(this, { margin, 0, margin, margin }, styleSpacing);
    auto* row = makeRow(m_controls, {}, styleSpacing);
    m_order->addItem(tr("channels first (NCHW)"), static_cast<int>(ChannelOrder::First));
    m_order->addItem(tr("channels last (NHWC)"), static_cast<int>(ChannelOrder::Last));
    m_order->addItem(tr("kernels side by side (OIHW)"), kernels);
    m_range->addItems({ tr("from data"), tr("0 to 1"), tr("−1 to 1"), tr("0 to 255") });
    const std::pair<QString, QWidget*> fields[]
        = { { tr("Order"), m_order }, { tr("Image"), m_which }, { tr("Channels"), m_channels },
              { tr("Black to white"), m_range } };
    for (const auto& [text, field] : fields) {
        row->addWidget(makeLabel(text, "secondary", m_controls));
        field->setAccessibleName(text);
        row->addWidget(field);
        row->addSpacing(8);
    }
    row->addStretch();
    column->addWidget(m_controls);
    column->addWidget(m_message);
    column->addStretch();
    connect(m_order, &QComboBox::currentIndexChanged, this, &ImageView::refreshControls);
    connect(m_which, &QSpinBox::valueChanged, this, &ImageView::refresh);
    connect(m_channels, &QComboBox::currentIndexChanged, this, &ImageView::refresh);
    connect(m_range, &QComboBox::currentIndexChanged, this, &ImageView::refresh);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

ImageView::~ImageView() { m_jobs.cancelAll(this); }

void ImageView::set(std::shared_ptr<const model::TensorElements> content)
{
    m_content = std::move(content);
    {
        const QScopedValueRollback guard(m_isFilling, true);
        m_order->setCurrentIndex(m_order->findData(looksLikeKernels(m_content->dims)
                ? kernels
                : static_cast<int>(likelyOrder(m_content->dims))));
    }
    refreshControls();
}

void ImageView::setStatistics(const model::TensorStatistics& statistics)
{
    m_statistics = statistics;
    refresh();
}

void ImageView::refreshControls()
{
    if (m_content == nullptr || m_isFilling)
        return;
    const auto grid = pixelGridOf(*m_content, channelOrder());
    m_controls->setVisible(static_cast<bool>(grid));
    if (!grid) {
        m_message->setText(plain(grid.error().message(), 400));
        m_message->show();
        m_image = {};
        return update();
    }
    const QScopedValueRollback guard(m_isFilling, true);
    m_order->setEnabled(m_content->dims.size() > 2);
    m_which->setRange(0, static_cast<int>(std::min<std::int64_t>(grid->images - 1, 1 << 24)));
    m_which->setEnabled(grid->images > 1 && !isOfKernels());
    const auto mosaic = kernelMosaicOf(*grid);
    m_cut = isOfKernels() && mosaic && mosaic->shown < grid->images
        ? tr("The first %1 of %2 kernels").arg(mosaic->shown).arg(grid->images)
        : QString();
    m_channels->clear();
    // Offers colour only if the number of channels is exactly 3 or 4.
    for (const int count : { 3, 4 }) {
        if (grid->channels == count)
            m_channels->addItem(count == 3 ? tr("RGB") : tr("RGBA"), QPoint(0, count));
    }
    for (int i = 0; i < std::min<std::int64_t>(grid->channels, maxChannelRows); ++i)
        m_channels->addItem(tr("%1 of %2, grey").arg(i).arg(grid->channels), QPoint(i, 1));
    m_isFilling = false;
    refresh();
}

bool ImageView::isOfKernels() const { return m_order->currentData().toInt() == kernels; }

ChannelOrder ImageView::channelOrder() const
{
    return isOfKernels() ? ChannelOrder::First
                         : static_cast<ChannelOrder>(m_order->currentData().toInt());
}

std::pair<double, double> ImageView::chosenRange() const
{
    switch (m_range->currentIndex()) {
    case 1:
        return { 0, 1 };
    case 2:
        return { -1, 1 };
    case 3:
        return { 0, 255 };
    default:
        return { m_statistics.smallest, m_statistics.largest };
    }
}

void ImageView::refresh()
{
    if (m_content == nullptr || m_isFilling || m_channels->count() == 0)
        return;
    const auto channels = m_channels->currentData().toPoint();
    const auto [low, high] = chosenRange();
    const ImageRequest request { channelOrder(), m_which->value(), channels.x(), channels.y(), low,
        high, isOfKernels() ? Arrangement::Kernels : Arrangement::OneImage };
    m_jobs.start<QImage>(
        this, QStringLiteral("image"), tr("Drawing the picture"),
        [content = m_content, request](std::stop_token stop, const support::Progress&) {
            return makeTensorImage(*content, request, std::move(stop));
        },
        [this](support::Result<QImage> image) {
            if (!image && image.error().kind() == support::ErrorKind::Cancelled)
                return;
            m_message->setText(image ? m_cut : plain(image.error().message(), 400));
            m_message->setVisible(!m_message->text().isEmpty());
            m_image = image ? *std::move(image) : QImage();
            update();
        });
}

void ImageView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour("panel"));
    if (m_image.isNull())
        return;
    const QRectF place = QRectF(rect()).adjusted(
        margin, m_controls->geometry().bottom() + margin, -margin, -margin);
    const double factor = std::min({ place.width() / m_image.width(),
        place.height() / m_image.height(), double(largestPixel) });
    if (factor <= 0)
        return;
    const QSizeF size(m_image.width() * factor, m_image.height() * factor);
    const QRectF drawn(place.center() - QPointF(size.width() / 2, size.height() / 2), size);
    painter.fillRect(drawn, themeColour("inset"));
    painter.setRenderHint(
        QPainter::SmoothPixmapTransform, factor < 1); // enlarged elements keep sharp edges
    painter.drawImage(drawn, m_image);
    painter.setPen(themeColour("border"));
    painter.drawRect(drawn);
}

} // namespace ui
