#include "ui/charts/chart_parts.h"

#include "ui/widgets/accessible_item.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>
#include <QWidget>

namespace ui {

namespace {

/// One part of a chart. The chart may have fewer parts, or be deleted, when the interface is asked:
/// isValid() is then false.
class PartInterface final : public AccessibleItem {
public:
    PartInterface(QWidget* chart, int part)
        : m_chart(chart)
        , m_part(part)
    {
    }

    bool isValid() const override
    {
        return m_chart != nullptr && parts() != nullptr && m_part < parts()->partCount();
    }
    /// The first line of the part's text is its name; the other lines are its description and
    /// value.
    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        const auto all = parts()->partText(m_part);
        if (kind == QAccessible::Name)
            return all.section(u'\n', 0, 0);
        const bool isMore = kind == QAccessible::Description || kind == QAccessible::Value;
        return isMore ? all.section(u'\n', 1).replace(u'\n', QStringLiteral(", ")) : QString();
    }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const auto local = parts()->partRect(m_part).toAlignedRect();
        return { m_chart->mapToGlobal(local.topLeft()), local.size() };
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid)
            return state;
        state.focusable = true;
        state.selectable = true;
        state.selected = parts()->isPartSelected(m_part);
        state.offscreen = !parts()->partRect(m_part).intersects(QRectF(m_chart->rect()));
        state.focused = m_chart->hasFocus() && parts()->currentPart() == m_part;
        return state;
    }

    QStringList actionNames() const override { return { pressAction() }; }
    void doAction(const QString& name) override
    {
        if (isValid() && name == pressAction())
            parts()->choosePart(m_part);
    }

private:
    QWidget* widget() const override { return m_chart; }
    ChartParts* parts() const { return dynamic_cast<ChartParts*>(m_chart.data()); }

    QPointer<QWidget> m_chart;
    int m_part;
};

class ChartInterface final : public QAccessibleWidget {
public:
    ChartInterface(QWidget* chart, ChartParts* parts)
        : QAccessibleWidget(chart, QAccessible::Chart)
        , m_parts(parts)
    {
    }
    ~ChartInterface() override
    {
        for (const auto id : std::as_const(m_children))
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return m_parts->partCount(); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= m_parts->partCount())
            return nullptr;
        auto& id = m_children[index];
        if (id == 0)
            id = QAccessible::registerAccessibleInterface(new PartInterface(widget(), index));
        return QAccessible::accessibleInterface(id);
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPointF point(widget()->mapFromGlobal(QPoint(x, y)));
        for (int i = 0; i < m_parts->partCount(); ++i) {
            if (m_parts->partRect(i).contains(point))
                return child(i);
        }
        return nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (auto it = m_children.begin(); it != m_children.end(); ++it) {
            if (QAccessible::accessibleInterface(it.value()) == child)
                return it.key();
        }
        return -1;
    }
    QAccessibleInterface* focusChild() const override
    {
        return widget()->hasFocus() ? child(m_parts->currentPart()) : nullptr;
    }
    /// For QAccessible::Value: the text of the current part.
    QString text(QAccessible::Text kind) const override
    {
        if (kind != QAccessible::Value)
            return QAccessibleWidget::text(kind);
        const auto current = m_parts->currentPart();
        return current >= 0 && current < m_parts->partCount()
            ? m_parts->partText(current).replace(u'\n', QStringLiteral(", "))
            : QString();
    }

private:
    ChartParts* m_parts;
    mutable QHash<int, QAccessible::Id> m_children; ///< created on first request
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    auto* parts = dynamic_cast<ChartParts*>(widget);
    return parts != nullptr ? new ChartInterface(widget, parts) : nullptr;
}

} // namespace

void installChartAccessibility() { QAccessible::installFactory(makeInterface); }

void announcePart(QWidget* chart)
{
    const auto* parts = dynamic_cast<ChartParts*>(chart);
    if (!QAccessible::isActive() || parts == nullptr || parts->currentPart() < 0)
        return;
    QAccessibleEvent event(chart, QAccessible::Focus);
    event.setChild(parts->currentPart());
    QAccessible::updateAccessibility(&event);
}

} // namespace ui
