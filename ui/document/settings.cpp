#include "ui/document/settings.h"

#include "ui/document/settings_store.h"

#include <QFileInfo>
#include <QSettings>
#include <QVariant>

#include <algorithm>
#include <memory>
#include <mutex>

namespace ui::settings {

namespace {

constexpr int recentLimit = 9; // Ctrl+1 to Ctrl+9 open them

std::unique_ptr<Store>& current()
{
    static auto store = [] {
        // What Qt keeps for all QSettings is destroyed after the store, which writes then.
        const QSettings first(QString(), QSettings::IniFormat);
        return std::unique_ptr<Store>();
    }();
    return store;
}

Store& store()
{
    static std::once_flag isMade;
    std::call_once(isMade, [] {
        if (current() == nullptr)
            current() = std::make_unique<Store>(QString());
    });
    return *current();
}

void set(QAnyStringView key, const QVariant& value)
{
    store().change({ { key.toString(), value } });
}

QVariant valueOr(QAnyStringView key, const QVariant& other)
{
    const auto value = store().value(key);
    return value.isValid() ? value : other;
}

/// As QSettings writes arrays.
QString recentKey(int index, const char* part)
{
    return QStringLiteral("recent/%1/%2").arg(index + 1).arg(QLatin1String(part));
}

void write(const QList<RecentFile>& files)
{
    QList<Store::Change> changes { { "recent/size", files.size() } };
    for (int i = 0; i < files.size(); ++i)
        changes << Store::Change { recentKey(i, "path"), files[i].path }
                << Store::Change { recentKey(i, "opened"), files[i].opened }
                << Store::Change { recentKey(i, "nodes"), files[i].nodes }
                << Store::Change { recentKey(i, "bytes"), files[i].bytes }
                << Store::Change { recentKey(i, "result"), files[i].lastResult }
                << Store::Change { recentKey(i, "categories"), files[i].categories };
    store().change(changes);
}

} // namespace

void useFolder(const QString& folder)
{
    current().reset(); // writes what is left
    current() = std::make_unique<Store>(folder);
}

QString folder() { return QFileInfo(store().fileName()).absolutePath(); }

void flush() { store().flush(); }

int themeChoice() { return valueOr("view/theme", 0).toInt(); }
void setThemeChoice(int choice) { set("view/theme", choice); }

QString language() { return value(QStringLiteral("view/language")); }
void setLanguage(const QString& code) { set("view/language", code); }

bool isMotionReduced() { return valueOr("view/reducedMotion", false).toBool(); }
void setMotionReduced(bool isReduced) { set("view/reducedMotion", isReduced); }

QList<RecentFile> recentFiles()
{
    QList<RecentFile> files;
    const int count = std::min(store().value("recent/size").toInt(), recentLimit);
    for (int i = 0; i < count; ++i)
        files.append({ store().value(recentKey(i, "path")).toString(),
            store().value(recentKey(i, "opened")).toDateTime(),
            valueOr(recentKey(i, "nodes"), -1).toLongLong(),
            valueOr(recentKey(i, "bytes"), -1).toLongLong(),
            store().value(recentKey(i, "result")).toString(),
            store().value(recentKey(i, "categories")).toString() });
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

bool areRecentFilesKept() { return valueOr("recentKept", true).toBool(); }

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
    QList<Permission> found;
    for (const auto& key : store().keysIn(QStringLiteral("allowed")))
        found.append({ QString::fromUtf8(QByteArray::fromHex(key.toLatin1())),
            store().value(QStringLiteral("allowed/") + key).toStringList() });
    return found;
}

void forgetPermission(const QString& modelPath) { forget(permissionKey(modelPath)); }

QStringList operatorPlugins() { return store().value("plugins/operators").toStringList(); }
void setOperatorPlugins(const QStringList& files) { set("plugins/operators", files); }

QString value(QAnyStringView key, const QString& fallback)
{
    return valueOr(key, fallback).toString();
}
void setValue(QAnyStringView key, const QString& value) { set(key, value); }
void forget(QAnyStringView key) { store().change({ { key.toString(), std::nullopt } }); }

} // namespace ui::settings
