#pragma once

#include <QPoint>
#include <QString>
#include <Qt>

#include <functional>

class QDialog;
class QWidget;

namespace soak {

class Files;
class Random;

/// What a user does with widgets, by mouse and keys. Each says through `tell` what it does before
/// it does it. A widget may be gone afterwards.
using Tell = std::function<void(const QString& what)>;

/// `push button "stopRun"`: class and name of a widget, with its text.
QString nameOf(const QWidget* widget);

void click(QWidget* widget, QPoint at, Qt::MouseButton button = Qt::LeftButton,
    Qt::KeyboardModifiers modifiers = {});
void doubleClick(QWidget* widget, QPoint at);
void drag(QWidget* widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {});
void wheel(QWidget* widget, QPoint at, int steps, Qt::KeyboardModifiers modifiers = {});
void key(QWidget* widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {});
void type(QWidget* widget, const QString& text);

/// Uses any visible widget of a window or dialog: presses a button, types into a line, chooses a
/// row, moves the mouse over it ...
void useAnyWidget(QWidget* window, Random& random, const Tell& tell);
/// Does something in a menu or another popup.
void usePopup(QWidget* popup, Random& random, const Tell& tell);

enum class Patience { Usual, Ended };
/// Does something in a modal dialog; leaves it if patience has ended.
void useDialog(QWidget* dialog, Files& files, Random& random, Patience patience, const Tell& tell);

} // namespace soak
