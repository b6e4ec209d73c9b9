#include "ui/document/settings.h"

#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QVariant>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <system_error>

namespace ui::settings {

namespace {

constexpr int recentLimit = 9; // Ctrl+1 to Ctrl+9 open them

QString& folderOverride()
{
    static QString folder;
    return folder;
}

QSettings store()
{
    if (!folderOverride().isEmpty())
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folderOverride());
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("Opscope"),
        QStringLiteral("opscope"));
}

/// True if the file has all keys. Each is a line with `=`: line breaks and `=` of keys are escaped.
bool isWhole(const QSettings& settings)
{
    QFile file(settings.fileName());
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const auto lines = file.readAll().split('\n');
    return std::ranges::count_if(lines, [](const QByteArray& line) { return line.contains('='); })
        >= settings.allKeys().size();
}

/// Writes settings. On a full disk QSettings replaces its file by one without what could not be
/// written (Qt 6.4: QSaveFile::commit() does not see that the flush failed). Then the file from
/// before is put back.
template <typename Write>
void change(Write write)
{
    // All QSettings of a process share their keys, also those that another thread is writing.
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    auto settings = store();
    settings.setFallbacksEnabled(false);
    const auto file = settings.fileName().toStdString();
    const auto before = file + ".before";
    std::error_code failure;
    std::filesystem::remove(before, failure);
    std::filesystem::create_hard_link(file, before, failure);
    const bool isKept = !failure;
    write(settings);
    settings.sync();
    if (isKept && !isWhole(settings))
        std::filesystem::rename(before, file, failure);
    std::filesystem::remove(before, failure);
}

void set(QAnyStringView key, const QVariant& value)
{
    change([&](QSettings& settings) { settings.setValue(key, value); });
}

void write(const QList<RecentFile>& files)
{
    change([&](QSettings& settings) {
        settings.beginWriteArray(QStringLiteral("recent"), static_cast<int>(files.size()));
        for (int i = 0; i < files.size(); ++i) {
            settings.setArrayIndex(i);
            settings.setValue("path", files[i].path);
            settings.setValue("opened", files[i].opened);
            settings.setValue("nodes", files[i].nodes);
            settings.setValue("bytes", files[i].bytes);
            settings.setValue("result", files[i].lastResult);
            settings.setValue("categories", files[i].categories);
        }
        settings.endArray();
    });
}

} // namespace

void useFolder(const QString& folder) { folderOverride() = folder; }

QString folder() { return QFileInfo(store().fileName()).absolutePath(); }

int themeChoice() { return store().value("view/theme", 0).toInt(); }
void setThemeChoice(int choice) { set("view/theme", choice); }

QString language() { return value(QStringLiteral("view/language")); }
void setLanguage(const QString& code) { set("view/language", code); }

bool isMotionReduced() { return store().value("view/reducedMotion", false).toBool(); }
void setMotionReduced(bool isReduced) { set("view/reducedMotion", isReduced); }

QList<RecentFile> recentFiles()
{
    auto settings = store();
    QList<RecentFile> files;
    const int count = settings.beginReadArray(QStringLiteral("recent"));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        files.append({ settings.value("path").toString(), settings.value("opened").toDateTime(),
            settings.value("nodes", -1).toLongLong(), settings.value("bytes", -1).toLongLong(),
            settings.value("result").toString(), settings.value("categories").toString() });
    }
    settings.endArray();
    return files;
}

void rememberFile(const RecentFile& file)
{
    if (!areRecentFilesKept())
        return;
    auto files = recentFiles();
    auto newest = file;
    // Keeps the result of the last run when a file is opened again.
    const auto known = std::ranges::find(files, file.path, &RecentFile::path);
    if (known != files.end() && newest.lastResult.isEmpty())
        newest.lastResult = known->lastResult;
    files.removeIf([&](const RecentFile& other) { return other.path == file.path; });
    files.prepend(newest);
    while (files.size() > recentLimit)
        files.removeLast();
    write(files);
}

void rememberResult(const QString& path, const QString& result)
{
    auto files = recentFiles();
    const auto known = std::ranges::find(files, path, &RecentFile::path);
    if (known == files.end())
        return;
    known->lastResult = result;
    write(files);
}

void forgetFile(const QString& path)
{
    auto files = recentFiles();
    files.removeIf([&](const RecentFile& other) { return other.path == path; });
    clearRecentFiles();
    write(files);
}

void clearRecentFiles() { forget("recent"); }

bool areRecentFilesKept() { return store().value("recentKept", true).toBool(); }

void setRecentFilesKept(bool kept)
{
    set("recentKept", kept);
    if (!kept)
        clearRecentFiles();
}

QByteArray windowLayout(const QString& name)
{
    return store().value(QStringLiteral("layout/") + name).toByteArray();
}
void setWindowLayout(const QString& name, const QByteArray& state)
{
    set(QStringLiteral("layout/") + name, state);
}

namespace {

// A path holds slashes, which QSettings would take for groups.
QString permissionKey(const QString& modelPath)
{
    return QStringLiteral("allowed/") + QString::fromLatin1(modelPath.toUtf8().toHex());
}

} // namespace

QStringList allowedFolders(const QString& modelPath)
{
    return store().value(permissionKey(modelPath)).toStringList();
}

void allowFolder(const QString& modelPath, const QString& folder)
{
    auto folders = allowedFolders(modelPath);
    if (!folders.contains(folder))
        folders.append(folder);
    set(permissionKey(modelPath), folders);
}

QList<Permission> permissions()
{
    auto settings = store();
    settings.beginGroup(QStringLiteral("allowed"));
    QList<Permission> found;
    for (const auto& key : settings.childKeys())
        found.append({ QString::fromUtf8(QByteArray::fromHex(key.toLatin1())),
            settings.value(key).toStringList() });
    return found;
}

void forgetPermission(const QString& modelPath) { forget(permissionKey(modelPath)); }

QStringList operatorPlugins() { return store().value("plugins/operators").toStringList(); }
void setOperatorPlugins(const QStringList& files) { set("plugins/operators", files); }

QString value(QAnyStringView key, const QString& fallback)
{
    return store().value(key, fallback).toString();
}
void setValue(QAnyStringView key, const QString& value) { set(key, value); }
void forget(QAnyStringView key)
{
    change([&](QSettings& settings) { settings.remove(key); });
}

} // namespace ui::settings
