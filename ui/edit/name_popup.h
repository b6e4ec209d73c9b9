#pragma once

#include <QFrame>
#include <QString>

#include <functional>

class QLabel;
class QLineEdit;

namespace ui {

/// A field over the graph for a new name. Enter applies it, Esc leaves the name. A refused name
/// stays in the field with the reason. Deletes itself when it closes.
class NamePopup : public QFrame {
    Q_OBJECT

public:
    /// `title` says what is renamed, and at how many places.
    NamePopup(const QString& title, const QString& name, QWidget* parent);

    QLineEdit* line() const { return m_line; }
    void popUp(const QPoint& at);
    void showRefusal(const QString& why);

signals:
    /// The user wants this name. The receiver closes the popup or shows a refusal.
    void chosen(const QString& name);

private:
    QLineEdit* m_line;
    QLabel* m_refusal;
};

} // namespace ui
