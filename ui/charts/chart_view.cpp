#include "ui/charts/chart_view.h"

#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

ChartView::ChartView(ActionTable& actions, const QString& name, QWidget* parent)
    : AccessibleChart(name, parent)
{
    addCopying(actions);
}

void ChartView::addCopying(ActionTable& actions)
{
    const auto on = [&](const char* id, auto slot) {
        auto* action = actions.action(id);
        addAction(action);
        connect(action, &QAction::triggered, this, [this, slot] {
            if (hasFocus())
                slot();
        });
    };
    on("edit.copy", [this] { copyCurrent(); });
    on("edit.copyCsv",
        [this] { QGuiApplication::clipboard()->setText(chartText(TableForm::Csv)); });
    on("edit.copyMarkdown",
        [this] { QGuiApplication::clipboard()->setText(chartText(TableForm::Markdown)); });
}

/// Copies the text of the current part; without one, all data.
void ChartView::copyCurrent()
{
    const auto current = currentPart();
    QGuiApplication::clipboard()->setText(
        current >= 0 ? partText(current) : chartText(TableForm::Text));
}

QString ChartView::chartText(TableForm form) const
{
    return m_table != nullptr ? tableText(*m_table, form) : QString();
}

QPixmap ChartView::picture()
{
    const auto ratio = devicePixelRatioF();
    QPixmap picture((QSizeF(size()) * ratio).toSize());
    picture.setDevicePixelRatio(ratio);
    QPainter painter(&picture);
    painter.setFont(font());
    painter.fillRect(rect(), themeColour("panel"));
    paintChart(painter);
    return picture;
}

void ChartView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("chartMenu");
    fillMenu(*menu);
    if (!menu->isEmpty())
        menu->addSeparator();
    const std::array<std::pair<QString, TableForm>, 3> forms {
        { { tr("Copy Data as Text"), TableForm::Text },
            { tr("Copy Data as Markdown"), TableForm::Markdown },
            { tr("Copy Data as CSV"), TableForm::Csv } }
    };
    auto* copy = menu->addAction(tr("Copy\tCtrl+C"), this, [this] { copyCurrent(); });
    copy->setEnabled(currentPart() >= 0);
    for (const auto& [title, form] : forms)
        menu->addAction(title, this,
            [this, form = form] { QGuiApplication::clipboard()->setText(chartText(form)); });
    menu->addAction(
        tr("Copy Picture"), this, [this] { QGuiApplication::clipboard()->setPixmap(picture()); });
    menu->popup(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(rect().center())
                                                               : event->globalPos());
}

QString ChartView::tipAt(QPoint point) const
{
    const auto part = partAt(point);
    return part ? partText(*part) : QString();
}

void ChartView::mousePressEvent(QMouseEvent* event)
{
    if (const auto part = partAt(event->position()))
        choosePart(*part);
}

void ChartView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return stepPart(-1);
    case Qt::Key_Right:
        return stepPart(1);
    case Qt::Key_Home:
        return stepPart(-partCount());
    case Qt::Key_End:
        return stepPart(partCount());
    default:
        return AccessibleChart::keyPressEvent(event);
    }
}

std::optional<int> ChartView::partNear(QPointF point, double reach) const
{
    std::optional<int> found;
    for (int i = 0; i < partCount(); ++i) {
        const auto offset = partRect(i).center() - point;
        const auto distance = std::hypot(offset.x(), offset.y());
        if (distance <= reach) {
            reach = distance;
            found = i;
        }
    }
    return found;
}

void ChartView::stepPart(int by)
{
    if (partCount() == 0)
        return;
    const int current = currentPart();
    choosePart(current < 0 ? 0 : std::clamp(current + by, 0, partCount() - 1));
}

} // namespace ui
