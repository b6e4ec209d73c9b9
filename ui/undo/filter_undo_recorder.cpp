#include "ui/undo/filter_undo_recorder.h"

#include <QLineEdit>

#include <utility>

namespace ui {

namespace {

constexpr int restAfter = 800; // in milliseconds

}

FilterUndoRecorder::FilterUndoRecorder(QLineEdit* line, Changed changed)
    : QObject(line)
    , m_line(line)
    , m_changed(std::move(changed))
    , m_known(line->text())
    , m_before(m_known)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(restAfter);
    connect(line, &QLineEdit::textEdited, this, &FilterUndoRecorder::edited);
    connect(line, &QLineEdit::textChanged, this, &FilterUndoRecorder::take);
    connect(line, &QLineEdit::editingFinished, this, &FilterUndoRecorder::settle);
    connect(&m_rest, &QTimer::timeout, this, &FilterUndoRecorder::settle);
}

/// Typing emits textEdited() before textChanged(); the clear button emits them in the other order.
void FilterUndoRecorder::take(const QString& text)
{
    if (!m_rest.isActive())
        m_before = std::exchange(m_known, text);
}

void FilterUndoRecorder::edited(const QString& text)
{
    const bool isCleared = !m_rest.isActive() && text == m_known;
    if (isCleared)
        m_known = m_before; // take() was called first
    m_rest.start();
}

void FilterUndoRecorder::settle()
{
    m_rest.stop();
    const auto text = m_line->text();
    if (text == m_known)
        return;
    m_before = std::exchange(m_known, text);
    m_changed(m_before, m_known);
}

} // namespace ui
