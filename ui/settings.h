#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

/// What the program remembers between starts: one ini file of the user, nothing else.
namespace ui::settings {

/// Puts the settings into a folder of its own (tests).
void useFolder(const QString& folder);

int themeChoice();
void setThemeChoice(int choice);

struct RecentFile {
    QString path;
    QDateTime opened;
    qlonglong nodes = -1; ///< unknown if negative
    qlonglong bytes = -1;
    QString lastResult; ///< `21.9 ms on CPU`; empty = not run yet
    QString categories; ///< category mix, one letter a block (index of model::Category from 'A'), for the small picture
};
QList<RecentFile> recentFiles();
/// Moves or adds the file to the top; at most nine are kept.
void rememberFile(const RecentFile& file);
void clearRecentFiles();
bool areRecentFilesKept();
void setRecentFilesKept(bool kept);

QByteArray windowLayout(const QString& name);
void setWindowLayout(const QString& name, const QByteArray& state);

/// Folders outside a model's own that the user allowed for one model file.
QStringList allowedFolders(const QString& modelPath);
void allowFolder(const QString& modelPath, const QString& folder);

QString value(const QString& key, const QString& fallback = {});
void setValue(const QString& key, const QString& value);

} // namespace ui::settings
