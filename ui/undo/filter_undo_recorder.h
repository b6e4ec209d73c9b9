#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>

class QLineEdit;

namespace ui {

/// Reports a change of a filter line by the user: after a pause in typing or when the line loses
/// the focus, not for every letter. A text set by the program only becomes the start of the next
/// change. Lives as long as the line.
class FilterUndoRecorder : public QObject {
    Q_OBJECT

public:
    using Changed = std::function<void(const QString& before, const QString& after)>;
    FilterUndoRecorder(QLineEdit* line, Changed changed);

private:
    void take(const QString& text);
    void edited(const QString& text);
    void settle();

    QLineEdit* m_line;
    Changed m_changed;
    QTimer m_rest;
    QString m_known;
    QString m_before; ///< the text before m_known
};

} // namespace ui
