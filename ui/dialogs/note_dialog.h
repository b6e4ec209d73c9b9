#pragma once

#include <QDialog>

class QPlainTextEdit;

namespace ui {

/// Edits the text of a note: Enter begins a line, Ctrl+Enter saves. Leaving it with Esc or Cancel
/// asks first if something was changed.
class NoteDialog : public QDialog {
    Q_OBJECT

public:
    /// `about`: what the note is on.
    NoteDialog(const QString& about, const QString& text, QWidget* parent = nullptr);

    QString text() const;
    QPlainTextEdit* edit() const { return m_edit; }

    void reject() override;

private:
    QString m_before;
    QPlainTextEdit* m_edit;
};

} // namespace ui
