#include "layout/layered/cut.h"

#include "layout/layered/rows.h"

#include <algorithm>
#include <unordered_set>

namespace layout {
namespace {

/// Up to this total span a drawing is fast to lay out, whatever its number of boxes.
constexpr std::uint64_t smallSpan = 20'000;
constexpr std::uint64_t largestSpan = 2'000'000;
/// A value with this many lines is drawn with chips only. Its lines would be as long as all its
/// readers are wide.
constexpr std::size_t widestFan = 400;
/// The same limit for lines of different values on one side of a box. It is higher because these
/// lines lead to different boxes and can be followed one by one.
constexpr std::uint32_t widestSide = 4000;

class Cutter {
public:
    Cutter(const Drawing& drawing, const Ranking& ranking)
        : m_drawing(drawing)
        , m_ranking(ranking)
        , m_edgesOf(edgesByValue(drawing))
    {
        m_cuts.isCut.assign(drawing.edges.size(), 0);
        for (std::size_t e = 0; e < drawing.edges.size(); ++e)
            m_cuts.span += span(e);
        for (const auto value : drawing.cut.neverCut)
            m_kept.insert(value.value());
    }

    void cutWideValues()
    {
        for (std::uint32_t value = 0; value < m_drawing.values.size(); ++value) {
            if (!isKept(value) && farCount(value) >= m_drawing.cut.fanOut)
                cutFrom(value, m_drawing.cut.span);
        }
    }

    /// The layout time grows with the square of parallel lines, because the boxes that they lead to
    /// are side by side too.
    void cutFans()
    {
        for (std::uint32_t value = 0; value < m_drawing.values.size(); ++value) {
            const auto edges = m_edgesOf.row(value);
            const auto lines = std::count_if(edges.begin(), edges.end(),
                [&](std::uint32_t edge) { return m_cuts.isCut[edge] == 0; });
            if (!isKept(value) && static_cast<std::size_t>(lines) >= widestFan)
                cutFrom(value, 0);
        }
        cutSides(&Edge::tail);
        cutSides(&Edge::head);
    }

    /// Limits the total span of drawings with many long lines. Cuts the values with the largest
    /// span first, whatever their fan-out.
    void limitTotalSpan()
    {
        const std::uint64_t perBox
            = std::uint64_t(m_drawing.cut.maximumSpan) * m_drawing.boxes.size();
        const std::uint64_t limit = std::min(std::max(perBox, smallSpan), largestSpan);
        if (m_cuts.span <= limit)
            return;
        for (const auto& [total, value] : valuesBySpan()) {
            cutFrom(value, m_drawing.cut.span);
            if (m_cuts.span <= limit)
                return;
        }
    }

    Cuts take() { return std::move(m_cuts); }

private:
    static Rows edgesByValue(const Drawing& drawing)
    {
        std::vector<std::uint32_t> keys;
        keys.reserve(drawing.edges.size());
        for (const auto& edge : drawing.edges)
            keys.push_back(edge.value);
        return groupByKey(keys, drawing.values.size());
    }

    std::uint32_t span(std::size_t edge) const
    {
        const auto tail = m_ranking.rank[m_drawing.edges[edge].tail];
        const auto head = m_ranking.rank[m_drawing.edges[edge].head];
        return tail < head ? head - tail : tail - head;
    }

    bool isKept(std::uint32_t value) const
    {
        return m_kept.contains(m_drawing.values[value].id.value());
    }

    std::size_t farCount(std::uint32_t value) const
    {
        const auto edges = m_edgesOf.row(value);
        return static_cast<std::size_t>(std::count_if(edges.begin(), edges.end(),
            [&](std::uint32_t edge) { return span(edge) >= m_drawing.cut.span; }));
    }

    void cut(std::uint32_t edge)
    {
        if (m_cuts.isCut[edge])
            return;
        m_cuts.isCut[edge] = 1;
        m_cuts.span -= span(edge);
        ++m_cuts.count;
    }

    /// Cuts all lines of a value that span at least `minSpan` ranks.
    void cutFrom(std::uint32_t value, std::uint32_t minSpan)
    {
        for (const auto edge : m_edgesOf.row(value)) {
            if (span(edge) >= minSpan)
                cut(edge);
        }
    }

    void cutSides(std::uint32_t Edge::*side)
    {
        std::vector<std::uint32_t> lines(m_drawing.boxes.size(), 0);
        for (std::uint32_t edge = 0; edge < m_drawing.edges.size(); ++edge)
            lines[m_drawing.edges[edge].*side] += m_cuts.isCut[edge] ? 0 : 1;
        for (std::uint32_t edge = 0; edge < m_drawing.edges.size(); ++edge) {
            const Edge& line = m_drawing.edges[edge];
            if (lines[line.*side] >= widestSide && !isKept(line.value))
                cut(edge);
        }
    }

    std::vector<std::pair<std::uint64_t, std::uint32_t>> valuesBySpan() const
    {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> values;
        for (std::uint32_t value = 0; value < m_drawing.values.size(); ++value) {
            std::uint64_t total = 0;
            for (const auto edge : m_edgesOf.row(value)) {
                if (!m_cuts.isCut[edge] && span(edge) >= m_drawing.cut.span)
                    total += span(edge);
            }
            if (total > 0 && !isKept(value))
                values.emplace_back(total, value);
        }
        std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
        return values;
    }

    const Drawing& m_drawing;
    const Ranking& m_ranking;
    Rows m_edgesOf; ///< by value
    std::unordered_set<std::uint32_t> m_kept;
    Cuts m_cuts;
};

}

Cuts cutFarEdges(const Drawing& drawing, const Ranking& ranking)
{
    Cutter cutter(drawing, ranking);
    if (drawing.cut.isOn) {
        cutter.cutWideValues();
        cutter.cutFans();
    }
    cutter.limitTotalSpan();
    return cutter.take();
}

}
