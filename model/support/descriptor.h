#pragma once

#include <unistd.h>

#include <utility>

namespace support {

/// Owns a file descriptor. The destructor closes it.
class Descriptor {
public:
    Descriptor() = default;
    /// Takes the result of open(2) or a similar call; a negative number is no descriptor.
    explicit Descriptor(int number)
        : m_number(number)
    {
    }
    Descriptor(Descriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    {
    }
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~Descriptor() { close(); }

    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }
    /// Returns false if close(2) fails: some devices report a write error only then. errno says
    /// why.
    bool close() { return !isOpen() || ::close(std::exchange(m_number, -1)) == 0; }

private:
    int m_number = -1;
};

} // namespace support
