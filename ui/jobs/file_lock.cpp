#include "ui/jobs/file_lock.h"

#include <QFile>

#include <fcntl.h>
#include <sys/file.h>

namespace ui {

FileLock FileLock::take(const QString& path, int flags, int how)
{
    FileLock lock;
    lock.m_descriptor = support::Descriptor(
        ::open(QFile::encodeName(path).constData(), flags | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (lock.isHeld() && ::flock(lock.descriptor(), how) != 0)
        lock = FileLock();
    return lock;
}

} // namespace ui
