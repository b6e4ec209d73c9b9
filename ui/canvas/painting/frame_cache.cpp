#include "ui/canvas/painting/frame_cache.h"

#include "ui/canvas/painting/canvas_style.h"
#include "ui/canvas/painting/font_measurer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ui {

namespace {

/// The GUI thread paints only what takes no longer. The window system needs the rest of a frame.
constexpr double maxAtOnce = 6; // ms
constexpr int restBefore = 60; // ms without input before the exact picture is painted
constexpr double slowFrame = 40; // ms, of a whole frame
constexpr double fastFrame = 12;
constexpr double leniencyStep = 1.25;
constexpr std::size_t framesJudged = 30;
/// Strips are painted with this margin, because the place of a label depends on its neighbours.
constexpr int stripMargin = 48; // pixels

/// Milliseconds per item, by detail, on the reference machine; PaintCosts corrects them.
struct LevelCost {
    double box;
    double line;
    double area; ///< of a full HD viewport
};
constexpr std::array<LevelCost, 4> levelCosts { {
    { 0.00005, 0.0001, 1.5 }, // pixels
    { 0.001, 0.0005, 1 }, // blocks
    { 0.012, 0.006, 1 }, // cards
    { 0.05, 0.02, 1.5 }, // full
} };

double guess(const layout::Scene& scene, const ViewState& view, Detail detail)
{
    constexpr double fullHd = 1920.0 * 1080.0;
    const auto area = visibleArea(view);
    const auto& cost = levelCosts[static_cast<std::size_t>(detail)];
    const double pixels = double(view.size.width()) * double(view.size.height()) * view.pixelRatio
        * view.pixelRatio;
    return cost.box * double(scene.boxIndex.entries(area))
        + cost.line * double(scene.lineIndex.entries(area)) + cost.area * pixels / fullHd;
}

QSize pixelSize(const ViewState& view) { return (QSizeF(view.size) * view.pixelRatio).toSize(); }

bool isSameButPlace(const ViewState& a, const ViewState& b)
{
    return a.zoom == b.zoom && a.size == b.size && a.pixelRatio == b.pixelRatio;
}

/// Shifts the pixels of an image in place. Uncovered parts keep their old pixels.
void scroll(QImage& image, QPoint by)
{
    const int width = image.width() - std::abs(by.x());
    const int height = image.height() - std::abs(by.y());
    auto* bits = image.bits();
    const auto stride = image.bytesPerLine();
    constexpr int pixelBytes = 4;
    for (int i = 0; i < height; ++i) {
        // In the order in which no row is overwritten before it was read.
        const int row = by.y() > 0 ? height - 1 - i : i;
        const int from = row + std::max(0, -by.y());
        const int to = row + std::max(0, by.y());
        std::memmove(bits + to * stride + std::max(0, by.x()) * pixelBytes,
            bits + from * stride + std::max(0, -by.x()) * pixelBytes,
            static_cast<std::size_t>(width) * pixelBytes);
    }
}

/// The part of a view that lies in a rectangle of its device pixels.
ViewState partOf(const ViewState& view, const QRect& pixels)
{
    ViewState part = view;
    const QPointF offset = QPointF(pixels.topLeft()) / view.pixelRatio;
    part.origin += offset / view.zoom;
    part.size = QSize(static_cast<int>(std::ceil(pixels.width() / view.pixelRatio)),
        static_cast<int>(std::ceil(pixels.height() / view.pixelRatio)));
    return part;
}

QRect withMargin(const QRect& strip)
{
    return strip.adjusted(-stripMargin, -stripMargin, stripMargin, stripMargin);
}

} // namespace

double PaintCosts::estimate(const layout::Scene& scene, const ViewState& view, Detail detail) const
{
    return guess(scene, view, detail) * m_factors[static_cast<std::size_t>(detail)];
}

void PaintCosts::learn(
    const layout::Scene& scene, const ViewState& view, Detail detail, double took)
{
    auto& factor = m_factors[static_cast<std::size_t>(detail)];
    const double seen = took / std::max(0.1, guess(scene, view, detail));
    // Changes slowly, because one frame may have waited for the processor.
    factor = std::clamp(factor * 0.8 + seen * 0.2, 0.05, 20.0);
}

void DetailBudget::add(double took)
{
    m_last.push_back(took);
    if (m_last.size() > framesJudged)
        m_last.pop_front();
    if (m_last.size() < framesJudged)
        return;
    auto sorted = std::vector<double>(m_last.begin(), m_last.end());
    std::sort(sorted.begin(), sorted.end());
    const double p95 = sorted[sorted.size() * 95 / 100];
    const double before = m_zoomFactor;
    if (p95 > slowFrame)
        m_zoomFactor = std::min(m_zoomFactor * leniencyStep, leniencyStep * leniencyStep);
    else if (p95 < fastFrame)
        m_zoomFactor = std::max(m_zoomFactor / leniencyStep, 1.0);
    if (m_zoomFactor != before)
        m_last.clear();
}

struct FrameCache::WorkerPainter {
    CanvasContent content;
    model::ThemeKind theme;
    std::unique_ptr<CanvasPainter> painter;

    CanvasPainter& get()
    {
        if (painter == nullptr)
            painter = std::make_unique<CanvasPainter>(content, theme);
        return *painter;
    }
};

FrameCache::FrameCache(QObject* parent)
    : QObject(parent)
{
    // Called here, on the GUI thread, because both read the fonts of the platform.
    canvasFont(layout::TextRole::Name, 1);
    fontMeasurer();
    m_settle.setSingleShot(true);
    m_settle.setInterval(restBefore);
    connect(&m_settle, &QTimer::timeout, this, &FrameCache::startFrame);
}

FrameCache::~FrameCache() = default;

void FrameCache::setContent(const CanvasContent& content, model::ThemeKind theme)
{
    const bool isSameScene = content.scene == m_content.scene && !content.isEmpty();
    m_content = content;
    m_theme = theme;
    m_isStale = true;
    m_worker.cancel();
    if (!isSameScene) {
        m_image = QImage();
        m_kept = nullptr;
        m_costs = {};
        m_budget = {};
    }
    if (content.isEmpty()) {
        m_painter.reset();
        m_workerPainter.reset();
        return;
    }
    m_painter = std::make_unique<CanvasPainter>(content, theme);
    m_workerPainter = std::make_shared<WorkerPainter>(WorkerPainter { content, theme, nullptr });
}

void FrameCache::setUnfaded(UnfadedBoxes kept)
{
    if (kept == m_kept || (kept != nullptr && m_kept != nullptr && *kept == *m_kept))
        return;
    m_kept = std::move(kept);
    m_isStale = true;
    m_worker.cancel();
}

bool FrameCache::isReady(const ViewState& view) const
{
    return !m_isStale && m_image.size() == pixelSize(view) && isSameButPlace(m_shown, view);
}

ViewState FrameCache::paint(QPainter& painter, const ViewState& view)
{
    m_wanted = view;
    if (m_painter == nullptr || view.size.isEmpty()) {
        painter.fillRect(QRectF(QPointF(0, 0), QSizeF(view.size)), CanvasStyle(m_theme).canvas);
        return view;
    }
    if ((isReady(view) && showShifted(view)) || paintAtOnce(view)) {
        painter.drawImage(QPointF(0, 0), m_image);
        return m_shown;
    }
    drawScaled(painter, view);
    requestFrame();
    return view;
}

/// Shifts the image by whole device pixels and paints the uncovered strips. Returns false if that
/// would be too slow.
bool FrameCache::showShifted(const ViewState& view)
{
    const double perUnit = view.zoom * view.pixelRatio;
    const QPointF moved = (view.origin - m_shown.origin) * perUnit;
    if (std::abs(moved.x()) >= m_image.width() || std::abs(moved.y()) >= m_image.height())
        return false;
    const QPoint by = moved.toPoint();
    if (by.isNull())
        return true;
    auto shifted = m_shown;
    shifted.origin += QPointF(by) / perUnit;
    const QRect whole(QPoint(), m_image.size());
    const QRect column(by.x() > 0 ? whole.width() - by.x() : 0, 0, std::abs(by.x()),
        by.x() != 0 ? whole.height() : 0);
    const QRect row(0, by.y() > 0 ? whole.height() - by.y() : 0, by.y() != 0 ? whole.width() : 0,
        std::abs(by.y()));
    double cost = 0;
    for (const auto& strip : { column, row }) {
        if (!strip.isEmpty())
            cost += m_costs.estimate(
                *m_content.scene, partOf(shifted, withMargin(strip)), detail(view.zoom));
    }
    if (cost > maxAtOnce)
        return false;
    m_worker.cancel(); // its result would be an older view
    scroll(m_image, -by);
    m_shown = m_wanted = shifted;
    for (const auto& strip : { column, row }) {
        if (!strip.isEmpty())
            paintStrip(strip);
    }
    m_settle.start(); // labels and slanted lines may differ at the seams
    return true;
}

void FrameCache::paintStrip(const QRect& pixels)
{
    QElapsedTimer clock;
    clock.start();
    const auto grown = withMargin(pixels);
    const auto part = partOf(m_shown, grown);
    QPainter painter(&m_image);
    const double ratio = m_shown.pixelRatio;
    painter.setClipRect(QRectF(QPointF(pixels.topLeft()) / ratio, QSizeF(pixels.size()) / ratio));
    painter.translate(QPointF(grown.topLeft()) / ratio);
    m_painter->paintBase(painter, part, detail(m_shown.zoom), m_kept);
    m_costs.learn(*m_content.scene, part, detail(m_shown.zoom), double(clock.nsecsElapsed()) / 1e6);
}

bool FrameCache::paintAtOnce(const ViewState& view)
{
    const auto level = detail(view.zoom);
    const bool needsColours = level == Detail::Pixels && !m_painter->hasBoxColours()
        && m_content.scene->boxCount() > 5000;
    const double part = m_kept != nullptr ? 2 : 1; // what is kept is painted twice
    if (needsColours || m_costs.estimate(*m_content.scene, view, level) * part > maxAtOnce)
        return false;
    m_worker.cancel();
    m_settle.stop();
    if (m_image.size() != pixelSize(view) || m_image.devicePixelRatio() != view.pixelRatio) {
        m_image = QImage(pixelSize(view), QImage::Format_RGB32);
        m_image.setDevicePixelRatio(view.pixelRatio);
    }
    QElapsedTimer clock;
    clock.start();
    QPainter painter(&m_image);
    m_painter->paintBase(painter, view, level, m_kept);
    painter.end();
    m_shown = view;
    m_isStale = false;
    learn(view, double(clock.nsecsElapsed()) / 1e6);
    return true;
}

void FrameCache::learn(const ViewState& view, double took)
{
    m_costs.learn(*m_content.scene, view, detail(view.zoom), took);
    m_budget.add(took);
}

void FrameCache::drawScaled(QPainter& painter, const ViewState& view) const
{
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(view.size)), CanvasStyle(m_theme).canvas);
    if (m_image.isNull())
        return;
    const double by = view.zoom / m_shown.zoom;
    const QPointF corner = (m_shown.origin - view.origin) * view.zoom;
    const QSizeF size = QSizeF(m_image.size()) / m_image.devicePixelRatio();
    // Only the part in view, because QPainter would scale the rest too.
    const QRectF target
        = QRectF(corner, size * by).intersected(QRectF(QPointF(0, 0), QSizeF(view.size)));
    if (target.isEmpty())
        return;
    const QRectF source((target.topLeft() - corner) / by * m_image.devicePixelRatio(),
        target.size() / by * m_image.devicePixelRatio());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(target, m_image, source);
}

/// Lets the worker paint: at once if there is no valid image, otherwise when the view rests.
void FrameCache::requestFrame()
{
    m_worker.cancel();
    if (m_image.isNull() || m_isStale)
        startFrame();
    else
        m_settle.start();
}

void FrameCache::startFrame()
{
    m_settle.stop();
    if (m_painter == nullptr)
        return;
    m_worker.start([this, painter = m_workerPainter, view = m_wanted, kept = m_kept,
                       level = detail(m_wanted.zoom)](
                       const std::stop_token& stop) -> LatestWorker::Delivery {
        QElapsedTimer clock;
        clock.start();
        QImage image(pixelSize(view), QImage::Format_RGB32);
        image.setDevicePixelRatio(view.pixelRatio);
        QPainter onto(&image);
        painter->get().paintBase(onto, view, level, kept, stop);
        onto.end();
        const double took = double(clock.nsecsElapsed()) / 1e6;
        auto colours = painter->get().hasBoxColours() ? painter->get().sharedBoxColours() : nullptr;
        return [this, image, view, took, colours = std::move(colours)] {
            m_image = image;
            m_shown = view;
            m_isStale = false;
            if (colours != nullptr && !m_painter->hasBoxColours())
                m_painter->adoptBoxColours(colours);
            learn(view, took);
            emit improved();
        };
    });
}

} // namespace ui
