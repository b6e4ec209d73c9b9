#pragma once

#include "model/support/descriptor.h"

#include <QString>

namespace ui {

/// Holds a lock on a file or a folder (`flock`). The destructor releases the lock. The system
/// releases it when the process ends, also after a crash.
class FileLock {
public:
    /// Opens `path` with the open(2) flags `flags` and O_NOFOLLOW, and locks it with the flock(2)
    /// operation `how`. Returns an object that holds no lock if either call fails.
    static FileLock take(const QString& path, int flags, int how);

    bool isHeld() const { return m_descriptor.isOpen(); }
    int descriptor() const { return m_descriptor.number(); }

private:
    support::Descriptor m_descriptor;
};

} // namespace ui
