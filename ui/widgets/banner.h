#pragma once

#include <QFrame>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

/// A line across a view that says one thing about what is below and offers actions; in a narrow
/// view the text stands below, at most three lines of it, and the tool tip has all; in a narrower
/// one the buttons do as well. Hidden until it is shown; whoever has it decides what a dismissal
/// means.
class Banner : public QFrame {
    Q_OBJECT

public:
    /// `tone`: warning, error, info; also the colour of icon and lead.
    Banner(const char* iconName, const char* tone, QWidget* parent = nullptr);

    /// Without an action there is no button.
    void say(const QString& lead, const QString& text, const QString& action);

    /// Another action, behind the first.
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
    QString m_said; ///< all of the text
};

} // namespace ui
