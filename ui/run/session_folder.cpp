#include "ui/run/session_folder.h"

#include "ui/document/settings.h"
#include "ui/document/time_marks.h"
#include "ui/jobs/file_lock.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ui {

namespace {

constexpr auto lockName = "window";
constexpr auto makingName = "making"; ///< the lock of a folder that keep() has not completed
constexpr auto modelEnd = ".model";
constexpr auto nameEnd = ".name";

/// Parent of all session folders. One per user, because the temporary folder is shared, and one per
/// settings folder.
QString rootFolder()
{
    const auto settings
        = QCryptographicHash::hash(settings::folder().toUtf8(), QCryptographicHash::Sha256)
              .toHex()
              .left(8);
    return QDir::tempPath()
        + QStringLiteral("/opscope-%1-%2").arg(::getuid()).arg(QString::fromLatin1(settings));
}

/// Checks the owner and permissions: in the temporary folder any user may have created this name.
bool isOurs(const QString& folder)
{
    struct stat facts { };
    return ::lstat(QFile::encodeName(folder).constData(), &facts) == 0 && S_ISDIR(facts.st_mode)
        && facts.st_uid == ::getuid() && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Locks a parent folder against other processes that create, claim or remove folders in it.
FileLock lockRoot(const QString& root = rootFolder())
{
    return isOurs(root) ? FileLock::take(root, O_RDONLY | O_DIRECTORY, LOCK_EX) : FileLock();
}

QString notePath(const QString& recording, const char* end)
{
    const QFileInfo facts(recording);
    return facts.absolutePath() + u'/' + facts.fileName().section(u'.', 0, 0)
        + QString::fromLatin1(end);
}

void writeNote(const QString& recording, const char* end, const QString& text)
{
    QFile note(notePath(recording, end));
    if (text.isEmpty())
        note.remove();
    else if (note.open(QIODevice::WriteOnly))
        note.write(text.toUtf8());
}

QString noted(const QString& recording, const char* end)
{
    constexpr qint64 longest = 64 * 1024; // in bytes
    QFile note(notePath(recording, end));
    return note.open(QIODevice::ReadOnly) ? QString::fromUtf8(note.read(longest)) : QString();
}

QString lockPath(const QString& folder) { return folder + u'/' + QString::fromLatin1(lockName); }

} // namespace

SessionFolder::SessionFolder()
{
    const auto root = rootFolder();
    ::mkdir(QFile::encodeName(root).constData(), 0700);
    const auto others = lockRoot();
    if (others.isHeld())
        m_folder = std::make_unique<QTemporaryDir>(root + QStringLiteral("/XXXXXX"));
    // A temporary folder elsewhere works too, but after a kill its recordings are not found.
    if (m_folder == nullptr || !m_folder->isValid())
        m_folder = std::make_unique<QTemporaryDir>();
    else
        m_lock = FileLock::take(lockPath(m_folder->path()), O_RDWR | O_CREAT, LOCK_EX | LOCK_NB);
}

SessionFolder::~SessionFolder()
{
    {
        const auto others = lockRoot();
        m_folder.reset();
        m_lock = FileLock();
    }
    ::rmdir(QFile::encodeName(rootFolder()).constData()); // succeeds only if it is empty
}

std::shared_ptr<SessionFolder> SessionFolder::ofProcess()
{
    static std::weak_ptr<SessionFolder> current;
    auto folder = current.lock();
    if (folder == nullptr || !folder->isValid())
        current = folder = std::make_shared<SessionFolder>();
    return folder;
}

bool SessionFolder::isValid() const { return m_folder->isValid(); }
QString SessionFolder::errorString() const { return m_folder->errorString(); }
QString SessionFolder::filePath(const QString& name) const { return m_folder->filePath(name); }

QString SessionFolder::newRecording(const QString& modelPath)
{
    const auto file = filePath(QStringLiteral("run-%1.opscope").arg(++m_paths));
    noteModel(file, modelPath);
    return file;
}

QString SessionFolder::newFolder() { return filePath(QStringLiteral("values-%1").arg(++m_paths)); }

QString SessionFolder::recoveryRoot() { return settings::folder() + QStringLiteral("/recordings"); }

support::Result<void> SessionFolder::keep(
    const QStringList& recordings, const QHash<QString, profiler::Sweep>& sweeps)
{
    const auto failed = [](const QString& what, const QString& why) {
        return support::failAs(
            support::ErrorKind::File, "cannot keep ", what.toStdString(), ": ", why.toStdString());
    };
    QDir().mkpath(settings::folder());
    ::mkdir(QFile::encodeName(recoveryRoot()).constData(), 0700);
    QTemporaryDir folder(recoveryRoot() + QStringLiteral("/XXXXXX"));
    if (!folder.isValid())
        return failed(recoveryRoot(), folder.errorString());
    const auto making = FileLock::take(
        folder.filePath(QString::fromLatin1(makingName)), O_RDWR | O_CREAT, LOCK_EX | LOCK_NB);
    for (const auto& recording : recordings) {
        QFile from(recording);
        const auto kept = folder.filePath(QFileInfo(recording).fileName());
        if (!from.copy(kept))
            return failed(recording, from.errorString());
        saveMarks(kept, loadMarks(recording));
        saveMarks(recording, {});
        noteModel(kept, notedModel(recording));
        noteName(kept, notedName(recording));
    }
    int count = 0;
    for (auto sweep = sweeps.begin(); sweep != sweeps.end(); ++sweep) {
        QFile file(folder.filePath(QStringLiteral("sweep-%1.json").arg(++count)));
        const auto text = QByteArray::fromStdString(profiler::sweepJson(*sweep));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.flush())
            return failed(file.fileName(), file.errorString());
        noteModel(file.fileName(), sweep.key());
    }
    // The lock file marks the folder as complete: left() ignores folders without one.
    QFile mark(folder.filePath(QString::fromLatin1(makingName)));
    if (!mark.rename(lockPath(folder.path())))
        return failed(folder.path(), mark.errorString());
    folder.setAutoRemove(false);
    return {};
}

void SessionFolder::noteModel(const QString& recording, const QString& modelPath)
{
    writeNote(recording, modelEnd, modelPath);
}

void SessionFolder::noteName(const QString& recording, const QString& name)
{
    writeNote(recording, nameEnd, name);
}

QString SessionFolder::notedModel(const QString& recording) { return noted(recording, modelEnd); }

QString SessionFolder::notedName(const QString& recording) { return noted(recording, nameEnd); }

void SessionFolder::removeNotes(const QString& recording)
{
    for (const auto* end : { modelEnd, nameEnd })
        QFile::remove(notePath(recording, end));
}

QStringList SessionFolder::left()
{
    QStringList folders;
    for (const auto& path : { rootFolder(), recoveryRoot() }) {
        const auto others = lockRoot(path);
        const QDir root(path);
        for (const auto& name : others.isHeld()
                ? root.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks)
                : QStringList()) {
            const auto folder = root.filePath(name);
            const auto isFree = [&](const QString& lock) {
                return FileLock::take(lock, O_RDONLY, LOCK_EX | LOCK_NB).isHeld();
            };
            if (isFree(lockPath(folder)))
                folders << folder;
            else if (isFree(folder + u'/' + QString::fromLatin1(makingName)))
                QDir(folder).removeRecursively(); // keep() was killed
        }
    }
    return folders;
}

bool SessionFolder::isIn(const QString& file)
{
    return QFileInfo(file).absoluteFilePath().startsWith(
        QFileInfo(rootFolder()).absoluteFilePath() + u'/');
}

SessionFolder::Claim::Claim(const QString& folder)
    : m_folder(folder)
{
    const auto others = lockRoot(QFileInfo(folder).absolutePath());
    if (others.isHeld())
        m_lock = FileLock::take(lockPath(folder), O_RDONLY, LOCK_EX | LOCK_NB);
}

void SessionFolder::Claim::remove()
{
    if (m_lock.isHeld())
        QDir(m_folder).removeRecursively();
}

} // namespace ui
