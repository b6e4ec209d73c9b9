#include "tests/soak/widget_actions.h"

#include "tests/soak/random.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTabBar>
#include <QTest>
#include <QTextEdit>
#include <QWheelEvent>

#include <array>

namespace soak {

namespace {

constexpr int wheelStep = 120;

/// Widgets that reach out of the program.
bool isLeftAlone(const QWidget* widget)
{
    for (const auto* each = widget; each != nullptr; each = each->parentWidget()) {
        const auto name = each->objectName();
        if (name == QStringLiteral("target") || name == QStringLiteral("targetProgram"))
            return true; // starts ssh
    }
    return false;
}

/// QTest::mouseMove() would process events: other actions would run, and end the widget.
void showTip(QWidget* widget, QPoint at)
{
    const QPointer guarded(widget);
    QMouseEvent move(
        QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(widget, &move);
    if (guarded == nullptr)
        return;
    QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &event);
}

void openContextMenu(QWidget* widget, QPoint at)
{
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &event);
}

void anyKey(QWidget* widget, Random& random, const Tell& tell)
{
    static const QList<Qt::Key> keys { Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down,
        Qt::Key_Home, Qt::Key_End, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Return, Qt::Key_Space,
        Qt::Key_Escape, Qt::Key_Tab, Qt::Key_Plus, Qt::Key_Minus, Qt::Key_BracketLeft,
        Qt::Key_BracketRight, Qt::Key_Delete, Qt::Key_Insert, Qt::Key_F2, Qt::Key_Backspace,
        Qt::Key_0, Qt::Key_1, Qt::Key_A, Qt::Key_C, Qt::Key_F, Qt::Key_I, Qt::Key_O, Qt::Key_R,
        Qt::Key_T };
    static const QList<Qt::KeyboardModifiers> modifiers { Qt::NoModifier, Qt::NoModifier,
        Qt::NoModifier, Qt::ShiftModifier, Qt::AltModifier };
    const auto chosen = random.of(keys);
    const auto with = random.of(modifiers);
    tell(QStringLiteral("key %1 in %2")
             .arg(QKeySequence(QKeyCombination(with, chosen)).toString(), nameOf(widget)));
    if (random.chance(50))
        widget->setFocus();
    key(widget, chosen, with);
}

void useRow(QAbstractItemView* view, Random& random, const Tell& tell)
{
    const auto* items = view->model();
    const auto under = random.chance(60) ? view->rootIndex() : view->currentIndex();
    const int rows = items == nullptr ? 0 : items->rowCount(under);
    const int columns = items == nullptr ? 0 : items->columnCount(under);
    if (rows == 0 || columns == 0)
        return anyKey(view, random, tell);
    const auto index = items->index(random.below(rows), random.below(columns), under);
    view->scrollTo(index);
    const auto at = view->visualRect(index).center();
    const int what = random.below(10);
    tell(QStringLiteral("row %1 of %2 in %3, way %4")
             .arg(index.row())
             .arg(rows)
             .arg(nameOf(view))
             .arg(what));
    if (what < 6)
        return click(view->viewport(), at, Qt::LeftButton,
            what == 0       ? Qt::ControlModifier
                : what == 1 ? Qt::ShiftModifier
                            : Qt::NoModifier);
    if (what < 8)
        return doubleClick(view->viewport(), at);
    if (what < 9)
        return showTip(view->viewport(), at);
    openContextMenu(view->viewport(), at);
}

void useLine(QLineEdit* line, Random& random, const Tell& tell)
{
    const auto text = random.text();
    const bool isApplied = random.chance(70);
    tell(QStringLiteral("types \"%1\" into %2").arg(text.left(20), nameOf(line)));
    line->setFocus();
    line->selectAll();
    const QPointer guarded(line);
    type(line, text);
    if (guarded != nullptr)
        key(line, isApplied ? Qt::Key_Return : Qt::Key_Escape);
}

void useCombo(QComboBox* box, Random& random, const Tell& tell)
{
    tell(QStringLiteral("chooses in ") + nameOf(box));
    if (random.chance(50))
        return click(box, box->rect().center());
    key(box, random.chance(50) ? Qt::Key_Down : Qt::Key_Up);
}

/// Anything that paints itself: charts, canvases, labels, frames.
void useSurface(QWidget* widget, Random& random, const Tell& tell)
{
    static const QList<Qt::KeyboardModifiers> modifiers { Qt::NoModifier, Qt::NoModifier,
        Qt::ShiftModifier, Qt::ControlModifier };
    const auto at = random.in(widget->rect());
    const auto to = random.in(widget->rect());
    const auto with = random.of(modifiers);
    const int what = random.below(8);
    if (what == 0)
        return anyKey(widget, random, tell);
    tell(QStringLiteral("way %1 at %2,%3 of %4")
             .arg(what)
             .arg(at.x())
             .arg(at.y())
             .arg(nameOf(widget)));
    switch (what) {
    case 1:
        return click(widget, at, Qt::LeftButton, with);
    case 2:
        return doubleClick(widget, at);
    case 3:
        return drag(widget, at, to, with);
    case 4:
    case 5:
        return wheel(widget, at, random.between(-4, 4), with);
    case 6:
        return openContextMenu(widget, at);
    default:
        return showTip(widget, at);
    }
}

void useWidget(QWidget* widget, Random& random, const Tell& tell)
{
    if (auto* button = qobject_cast<QAbstractButton*>(widget)) {
        tell(QStringLiteral("presses ") + nameOf(button));
        return click(button, button->rect().center());
    }
    if (auto* line = qobject_cast<QLineEdit*>(widget))
        return useLine(line, random, tell);
    if (auto* box = qobject_cast<QComboBox*>(widget))
        return useCombo(box, random, tell);
    if (auto* bar = qobject_cast<QTabBar*>(widget); bar != nullptr && bar->count() > 0) {
        const int tab = random.below(bar->count());
        tell(QStringLiteral("tab %1 of %2").arg(tab).arg(nameOf(bar)));
        return click(bar, bar->tabRect(tab).center());
    }
    if (auto* header = qobject_cast<QHeaderView*>(widget))
        return useSurface(header->viewport(), random, tell);
    if (auto* view = qobject_cast<QAbstractItemView*>(widget))
        return useRow(view, random, tell);
    if (qobject_cast<QAbstractSpinBox*>(widget) != nullptr
        || qobject_cast<QAbstractSlider*>(widget) != nullptr)
        return anyKey(widget, random, tell);
    useSurface(widget, random, tell);
}

/// Widgets that take events of their own, visible in their window.
QList<QWidget*> usableWidgets(QWidget* window)
{
    QList<QWidget*> usable;
    for (auto* widget : window->findChildren<QWidget*>()) {
        const bool isPart = qobject_cast<QAbstractItemView*>(widget->parentWidget()) != nullptr
            && qobject_cast<QHeaderView*>(widget) == nullptr;
        if (widget->isVisible() && widget->isEnabled() && widget->window() == window && !isPart
            && !widget->visibleRegion().isEmpty() && !isLeftAlone(widget))
            usable += widget;
    }
    return usable;
}

/// Most widgets of a window are labels and frames, with which there is little to do.
bool isWorked(const QWidget* widget)
{
    return widget->focusPolicy() != Qt::NoFocus || widget->inherits("QAbstractButton")
        || widget->inherits("QTabBar") || widget->inherits("QHeaderView");
}

} // namespace

QString nameOf(const QWidget* widget)
{
    auto name = QString::fromLatin1(widget->metaObject()->className());
    if (!widget->objectName().isEmpty())
        name += QStringLiteral(" %1").arg(widget->objectName());
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        name += QStringLiteral(" \"%1\"").arg(button->text().left(40));
    return name;
}

void click(QWidget* widget, QPoint at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    const QPointer guarded(widget);
    QTest::mousePress(widget, button, modifiers, at);
    if (guarded != nullptr)
        QTest::mouseRelease(widget, button, modifiers, at);
}

void doubleClick(QWidget* widget, QPoint at)
{
    const QPointer guarded(widget);
    click(widget, at);
    if (guarded != nullptr)
        QTest::mouseDClick(widget, Qt::LeftButton, {}, at);
}

void drag(QWidget* widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers)
{
    constexpr int steps = 6;
    const QPointer guarded(widget);
    QTest::mousePress(widget, Qt::LeftButton, modifiers, from);
    for (int i = 1; i <= steps && guarded != nullptr; ++i) {
        const QPointF at = from + QPointF(to - from) * i / steps;
        QMouseEvent event(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton,
            Qt::LeftButton, modifiers);
        QApplication::sendEvent(widget, &event);
    }
    if (guarded != nullptr)
        QTest::mouseRelease(widget, Qt::LeftButton, modifiers, to);
}

void wheel(QWidget* widget, QPoint at, int steps, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, widget->mapToGlobal(QPointF(at)), {}, { 0, steps * wheelStep },
        Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

void key(QWidget* widget, Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    const QPointer guarded(widget);
    QTest::keyPress(widget, key, modifiers);
    if (guarded != nullptr)
        QTest::keyRelease(widget, key, modifiers);
}

void type(QWidget* widget, const QString& text)
{
    constexpr qsizetype longestByKeys = 40;
    if (text.size() > longestByKeys) {
        if (auto* line = qobject_cast<QLineEdit*>(widget))
            line->insert(text); // as pasted
        return;
    }
    const QPointer guarded(widget);
    for (const auto letter : text) {
        if (guarded == nullptr)
            return;
        QKeyEvent event(QEvent::KeyPress, 0, Qt::NoModifier, QString(letter));
        QApplication::sendEvent(widget, &event);
    }
    if (guarded != nullptr && text.isEmpty())
        key(widget, Qt::Key_Delete);
}

void useAnyWidget(QWidget* window, Random& random, const Tell& tell)
{
    const auto usable = usableWidgets(window);
    QList<QWidget*> worked;
    for (auto* widget : usable)
        if (isWorked(widget))
            worked += widget;
    if (!worked.isEmpty() && random.chance(85))
        return useWidget(random.of(worked), random, tell);
    if (!usable.isEmpty())
        useWidget(random.of(usable), random, tell);
}

void usePopup(QWidget* popup, Random& random, const Tell& tell)
{
    if (auto* menu = qobject_cast<QMenu*>(popup)) {
        QList<QAction*> entries;
        for (auto* action : menu->actions())
            if (action->isEnabled() && !action->isSeparator()
                && action->objectName() != QStringLiteral("file.quit"))
                entries += action;
        if (entries.isEmpty() || random.chance(40)) {
            tell(QStringLiteral("leaves a menu"));
            return key(menu, Qt::Key_Escape);
        }
        auto* chosen = random.of(entries);
        tell(QStringLiteral("chooses \"%1\" of a menu").arg(chosen->text().left(60)));
        menu->setActiveAction(chosen);
        return key(menu, chosen->menu() != nullptr ? Qt::Key_Right : Qt::Key_Return);
    }
    if (random.chance(25)) {
        tell(QStringLiteral("leaves ") + nameOf(popup));
        popup->close();
        return;
    }
    if (auto* line = popup->findChild<QLineEdit*>(); line != nullptr && random.chance(60)) {
        if (random.chance(50))
            return useLine(line, random, tell);
        tell(QStringLiteral("chooses a row of ") + nameOf(popup));
        for (int i = random.below(6); i > 0; --i)
            key(line, Qt::Key_Down);
        return key(line, Qt::Key_Return);
    }
    useAnyWidget(popup, random, tell);
}

} // namespace soak
