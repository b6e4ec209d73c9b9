#include "ui/flame/flame_view.h"

#include "profiler/charts/charts.h"
#include "ui/document/document.h"
#include "ui/document/step_selection.h"
#include "ui/flame/flame_text.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_elision.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::FlameBox;
using profiler::FlameFrame;
using Kind = FlameFrame::Kind;

constexpr int rowHeight = 20;
constexpr double labelFrom = 28; // minimum width in pixels
constexpr double countFrom = 40;
constexpr double aroundOpacity = 0.6; // opacity of the frames around the one that fills the width
constexpr double hitHeight = 3;

/// Finds the frame of a path that starts below the root. If a part is missing, returns the last
/// frame found.
std::uint32_t frameOfPath(const profiler::Flame& flame, const std::vector<std::string>& names)
{
    std::uint32_t at = 0;
    for (const auto& name : names) {
        const auto& frame = flame.frames[at];
        auto next = frame.firstChild;
        while (next < frame.firstChild + frame.children && flame.frames[next].name != name)
            ++next;
        if (next == frame.firstChild + frame.children)
            return at;
        at = next;
    }
    return at;
}

std::vector<std::string> namesTo(const profiler::Flame& flame, std::uint32_t frame)
{
    std::vector<std::string> names;
    for (auto i = frame; i != 0 && i != FlameFrame::none; i = flame.frames[i].parent)
        names.insert(names.begin(), flame.frames[i].name);
    return names;
}

} // namespace

FlameView::FlameView(ActionTable& actions, QWidget* parent)
    : ChartView(actions, tr("Flame graph"), parent)
{
    setMinimumHeight(80);
}

void FlameView::setDocument(Document* document)
{
    if (m_document != nullptr) {
        m_document->selection()->disconnect(this);
        m_document->search()->disconnect(this);
    }
    m_document = document;
    if (document == nullptr)
        return;
    connect(document->selection(), &Selection::changed, this, &FlameView::showSelection);
    connect(document->search(), &Search::hitsChanged, this, &FlameView::showHits);
}

void FlameView::set(std::shared_ptr<const ComputedFlame> computed)
{
    const auto names
        = m_computed != nullptr ? namesTo(m_computed->flame, m_top) : std::vector<std::string>();
    m_computed = std::move(computed);
    m_current = FlameFrame::none;
    m_top = m_computed != nullptr ? frameOfPath(m_computed->flame, names) : 0;
    const auto frames = m_computed != nullptr ? m_computed->flame.frames.size() : 0;
    m_isSelected.assign(frames, 0);
    m_isHit.assign(frames, 0);
    forgetBoxes();
    showHits();
    showSelection(this); // does not scroll, because the view itself is passed as origin
    emit topChanged();
}

void FlameView::forgetBoxes()
{
    m_boxes.clear();
    update();
}

const std::vector<FlameBox>& FlameView::boxes() const
{
    if (m_boxes.empty() && m_computed != nullptr && width() > 0)
        m_boxes = profiler::flameBoxes(m_computed->flame, m_top, width());
    return m_boxes;
}

void FlameView::zoomInto(std::uint32_t frame)
{
    if (m_computed == nullptr || frame >= m_computed->flame.frames.size() || frame == m_top
        || m_computed->flame.frames[frame].ns <= 0)
        return;
    m_top = frame;
    if (m_current != FlameFrame::none && !m_computed->flame.isIn(m_current, frame))
        m_current = frame;
    forgetBoxes();
    scrollToRow(m_computed->flame.frames[frame].depth);
    emit topChanged();
}

void FlameView::zoomOut()
{
    if (m_computed != nullptr && m_top != 0)
        zoomInto(m_computed->flame.frames[m_top].parent);
}

/// Marks the frames of selected steps, and scopes whose steps are all selected.
void FlameView::showSelection(const QObject* origin)
{
    std::ranges::fill(m_isSelected, char(0));
    if (m_computed == nullptr || m_document == nullptr
        || m_document->profile() != m_computed->profile)
        return update();
    const auto& flame = m_computed->flame;
    const auto steps = selectedSteps(*m_computed->profile, m_document->selection()->items());
    auto first = FlameFrame::none;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto frame = flame.ofStep[i];
        if (!steps[i] || frame == FlameFrame::none)
            continue;
        m_isSelected[frame] = 1;
        if (first == FlameFrame::none)
            first = frame;
    }
    for (auto i = flame.frames.size(); i-- > 1;) {
        const auto& frame = flame.frames[i];
        if (frame.kind != Kind::Scope)
            continue;
        const auto begin = m_isSelected.begin() + frame.firstChild;
        m_isSelected[i] = std::all_of(
            begin, begin + frame.children, [](char isSelected) { return isSelected != 0; });
    }
    if (origin != this) {
        m_current = first;
        if (first != FlameFrame::none)
            reveal(first);
    }
    update();
}

void FlameView::showHits()
{
    std::ranges::fill(m_isHit, char(0));
    m_hitsNs = 0;
    const auto hits = m_document != nullptr ? m_document->search()->hits() : nullptr;
    if (m_computed != nullptr && hits != nullptr && hits->model == m_document->model()) {
        const auto& flame = m_computed->flame;
        const auto isFound = [&](const profiler::Origin& from) {
            return from.node.isValid()
                && std::ranges::binary_search(hits->nodes, from.node.value());
        };
        for (std::size_t i = 0; i < flame.ofStep.size(); ++i) {
            const auto frame = flame.ofStep[i];
            if (frame == FlameFrame::none
                || std::ranges::none_of(m_computed->profile->steps[i].origins, isFound))
                continue;
            m_isHit[frame] = 1;
        }
        // A parent comes before its children, so its mark is known.
        for (std::uint32_t i = 1; i < m_isHit.size(); ++i) {
            if (m_isHit[i] == 0)
                continue;
            auto around = flame.frames[i].parent;
            while (around != FlameFrame::none && m_isHit[around] == 0)
                around = flame.frames[around].parent;
            m_hitsNs += around == FlameFrame::none ? flame.frames[i].ns : 0;
        }
    }
    update();
    emit hitsChanged();
}

/// Zooms out until the frame is visible, and scrolls to its row.
void FlameView::reveal(std::uint32_t frame)
{
    auto top = m_top;
    while (top != 0 && !m_computed->flame.isIn(frame, top))
        top = m_computed->flame.frames[top].parent;
    zoomInto(top);
    scrollToRow(m_computed->flame.frames[frame].depth);
}

void FlameView::chooseFrame(std::uint32_t frame)
{
    if (m_computed == nullptr || m_document == nullptr
        || m_document->profile() != m_computed->profile)
        return;
    m_current = frame;
    scrollToRow(m_computed->flame.frames[frame].depth);
    const auto& chosen = m_computed->flame.frames[frame];
    if (chosen.step.isValid() && chosen.steps <= 1)
        selectStep(*m_document, chosen.step, this);
    else if (chosen.kind == Kind::Root || chosen.kind == Kind::Between)
        m_document->selection()->clear(this);
    else
        selectSteps(*m_document, m_computed->flame.stepsIn(frame), this);
    showSelection(this);
    announcePart(this);
}

QString FlameView::partText(int part) const
{
    const auto& box = boxes()[static_cast<std::size_t>(part)];
    return box.count > 1
        ? mergedFramesText(m_computed->flame, box)
        : frameText(*m_computed->profile, *m_computed->statistics, m_computed->flame, box.frame);
}

QRectF FlameView::partRect(int part) const
{
    const auto& box = boxes()[static_cast<std::size_t>(part)];
    return { box.x, static_cast<double>(box.row) * rowHeight - m_scroll, std::max(1.0, box.width),
        rowHeight };
}

bool FlameView::isPartSelected(int part) const
{
    const auto& box = boxes()[static_cast<std::size_t>(part)];
    const auto first = m_isSelected.begin() + box.frame;
    return std::any_of(first, first + box.count, [](char is) { return is != 0; });
}

int FlameView::currentPart() const
{
    if (m_current == FlameFrame::none)
        return -1;
    const auto found = std::ranges::find_if(boxes(), [&](const FlameBox& box) {
        return box.frame <= m_current && m_current < box.frame + box.count;
    });
    return found == boxes().end() ? -1 : static_cast<int>(found - boxes().begin());
}

void FlameView::choosePart(int part) { chooseFrame(boxes()[static_cast<std::size_t>(part)].frame); }

QString FlameView::chartText(TableForm form) const
{
    FlameTable table;
    table.set(m_computed);
    return tableText(table, form);
}

std::optional<int> FlameView::partAt(QPointF point) const
{
    const auto row = static_cast<std::int64_t>(
        std::floor((point.y() + m_scroll) / static_cast<double>(rowHeight)));
    // Narrow frames can be hit too: takes the box of the row nearest to the point, within two
    // pixels.
    std::optional<int> found;
    double nearest = 2;
    for (std::size_t i = 0; i < boxes().size(); ++i) {
        const auto& box = boxes()[i];
        if (static_cast<std::int64_t>(box.row) != row)
            continue;
        const auto distance
            = std::max({ 0.0, box.x - point.x(), point.x() - box.x - std::max(1.0, box.width) });
        if (distance < nearest) {
            nearest = distance;
            found = static_cast<int>(i);
        }
    }
    return found;
}

void FlameView::paintChart(QPainter& painter)
{
    painter.setFont(scaledFont(font()));
    for (std::size_t i = 0; i < boxes().size(); ++i)
        drawBox(painter, i);
    if (const auto current = currentPart(); current >= 0 && hasFocus()) {
        painter.setOpacity(1);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeColour("accent"), 2));
        painter.drawRect(partRect(current).adjusted(1, 1, -1, -1));
    }
}

void FlameView::drawBox(QPainter& painter, std::size_t index) const
{
    const auto& box = boxes()[index];
    auto rect = partRect(static_cast<int>(index));
    if (rect.bottom() < 0 || rect.top() > height())
        return;
    // Leaves a gap of one pixel between adjacent frames.
    rect.adjust(0, 0, rect.width() > 3 ? -1 : 0, -1);
    const auto& frame = m_computed->flame.frames[box.frame];
    painter.setOpacity(box.row < m_computed->flame.frames[m_top].depth ? aroundOpacity : 1.0);
    auto fill = themeColour(frame.kind == Kind::Root ? "inset" : "hover");
    auto ink = themeColour("text");
    const auto edge = themeColour("groupBorder");
    if (frame.step.isValid()) {
        const auto& theme = Theme::instance();
        const auto& colours = theme.category(
            profiler::categoryOf(*m_computed->profile, m_computed->profile->step(frame.step)));
        const bool isPart = frame.kind == Kind::Part;
        fill = theme.colour(isPart ? colours.tint : colours.solid);
        ink = theme.colour(isPart ? colours.ink : colours.onSolid);
    }
    painter.fillRect(rect, fill);
    if (frame.kind == Kind::Inserted || frame.kind == Kind::Between) {
        painter.fillRect(rect, QBrush(themeColour("borderStrong"), Qt::BDiagPattern));
        painter.fillRect(rect, QColor(fill.red(), fill.green(), fill.blue(), 170));
    }
    if (fill == themeColour("nodeFill") && rect.width() > 3) { // an operator of an unknown domain
        painter.setPen(QPen(themeColour("nodeBorder"), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (!frame.step.isValid() && rect.width() > 3)
        painter.fillRect(QRectF(rect.left(), rect.top(), 1, rect.height()), edge);
    // Several frames merged into one box: its lower half is darker, so that it does not look like
    // one frame.
    if (box.count > 1)
        painter.fillRect(QRectF(rect.left(), rect.center().y(), rect.width(), rect.height() / 2),
            fill.darker(135));
    if (rect.width() >= labelFrom) {
        painter.setPen(ink);
        drawElided(painter, rect.adjusted(5, 0, -3, 0),
            box.count > 1 ? (rect.width() > countFrom ? QString::number(box.count) : QString())
                          : plain(frame.name, 200));
    }
    const auto first = m_isHit.begin() + box.frame;
    if (std::any_of(first, first + box.count, [](char is) { return is != 0; }))
        painter.fillRect(
            QRectF(rect.left(), rect.bottom() - hitHeight + 1, rect.width(), hitHeight),
            themeColour("gold"));
    if (isPartSelected(static_cast<int>(index))) {
        painter.setOpacity(1);
        painter.setPen(QPen(themeColour("text"), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
}

void FlameView::fillMenu(QMenu& menu)
{
    const auto current = m_current;
    const bool isOne = m_computed != nullptr && current != FlameFrame::none;
    menu.addAction(tr("Zoom Into\tEnter"), this, [this, current] { zoomInto(current); })
        ->setEnabled(isOne && current != m_top);
    menu.addAction(tr("Zoom Out\tBackspace"), this, [this] { zoomOut(); })->setEnabled(m_top != 0);
    menu.addAction(tr("Show All\tHome"), this, [this] { zoomInto(0); })->setEnabled(m_top != 0);
}

void FlameView::mousePressEvent(QMouseEvent* event)
{
    const auto part = partAt(event->position());
    if (!part || (event->button() != Qt::LeftButton && event->button() != Qt::RightButton))
        return;
    choosePart(*part);
}

void FlameView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto part = partAt(event->position());
    if (!part || event->button() != Qt::LeftButton)
        return;
    const auto& box = boxes()[static_cast<std::size_t>(*part)];
    // A merged box has no frame of its own to zoom into, so its parent is used.
    zoomInto(box.count > 1 ? m_computed->flame.frames[box.frame].parent : box.frame);
}

void FlameView::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const auto part = partAt(event->position());
        if (steps < 0)
            zoomOut();
        else if (part && steps > 0)
            zoomInto(boxes()[static_cast<std::size_t>(*part)].frame);
    } else {
        scrollTo(m_scroll - static_cast<int>(std::lround(steps * 3 * rowHeight)));
    }
    event->accept();
}

int FlameView::contentHeight() const
{
    std::uint32_t rows = 0;
    for (const auto& box : boxes())
        rows = std::max(rows, box.row + 1);
    return static_cast<int>(rows) * rowHeight;
}

void FlameView::scrollTo(int y)
{
    m_scroll = std::clamp(y, 0, std::max(0, contentHeight() - height()));
    update();
}

void FlameView::scrollToRow(std::uint32_t row)
{
    const int y = static_cast<int>(row) * rowHeight;
    if (y < m_scroll)
        scrollTo(y);
    else if (y + rowHeight > m_scroll + height())
        scrollTo(y + rowHeight - height());
}

void FlameView::resizeEvent(QResizeEvent*)
{
    forgetBoxes();
    scrollTo(m_scroll);
}

void FlameView::keyPressEvent(QKeyEvent* event)
{
    if (m_computed == nullptr)
        return ChartView::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        return moveSelection(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current != FlameFrame::none)
            zoomInto(m_current);
        return;
    case Qt::Key_Backspace:
    case Qt::Key_Escape:
        if (m_top != 0)
            return zoomOut();
        break; // another widget may clear the selection
    case Qt::Key_Home:
        return zoomInto(0);
    default:
        break;
    }
    ChartView::keyPressEvent(event);
}

/// Moves the current frame: Up to its parent, Down to its widest child, Left and Right along the
/// row.
void FlameView::moveSelection(int key)
{
    const auto& flame = m_computed->flame;
    const auto part = currentPart();
    if (part < 0)
        return chooseFrame(m_top);
    const auto& box = boxes()[static_cast<std::size_t>(part)];
    if (key == Qt::Key_Up && flame.frames[box.frame].parent != FlameFrame::none)
        return chooseFrame(flame.frames[box.frame].parent);
    const FlameBox* next = nullptr;
    for (const auto& other : boxes()) {
        const bool isBelow = flame.frames[other.frame].parent == box.frame;
        if (key == Qt::Key_Down && isBelow && (next == nullptr || other.width > next->width))
            next = &other;
        if (other.row != box.row || &other == &box)
            continue;
        if (key == Qt::Key_Right && other.x > box.x && (next == nullptr || other.x < next->x))
            next = &other;
        if (key == Qt::Key_Left && other.x < box.x && (next == nullptr || other.x > next->x))
            next = &other;
    }
    if (next != nullptr)
        chooseFrame(next->frame);
}

} // namespace ui
