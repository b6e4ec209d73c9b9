#pragma once

#include <QString>

#include <utility>

namespace ui {

/// Holds a lock on a file or a folder (`flock`). The destructor releases the lock. The system
/// releases it when the process ends, also after a crash.
class FileLock {
public:
    FileLock() = default;
    FileLock(FileLock&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
    {
    }
    FileLock& operator=(FileLock&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~FileLock();

    /// Opens `path` with the open(2) flags `flags` and O_NOFOLLOW, and locks it with the flock(2)
    /// operation `how`. Returns an object that holds no lock if either call fails.
    static FileLock take(const QString& path, int flags, int how);

    bool isHeld() const { return m_descriptor >= 0; }
    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor = -1;
};

} // namespace ui
