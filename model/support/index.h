#pragma once

// Must be the first standard header: moc of Qt 6.4 fails if <compare> or <cstdint> comes first.
#include <cstddef>

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace support {

/// A typed 32-bit id: a position in a table. A default-constructed id is invalid; 0 is a valid id.
template <typename Tag>
class Index {
public:
    constexpr Index() = default;
    constexpr explicit Index(std::uint32_t value)
        : m_value(value)
    {
    }
    constexpr explicit Index(std::size_t value)
        : m_value(static_cast<std::uint32_t>(value))
    {
    }

    constexpr bool isValid() const { return m_value != invalid; }
    constexpr std::uint32_t value() const { return m_value; }
    auto operator<=>(const Index&) const = default;

private:
    static constexpr std::uint32_t invalid = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t m_value = invalid;
};

} // namespace support

template <typename Tag>
struct std::hash<support::Index<Tag>> {
    std::size_t operator()(support::Index<Tag> id) const noexcept { return id.value(); }
};
