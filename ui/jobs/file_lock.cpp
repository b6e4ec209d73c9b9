#include "ui/jobs/file_lock.h"

#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ui {

FileLock::~FileLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

FileLock FileLock::take(const QString& path, int flags, int how)
{
    FileLock lock;
    lock.m_descriptor
        = ::open(QFile::encodeName(path).constData(), flags | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (lock.m_descriptor >= 0 && ::flock(lock.m_descriptor, how) != 0)
        lock = FileLock();
    return lock;
}

} // namespace ui
