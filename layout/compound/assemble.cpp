#include "layout/compound/assemble.h"

#include "layout/card/group_card.h"

#include <algorithm>

namespace layout {
namespace {

/// A rank of a level, by its position along the flow.
struct RankRow {
    float deep = 0;
    std::uint32_t begin = 0; ///< index into the list of boxes
    std::uint32_t end = 0;
};

class Assembler {
public:
    Assembler(const LevelRequest& request, const std::vector<PlacedLevel>& placed)
        : m_request(request)
        , m_shown(request.shown)
        , m_tree(*request.picture.tree)
        , m_placed(placed)
        , m_origin(m_tree.groups.size())
        , m_lineOf(request.pieces.all.size(), noIndex)
    {
    }

    Scene run(const std::stop_token& stop)
    {
        start();
        for (const auto level : m_shown.levels) {
            if (stop.stop_requested())
                return std::move(m_scene);
            addBoxes(level);
            addLines(level);
            listRanks(level);
        }
        connectPieces(m_scene, m_request.pieces, m_lineOf, m_pieceOf);
        sortRanks();
        addLinks();
        if (!stop.stop_requested())
            describeCards(m_scene, m_request.picture);
        m_scene.facts.cutEdges = m_request.ranks.cutCount;
        return std::move(m_scene);
    }

private:
    void start()
    {
        m_scene.direction = m_request.picture.options.direction;
        m_scene.items = m_shown.items;
        m_scene.boxes.resize(m_shown.items.size());
        m_scene.boxGroup = m_shown.boxGroup;
        m_scene.groups = m_request.picture.tree;
        for (const auto& [item, box] : m_shown.joined)
            m_scene.joinedTerminals.emplace_back(item, box);
        for (const auto& value : m_shown.values)
            m_scene.values.push_back(value.id);
        m_scene.lineStart.push_back(0);
        m_scene.chipStart = m_request.chips.start;
        m_scene.chips.resize(m_request.chips.entries.size());
    }

    static Rect moved(Rect rect, Point by)
    {
        return { rect.x + by.x, rect.y + by.y, rect.width, rect.height };
    }

    /// Places boxes and inner frames, and sets the origins of inner levels.
    void addBoxes(std::uint32_t level)
    {
        const PlacedLevel& placed = m_placed[level];
        const Point origin = m_origin[level];
        auto local = placed.firstBox;
        for (const auto box : m_request.boxesOfLevel.row(level)) {
            m_scene.boxes[box] = moved(placed.scene->boxes[local], origin);
            addChips(box, local, placed, origin);
            ++local;
        }
        for (const auto frame : framesIn(m_shown, m_tree, level)) {
            const Rect rect = moved(placed.scene->boxes[local++], origin);
            const Rect& inside = m_placed[frame].frame;
            m_origin[frame] = { rect.x - inside.x, rect.y - inside.y };
            m_scene.frames.push_back({ rect, frame,
                m_tree.groups[frame].depth - m_tree.groups[m_request.picture.root].depth });
        }
    }

    void addChips(std::uint32_t box, std::uint32_t local, const PlacedLevel& placed, Point origin)
    {
        auto to = m_scene.chipStart[box];
        for (const auto& chip : placed.scene->chipsOf(local))
            m_scene.chips[to++] = { moved(chip.rect, origin), box, placed.values[chip.value],
                chip.readers, chip.count };
    }

    void addLines(std::uint32_t level)
    {
        const PlacedLevel& placed = m_placed[level];
        const Point origin = m_origin[level];
        for (std::size_t line = 0; line < placed.scene->lineCount(); ++line) {
            const auto index = placed.pieces[line];
            const Piece& piece = m_request.pieces.all[index];
            m_lineOf[index] = static_cast<std::uint32_t>(m_scene.lineCount());
            addPoints(placed, line, piece);
            const ShownEdge& edge = m_shown.edges[piece.edge];
            finishLine(m_scene, piece.value, edge.tail, edge.head);
            m_pieceOf.push_back(index);
        }
        for (const auto& label : placed.scene->labels) {
            const auto index = placed.pieces[label.line];
            // One label per value, at its producer.
            if (m_request.pieces.all[index].previous == noPiece)
                m_scene.labels.push_back({ { label.centre.x + origin.x, label.centre.y + origin.y },
                    placed.values[label.value], m_lineOf[index] });
        }
        const LayoutFacts& facts = placed.scene->facts;
        m_scene.facts.ranks += facts.ranks;
        m_scene.facts.span += facts.span;
        m_scene.facts.reversedEdges += facts.reversedEdges;
        m_scene.facts.crossings += facts.crossings;
    }

    /// A line that enters from above begins at the border, above the title band.
    void addPoints(const PlacedLevel& placed, std::size_t line, const Piece& piece)
    {
        const Point origin = m_origin[piece.level];
        auto points = placed.scene->line(line);
        if (piece.isFromPort && m_scene.direction == Direction::Down) {
            m_scene.points.push_back({ points.front().x + origin.x, placed.frame.y + origin.y });
            const bool isStraightOn = points.size() > 1 && points[0].x == points[1].x;
            points = points.subspan(isStraightOn ? 1 : 0);
        }
        for (const auto& point : points)
            m_scene.points.push_back({ point.x + origin.x, point.y + origin.y });
    }

    void listRanks(std::uint32_t level)
    {
        const Scene& scene = *m_placed[level].scene;
        const auto first = m_placed[level].firstBox;
        const auto boxes = m_request.boxesOfLevel.row(level);
        for (std::size_t rank = 0; rank < scene.rankCount(); ++rank) {
            RankRow row;
            row.begin = static_cast<std::uint32_t>(m_rankBoxes.size());
            for (const auto local : scene.rank(rank)) {
                if (local >= first && local - first < boxes.size())
                    m_rankBoxes.push_back(boxes[local - first]);
            }
            row.end = static_cast<std::uint32_t>(m_rankBoxes.size());
            if (row.begin == row.end)
                continue;
            const Rect& box = m_scene.boxes[m_rankBoxes[row.begin]];
            row.deep = turned(box.centre(), m_scene.direction).y;
            m_rows.push_back(row);
        }
    }

    void sortRanks()
    {
        std::ranges::stable_sort(m_rows, {}, &RankRow::deep);
        m_scene.boxRank.resize(m_scene.boxCount());
        m_scene.rankStart.push_back(0);
        for (std::uint32_t rank = 0; rank < m_rows.size(); ++rank) {
            for (auto i = m_rows[rank].begin; i < m_rows[rank].end; ++i) {
                m_scene.boxRank[m_rankBoxes[i]] = rank;
                m_scene.rankBoxes.push_back(m_rankBoxes[i]);
            }
            m_scene.rankStart.push_back(static_cast<std::uint32_t>(m_scene.rankBoxes.size()));
        }
    }

    void addLinks()
    {
        Drawing drawing;
        drawing.boxes.resize(m_shown.items.size());
        drawing.edges.reserve(m_shown.edges.size());
        std::vector<std::uint32_t> lines;
        lines.reserve(m_shown.edges.size());
        for (std::size_t e = 0; e < m_shown.edges.size(); ++e) {
            const ShownEdge& edge = m_shown.edges[e];
            drawing.edges.push_back({ edge.tail, edge.head, edge.value });
            const auto last = m_request.pieces.last[e];
            const bool hasLine = last != noPiece && !m_request.ranks.isCut[e];
            lines.push_back(hasLine ? m_lineOf[last] : noIndex);
        }
        linkBoxes(m_scene, drawing, lines);
    }

    const LevelRequest& m_request;
    const ShownGraph& m_shown;
    const GroupTree& m_tree;
    const std::vector<PlacedLevel>& m_placed;
    Scene m_scene;
    std::vector<Point> m_origin; ///< by group: origin of its level's coordinates
    std::vector<std::uint32_t> m_lineOf; ///< by piece
    std::vector<std::uint32_t> m_pieceOf; ///< by line
    std::vector<std::uint32_t> m_rankBoxes;
    std::vector<RankRow> m_rows;
};

}

Scene assemble(const LevelRequest& request, const std::vector<PlacedLevel>& placed,
    const std::stop_token& stop)
{
    return Assembler(request, placed).run(stop);
}

void connectPieces(Scene& scene, const Pieces& pieces, std::span<const std::uint32_t> lineOf,
    std::span<const std::uint32_t> pieceOf)
{
    if (scene.frames.empty())
        return;
    scene.linePrevious.assign(scene.lineCount(), noIndex);
    scene.lineContinues.assign(scene.lineCount(), 0);
    for (std::size_t line = 0; line < pieceOf.size(); ++line) {
        const auto previous = pieces.all[pieceOf[line]].previous;
        if (previous == noPiece || lineOf[previous] == noIndex)
            continue;
        scene.linePrevious[line] = lineOf[previous];
        scene.lineContinues[lineOf[previous]] = 1;
    }
}

void describeCards(Scene& scene, const GroupPicture& picture)
{
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        const Item item = scene.items[box];
        if (item.isGroup())
            scene.groupCards.push_back({ box, groupNodes(*picture.tree, item),
                categoryMix(picture.model, *picture.tree, item) });
    }
}

}
