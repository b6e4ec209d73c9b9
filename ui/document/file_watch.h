#pragma once

#include <QDateTime>
#include <QObject>
#include <QTimer>

namespace ui {

/// Checks whether a file on disk still has the size and modification time that it had when it was
/// read.
class FileWatch : public QObject {
    Q_OBJECT

public:
    enum class State { Same, Changed, Gone };

    explicit FileWatch(QString path, QObject* parent = nullptr);
    ~FileWatch() override;

    /// The file as it was when it was read; -1 bytes: there was none.
    qint64 bytes() const { return m_bytes; }
    const QDateTime& written() const { return m_written; }
    /// The state at the last check.
    State state() const { return m_state; }
    /// Checks the file now; emits changed() if the state differs from the last one.
    State check();
    /// Watches another file, as it is now.
    void setPath(const QString& path);
    /// Records the current size and modification time as those that were read.
    void accept();

signals:
    void changed();

private:
    QString folder() const;

    QString m_path;
    QTimer m_soon; ///< delays check(), because a file is written in many steps
    State m_state = State::Same;
    qint64 m_bytes = -1;
    QDateTime m_written;
};

} // namespace ui
