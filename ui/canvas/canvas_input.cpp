#include "layout/reach.h"
#include "model/support/text.h"
#include "ui/canvas/canvas_accessible.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/tools/choice_list.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

// Mouse and keyboard of CanvasView.

namespace ui {

namespace {

constexpr double hitTolerance = 4; // pixels

constexpr qsizetype longestHint = 140; // characters: a tool tip does not break lines

/// Returns the hints of a card's badges, one line each.
QString badgeHints(const CanvasContent& content, model::NodeId node)
{
    QString text;
    if (content.badges == nullptr || !node.isValid())
        return text;
    const auto found = content.badges->find(node.value());
    if (found == content.badges->end())
        return text;
    for (const auto& badge : found->second) {
        if (!badge.hint.empty())
            text += u'\n' + QString::fromStdString(badge.text) + QStringLiteral(": ")
                + plain(badge.hint, longestHint);
    }
    return text;
}

QString valueLine(const CanvasContent& content, model::ValueId value)
{
    const auto& name = content.model->value(value).name;
    constexpr std::size_t maxCharacters = 120;
    auto text
        = QString::fromStdString(support::sanitise(support::elideMiddle(name, maxCharacters)));
    const auto type = layout::valueTypeText(*content.model, content.analysis.get(), value);
    if (!type.empty())
        text += QStringLiteral("\n") + QString::fromStdString(type);
    return text + QStringLiteral("\n")
        + countOf(content.model->value(value).uses.size(), QT_TR_NOOP("%1 reader(s)"));
}

} // namespace

layout::Hit CanvasView::hitAt(QPointF position) const
{
    if (m_content.isEmpty())
        return {};
    const auto point = toScene(m_view, position);
    return layout::hitTest(*m_content.scene, { float(point.x()), float(point.y()) },
        float(hitTolerance / m_view.zoom));
}

void CanvasView::setHover(const layout::Hit& hit)
{
    if (hit == m_marks.hover)
        return;
    m_marks.hover = hit;
    m_marks.hoverLines = hit.kind == layout::HitKind::Line
        ? layout::linePieces(*m_content.scene, hit.index)
        : std::vector<std::uint32_t>();
    setCursor(hit.kind == layout::HitKind::Chip ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void CanvasView::mousePressEvent(QMouseEvent* event)
{
    m_isUsed = true;
    m_coasting.stop();
    m_speed = {};
    m_sinceMove.invalidate();
    m_pressed = m_last = event->position();
    m_pressedWith = event->modifiers();
    m_fork.clear();
    if (event->button() == Qt::MiddleButton)
        m_drag = Drag::Pan;
    else if (event->button() == Qt::LeftButton)
        m_drag = Drag::Pressed;
    m_lineDrag.reset();
    if (!m_areLinesDraggable || m_drag != Drag::Pressed)
        return;
    if (const auto hit = hitAt(m_pressed); hit.kind == layout::HitKind::Line)
        m_lineDrag = lineDragAt(*m_content.scene, m_view, hit.index, m_pressed);
}

void CanvasView::mouseMoveEvent(QMouseEvent* event)
{
    m_isUsed = true;
    const auto position = event->position();
    if (m_drag == Drag::Pressed
        && (position - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag = m_pressedWith & Qt::ControlModifier ? Drag::Band
            : m_lineDrag                             ? Drag::Line
                                                     : Drag::Pan;
        setCursor(m_drag == Drag::Pan ? Qt::ClosedHandCursor : Qt::CrossCursor);
    }
    if (m_drag == Drag::Pan && !m_content.isEmpty()) {
        // Averaged over some events, because a single one may arrive late.
        const auto ms = m_sinceMove.isValid() ? std::max<qint64>(1, m_sinceMove.restart()) : 16;
        m_speed = 0.6 * m_speed + 0.4 * (position - m_last) / double(ms);
        if (!m_sinceMove.isValid())
            m_sinceMove.start();
        setView(kept(panned(m_view, position - m_last), m_content.scene->bounds));
    }
    if (m_drag == Drag::None)
        setHover(hitAt(position));
    m_last = position;
    if (m_drag == Drag::Band || m_drag == Drag::Line)
        update();
}

void CanvasView::mouseReleaseEvent(QMouseEvent* event)
{
    const auto drag = std::exchange(m_drag, Drag::None);
    if (drag != Drag::Pressed)
        setCursor(Qt::ArrowCursor);
    if (drag == Drag::Pan)
        startCoasting();
    if (drag == Drag::Band) {
        selectBand();
        update();
    }
    if (drag != Drag::Line && drag != Drag::Pressed)
        return;
    const auto hit = hitAt(event->position());
    if (drag == Drag::Line) {
        update();
        if (hit.kind == layout::HitKind::Box && !m_content.scene->items[hit.index].isGroup())
            emit lineDropped(*m_lineDrag, hit.index, event->globalPosition().toPoint());
    }
    if (drag == Drag::Pressed)
        click(hit, event->modifiers());
}

void CanvasView::selectBand()
{
    if (m_content.isEmpty())
        return;
    const auto band = QRectF(m_pressed, m_last).normalized();
    const auto topLeft = toScene(m_view, band.topLeft());
    layout::SceneQuery query(*m_content.scene);
    QList<quint32> nodes;
    for (const auto box : query.boxes({ float(topLeft.x()), float(topLeft.y()),
             float(band.width() / m_view.zoom), float(band.height() / m_view.zoom) })) {
        if (m_content.scene->items[box].node().isValid())
            nodes << m_content.scene->items[box].id;
    }
    emit nodesSelected(nodes);
}

void CanvasView::click(const layout::Hit& hit, Qt::KeyboardModifiers modifiers)
{
    if (clickGroup(hit))
        return;
    switch (hit.kind) {
    case layout::HitKind::Box:
        return select(hit.index, modifiers);
    case layout::HitKind::Chip:
        return clickChip(hit.index);
    case layout::HitKind::Line:
        emit valueSelected(m_content.scene->values[m_content.scene->lineValue[hit.index]]);
        emit lineClicked(hit.index, mapToGlobal(m_pressed.toPoint()));
        return;
    case layout::HitKind::FrameTitle:
    case layout::HitKind::Nothing:
        if (!(modifiers & Qt::ControlModifier))
            emit selectionCleared();
    }
}

void CanvasView::select(std::uint32_t box, Qt::KeyboardModifiers modifiers)
{
    const auto item = m_content.scene->items[box];
    if (item.isGroup())
        emit groupSelected(item.id);
    else if (item.value().isValid())
        emit valueSelected(item.value());
    else if (modifiers & Qt::ControlModifier)
        emit nodeToggled(item.node());
    else
        emit nodeSelected(item.node());
}

/// Selects the value of a chip and goes to the other end of its lines; lists the ends if there are
/// several.
void CanvasView::clickChip(std::uint32_t index)
{
    const auto& scene = *m_content.scene;
    const auto chip = scene.chips[index];
    std::vector<std::uint32_t> ends;
    for (const auto& link :
        chip.isProducer() ? scene.readersOf(chip.box) : scene.producersOf(chip.box)) {
        if (link.line == layout::noIndex && (chip.count > 1 || link.value == chip.value))
            ends.push_back(link.box);
    }
    emit valueSelected(scene.values[chip.value]);
    if (chip.isProducer() || ends.size() > 1)
        return chooseEnd(chip, std::move(ends));
    if (!ends.empty())
        moveSelectionTo(ends.front(), {});
}

void CanvasView::chooseEnd(const layout::Chip& chip, std::vector<std::uint32_t> ends)
{
    constexpr std::size_t maxListed = 10'000;
    const auto all = static_cast<int>(ends.size());
    auto title = chip.isProducer() ? tr("%n reader(s): go to", nullptr, all)
                                   : tr("%n producer(s): go to", nullptr, all);
    if (ends.size() > maxListed) {
        ends.resize(maxListed);
        title += QStringLiteral(" · ") + tr("the first %1 are listed").arg(countText(maxListed));
    }
    QStringList names;
    for (const auto box : ends)
        names << QString::number(names.size() + 1) + QStringLiteral("  ") + shortName(box);
    auto* list = new ChoiceList(title, names, this);
    connect(list, &ChoiceList::chosen, this,
        [this, ends](int index) { moveSelectionTo(ends[static_cast<std::size_t>(index)], {}); });
    list->popUp(mapToGlobal(toScreen(m_view, chip.rect).bottomLeft().toPoint()));
}

void CanvasView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto hit = hitAt(event->position());
    if (event->button() == Qt::LeftButton && foldAt(hit))
        return;
    if (event->button() == Qt::LeftButton && hit.kind == layout::HitKind::Box
        && m_content.scene->items[hit.index].node().isValid())
        emit nodeEntered(m_content.scene->items[hit.index].node());
}

void CanvasView::wheelEvent(QWheelEvent* event)
{
    if (m_content.isEmpty())
        return;
    m_coasting.stop();
    const bool zooms = (m_wheel == Wheel::Zooms) != bool(event->modifiers() & Qt::ControlModifier);
    if (zooms) {
        constexpr double degreesPerStep = 120; // in eighths of a degree
        const double steps = event->angleDelta().y() / degreesPerStep;
        const double factor = std::pow(zoomStep, steps);
        // Touchpads send small steps, which need no animation.
        if (event->pixelDelta().isNull() && event->phase() == Qt::NoScrollPhase)
            zoomSmoothly(factor, event->position());
        else
            setView(kept(zoomedAt(m_view, factor, event->position()), m_content.scene->bounds));
    } else {
        const QPointF pixels = event->pixelDelta().isNull() ? QPointF(event->angleDelta()) / 2
                                                            : QPointF(event->pixelDelta());
        setView(kept(
            panned(m_view, event->modifiers() & Qt::ShiftModifier ? pixels.transposed() : pixels),
            m_content.scene->bounds));
    }
    event->accept();
}

void CanvasView::contextMenuEvent(QContextMenuEvent* event)
{
    layout::Hit hit;
    auto at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard && m_marks.current != layout::noIndex) {
        hit = { layout::HitKind::Box, m_marks.current };
        at = mapToGlobal(boxRect(m_marks.current).center().toPoint());
    } else {
        hit = hitAt(event->pos());
    }
    emit menuRequested(hit, at);
}

void CanvasView::leaveEvent(QEvent*) { setHover({}); }

void CanvasView::focusInEvent(QFocusEvent*)
{
    m_marks.hasFocus = true;
    update();
}

void CanvasView::focusOutEvent(QFocusEvent*)
{
    m_marks.hasFocus = false;
    update();
}

QString CanvasView::tipAt(QPoint point) const { return tipOf(hitAt(point)); }

QString CanvasView::tipOf(const layout::Hit& hit) const
{
    switch (hit.kind) {
    case layout::HitKind::Box: {
        if (m_content.scene->items[hit.index].isGroup())
            return groupToolTip(hit);
        const auto& scene = *m_content.scene;
        const auto value = scene.items[hit.index].value();
        return value.isValid() ? valueLine(m_content, value)
                               : boxName(hit.index) + QStringLiteral("\n")
                + boxDescription(hit.index) + badgeHints(m_content, scene.items[hit.index].node());
    }
    case layout::HitKind::Chip: {
        const auto& chip = m_content.scene->chips[hit.index];
        if (chip.count > 1)
            return QString::fromStdString(
                       layout::chipText(*m_content.model, *m_content.scene, chip))
                + u'\n' + tr("click for the list");
        const auto text = valueLine(m_content, m_content.scene->values[chip.value]);
        return text + QStringLiteral("\n")
            + (chip.isProducer() ? tr(
                   "%n far reader(s), click for the list", nullptr, static_cast<int>(chip.readers))
                                 : tr("click to go to the producer"));
    }
    case layout::HitKind::Line:
        return valueLine(m_content, m_content.scene->values[m_content.scene->lineValue[hit.index]]);
    case layout::HitKind::FrameTitle:
        return groupToolTip(hit);
    case layout::HitKind::Nothing:
        break;
    }
    return {};
}

void CanvasView::keyPressEvent(QKeyEvent* event)
{
    if (m_content.isEmpty()
        || !(chooseForkTarget(event->key()) || moveSelectionByKey(event->key(), event->modifiers())
            || moveByKey(event->key(), event->modifiers())))
        QWidget::keyPressEvent(event);
}

/// Goes to a target of the last step by its digit key, 1 to 9.
bool CanvasView::chooseForkTarget(int key)
{
    const int digit = key - Qt::Key_1;
    if (m_fork.size() < 2 || digit < 0 || digit >= std::ssize(m_fork) || key > Qt::Key_9)
        return false;
    const auto targets = m_fork;
    moveSelectionTo(targets[static_cast<std::size_t>(digit)], {});
    m_fork = targets; // another digit may follow
    return true;
}

bool CanvasView::moveSelectionByKey(int key, Qt::KeyboardModifiers modifiers)
{
    struct Arrow {
        int key;
        Step down; ///< with the flow downwards
        Step right;
    };
    static constexpr Arrow arrows[] = {
        { Qt::Key_Down, Step::Reader, Step::Next },
        { Qt::Key_Up, Step::Producer, Step::Previous },
        { Qt::Key_Right, Step::Next, Step::Reader },
        { Qt::Key_Left, Step::Previous, Step::Producer },
    };
    const auto extends = Qt::ControlModifier | Qt::ShiftModifier;
    const bool isPlain = (modifiers & ~Qt::KeypadModifier) == Qt::NoModifier;
    for (const auto& arrow : arrows) {
        if (arrow.key != key || !(isPlain || (modifiers & extends) == extends))
            continue;
        moveSelection(
            m_content.scene->direction == layout::Direction::Down ? arrow.down : arrow.right,
            modifiers);
        return true;
    }
    if (!isPlain || (key != Qt::Key_Home && key != Qt::Key_End))
        return false;
    moveSelectionTo(
        key == Qt::Key_Home ? firstBox(*m_content.scene) : lastBox(*m_content.scene), {});
    return true;
}

bool CanvasView::moveByKey(int key, Qt::KeyboardModifiers modifiers)
{
    if (modifiers == Qt::ShiftModifier && (key == Qt::Key_Up || key == Qt::Key_Down)) {
        zoomBy(key == Qt::Key_Up ? zoomStep : 1 / zoomStep);
        return true;
    }
    if (foldByKey(key, modifiers))
        return true;
    const auto node = m_marks.current != layout::noIndex
        ? m_content.scene->items[m_marks.current].node()
        : model::NodeId();
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (node.isValid() && modifiers == Qt::NoModifier)
            emit nodeEntered(node);
        return node.isValid();
    case Qt::Key_G:
        jumpToProducer();
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(zoomStep);
        return true;
    case Qt::Key_Minus:
        zoomBy(1 / zoomStep);
        return true;
    case Qt::Key_0:
        fitWidth();
        return true;
    case Qt::Key_ParenRight: // Shift+0
        fitAll();
        return true;
    case Qt::Key_Escape:
        m_fork.clear();
        emit selectionCleared();
        return true;
    default:
        return false;
    }
}

void CanvasView::moveSelection(Step step, Qt::KeyboardModifiers modifiers)
{
    const auto& scene = *m_content.scene;
    if (m_marks.current == layout::noIndex) {
        const auto middle = toScene(m_view, QPointF(width() / 2.0, height() / 2.0));
        return moveSelectionTo(
            nearestBox(scene, { float(middle.x()), float(middle.y()) }), modifiers);
    }
    const auto targets = stepTargets(scene, m_marks.current, step);
    if (targets.empty())
        return;
    moveSelectionTo(targets.front(), modifiers);
    m_fork = targets;
}

void CanvasView::moveSelectionTo(std::uint32_t box, Qt::KeyboardModifiers modifiers)
{
    if (box == layout::noIndex)
        return;
    const bool extends = modifiers & Qt::ControlModifier && modifiers & Qt::ShiftModifier;
    const auto item = m_content.scene->items[box];
    if (extends && item.node().isValid()) {
        QList<quint32> nodes;
        for (const auto selected : m_marks.selected) {
            if (m_content.scene->items[selected].node().isValid())
                nodes << m_content.scene->items[selected].id;
        }
        nodes.removeAll(item.id);
        nodes << item.id; // the last one is current
        emit nodesSelected(nodes);
    } else {
        select(box, {});
    }
    // The current box changes even if no receiver of the signals changes the selection.
    m_marks.current = box;
    reveal(box);
    announceCurrent(this);
    update();
}

void CanvasView::jumpToProducer()
{
    if (m_marks.current == layout::noIndex)
        return;
    const auto& scene = *m_content.scene;
    for (const auto& chip : scene.chipsOf(m_marks.current)) {
        if (chip.isProducer())
            continue;
        for (const auto& other : scene.chips) {
            if (other.isProducer() && other.value == chip.value)
                return moveSelectionTo(other.box, {});
        }
    }
}

} // namespace ui
