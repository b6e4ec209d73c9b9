#include "layout/card/group_card.h"
#include "layout/group_tree.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/canvas/painting/group_text.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

// Groups on the canvas: folding and unfolding, and how the picture changes with it.

namespace ui {

namespace {

constexpr int foldDuration = 150; // ms
constexpr double arrowWidth = 26; // pixels at least, from the left border

} // namespace

void CanvasView::markGroups(const std::vector<std::uint32_t>& groups)
{
    m_marks.frames.clear();
    if (m_content.isEmpty() || groups.empty())
        return;
    const auto& scene = *m_content.scene;
    for (const auto group : groups) {
        const auto frame = scene.findFrame(group);
        if (frame != layout::noIndex)
            m_marks.frames.push_back(frame);
        const auto card = scene.findGroup(group);
        if (card == layout::noIndex)
            continue;
        m_marks.selected.push_back(card);
        m_marks.current = card;
    }
    std::sort(m_marks.selected.begin(), m_marks.selected.end());
    m_marks.selected.erase(
        std::unique(m_marks.selected.begin(), m_marks.selected.end()), m_marks.selected.end());
    markNeighbours();
    update();
}

std::uint32_t CanvasView::currentGroup() const
{
    if (m_content.isEmpty())
        return layout::noIndex;
    if (m_marks.current != layout::noIndex && m_content.scene->items[m_marks.current].isGroup())
        return m_content.scene->items[m_marks.current].id;
    return m_marks.frames.empty() ? layout::noIndex
                                  : m_content.scene->frames[m_marks.frames.back()].group;
}

std::uint32_t CanvasView::groupInView() const
{
    if (m_content.isEmpty())
        return 0;
    const auto middle = toScene(m_view, QPointF(width() / 2.0, height() / 2.0));
    const auto frame = m_content.scene->frameAt({ float(middle.x()), float(middle.y()) });
    return frame == layout::noIndex ? 0 : m_content.scene->frames[frame].group;
}

QRectF CanvasView::groupRect(std::uint32_t group) const
{
    if (m_content.isEmpty())
        return {};
    const auto& scene = *m_content.scene;
    const auto frame = scene.findFrame(group);
    if (frame != layout::noIndex)
        return toScreen(m_view, scene.frames[frame].rect);
    const auto card = scene.findGroup(group);
    if (card != layout::noIndex)
        return boxRect(card);
    // The group may be the body of a call that is drawn as a node.
    const bool isKnown = scene.groups != nullptr && group < scene.groups->groups.size();
    const auto owner = isKnown ? scene.groups->groups[group].owner : model::NodeId();
    const auto call = owner.isValid() ? scene.find(owner) : layout::noIndex;
    return call != layout::noIndex ? boxRect(call) : QRectF();
}

bool CanvasView::revealGroup(std::uint32_t group)
{
    if (m_content.isEmpty())
        return false;
    const auto& scene = *m_content.scene;
    const auto card = scene.findGroup(group);
    if (card != layout::noIndex) {
        reveal(card);
        return true;
    }
    const auto frame = scene.findFrame(group);
    if (frame == layout::noIndex)
        return false;
    const auto& rect = scene.frames[frame].rect;
    auto view = fittedTo(m_view, rect.grown(20));
    // A group larger than the viewport is shown from its title on.
    constexpr double readable = 0.35;
    if (view.zoom < readable) {
        view.zoom = std::clamp(m_view.zoom, readable, 1.0);
        view = centredOn(view, { double(rect.centre().x), 0 });
        view.origin.setY(double(rect.y) - 20);
        if (double(rect.width) * view.zoom > width())
            view.origin.setX(double(rect.x) - 20);
    }
    setView(view, Motion::Animated);
    return true;
}

void CanvasView::keepInPlace(std::uint32_t group) { m_keptGroup = group; }

void CanvasView::startFolding(
    const std::shared_ptr<const layout::Scene>& old, const ViewState& oldView)
{
    const bool isStill
        = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0;
    if (isStill || old == nullptr || !isVisible() || oldView.zoom != m_view.zoom)
        return;
    m_folding = FoldMotion::between(
        *old, m_content, m_view.origin - oldView.origin, Theme::instance().kind());
    if (m_folding == nullptr)
        return;
    m_foldTime.disconnect(this);
    m_foldTime.setDuration(foldDuration);
    m_foldTime.setEasingCurve(QEasingCurve::OutCubic);
    m_foldTime.setStartValue(0.0);
    m_foldTime.setEndValue(1.0);
    connect(&m_foldTime, &QVariantAnimation::valueChanged, this, [this](const QVariant& t) {
        if (m_folding != nullptr)
            m_folding->setTime(t.toDouble());
        update();
    });
    connect(&m_foldTime, &QVariantAnimation::finished, this, &CanvasView::stopFolding);
    m_foldTime.start();
}

void CanvasView::stopFolding()
{
    m_foldTime.stop();
    if (std::exchange(m_folding, nullptr) != nullptr)
        update();
}

bool CanvasView::isOnArrow(const layout::Hit& hit, QPointF position) const
{
    const auto& scene = *m_content.scene;
    const auto rect = toScreen(m_view,
        hit.kind == layout::HitKind::FrameTitle ? scene.frames[hit.index].rect
                                                : scene.boxes[hit.index]);
    const double width = std::max(arrowWidth,
        double(layout::CardMetrics::side + layout::GroupCardMetrics::arrow) * m_view.zoom);
    const double height = double(layout::CardMetrics::header) * m_view.zoom;
    return position.x() <= rect.left() + width && position.y() <= rect.top() + height;
}

bool CanvasView::clickGroup(const layout::Hit& hit)
{
    const bool isTitle = hit.kind == layout::HitKind::FrameTitle;
    const bool isCard
        = hit.kind == layout::HitKind::Box && m_content.scene->items[hit.index].isGroup();
    if (!isTitle && !isCard)
        return false;
    const auto group
        = isTitle ? m_content.scene->frames[hit.index].group : m_content.scene->items[hit.index].id;
    if (isOnArrow(hit, m_pressed))
        emit foldRequested(group);
    else
        emit groupSelected(group);
    return true;
}

/// Handles a double click on a group: folds or unfolds it. On its arrow the single clicks did that
/// already.
bool CanvasView::foldAt(const layout::Hit& hit)
{
    const bool isTitle = hit.kind == layout::HitKind::FrameTitle;
    if (!isTitle
        && !(hit.kind == layout::HitKind::Box && m_content.scene->items[hit.index].isGroup()))
        return false;
    if (!isOnArrow(hit, m_pressed))
        emit foldRequested(isTitle ? m_content.scene->frames[hit.index].group
                                   : m_content.scene->items[hit.index].id);
    return true;
}

/// Space and Enter fold or unfold the current group; Space unfolds the body of the current node.
bool CanvasView::foldByKey(int key, Qt::KeyboardModifiers modifiers)
{
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (modifiers != Qt::NoModifier || (key != Qt::Key_Space && !isEnter))
        return false;
    const auto group = currentGroup();
    if (group != layout::noIndex) {
        emit foldRequested(group);
        return true;
    }
    const auto node = m_marks.current != layout::noIndex
        ? m_content.scene->items[m_marks.current].node()
        : model::NodeId();
    if (key == Qt::Key_Space && node.isValid()) {
        emit bodyRequested(node);
        return true;
    }
    return false;
}

QString CanvasView::groupName(std::uint32_t box) const
{
    const auto& groups = *m_content.scene->groups;
    const auto item = m_content.scene->items[box];
    return tr("Group %1, %2, folded")
        .arg(QString::fromStdString(layout::groupTitle(groups, item)),
            groupCountLabel(groups, item));
}

QString CanvasView::groupToolTip(const layout::Hit& hit) const
{
    const auto& scene = *m_content.scene;
    const bool isTitle = hit.kind == layout::HitKind::FrameTitle;
    const layout::Item item = isTitle
        ? layout::Item { layout::ItemKind::Group, scene.frames[hit.index].group, 1 }
        : scene.items[hit.index];
    const auto how = isTitle ? tr("click the arrow or press Space to fold")
        : item.count > 1
        ? tr("click the arrow or press Space to show the members, and again to unfold one")
        : tr("click the arrow or press Space to unfold");
    return QString::fromStdString(layout::groupTitle(*scene.groups, item)) + u'\n'
        + groupCountLabel(*scene.groups, item) + u'\n' + how;
}

void CanvasView::paintSelectedFrames(QPainter& painter) const
{
    if (m_marks.frames.empty())
        return;
    const CanvasStyle colours(Theme::instance().kind());
    const double radius = 8 * m_view.zoom;
    const auto viewport = QRectF(rect()).adjusted(-20, -20, 20, 20);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.selection, 2.25));
    for (const auto frame : m_marks.frames)
        painter.drawRoundedRect(
            toScreen(m_view, m_content.scene->frames[frame].rect).intersected(viewport), radius,
            radius);
}

} // namespace ui
