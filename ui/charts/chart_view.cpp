#include "ui/charts/chart_view.h"

#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace ui {

ChartView::ChartView(ActionTable& actions, const QString& name, QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    // The factory must be installed before the first query, because Qt caches the interface.
    installChartAccessibility();
    setAccessibleName(name);
    addCopying(actions);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
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

void ChartView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour("panel"));
    paintChart(painter);
    if (!hasFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeColour("accent"), 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
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

void ChartView::mouseMoveEvent(QMouseEvent* event)
{
    // With Ctrl held, the tool tip is shown without Qt's delay.
    if (!event->modifiers().testFlag(Qt::ControlModifier) || event->buttons() != Qt::NoButton)
        return;
    const auto part = partAt(event->position());
    QToolTip::showText(
        event->globalPosition().toPoint(), part ? toolTipOf(partText(*part)) : QString(), this);
}

void ChartView::focusInEvent(QFocusEvent*)
{
    update();
    announcePart(this);
}
void ChartView::focusOutEvent(QFocusEvent*) { update(); }

bool ChartView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto part = partAt(help->pos());
    QToolTip::showText(help->globalPos(), part ? toolTipOf(partText(*part)) : QString(), this);
    return true;
}

void ChartView::stepPart(int by)
{
    if (partCount() == 0)
        return;
    const int current = currentPart();
    choosePart(current < 0 ? 0 : std::clamp(current + by, 0, partCount() - 1));
}

} // namespace ui
