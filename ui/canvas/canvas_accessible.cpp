#include "ui/canvas/canvas_accessible.h"

#include "ui/canvas/canvas_view.h"
#include "ui/widgets/accessible_item.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

#include <algorithm>

namespace ui {

namespace {

class CanvasInterface;

/// The accessible interface of one box.
class BoxInterface final : public AccessibleItem {
public:
    BoxInterface(CanvasView* view, std::uint32_t box)
        : m_view(view)
        , m_box(box)
    {
    }

    bool isValid() const override
    {
        return m_view != nullptr && !m_view->content().isEmpty()
            && m_box < m_view->content().scene->boxCount();
    }
    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        if (kind == QAccessible::Name)
            return m_view->boxName(m_box);
        return kind == QAccessible::Description ? m_view->boxDescription(m_box) : QString();
    }

    QRect rect() const override
    {
        const auto local = m_view->boxRect(m_box).toAlignedRect();
        return { m_view->mapToGlobal(local.topLeft()), local.size() };
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = true;
        state.selectable = true;
        state.multiSelectable = true;
        state.selected = m_view->marks().isSelected(m_box);
        // A box outside of the viewport has a rectangle, too.
        state.offscreen = !m_view->boxRect(m_box).intersects(QRectF(m_view->rect()));
        state.focused = m_view->hasFocus() && m_view->marks().current == m_box;
        return state;
    }

    /// Relations to the producers (Controller) and readers (Controlled) of the box, at most 64 of
    /// each kind.
    QVector<std::pair<QAccessibleInterface*, QAccessible::Relation>> relations(
        QAccessible::Relation wanted) const override;

    QStringList actionNames() const override
    {
        return isNode() ? QStringList { pressAction(), toggleAction(), showMenuAction() }
                        : QStringList { pressAction() };
    }
    void doAction(const QString& name) override
    {
        if (!isValid())
            return;
        const auto item = m_view->content().scene->items[m_box];
        if (name == pressAction() && item.value().isValid())
            emit m_view->valueSelected(item.value());
        else if (name == pressAction() && isNode())
            emit m_view->nodeSelected(item.node());
        else if (name == toggleAction() && isNode())
            emit m_view->nodeToggled(item.node());
        else if (name == showMenuAction())
            emit m_view->menuRequested({ layout::HitKind::Box, m_box }, rect().center());
    }

private:
    QWidget* widget() const override { return m_view; }
    bool isNode() const
    {
        return isValid() && m_view->content().scene->items[m_box].node().isValid();
    }

    QPointer<CanvasView> m_view;
    std::uint32_t m_box;
};

class CanvasInterface final : public QAccessibleWidget {
public:
    explicit CanvasInterface(CanvasView* view)
        : QAccessibleWidget(view, QAccessible::List)
        , m_view(view)
    {
    }
    ~CanvasInterface() override { forget(); }

    int childCount() const override { return static_cast<int>(m_view->visibleBoxes().size()); }

    QAccessibleInterface* child(int index) const override
    {
        const auto boxes = m_view->visibleBoxes();
        return index >= 0 && index < std::ssize(boxes) ? box(boxes[static_cast<std::size_t>(index)])
                                                       : nullptr;
    }

    QAccessibleInterface* childAt(int x, int y) const override
    {
        if (m_view->content().isEmpty())
            return nullptr;
        const auto point = toScene(m_view->view(), QPointF(m_view->mapFromGlobal(QPoint(x, y))));
        const auto hit
            = layout::hitTest(*m_view->content().scene, { float(point.x()), float(point.y()) }, 0);
        return hit.kind == layout::HitKind::Box ? box(hit.index) : nullptr;
    }

    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto boxes = m_view->visibleBoxes();
        const auto found = std::find_if(
            boxes.begin(), boxes.end(), [&](auto index) { return box(index) == child; });
        return found == boxes.end() ? -1 : static_cast<int>(found - boxes.begin());
    }

    QAccessibleInterface* focusChild() const override
    {
        const auto current = m_view->marks().current;
        return m_view->hasFocus() && current != layout::noIndex ? box(current) : nullptr;
    }

    void forget()
    {
        for (const auto id : std::as_const(m_children))
            QAccessible::deleteAccessibleInterface(id);
        m_children.clear();
    }

    QAccessibleInterface* box(std::uint32_t index) const
    {
        auto& id = m_children[index];
        if (id == 0)
            id = QAccessible::registerAccessibleInterface(new BoxInterface(m_view, index));
        return QAccessible::accessibleInterface(id);
    }

private:
    CanvasView* m_view;
    mutable QHash<std::uint32_t, QAccessible::Id> m_children; ///< created at the first use
};

QVector<std::pair<QAccessibleInterface*, QAccessible::Relation>> BoxInterface::relations(
    QAccessible::Relation wanted) const
{
    constexpr std::size_t maxRelations = 64;
    QVector<std::pair<QAccessibleInterface*, QAccessible::Relation>> found;
    auto* canvas = dynamic_cast<CanvasInterface*>(parent());
    if (!isValid() || canvas == nullptr)
        return found;
    const auto& scene = *m_view->content().scene;
    // Qt 6.4 has no data flow relation; Controller is the nearest one that screen readers announce.
    const auto add
        = [&](std::span<const layout::Scene::Link> links, QAccessible::RelationFlag kind) {
              if (!wanted.testFlag(kind))
                  return;
              for (const auto& link : links.first(std::min(links.size(), maxRelations)))
                  found.append({ canvas->box(link.box), kind });
          };
    add(scene.producersOf(m_box), QAccessible::Controller);
    add(scene.readersOf(m_box), QAccessible::Controlled);
    return found;
}

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* view = qobject_cast<CanvasView*>(object);
    return view != nullptr ? new CanvasInterface(view) : nullptr;
}

} // namespace

void installCanvasAccessibility() { QAccessible::installFactory(makeInterface); }

void announceCurrent(CanvasView* view)
{
    if (!QAccessible::isActive() || view->marks().current == layout::noIndex)
        return;
    const auto boxes = view->visibleBoxes();
    const auto found = std::find(boxes.begin(), boxes.end(), view->marks().current);
    if (found == boxes.end())
        return;
    QAccessibleEvent event(view, QAccessible::Focus);
    event.setChild(static_cast<int>(found - boxes.begin()));
    QAccessible::updateAccessibility(&event);
}

void forgetAccessibleChildren(CanvasView* view)
{
    if (auto* canvas = dynamic_cast<CanvasInterface*>(QAccessible::queryAccessibleInterface(view)))
        canvas->forget();
}

} // namespace ui
