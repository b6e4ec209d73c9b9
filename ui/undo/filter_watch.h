#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>

class QLineEdit;

namespace ui {

/// Notices when the user has changed a filter line: once the typing rests or the line is left, not
/// at every letter. What a program sets is where the next change begins. Lives as long as the line.
class FilterWatch : public QObject {
    Q_OBJECT

public:
    using Changed = std::function<void(const QString& before, const QString& after)>;
    FilterWatch(QLineEdit* line, Changed changed);

private:
    void take(const QString& text);
    void edited(const QString& text);
    void settle();

    QLineEdit* m_line;
    Changed m_changed;
    QTimer m_rest;
    QString m_known;
    QString m_before; ///< what the line held before m_known
};

} // namespace ui
