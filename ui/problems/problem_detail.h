#pragma once

#include "model/support/diagnostic.h"
#include "ui/document/selection.h"

#include <QScrollArea>

class QBoxLayout;
class QLabel;
class QVBoxLayout;

namespace ui {

class NoteLabel;
class Panel;

/// The chosen finding in full below the table, whose cells cut it: what is wrong, its rule, what to
/// do, and a button for each thing that can be done from here. As high as that, but never more than
/// a share of its panel: then it scrolls.
class ProblemDetail : public QScrollArea {
    Q_OBJECT

public:
    explicit ProblemDetail(ui::Panel& panel); // Panel alone is a shape of QFrame

    /// Null hides it. `item`: the node or value that it is about.
    void set(const support::Diagnostic* finding, const SelectedItem& item);
    /// To the size of its panel.
    void fit();

private:
    void setButtons(const support::Diagnostic& finding, const SelectedItem& item);

    ui::Panel& m_panel;
    NoteLabel* m_message;
    QLabel* m_rule;
    NoteLabel* m_advice;
    QWidget* m_buttons;
    QBoxLayout* m_row; ///< of the buttons; a column where they do not fit beside each other
    QVBoxLayout* m_column;
};

} // namespace ui
