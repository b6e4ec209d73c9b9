#pragma once

#include "model/support/diagnostic.h"
#include "ui/document/selection.h"

#include <QScrollArea>

class QBoxLayout;
class QLabel;

namespace ui {

class NoteLabel;
class Panel;

/// The current finding below the table, without truncation: message, rule, advice, and a button for
/// each possible action. Buttons stand beside the text where the panel is wide. As high as its
/// content, up to a share of the panel's height; then it
/// scrolls.
class ProblemDetail : public QScrollArea {
    Q_OBJECT

public:
    explicit ProblemDetail(ui::Panel& panel); // "ui::": QFrame::Panel hides the class name

    /// Null hides the detail. `item`: the node or value of the finding.
    void set(const support::Diagnostic* finding, const SelectedItem& item);
    /// Adapts the height to the panel.
    void fit();

private:
    void setButtons(const support::Diagnostic& finding, const SelectedItem& item);

    ui::Panel& m_panel;
    NoteLabel* m_message;
    QLabel* m_rule;
    NoteLabel* m_advice;
    QWidget* m_buttons;
    QBoxLayout* m_row; ///< of the buttons; a column if they do not fit in one row
    QBoxLayout* m_content; ///< texts, and the buttons beside them or below
};

} // namespace ui
