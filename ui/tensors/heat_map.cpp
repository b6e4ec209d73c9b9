#include "ui/tensors/heat_map.h"

#include "model/palette.h"
#include "model/support/text.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

constexpr int leftRuler = 48;
constexpr int topRuler = 20;
constexpr int edge = 10;
constexpr int tickDistance = 70; // minimum distance in pixels
constexpr std::size_t colours = 256;

/// The distance between ticks: a power of two, with at most `count` steps in `length`.
std::uint64_t tickStep(std::uint64_t length, int count)
{
    std::uint64_t step = 1;
    while (length / step > static_cast<std::uint64_t>(std::max(count, 1)))
        step *= 2;
    return step;
}

std::array<QRgb, colours> colourTable()
{
    std::array<QRgb, colours> table {};
    const auto& palette = model::Palette::instance();
    for (std::size_t i = 0; i < colours; ++i)
        table[i] = 0xff000000U
            | palette
                  .heatAt(
                      Theme::instance().kind(), "diverging", static_cast<double>(i) / (colours - 1))
                  .fill;
    return table;
}

} // namespace

support::Result<HeatGrid> makeHeatGrid(
    const model::TensorElements& content, const SliceView& slice, std::stop_token stop)
{
    HeatGrid grid;
    grid.width = static_cast<int>(std::min<std::uint64_t>(slice.columns(), heatGridSide));
    grid.height = static_cast<int>(std::min<std::uint64_t>(slice.rows(), heatGridSide));
    grid.values.assign(
        static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height), 0.0F);
    for (std::uint64_t row = 0; row < slice.rows(); ++row) {
        if (stop.stop_requested())
            return support::Error("cancelled", support::ErrorKind::Cancelled);
        const auto y = static_cast<std::size_t>(
            row * static_cast<std::uint64_t>(grid.height) / slice.rows());
        auto* line = grid.values.data() + y * static_cast<std::size_t>(grid.width);
        for (std::uint64_t column = 0; column < slice.columns() && slice.has(row, column);
             ++column) {
            auto& cell = line[column * static_cast<std::uint64_t>(grid.width) / slice.columns()];
            const auto value = static_cast<float>(content.number(slice.element(row, column)));
            if (std::isnan(value) || std::abs(value) > std::abs(cell))
                cell = value;
        }
    }
    return grid;
}

HeatMap::HeatMap(QWidget* parent)
    : TipWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Heat map of the tensor"));
    connect(&Theme::instance(), &Theme::changed, this, &HeatMap::recolour);
}

void HeatMap::set(
    std::shared_ptr<const model::TensorElements> content, SliceView slice, HeatGrid grid)
{
    m_content = std::move(content);
    m_slice = std::move(slice);
    m_grid = std::move(grid);
    m_cell = {};
    recolour();
}

void HeatMap::clear() { set(nullptr, {}, {}); }

void HeatMap::setScale(double magnitude)
{
    m_scale = magnitude > 0 ? magnitude : 1;
    recolour();
}

void HeatMap::setCell(std::uint64_t row, std::uint64_t column)
{
    m_cell = { row, column, m_slice.has(row, column) };
    update();
}

void HeatMap::recolour()
{
    m_image = QImage(m_grid.width, m_grid.height, QImage::Format_RGB32);
    const auto table = colourTable();
    const auto none = themeColour("error").rgb();
    for (int y = 0; y < m_grid.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        for (int x = 0; x < m_grid.width; ++x) {
            const double value
                = m_grid.values[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_grid.width)
                    + static_cast<std::size_t>(x)];
            const double position = 0.5 + 0.5 * std::clamp(value / m_scale, -1.0, 1.0);
            line[x] = std::isnan(value)
                ? none
                : table[static_cast<std::size_t>(std::lround(position * (colours - 1)))];
        }
    }
    update();
}

QRectF HeatMap::mapRect() const
{
    return QRectF(rect()).adjusted(leftRuler, topRuler, -edge, -edge);
}

QRectF HeatMap::cellRect(const SliceView::Cell& cell) const
{
    const auto map = mapRect();
    const double width = map.width() / static_cast<double>(m_slice.columns());
    const double height = map.height() / static_cast<double>(m_slice.rows());
    return { map.left() + static_cast<double>(cell.column) * width,
        map.top() + static_cast<double>(cell.row) * height, width, height };
}

std::optional<SliceView::Cell> HeatMap::cellAt(const QPointF& point) const
{
    const auto map = mapRect();
    if (m_content == nullptr || !map.contains(point) || m_slice.rows() == 0)
        return std::nullopt;
    const auto along = [](double offset, double length, std::uint64_t cells) {
        return std::min(
            cells - 1, static_cast<std::uint64_t>(offset / length * static_cast<double>(cells)));
    };
    const SliceView::Cell cell { along(point.y() - map.top(), map.height(), m_slice.rows()),
        along(point.x() - map.left(), map.width(), m_slice.columns()), true };
    return m_slice.has(cell.row, cell.column) ? std::optional(cell) : std::nullopt;
}

QString HeatMap::describe(const SliceView::Cell& cell) const
{
    const auto element = m_slice.element(cell.row, cell.column);
    return QString::fromStdString(indexText(m_slice.position(cell.row, cell.column)))
        + QStringLiteral(" = ") + plain(m_content->text(element), 200);
}

QString HeatMap::tipAt(QPoint point) const
{
    const auto cell = cellAt(point);
    return cell ? describe(*cell) : QString();
}

void HeatMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour("panel"));
    if (m_image.isNull())
        return;
    const auto map = mapRect();
    // Scaled without smoothing: cells larger than a pixel keep sharp edges.
    painter.drawImage(map, m_image);
    painter.setPen(themeColour("border"));
    painter.drawRect(map);
    drawRulers(painter, map);
    if (!m_cell.isShown)
        return;
    auto frame = cellRect(m_cell);
    if (frame.width() < 6 || frame.height() < 6)
        frame = QRectF(frame.center() - QPointF(4, 4), QSizeF(8, 8));
    painter.setPen(QPen(themeColour("text"), 2));
    painter.drawRect(frame);
}

void HeatMap::drawRulers(QPainter& painter, const QRectF& map) const
{
    painter.setFont(scaledFont(font()));
    painter.setPen(themeColour("textSecondary"));
    const auto across = tickStep(m_slice.columns(), static_cast<int>(map.width()) / tickDistance);
    for (std::uint64_t column = 0; column < m_slice.columns(); column += across) {
        const double x = map.left()
            + map.width() * static_cast<double>(column) / static_cast<double>(m_slice.columns());
        painter.drawText(QRectF(x - 40, 0, 80, topRuler - 3), Qt::AlignHCenter | Qt::AlignBottom,
            QString::number(m_slice.firstColumn() + static_cast<std::int64_t>(column)));
    }
    const auto down = tickStep(m_slice.rows(), static_cast<int>(map.height()) / tickDistance);
    for (std::uint64_t row = 0; row < m_slice.rows(); row += down) {
        const double y = map.top()
            + map.height() * static_cast<double>(row) / static_cast<double>(m_slice.rows());
        painter.drawText(QRectF(0, y - 10, leftRuler - 6, 20), Qt::AlignRight | Qt::AlignVCenter,
            QString::number(row));
    }
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    const auto cell = cellAt(event->position());
    if (!cell)
        return;
    m_cell = *cell;
    update();
    emit cellChosen(m_cell.row, m_cell.column);
}

void HeatMap::keyPressEvent(QKeyEvent* event)
{
    const int down = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const int across = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if ((down == 0 && across == 0) || m_slice.rows() == 0)
        return QWidget::keyPressEvent(event);
    const auto moved = [](std::uint64_t from, int by, std::uint64_t count) {
        return by < 0 ? (from == 0 ? 0 : from - 1)
                      : std::min(from + static_cast<std::uint64_t>(by), count - 1);
    };
    setCell(
        moved(m_cell.row, down, m_slice.rows()), moved(m_cell.column, across, m_slice.columns()));
    if (m_cell.isShown)
        emit cellChosen(m_cell.row, m_cell.column);
}

} // namespace ui
