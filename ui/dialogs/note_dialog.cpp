#include "ui/dialogs/note_dialog.h"

#include "ui/inspectors/elided_label.h"
#include "ui/widgets/labels.h"

#include <QDialogButtonBox>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace ui {

NoteDialog::NoteDialog(const QString& about, const QString& text, QWidget* parent)
    : QDialog(parent)
    , m_before(text)
    , m_edit(new QPlainTextEdit(text, this))
{
    setWindowTitle(tr("Note"));
    setObjectName("noteDialog");
    resize(460, 260);
    auto* column = new QVBoxLayout(this);
    column->addWidget(new ElidedLabel(about, ElidedLabel::Look::Strong, this));
    m_edit->setTabChangesFocus(true);
    m_edit->setAccessibleName(tr("Text of the note"));
    column->addWidget(m_edit, 1);
    column->addWidget(makeWrappedLabel(
        tr("Kept on this machine, for this content of the file. Ctrl+Enter saves."), "secondary",
        this));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Save)->setText(tr("&Save"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("&Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &NoteDialog::reject);
    column->addWidget(buttons);
    for (const auto key : { Qt::Key_Return, Qt::Key_Enter }) {
        auto* save = new QShortcut(QKeySequence(Qt::ControlModifier | key), this);
        connect(save, &QShortcut::activated, this, &QDialog::accept);
    }
    m_edit->setFocus();
}

QString NoteDialog::text() const { return m_edit->toPlainText(); }

void NoteDialog::reject()
{
    if (text() == m_before)
        return QDialog::reject();
    QMessageBox box(QMessageBox::Question, tr("Note"), tr("The note was changed."),
        QMessageBox::NoButton, this);
    const auto* save = box.addButton(tr("&Save"), QMessageBox::AcceptRole);
    const auto* discard = box.addButton(tr("&Discard"), QMessageBox::DestructiveRole);
    box.setEscapeButton(box.addButton(tr("Keep &editing"), QMessageBox::RejectRole));
    box.exec();
    if (box.clickedButton() == save)
        accept();
    else if (box.clickedButton() == discard)
        QDialog::reject();
}

} // namespace ui
