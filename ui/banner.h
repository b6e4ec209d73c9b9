#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

/// A line across a view that says one thing about what is below and offers one action. Hidden until
/// it is shown; whoever has it decides what a dismissal means.
class Banner : public QFrame {
    Q_OBJECT

public:
    /// `tone`: warning, error, info; also the colour of icon and lead.
    Banner(const char* iconName, const char* tone, QWidget* parent = nullptr);

    /// Without an action there is no button.
    void say(const QString& lead, const QString& text, const QString& action);

    /// Another action, behind the first.
    QPushButton* addButton(const QString& text);

signals:
    void followed(); ///< the action was chosen
    void dismissed();

private:
    QLabel* m_lead;
    QLabel* m_text;
    QPushButton* m_action;
    QHBoxLayout* m_row;
};

} // namespace ui
