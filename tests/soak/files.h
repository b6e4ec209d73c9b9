#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

namespace soak {

class Random;

/// The files that are opened, and a folder for those that are written. All are copies.
class Files {
public:
    /// Copies our samples into the folder, and searches it.
    explicit Files(const QString& folder);

    QString folder() const { return m_folder; }
    QString any(Random& random) const;
    /// A file to write; it may exist.
    QString toWrite(Random& random) const;
    /// Writes other content into a file of the folder, or the same again.
    QString change(const QString& path, Random& random);
    /// Removes what was written, and gives changed files their content again.
    void restore();

private:
    QString m_folder;
    QString m_written;
    QStringList m_files;
    QHash<QString, QByteArray> m_changed; ///< their content before
};

} // namespace soak
