#include "ui/widgets/note_label.h"

#include <QEvent>

#include <algorithm>

namespace ui {

NoteLabel::NoteLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setProperty("secondary", true);
}

void NoteLabel::setText(const QString& text)
{
    QLabel::setText(text);
    fit();
}

void NoteLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    fit();
}

void NoteLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        fit();
}

void NoteLabel::fit()
{
    setMinimumHeight(0); // otherwise heightForWidth includes the old minimum
    setMinimumHeight(std::max(0, heightForWidth(width()))); // -1 without text
}

} // namespace ui
