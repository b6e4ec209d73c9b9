#include "layout/compound/pieces.h"

#include "layout/layered/loose_boxes.h"
#include "layout/layered/ranks.h"
#include "model/support/stopping.h"

#include <algorithm>

namespace layout {
namespace {

/// The last piece made at a border, and its value.
struct Stamp {
    std::uint32_t value = 0xFFFFFFFFU;
    std::uint32_t piece = noPiece;
};

class PieceMaker {
public:
    PieceMaker(const ShownGraph& shown, const GroupTree& tree, const std::stop_token& stop)
        : m_shown(shown)
        , m_tree(tree)
        , m_stop(stop)
        , m_into(tree.groups.size())
        , m_outOf(tree.groups.size())
    {
        m_pieces.last.assign(shown.edges.size(), noPiece);
    }

    Pieces run()
    {
        std::vector<std::uint32_t> values;
        values.reserve(m_shown.edges.size());
        for (const auto& edge : m_shown.edges)
            values.push_back(edge.value);
        const Rows rows = groupByKey(values, m_shown.values.size());
        for (std::size_t i = 0; i < rows.items.size(); ++i) {
            if (support::isStopped(m_stop, i))
                return std::move(m_pieces);
            lead(rows.items[i]);
        }
        std::vector<std::uint32_t> levels;
        levels.reserve(m_pieces.all.size());
        for (const auto& piece : m_pieces.all)
            levels.push_back(piece.level);
        m_pieces.byLevel = groupByKey(levels, m_tree.groups.size());
        return std::move(m_pieces);
    }

private:
    std::uint32_t add(const Piece& piece)
    {
        m_pieces.all.push_back(piece);
        return static_cast<std::uint32_t>(m_pieces.all.size() - 1);
    }

    /// Adds pieces from the producer outwards to the level that contains both ends, then inwards to
    /// the reader.
    void lead(std::uint32_t index)
    {
        const ShownEdge& edge = m_shown.edges[index];
        const SharedLevel meeting = sharedLevelOf(m_shown, m_tree, edge);
        if (meeting.level == noGroup)
            return;
        std::uint32_t previous = noPiece;
        LevelItem item { edge.tailFrame != noGroup,
            edge.tailFrame != noGroup ? edge.tailFrame : edge.tail };
        auto level = item.isFrame ? m_tree.groups[item.index].parent : m_shown.boxGroup[edge.tail];
        for (; level != meeting.level; level = m_tree.groups[level].parent) {
            Stamp& stamp = m_outOf[level];
            if (stamp.value != edge.value)
                stamp = { edge.value,
                    add({ level, item, {}, edge.value, previous, index, false, true }) };
            previous = stamp.piece;
            item = { true, level };
        }
        m_pieces.last[index] = leadInwards(index, meeting, item, previous);
    }

    std::uint32_t leadInwards(
        std::uint32_t index, const SharedLevel& meeting, LevelItem from, std::uint32_t previous)
    {
        const ShownEdge& edge = m_shown.edges[index];
        m_way.clear();
        const bool endsAtFrame = edge.headFrame != noGroup;
        auto inner = endsAtFrame ? edge.headFrame : m_shown.boxGroup[edge.head];
        for (; inner != meeting.level; inner = m_tree.groups[inner].parent)
            m_way.push_back(inner);
        auto level = meeting.level;
        bool isFromPort = false;
        for (std::size_t i = m_way.size(); i > 0; --i) {
            const auto frame = m_way[i - 1];
            Stamp& stamp = m_into[frame];
            if (stamp.value != edge.value)
                stamp = { edge.value,
                    add({ level, from, { true, frame }, edge.value, previous, index, isFromPort,
                        false }) };
            previous = stamp.piece;
            level = frame;
            isFromPort = true;
        }
        if (endsAtFrame)
            return previous;
        return add(
            { level, from, { false, edge.head }, edge.value, previous, index, isFromPort, false });
    }

    const ShownGraph& m_shown;
    const GroupTree& m_tree;
    const std::stop_token& m_stop;
    std::vector<Stamp> m_into; ///< by group: piece that leads into its frame
    std::vector<Stamp> m_outOf;
    std::vector<std::uint32_t> m_way;
    Pieces m_pieces;
};

class LevelRanker {
public:
    LevelRanker(const ShownGraph& shown, const GroupTree& tree, const Rows& boxesOfLevel,
        const DrawingOptions& options, Pieces& pieces, const std::stop_token& stop)
        : m_shown(shown)
        , m_tree(tree)
        , m_boxes(boxesOfLevel)
        , m_options(options)
        , m_pieces(pieces)
        , m_stop(stop)
        , m_local(shown.items.size())
        , m_frameLocal(tree.groups.size())
        , m_valueLocal(shown.values.size(), none)
        , m_isCut(pieces.all.size(), 0)
    {
        m_ranks.ofBox.resize(shown.items.size());
        m_ranks.ofFrame.resize(tree.groups.size());
        m_ranks.count.resize(tree.groups.size());
    }

    LevelRanks run()
    {
        for (const auto level : m_shown.levels) {
            if (m_stop.stop_requested())
                return std::move(m_ranks);
            rank(level);
        }
        spreadCuts();
        return std::move(m_ranks);
    }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    std::uint32_t localOf(const LevelItem& item) const
    {
        return item.isFrame ? m_frameLocal[item.index] : m_local[item.index];
    }

    /// Ranks the items of a level. Its ports take part only in cutting, as first and last rank.
    void rank(std::uint32_t level)
    {
        std::uint32_t count = 0;
        for (const auto box : m_boxes.row(level))
            m_local[box] = count++;
        for (const auto frame : framesIn(m_shown, m_tree, level))
            m_frameLocal[frame] = count++;

        const auto pieces = m_pieces.byLevel.row(level);
        std::vector<Edge> edges;
        std::vector<std::uint32_t> pieceOf;
        for (const auto index : pieces) {
            const Piece& piece = m_pieces.all[index];
            if (piece.isFromPort || piece.isToPort)
                continue;
            edges.push_back({ localOf(piece.tail), localOf(piece.head) });
            pieceOf.push_back(index);
        }
        const Ranking ranking = rankBoxes(count, edges, m_stop);
        if (m_stop.stop_requested())
            return;
        for (std::size_t e = 0; e < edges.size(); ++e)
            m_pieces.all[pieceOf[e]].isReversed = ranking.isReversed[e] != 0;
        cut(level, ranking, count);
    }

    /// Stores the ranks of the items. In `ranking` the ports at the top have the first rank and
    /// those at the bottom the last.
    void keepRanks(std::uint32_t level, const Ranking& ranking)
    {
        for (const auto box : m_boxes.row(level))
            m_ranks.ofBox[box] = ranking.rank[m_local[box]] - 1;
        for (const auto frame : framesIn(m_shown, m_tree, level))
            m_ranks.ofFrame[frame] = ranking.rank[m_frameLocal[frame]] - 1;
        m_ranks.count[level] = ranking.rankCount - 2;
    }

    void cut(std::uint32_t level, const Ranking& items, std::uint32_t count)
    {
        const auto pieces = m_pieces.byLevel.row(level);
        Drawing drawing;
        drawing.cut = m_options.cut;
        Ranking ranking;
        ranking.rank.reserve(count + 2);
        for (const auto rank : items.rank)
            ranking.rank.push_back(rank + 1);
        ranking.rank.push_back(0); // all ports at the top
        ranking.rank.push_back(items.rankCount + 1); // all ports at the bottom
        drawing.boxes.resize(count + 2);
        for (const auto index : pieces) {
            const Piece& piece = m_pieces.all[index];
            auto& value = m_valueLocal[piece.value];
            if (value == none) {
                value = static_cast<std::uint32_t>(drawing.values.size());
                drawing.values.push_back(m_shown.values[piece.value]);
            }
            drawing.edges.push_back({ piece.isFromPort ? count : localOf(piece.tail),
                piece.isToPort ? count + 1 : localOf(piece.head), value });
        }
        ranking.rankCount = items.rankCount + 2;
        Cuts cuts = cutFarEdges(drawing, ranking);
        placeUnconnectedInRows(drawing, ranking, cuts);
        keepRanks(level, ranking);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            m_isCut[pieces[i]] = cuts.isCut[i];
            m_valueLocal[m_pieces.all[pieces[i]].value] = none;
        }
    }

    /// Cuts an edge if one of its pieces is cut.
    void spreadCuts()
    {
        const auto& all = m_pieces.all;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].previous != noPiece && m_isCut[all[i].previous])
                m_isCut[i] = 1;
        }
        m_ranks.isCut.assign(m_shown.edges.size(), 0);
        for (std::uint32_t edge = 0; edge < m_shown.edges.size(); ++edge) {
            const auto last = m_pieces.last[edge];
            if (last == noPiece || !m_isCut[last])
                continue;
            m_ranks.isCut[edge] = 1;
            ++m_ranks.cutCount;
        }
        markDrawn(m_pieces, m_ranks.isCut);
    }

    const ShownGraph& m_shown;
    const GroupTree& m_tree;
    const Rows& m_boxes;
    const DrawingOptions& m_options;
    Pieces& m_pieces;
    const std::stop_token& m_stop;
    std::vector<std::uint32_t> m_local; ///< by box, in the current level
    std::vector<std::uint32_t> m_frameLocal; ///< by group
    std::vector<std::uint32_t> m_valueLocal;
    std::vector<std::uint8_t> m_isCut; ///< by piece
    LevelRanks m_ranks;
};

}

Pieces makePieces(const ShownGraph& shown, const GroupTree& tree, const std::stop_token& stop)
{
    return PieceMaker(shown, tree, stop).run();
}

LevelRanks rankLevels(const ShownGraph& shown, const GroupTree& tree, const Rows& boxesOfLevel,
    const DrawingOptions& options, Pieces& pieces, const std::stop_token& stop)
{
    return LevelRanker(shown, tree, boxesOfLevel, options, pieces, stop).run();
}

void markDrawn(Pieces& pieces, std::span<const std::uint8_t> isCutEdge)
{
    auto& all = pieces.all;
    for (auto& piece : all)
        piece.isDrawn = false;
    for (std::uint32_t edge = 0; edge < pieces.last.size(); ++edge) {
        const auto last = pieces.last[edge];
        if (last == noPiece || isCutEdge[edge] || all[last].isDrawn)
            continue;
        all[last].isDrawn = true;
        all[last].edge = edge;
    }
    for (std::size_t i = all.size(); i > 0; --i) {
        const Piece& piece = all[i - 1];
        if (!piece.isDrawn || piece.previous == noPiece || all[piece.previous].isDrawn)
            continue;
        all[piece.previous].isDrawn = true;
        all[piece.previous].edge = piece.edge;
    }
}

std::vector<std::uint32_t> framesIn(
    const ShownGraph& shown, const GroupTree& tree, std::uint32_t level)
{
    std::vector<std::uint32_t> frames;
    const Group& group = tree.groups[level];
    for (std::uint32_t child = group.firstChild; child < group.firstChild + group.childCount;
         ++child) {
        if (shown.isOpen[child] != 0)
            frames.push_back(child);
    }
    return frames;
}

}
