#pragma once

#include <QString>

#include <utility>

namespace ui {

/// A lock on a file or a folder (`flock`). It ends with the object, or with the process however
/// that ends.
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

    /// Opens `path` with these flags of open(2), which follows no link, and locks it as flock(2)
    /// says with `how`. Not held if either fails.
    static FileLock take(const QString& path, int flags, int how);

    bool isHeld() const { return m_descriptor >= 0; }
    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor = -1;
};

} // namespace ui
