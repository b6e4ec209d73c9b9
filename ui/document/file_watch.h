#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace ui {

/// Whether a file on disk is still the one that was read: by its size and time of change.
class FileWatch : public QObject {
    Q_OBJECT

public:
    enum class State { Same, Changed, Gone };

    explicit FileWatch(QString path, QObject* parent = nullptr);

    /// As it was last looked at.
    State state() const { return m_state; }
    /// Looks now.
    State check();
    /// What is there now has been read.
    void accept();

signals:
    void changed();

private:
    void watch();

    QString m_path;
    QFileSystemWatcher m_watcher;
    QTimer m_soon; ///< a file is written in many steps
    State m_state = State::Same;
    qint64 m_bytes = -1;
    QDateTime m_written;
};

} // namespace ui
