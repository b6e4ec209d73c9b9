#include "ui/canvas/canvas_view.h"

#include "layout/card/group_card.h"
#include "layout/reach.h"
#include "ui/canvas/canvas_accessible.h"
#include "ui/canvas/opening.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/document/settings.h"
#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int moveDuration = 220; // ms
constexpr int coastFrame = 16; // ms
/// Jumps over more viewports than this are not animated, because they could not be followed.
constexpr double longestAnimatedMove = 12;

ViewState between(const ViewState& from, const ViewState& to, double t)
{
    ViewState view = to;
    view.zoom = std::exp(std::log(from.zoom) + t * (std::log(to.zoom) - std::log(from.zoom)));
    // The middle of the viewport moves in a straight line.
    const QPointF half(view.size.width() / 2.0, view.size.height() / 2.0);
    const auto start = toScene(from, half);
    const auto end = toScene(to, half);
    return centredOn(view, start + t * (end - start));
}

} // namespace

CanvasView::CanvasView(QWidget* parent)
    : TipWidget(parent)
{
    installCanvasAccessibility();
    setObjectName("canvas");
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Graph"));
    connect(&m_frames, &FrameCache::improved, this, qOverload<>(&QWidget::update));
    m_motion.setDuration(moveDuration);
    m_coasting.setInterval(coastFrame);
    connect(&m_coasting, &QTimer::timeout, this, &CanvasView::coast);
    m_motion.setEasingCurve(QEasingCurve::OutCubic);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        rebuildPainter();
        update();
    });
}

CanvasView::~CanvasView()
{
    m_motion.stop();
    m_foldTime.stop();
}

void CanvasView::rebuildPainter() { m_frames.setContent(m_content, Theme::instance().kind()); }

void CanvasView::replaceContent(CanvasContent content)
{
    m_content = std::move(content);
    rebuildPainter();
    update();
}

void CanvasView::setContent(CanvasContent content, Arrival arrival)
{
    m_motion.stop();
    m_coasting.stop();
    m_zoomTarget = 0;
    forgetAccessibleChildren(this);
    const auto old = m_content.scene;
    const bool isSame = arrival == Arrival::Same && old != nullptr && old->boxCount() > 0;
    const auto renamed = std::exchange(m_renamed, std::nullopt);
    auto anchor = !isSame ? Anchor()
        : renamed         ? anchorAt(*old, m_view, renamed->box)
                          : anchorIn(*old, m_view, m_marks.current);
    if (renamed)
        anchor.item = renamed->item;
    // If the view was not moved and nothing is selected, the graph opens again.
    const bool opensAgain
        = isSame && m_isAsOpened && m_marks.current == layout::noIndex && !m_openAt;
    if (!isSame || !m_needsOpening)
        m_openAt.reset();
    const auto oldView = m_view;
    const auto keptGroup = std::exchange(m_keptGroup, layout::noIndex);
    const auto keptAt = isSame && keptGroup != layout::noIndex ? groupRect(keptGroup) : QRectF();
    stopFolding();

    m_content = std::move(content);
    m_marks = {};
    m_marks.hasFocus = hasFocus();
    m_fork.clear();
    rebuildPainter();
    if (m_content.isEmpty()) {
        update();
        return;
    }
    const auto keptNow = keptGroup != layout::noIndex ? groupRect(keptGroup) : QRectF();
    // Keeps the title in place only if it was visible: otherwise its card would be outside, too.
    if (!keptNow.isEmpty() && QRectF(rect()).contains(keptAt.topLeft()) && !keptAt.isEmpty()) {
        m_view = panned(m_view, keptAt.topLeft() - keptNow.topLeft());
        m_isAsOpened = false;
        startFolding(old, oldView);
        emit viewChanged();
    } else if (isSame && !opensAgain) {
        m_view = anchoredView(anchor, *old, m_view, *m_content.scene);
        m_isAsOpened = false;
        emit viewChanged();
    } else {
        m_needsOpening = true;
        m_isUsed = m_isUsed && isSame;
        if (isVisible())
            open();
    }
    emit contentPlaced();
    update();
}

bool CanvasView::rename(const ItemNames& names)
{
    m_keptGroup = layout::noIndex; // an index in the old group tree
    auto before = std::exchange(m_renamed, std::nullopt);
    if (before) { // renamed twice before the content came
        if (const auto item = names(before->item))
            m_renamed = Renamed { before->box, *item };
        return m_renamed.has_value();
    }
    if (m_content.isEmpty())
        return false;
    const auto& scene = *m_content.scene;
    for (const auto box : boxesByNearness(scene, m_view, m_marks.current)) {
        const auto item = names(scene.items[box]);
        if (!item)
            continue;
        m_renamed = Renamed { box, *item };
        return true;
    }
    return false;
}

void CanvasView::setMarks(
    const std::vector<model::NodeId>& nodes, model::NodeId current, model::ValueId value)
{
    if (m_content.isEmpty())
        return;
    const auto& scene = *m_content.scene;
    m_marks.selected.clear();
    m_marks.value = layout::noIndex;
    std::vector<std::uint32_t> wanted;
    for (const auto node : nodes)
        wanted.push_back(node.value());
    std::sort(wanted.begin(), wanted.end());
    std::uint32_t currentBox = layout::noIndex;
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        const auto node = scene.items[box].node();
        if (node.isValid() && std::binary_search(wanted.begin(), wanted.end(), node.value()))
            m_marks.selected.push_back(box);
        if (node.isValid() ? node == current : value.isValid() && scene.items[box].value() == value)
            currentBox = box;
    }
    const auto found = value.isValid() ? std::find(scene.values.begin(), scene.values.end(), value)
                                       : scene.values.end();
    if (found != scene.values.end())
        m_marks.value = static_cast<std::uint32_t>(found - scene.values.begin());
    if (value.isValid() && currentBox != layout::noIndex)
        m_marks.selected.push_back(currentBox);
    if (currentBox != m_marks.current)
        m_fork.clear();
    m_marks.current = currentBox;
    markNeighbours();
    update();
}

void CanvasView::markFound(std::vector<FoundBox> found)
{
    m_marks.found = std::move(found);
    update();
}

void CanvasView::setNeighbourSteps(int steps)
{
    m_neighbourSteps = std::clamp(steps, 1, maxNeighbourSteps);
    if (m_content.isEmpty())
        return;
    markNeighbours();
    update();
}

void CanvasView::setIsolating(bool isOn)
{
    m_isIsolating = isOn;
    if (m_content.isEmpty())
        return;
    keepSelection();
    update();
}

/// Marks the neighbours of the selection. For more than 64 selected boxes none are marked, because
/// they would cover the graph.
void CanvasView::markNeighbours()
{
    constexpr std::size_t maxSelected = 64;
    layout::Neighbourhood around;
    if (m_marks.selected.size() <= maxSelected)
        around = layout::neighbourhood(
            *m_content.scene, m_marks.selected, static_cast<std::uint32_t>(m_neighbourSteps));
    m_marks.producers = std::move(around.producers);
    m_marks.readers = std::move(around.readers);
    m_marks.producerLines = std::move(around.producerLines);
    m_marks.readerLines = std::move(around.readerLines);
    keepSelection();
}

void CanvasView::keepSelection()
{
    if (!m_isIsolating || m_marks.selected.empty())
        return m_frames.setUnfaded(nullptr);
    auto kept = std::make_shared<std::vector<std::uint32_t>>(m_marks.selected);
    kept->insert(kept->end(), m_marks.producers.begin(), m_marks.producers.end());
    kept->insert(kept->end(), m_marks.readers.begin(), m_marks.readers.end());
    std::sort(kept->begin(), kept->end());
    kept->erase(std::unique(kept->begin(), kept->end()), kept->end());
    m_frames.setUnfaded(std::move(kept));
}

/// True if the widget is visible and neither the desktop nor the user turned animations off.
bool CanvasView::canMove() const
{
    return isVisible() && !settings::isMotionReduced()
        && style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) != 0;
}

void CanvasView::setView(ViewState view, Motion motion)
{
    view.size = size();
    view.pixelRatio = devicePixelRatioF();
    m_isAsOpened = false;
    m_zoomTarget = 0;
    const auto change = view.origin - m_view.origin;
    const double viewports = std::hypot(change.x() * view.zoom / std::max(1, width()),
        change.y() * view.zoom / std::max(1, height()));
    m_motion.stop();
    if (motion == Motion::Immediate || !canMove() || viewports > longestAnimatedMove) {
        m_view = view;
        emit viewChanged();
        update();
        return;
    }
    m_motion.disconnect(this);
    const auto start = m_view;
    connect(
        &m_motion, &QVariantAnimation::valueChanged, this, [this, start, view](const QVariant& t) {
            m_view = t.toDouble() >= 1 ? view : between(start, view, t.toDouble());
            emit viewChanged();
            update();
        });
    m_motion.setDuration(moveDuration);
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.start();
}

/// Zooms with an animation; the point under the pointer stays there. Further steps of the wheel add
/// to the running animation.
void CanvasView::zoomSmoothly(double factor, QPointF anchor)
{
    constexpr int duration = 120; // ms
    const double from = m_zoomTarget > 0 ? m_zoomTarget : m_view.zoom;
    const auto start = m_view;
    const auto& bounds = m_content.scene->bounds;
    const double target = std::clamp(from * factor, minimumZoom, maximumZoom);
    if (!canMove())
        return setView(kept(zoomedAt(start, target / start.zoom, anchor), bounds));
    m_motion.stop();
    m_motion.disconnect(this);
    m_isAsOpened = false;
    m_zoomTarget = target;
    connect(&m_motion, &QVariantAnimation::valueChanged, this,
        [this, start, target, anchor](const QVariant& t) {
            const double part = std::pow(target / start.zoom, t.toDouble());
            m_view = kept(zoomedAt(start, part, anchor), m_content.scene->bounds);
            if (t.toDouble() >= 1)
                m_zoomTarget = 0;
            emit viewChanged();
            update();
        });
    m_motion.setDuration(duration);
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.start();
}

/// Lets the view move on and slow down if it was moving when the button was released.
void CanvasView::startCoasting()
{
    constexpr double minSpeed = 0.25; // pixels a millisecond
    constexpr qint64 rested = 60; // ms without motion before the button was released
    if (canMove() && m_sinceMove.isValid() && m_sinceMove.elapsed() < rested
        && std::hypot(m_speed.x(), m_speed.y()) > minSpeed)
        m_coasting.start();
}

void CanvasView::coast()
{
    constexpr double friction = 0.92; // share of the speed that is left after a frame
    constexpr double stillSpeed = 0.03;
    if (m_content.isEmpty() || std::hypot(m_speed.x(), m_speed.y()) < stillSpeed)
        return m_coasting.stop();
    const auto before = m_view.origin;
    setView(kept(panned(m_view, m_speed * coastFrame), m_content.scene->bounds));
    m_speed *= friction;
    if (m_view.origin == before)
        m_coasting.stop();
}

void CanvasView::zoomBy(double factor)
{
    if (!m_content.isEmpty())
        setView(zoomedAt(m_view, factor, QPointF(width() / 2.0, height() / 2.0)), Motion::Animated);
}

void CanvasView::showActualSize() { zoomBy(1 / m_view.zoom); }

void CanvasView::fitAll()
{
    if (m_content.isEmpty())
        return;
    const auto view = fittedWithMinimumSize(m_view, m_content.scene->bounds);
    const bool isWhole = view.zoom == fittedTo(m_view, m_content.scene->bounds).zoom;
    setView(view, Motion::Animated);
    if (!isWhole)
        emit partFitted();
}

void CanvasView::open()
{
    m_view.size = size();
    m_needsOpening = false;
    auto view = m_view;
    if (m_openAt) {
        view.zoom = std::clamp(m_openAt->zoom, minimumZoom, maximumZoom);
        view = kept(centredOn(view, m_openAt->centre), m_content.scene->bounds);
    } else {
        view = openingView(view, *m_content.scene);
    }
    setView(view);
    m_isAsOpened = true;
}

void CanvasView::openAt(QPointF centre, double zoom)
{
    m_openAt = { centre, zoom };
    m_needsOpening = true;
    if (isVisible() && !m_content.isEmpty())
        open();
}

void CanvasView::fitWidth()
{
    if (m_content.isEmpty())
        return;
    m_view.size = size();
    auto view = fittedToWidth(m_view, m_content.scene->bounds);
    // A drawing wider than the viewport opens where its first group or box is, not in the empty
    // middle.
    const auto& scene = *m_content.scene;
    const auto first = firstBox(scene);
    if (first != layout::noIndex && double(scene.bounds.width) * view.zoom > width()) {
        const auto& rect = scene.frames.empty() ? scene.boxes[first] : scene.frames.front().rect;
        view.origin.setX(double(rect.centre().x) - width() / (2 * view.zoom));
    }
    setView(view);
}

void CanvasView::fitSelection()
{
    if (m_content.isEmpty())
        return;
    if (m_marks.selected.empty())
        return fitAll();
    auto area = m_content.scene->boxes[m_marks.selected.front()];
    for (const auto box : m_marks.selected)
        area = layout::united(area, m_content.scene->boxes[box]);
    setView(fittedTo(m_view, area.grown(40)), Motion::Animated);
}

void CanvasView::reveal(std::uint32_t box, Motion motion)
{
    if (m_content.isEmpty() || box >= m_content.scene->boxCount())
        return;
    // Zooms in if the box could not be read. Never zooms out.
    constexpr double minRevealZoom = 0.28;
    auto view = m_view;
    if (view.zoom < minRevealZoom) {
        const auto centre = m_content.scene->boxes[box].centre();
        view.zoom = 0.7;
        view = centredOn(view, { double(centre.x), double(centre.y) });
    }
    setView(revealing(view, m_content.scene->boxes[box]), motion);
}

/// Used for nodes that were selected in another view. A node outside of the middle part of the
/// viewport, where legend and minimap are not, moves to the centre.
void CanvasView::reveal(model::NodeId node)
{
    if (m_content.isEmpty())
        return;
    const auto box = m_content.scene->find(node);
    if (box == layout::noIndex)
        return;
    constexpr double least = 0.28; // zoom at which cards have texts
    const auto seen = boxRect(box);
    const QRectF middle
        = QRectF(rect()).adjusted(width() * 0.12, height() * 0.1, -width() * 0.12, -height() * 0.1);
    if (m_view.zoom < least || (!seen.isEmpty() && middle.contains(seen)))
        return reveal(box);
    const auto centre = m_content.scene->boxes[box].centre();
    setView(centredOn(m_view, { double(centre.x), double(centre.y) }), Motion::Animated);
}

void CanvasView::paintTo(QPainter& painter, const ViewState& view)
{
    if (m_frames.painter() != nullptr)
        m_frames.painter()->paint(painter, view, m_marks);
    else
        painter.fillRect(
            QRectF(QPointF(0, 0), QSizeF(view.size)), CanvasStyle(Theme::instance().kind()).canvas);
}

void CanvasView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_folding != nullptr) {
        m_view.size = size();
        m_view.pixelRatio = devicePixelRatioF();
        return m_folding->paint(painter, m_view);
    }
    m_view.size = size();
    m_view.pixelRatio = devicePixelRatioF();
    const auto shown = m_frames.paint(painter, m_view);
    if (m_frames.painter() != nullptr)
        m_frames.painter()->paintMarks(painter, shown, m_frames.detail(shown.zoom), m_marks);
    paintSelectedFrames(painter);
    const CanvasStyle style(Theme::instance().kind());
    if (m_drag == Drag::Band) {
        auto fill = style.selection;
        fill.setAlphaF(0.09F);
        painter.setPen(QPen(style.selection, 1));
        painter.setBrush(fill);
        painter.drawRect(QRectF(m_pressed, m_last).normalized());
    }
    if (m_drag == Drag::Line)
        paintLineDrag(painter, *m_lineDrag, m_last, style.accent);
    paintFork(painter);
    if (m_marks.hasFocus && m_marks.current == layout::noIndex) {
        painter.setPen(QPen(style.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void CanvasView::paintFork(QPainter& painter)
{
    if (m_fork.size() < 2)
        return;
    const CanvasStyle style(Theme::instance().kind());
    QFont font = canvasFont(layout::TextRole::Name, 1);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    QStringList lines;
    double width = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(m_fork.size(), 9); ++i) {
        lines << QString::number(i + 1) + QStringLiteral("   ") + shortName(m_fork[i]);
        width = std::max(width, metrics.horizontalAdvance(lines.back()));
    }
    constexpr double lineHeight = 20;
    const QRectF panel(16, 16, width + 24, lineHeight * double(lines.size()) + 12);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(style.border);
    painter.setBrush(style.raised);
    painter.drawRoundedRect(panel, 6, 6);
    painter.setPen(style.text);
    for (qsizetype i = 0; i < lines.size(); ++i)
        painter.drawText(
            QPointF(panel.left() + 12, panel.top() + 20 + lineHeight * double(i)), lines[i]);
}

/// The content may have been set while another tab was in front.
void CanvasView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_needsOpening && !m_content.isEmpty())
        open();
}

void CanvasView::resizeEvent(QResizeEvent*)
{
    if (m_motion.state() == QAbstractAnimation::Running)
        m_motion.setCurrentTime(m_motion.totalDuration()); // it goes to a view of the old size
    const auto before = m_view.size;
    const int top = mapTo(window(), QPoint()).y();
    const int lower = top - std::exchange(m_top, top);
    m_view.size = size();
    if (m_content.isEmpty())
        return;
    const bool isUsed = m_isUsed || m_marks.current != layout::noIndex;
    const bool isBelowBanner = lower != 0 && before == QSize(width(), height() + lower);
    // Until the user moves the view, the graph opens again at every size.
    if (m_needsOpening || (m_isAsOpened && !(isBelowBanner && isUsed)))
        return open();
    if (isBelowBanner) {
        // What is seen stays where it is on the screen.
        m_view.origin += QPointF(0, lower / m_view.zoom);
        m_isAsOpened = false;
    } else if (!before.isEmpty())
        m_view.origin
            += QPointF(before.width() - width(), before.height() - height()) / (2 * m_view.zoom);
    emit viewChanged();
}

QRectF CanvasView::boxRect(std::uint32_t box) const
{
    return m_content.isEmpty() ? QRectF() : toScreen(m_view, m_content.scene->boxes[box]);
}

std::vector<std::uint32_t> CanvasView::visibleBoxes() const
{
    if (m_content.isEmpty())
        return {};
    layout::SceneQuery query(*m_content.scene);
    const auto boxes = query.boxes(visibleArea(m_view));
    return { boxes.begin(), boxes.end() };
}

QString CanvasView::shortName(std::uint32_t box) const
{
    const auto card = layout::boxContent(
        *m_content.model, m_content.analysis.get(), *m_content.scene, box, m_content.cards);
    auto text = QString::fromStdString(card.title);
    if (!card.name.empty())
        text += QStringLiteral("  ") + QString::fromStdString(card.name);
    return text;
}

QString CanvasView::boxName(std::uint32_t box) const
{
    const auto item = m_content.scene->items[box];
    if (item.isGroup())
        return groupName(box);
    const auto card = layout::cardContent(
        *m_content.model, m_content.analysis.get(), item, layout::CardOptions {});
    auto title = QString::fromStdString(card.title);
    auto name = QString::fromStdString(card.name);
    switch (item.kind) {
    case layout::ItemKind::GraphInput:
        return tr("Input %1, %2").arg(title, name);
    case layout::ItemKind::GraphOutput:
        return tr("Output %1, %2").arg(title, name);
    case layout::ItemKind::Capture:
        return tr("Outer value %1, %2").arg(title, name);
    default:
        break;
    }
    const auto& node = m_content.model->node(item.node());
    const auto count = m_content.model->graph(node.graph).nodes.size();
    const auto place = tr("node %1 of %2").arg(countText(node.position + 1), countText(count));
    return (name.isEmpty() ? title : title + QStringLiteral(", ") + name) + QStringLiteral(", ")
        + place;
}

QString CanvasView::boxDescription(std::uint32_t box) const
{
    const auto& scene = *m_content.scene;
    auto text = tr("%n input(s), ", nullptr, static_cast<int>(scene.producersOf(box).size()))
        + tr("%n reader(s)", nullptr, static_cast<int>(scene.readersOf(box).size()));
    const auto node = scene.items[box].node();
    if (m_content.overlay && m_content.overlay->isMeasured(node) && m_content.overlay->text)
        text += QStringLiteral(", ")
            + QString::fromStdString(m_content.overlay->text(m_content.overlay->value(node)));
    return text;
}

} // namespace ui
