#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

namespace profiler {

/// A column of numbers of type `Wide`, read like a const vector. It stores them as `Narrow` as long
/// as all of them fit. The first number that does not fit converts the column to `Wide`, which
/// costs one copy.
///
/// In columns of ids the largest number of `Wide` means "none". A narrow column stores it as the
/// largest number of `Narrow`; that number itself therefore does not fit.
template <typename Wide, typename Narrow>
class NarrowColumn {
public:
    using value_type = Wide;

    class const_iterator {
    public:
        using value_type = Wide;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag; // operator* returns a value

        const_iterator() = default;
        const_iterator(const NarrowColumn* column, std::size_t place)
            : m_column(column)
            , m_place(place)
        {
        }
        Wide operator*() const { return (*m_column)[m_place]; }
        const_iterator& operator++()
        {
            ++m_place;
            return *this;
        }
        const_iterator operator++(int)
        {
            auto before = *this;
            ++m_place;
            return before;
        }
        bool operator==(const const_iterator&) const = default;

    private:
        const NarrowColumn* m_column = nullptr;
        std::size_t m_place = 0;
    };

    std::size_t size() const { return m_isWide ? m_wide.size() : m_narrow.size(); }
    bool empty() const { return size() == 0; }
    Wide operator[](std::size_t i) const { return m_isWide ? m_wide[i] : widened(m_narrow[i]); }
    const_iterator begin() const { return { this, 0 }; }
    const_iterator end() const { return { this, size() }; }

    void reserve(std::size_t count) { m_isWide ? m_wide.reserve(count) : m_narrow.reserve(count); }
    void push_back(Wide value)
    {
        if (!m_isWide && !fits(value))
            widen();
        m_isWide ? m_wide.push_back(value) : m_narrow.push_back(static_cast<Narrow>(value));
    }
    void set(std::size_t i, Wide value)
    {
        if (!m_isWide && !fits(value))
            widen();
        if (m_isWide)
            m_wide[i] = value;
        else
            m_narrow[i] = static_cast<Narrow>(value);
    }
    /// Returns the bytes that one number takes now.
    std::size_t bytesEach() const { return m_isWide ? sizeof(Wide) : sizeof(Narrow); }

private:
    static constexpr auto wideNone = std::numeric_limits<Wide>::max();
    static constexpr auto narrowNone = std::numeric_limits<Narrow>::max();
    static_assert(static_cast<Narrow>(wideNone) == narrowNone);

    static bool fits(Wide value)
    {
        return value == wideNone || (value >= 0 && value < static_cast<Wide>(narrowNone));
    }
    static Wide widened(Narrow value)
    {
        return value == narrowNone ? wideNone : static_cast<Wide>(value);
    }
    void widen()
    {
        m_wide.reserve(m_narrow.capacity());
        std::ranges::transform(m_narrow, std::back_inserter(m_wide), widened);
        m_narrow = {};
        m_isWide = true;
    }

    std::vector<Narrow> m_narrow;
    std::vector<Wide> m_wide; // used instead of m_narrow once a number does not fit
    bool m_isWide = false;
};

} // namespace profiler
