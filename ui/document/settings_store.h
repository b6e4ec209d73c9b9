#pragma once

#include <QAnyStringView>
#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QVariant>

#include <mutex>
#include <optional>

namespace ui::settings {

/// The settings of one ini file in memory. Changes are written on another thread, in their order:
/// QSettings waits for the disk (fsync), which takes 10 to 300 ms on a busy one. All functions may
/// be called from any thread.
class Store {
public:
    /// The file is in `folder`; empty: in the user's folder for settings.
    explicit Store(QString folder);
    /// Writes what is not written yet.
    ~Store();

    QString fileName() const { return m_fileName; }
    /// Returns an invalid value if there is none. Changes of other processes are seen.
    QVariant value(QAnyStringView key);
    /// The parts behind `group/` of the keys that have no further part.
    QStringList keysIn(const QString& group);
    struct Change {
        QString key;
        std::optional<QVariant> value; ///< nothing: the key and all keys below it are removed
    };
    /// The file has all of these changes or none.
    void change(QList<Change> changes);
    /// Returns when everything is written that was changed before.
    void flush();

private:
    using Values = QMap<QString, QVariant>;
    /// Tells one state of the file from another.
    struct Stamp {
        QDateTime written;
        qint64 bytes = -1;

        bool operator==(const Stamp&) const = default;
    };

    Stamp stampNow() const;
    Values read() const;
    /// With the lock.
    void readIfChanged();
    static void apply(const Change& change, Values& values);
    /// On the other thread, until nothing is left.
    void writeChanges();
    void write(const QList<Change>& changes) const;

    const QString m_folder;
    const QString m_fileName;
    std::mutex m_mutex;
    Values m_values;
    Stamp m_stamp;
    QList<Change> m_pending;
    bool m_isWriting = false;
    QThreadPool m_writer;
};

} // namespace ui::settings
