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
/// Where the settings lie: for what is kept in files of its own.
QString folder();

int themeChoice();
void setThemeChoice(int choice);
/// No animations, whatever the desktop says.
bool isMotionReduced();
void setMotionReduced(bool isReduced);

struct RecentFile {
    QString path;
    QDateTime opened;
    qlonglong nodes = -1; ///< unknown if negative
    qlonglong bytes = -1;
    QString lastResult; ///< `21.9 ms on CPU`; empty = not run yet
    QString categories; ///< category mix, one letter a block (index of model::Category from 'A'),
                        ///< for the small picture
};
QList<RecentFile> recentFiles();
/// Moves or adds the file to the top; at most nine are kept.
void rememberFile(const RecentFile& file);
/// What the last run of a file gave; nothing if the file is not among the recent ones.
void rememberResult(const QString& path, const QString& result);
/// Takes one file off the list.
void forgetFile(const QString& path);
void clearRecentFiles();
bool areRecentFilesKept();
void setRecentFilesKept(bool kept);

QByteArray windowLayout(const QString& name);
void setWindowLayout(const QString& name, const QByteArray& state);

/// Folders outside a model's own that the user allowed for one model file.
QStringList allowedFolders(const QString& modelPath);
void allowFolder(const QString& modelPath, const QString& folder);
struct Permission {
    QString model;
    QStringList folders;
};
/// All permissions that were given.
QList<Permission> permissions();
/// Takes back what was allowed for this model.
void forgetPermission(const QString& modelPath);

/// Libraries with operators that the user added, in their order.
QStringList operatorPlugins();
void setOperatorPlugins(const QStringList& files);

/// What becomes of measurements that are not saved when the program is left: asked, or kept for the
/// next start.
inline constexpr auto leavingKey = "runs/leaving";
inline constexpr auto leavingKeeps = "keep";

QString value(const QString& key, const QString& fallback = {});
void setValue(const QString& key, const QString& value);
/// As if it had never been set.
void forget(const QString& key);

} // namespace ui::settings
