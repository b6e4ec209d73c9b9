#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

/// Settings of the user that outlive the process, in one ini file. A change is visible at once.
/// Another thread writes it to the file within moments, at the latest when the process ends.
namespace ui::settings {

/// Uses this folder instead of the user's (for tests).
void useFolder(const QString& folder);
/// The folder of the ini file. Journals, notes and recordings have folders in it.
QString folder();
/// Waits until the file has all changes. Needed for a setting that the next start reads after a
/// crash.
void flush();

int themeChoice();
void setThemeChoice(int choice);
/// The chosen language of the window, `de` or `zh_CN`; empty: the system's.
QString language();
void setLanguage(const QString& code);
/// True if the user turned animations off, regardless of the desktop's setting.
bool isMotionReduced();
void setMotionReduced(bool isReduced);

struct RecentFile {
    QString path;
    QDateTime opened;
    qlonglong nodes = -1; ///< unknown if negative
    qlonglong bytes = -1;
    QString lastResult; ///< `21.9 ms on CPU`; empty = not run yet
    /// Category mix for the small picture: one letter a block, 'A' + index of model::Category.
    QString categories;
};
QList<RecentFile> recentFiles();
/// Moves or adds the file to the top; at most nine are kept.
void rememberFile(const RecentFile& file);
/// Stores the result of the last run of a file; does nothing if the file is not in the list.
void rememberResult(const QString& path, const QString& result);
/// Removes one file from the list.
void forgetFile(const QString& path);
void clearRecentFiles();
bool areRecentFilesKept();
void setRecentFilesKept(bool kept);

QByteArray windowLayout(const QString& name);
void setWindowLayout(const QString& name, const QByteArray& state);

/// Folders outside the model's own folder that the user allowed for external data of this model.
QStringList allowedFolders(const QString& modelPath);
void allowFolder(const QString& modelPath, const QString& folder);
struct Permission {
    QString model;
    QStringList folders;
};
/// All permissions that were given.
QList<Permission> permissions();
/// Removes the permissions of this model.
void forgetPermission(const QString& modelPath);

/// Libraries with operators that the user added, in their order.
QStringList operatorPlugins();
void setOperatorPlugins(const QStringList& files);

/// Key: what happens at exit to measurements that are not saved. Default: the user is asked.
inline constexpr auto quitKey = "runs/leaving";
inline constexpr auto leavingKeeps = "keep"; ///< value: they are kept for the next start

QString value(QAnyStringView key, const QString& fallback = {});
void setValue(QAnyStringView key, const QString& value);
/// Removes the setting.
void forget(QAnyStringView key);

} // namespace ui::settings
