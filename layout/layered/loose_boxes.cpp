#include "layout/layered/loose_boxes.h"

#include "layout/layered/rows.h"

#include <algorithm>

namespace layout {
namespace {

/// The rows of the loose boxes of one rank.
struct RowsOfRank {
    std::uint32_t begin = 0; ///< new number of the rank
    std::uint32_t first = 0; ///< rank of the first row
    std::uint32_t count = 0;
    std::uint32_t perRow = 1;
    std::uint32_t placed = 0; ///< boxes placed so far
};

/// Boxes whose edges were all cut, and the lines that pass them.
class BoxesWithoutLines {
public:
    BoxesWithoutLines(const Drawing& drawing, const Ranking& ranking, const Cuts& cuts)
        : m_isLoose(ranking.rank.size(), 0)
        , m_count(ranking.rankCount, 0)
        , m_passing(ranking.rankCount + 1, 0)
    {
        for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
            if (cuts.isCut[e])
                m_isLoose[drawing.edges[e].tail] = m_isLoose[drawing.edges[e].head] = 1;
        }
        for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
            const Edge& edge = drawing.edges[e];
            if (!cuts.hasLine(drawing, e))
                continue;
            m_isLoose[edge.tail] = m_isLoose[edge.head] = 0;
            const auto [low, high] = std::minmax(ranking.rank[edge.tail], ranking.rank[edge.head]);
            ++m_passing[low];
            --m_passing[high];
        }
        for (std::size_t rank = 1; rank < m_passing.size(); ++rank)
            m_passing[rank] += m_passing[rank - 1];
        for (std::size_t box = 0; box < m_isLoose.size(); ++box)
            m_count[ranking.rank[box]] += m_isLoose[box];
    }

    bool has(std::size_t box) const { return m_isLoose[box] != 0; }

    RowsOfRank rowsOf(std::uint32_t rank) const
    {
        constexpr std::uint32_t many = 64;
        constexpr std::int64_t ranksPerBox
            = 20; // limit of the extra length of passing lines, per box
        RowsOfRank rows;
        if (m_count[rank] <= many)
            return rows;
        rows.perRow = std::max(
            boxesPerRow(m_count[rank]), static_cast<std::uint32_t>(m_passing[rank] / ranksPerBox));
        rows.count = (m_count[rank] + rows.perRow - 1) / rows.perRow;
        return rows;
    }

private:
    std::vector<std::uint8_t> m_isLoose; ///< by box
    std::vector<std::uint32_t> m_count; ///< by rank: number of loose boxes
    std::vector<std::int64_t> m_passing; ///< by rank: lines from it or an earlier rank to a later
                                         ///< one
};

std::uint64_t spanOfLines(const Drawing& drawing, const Ranking& ranking, const Cuts& cuts)
{
    std::uint64_t span = 0;
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        const auto [low, high]
            = std::minmax(ranking.rank[drawing.edges[e].tail], ranking.rank[drawing.edges[e].head]);
        span += cuts.isCut[e] ? 0 : high - low;
    }
    return span;
}

}

void placeUnconnectedInRows(const Drawing& drawing, Ranking& ranking, Cuts& cuts)
{
    const BoxesWithoutLines loose(drawing, ranking, cuts);
    std::vector<RowsOfRank> rows(ranking.rankCount);
    std::vector<std::uint8_t> isFilled(ranking.rankCount, 0); // by boxes that keep their rank
    for (std::size_t box = 0; box < ranking.rank.size(); ++box)
        isFilled[ranking.rank[box]] = isFilled[ranking.rank[box]] != 0 || !loose.has(box);
    std::uint32_t inserted = 0;
    for (std::uint32_t rank = 0; rank < ranking.rankCount; ++rank) {
        rows[rank] = loose.rowsOf(rank);
        rows[rank].begin = rank + inserted;
        if (rows[rank].count == 0)
            continue;
        rows[rank].first = rows[rank].begin + isFilled[rank];
        inserted += rows[rank].count - 1 + isFilled[rank];
    }
    if (inserted == 0)
        return;
    for (std::size_t box = 0; box < ranking.rank.size(); ++box) {
        RowsOfRank& own = rows[ranking.rank[box]];
        const bool isInRow = own.count > 0 && loose.has(box);
        ranking.rank[box] = isInRow ? own.first + own.placed++ / own.perRow : own.begin;
    }
    ranking.rankCount += inserted;
    cuts.span = spanOfLines(drawing, ranking, cuts);
}

}
