#include "ui/run/session_folder.h"

#include "ui/settings.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace ui {

namespace {

constexpr auto lockName = "window";

/// Above the folders of all windows: per user, because temporary files are shared, and per place of
/// settings.
QString rootFolder()
{
    const auto settings
        = QCryptographicHash::hash(settings::folder().toUtf8(), QCryptographicHash::Sha256)
              .toHex()
              .left(8);
    return QDir::tempPath()
        + QStringLiteral("/opscope-%1-%2").arg(::getuid()).arg(QString::fromLatin1(settings));
}

/// Anybody may have put something of that name where temporary files are.
bool isOurs(const QString& folder)
{
    struct stat facts { };
    return ::lstat(QFile::encodeName(folder).constData(), &facts) == 0 && S_ISDIR(facts.st_mode)
        && facts.st_uid == ::getuid() && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

int openLocked(const QString& path, int flags, int how)
{
    const int descriptor
        = ::open(QFile::encodeName(path).constData(), flags | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor >= 0 && ::flock(descriptor, how) == 0)
        return descriptor;
    if (descriptor >= 0)
        ::close(descriptor);
    return -1;
}

/// While it lives nobody else makes, takes or removes folders.
class RootLock {
public:
    RootLock()
        : m_lock(
            isOurs(rootFolder()) ? openLocked(rootFolder(), O_RDONLY | O_DIRECTORY, LOCK_EX) : -1)
    {
    }
    RootLock(const RootLock&) = delete;
    RootLock& operator=(const RootLock&) = delete;
    ~RootLock()
    {
        if (m_lock >= 0)
            ::close(m_lock);
    }
    bool isValid() const { return m_lock >= 0; }

private:
    int m_lock;
};

QString lockPath(const QString& folder) { return folder + u'/' + QString::fromLatin1(lockName); }

} // namespace

SessionFolder::SessionFolder()
{
    const auto root = rootFolder();
    ::mkdir(QFile::encodeName(root).constData(), 0700);
    const RootLock others;
    if (others.isValid())
        m_folder = std::make_unique<QTemporaryDir>(root + QStringLiteral("/XXXXXX"));
    // Without a place of our own runs work as well; a kill then leaves what nobody finds.
    if (m_folder == nullptr || !m_folder->isValid())
        m_folder = std::make_unique<QTemporaryDir>();
    else
        m_lock = openLocked(lockPath(m_folder->path()), O_RDWR | O_CREAT, LOCK_EX | LOCK_NB);
}

SessionFolder::~SessionFolder()
{
    {
        const RootLock others;
        m_folder.reset();
        if (m_lock >= 0)
            ::close(m_lock);
    }
    ::rmdir(QFile::encodeName(rootFolder()).constData()); // the last one does
}

bool SessionFolder::isValid() const { return m_folder->isValid(); }
QString SessionFolder::errorString() const { return m_folder->errorString(); }
QString SessionFolder::filePath(const QString& name) const { return m_folder->filePath(name); }

QStringList SessionFolder::left()
{
    const RootLock others;
    QStringList folders;
    if (!others.isValid())
        return folders;
    const QDir root(rootFolder());
    for (const auto& name : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks)) {
        const auto folder = root.filePath(name);
        const int lock = openLocked(lockPath(folder), O_RDONLY, LOCK_EX | LOCK_NB);
        if (lock < 0)
            continue;
        ::close(lock);
        folders << folder;
    }
    return folders;
}

bool SessionFolder::isIn(const QString& file)
{
    return QFileInfo(QFileInfo(file).absolutePath()).absolutePath()
        == QFileInfo(rootFolder()).absoluteFilePath();
}

SessionFolder::Claim::Claim(const QString& folder)
    : m_folder(folder)
{
    const RootLock others;
    if (others.isValid())
        m_lock = openLocked(lockPath(folder), O_RDONLY, LOCK_EX | LOCK_NB);
}

SessionFolder::Claim::~Claim()
{
    if (m_lock >= 0)
        ::close(m_lock);
}

void SessionFolder::Claim::remove()
{
    if (m_lock >= 0)
        QDir(m_folder).removeRecursively();
}

} // namespace ui
