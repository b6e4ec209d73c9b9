#include "layout/layered/coordinates.h"

#include "layout/layered/alignment.h"
#include "layout/layered/rows.h"
#include "layout/layout_engine.h"
#include "model/support/stopping.h"

#include <algorithm>
#include <array>
#include <limits>

namespace layout {
namespace {

float gapBetween(const CoordinateRequest& request, std::uint32_t left, std::uint32_t right)
{
    const bool isLine = request.graph.isDummy(left) || request.graph.isDummy(right);
    return isLine ? request.lineGap : request.boxGap;
}

/// Returns the smallest distance between the centres of two neighbours.
float separation(const CoordinateRequest& request, std::uint32_t left, std::uint32_t right)
{
    return request.extents[left].after + gapBetween(request, left, right)
        + request.extents[right].before;
}

/// Gives every block the smallest coordinate that keeps the distances to its neighbours, then moves
/// blocks back towards the following ones. With `fromStart` false the result is mirrored.
class Compaction {
public:
    Compaction(
        const CoordinateRequest& request, const std::vector<std::uint32_t>& root, bool fromStart)
        : m_request(request)
        , m_root(root)
        , m_fromStart(fromStart)
        , m_position(root.size(), 0)
        , m_open(root.size(), 0)
    {
    }

    std::vector<float> run(const std::stop_token& stop)
    {
        collectEdges();
        pushForward(stop);
        if (stop.stop_requested())
            return {};
        pullBack();
        std::vector<float> centres(m_root.size());
        for (std::size_t v = 0; v < m_root.size(); ++v)
            centres[v] = m_fromStart ? m_position[m_root[v]] : -m_position[m_root[v]];
        return centres;
    }

private:
    /// A constraint between neighbouring blocks: `to` is at least `distance` after `from`.
    struct BlockEdge {
        std::uint32_t from;
        std::uint32_t to;
        float distance;
    };

    void collectEdges()
    {
        const auto& order = m_request.order;
        m_edges.reserve(m_root.size());
        for (std::uint32_t rank = 0; rank < m_request.graph.rankCount; ++rank) {
            const auto vertices = order.rank(rank);
            for (std::size_t i = 0; i + 1 < vertices.size(); ++i) {
                const float distance = separation(m_request, vertices[i], vertices[i + 1]);
                const auto left = m_root[vertices[i]];
                const auto right = m_root[vertices[i + 1]];
                m_edges.push_back(m_fromStart ? BlockEdge { left, right, distance }
                                              : BlockEdge { right, left, distance });
            }
        }
        sortEdges();
    }

    void sortEdges()
    {
        std::vector<std::uint32_t> from;
        from.reserve(m_edges.size());
        for (const auto& edge : m_edges)
            from.push_back(edge.from);
        Rows rows = groupByKey(from, m_root.size());
        std::vector<BlockEdge> sorted;
        sorted.reserve(m_edges.size());
        for (const auto index : rows.items)
            sorted.push_back(m_edges[index]);
        m_edges = std::move(sorted);
        m_start = std::move(rows.start);
    }

    void pushForward(const std::stop_token& stop)
    {
        for (const auto& edge : m_edges)
            ++m_open[edge.to];
        for (std::uint32_t v = 0; v < m_root.size(); ++v) {
            if (m_root[v] == v && m_open[v] == 0)
                m_taken.push_back(v);
        }
        for (std::size_t i = 0; i < m_taken.size() && !support::isStopped(stop, i); ++i) {
            const auto block = m_taken[i];
            for (auto e = m_start[block]; e < m_start[block + 1]; ++e) {
                const BlockEdge& edge = m_edges[e];
                m_position[edge.to]
                    = std::max(m_position[edge.to], m_position[block] + edge.distance);
                if (--m_open[edge.to] == 0)
                    m_taken.push_back(edge.to);
            }
        }
    }

    void pullBack()
    {
        for (auto block = m_taken.rbegin(); block != m_taken.rend(); ++block) {
            float room = std::numeric_limits<float>::max();
            for (auto e = m_start[*block]; e < m_start[*block + 1]; ++e)
                room = std::min(room, m_position[m_edges[e].to] - m_edges[e].distance);
            if (m_start[*block] != m_start[*block + 1])
                m_position[*block] = std::max(m_position[*block], room);
        }
    }

    const CoordinateRequest& m_request;
    const std::vector<std::uint32_t>& m_root;
    bool m_fromStart;
    std::vector<float> m_position; ///< by block, that is by its root
    std::vector<BlockEdge> m_edges;
    std::vector<std::uint32_t> m_start;
    std::vector<std::uint32_t> m_open;
    std::vector<std::uint32_t> m_taken;
};

struct Reach {
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();
    float width() const { return high - low; }
};

Reach reachOf(const CoordinateRequest& request, const std::vector<float>& centres)
{
    Reach reach;
    for (std::size_t v = 0; v < centres.size(); ++v) {
        reach.low = std::min(reach.low, centres[v] - request.extents[v].before);
        reach.high = std::max(reach.high, centres[v] + request.extents[v].after);
    }
    return reach;
}

using Alignments = std::array<std::vector<float>, 4>;
constexpr std::array<AlignmentKind, 4> kinds { { { true, true }, { true, false }, { false, true },
    { false, false } } };

/// Shifts the four alignments to one border of the narrowest: left-aligned ones to its left border,
/// the others to its right border.
void shiftToNarrowest(const CoordinateRequest& request, Alignments& alignments)
{
    std::array<Reach, 4> reach;
    for (std::size_t i = 0; i < 4; ++i)
        reach[i] = reachOf(request, alignments[i]);
    const Reach narrowest = *std::ranges::min_element(reach, {}, &Reach::width);
    for (std::size_t i = 0; i < 4; ++i) {
        const float shift
            = kinds[i].fromStart ? narrowest.low - reach[i].low : narrowest.high - reach[i].high;
        for (auto& centre : alignments[i])
            centre += shift;
    }
}

std::vector<float> middle(const Alignments& alignments)
{
    std::vector<float> centres(alignments[0].size());
    for (std::size_t v = 0; v < centres.size(); ++v) {
        std::array<float, 4> four { alignments[0][v], alignments[1][v], alignments[2][v],
            alignments[3][v] };
        std::sort(four.begin(), four.end());
        centres[v] = (four[1] + four[2]) / 2;
    }
    return centres;
}

support::Result<std::vector<float>> placeBy(const CoordinateRequest& request,
    const AlignmentInput& input, Follow follow, const std::stop_token& stop)
{
    Alignments alignments;
    for (std::size_t i = 0; i < 4; ++i) {
        if (stop.stop_requested())
            return layoutCancelled();
        const auto root = alignVertices(input, kinds[i], follow, stop);
        alignments[i] = Compaction(request, root, kinds[i].fromStart).run(stop);
    }
    if (stop.stop_requested())
        return layoutCancelled();
    shiftToNarrowest(request, alignments);
    return middle(alignments);
}

}

support::Result<std::vector<float>> assignCoordinates(
    const CoordinateRequest& request, const std::stop_token& stop)
{
    if (request.extents.empty())
        return std::vector<float>();
    const AlignmentInput input = prepareAlignment(request.graph, request.order, stop);
    auto plain = TRY(placeBy(request, input, Follow::All, stop));
    auto spine = TRY(placeBy(request, input, Follow::Boxes, stop));
    return reachOf(request, spine).width() < reachOf(request, plain).width() ? std::move(spine)
                                                                             : std::move(plain);
}

}
