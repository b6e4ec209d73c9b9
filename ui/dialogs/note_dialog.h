#pragma once

#include <QDialog>

class QPlainTextEdit;

namespace ui {

/// Edits the text of a note. Enter starts a new line, Ctrl+Enter saves. Esc and Cancel ask first if
/// the text was changed.
class NoteDialog : public QDialog {
    Q_OBJECT

public:
    /// `about`: name of the item that the note belongs to.
    NoteDialog(const QString& about, const QString& text, QWidget* parent = nullptr);

    QString text() const;
    QPlainTextEdit* edit() const { return m_edit; }

    void reject() override;

private:
    QString m_before;
    QPlainTextEdit* m_edit;
};

} // namespace ui
