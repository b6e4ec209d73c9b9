#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace support {

/// Sets of the numbers below a limit that have no number in common (union-find with halved paths).
class DisjointSets {
public:
    /// Each number is a set of its own.
    explicit DisjointSets(std::size_t numbers)
        : m_parent(numbers)
    {
        std::iota(m_parent.begin(), m_parent.end(), 0U);
    }

    /// Returns the smallest number of the set.
    std::uint32_t find(std::uint32_t number)
    {
        while (m_parent[number] != number)
            number = m_parent[number] = m_parent[m_parent[number]];
        return number;
    }
    void unite(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        m_parent[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> m_parent;
};

} // namespace support
