#pragma once

#include <QFrame>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

/// A bar across a view with one message about its content, and buttons. In a narrow view the text
/// moves below the first line, in a narrower one the buttons do too. The text has at most three
/// lines; the tool tip has all of it. The banner is hidden until its owner shows it. The owner
/// handles `dismissed`.
class Banner : public QFrame {
    Q_OBJECT

public:
    /// `tone`: warning, error, info; also the colour of icon and lead.
    Banner(const char* iconName, const char* tone, QWidget* parent = nullptr);

    /// Sets the message. There is no button if `action` is empty.
    void showMessage(const QString& lead, const QString& text, const QString& action);

    /// Adds a button after the one of `showMessage`.
    QPushButton* addButton(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void followed(); ///< the action was chosen
    void dismissed();

private:
    void arrange();
    void stand(QWidget* widget, bool isBelow, int placeInRow);

    QLabel* m_lead;
    QLabel* m_text;
    QPushButton* m_action;
    QWidget* m_buttons;
    QHBoxLayout* m_row;
    QBoxLayout* m_below; ///< has the text and the buttons where the row has no room for them
    QString m_message; ///< all of the text
};

} // namespace ui
