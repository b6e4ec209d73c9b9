#include "layout/compound/keep_places.h"

#include "layout/compound/assemble.h"
#include "layout/compound/kept_picture.h"
#include "layout/scene/scene_index.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace layout {
namespace {

/// What a new box is connected with.
struct Neighbours {
    std::vector<Rect> above;
    std::vector<Rect> below;
};

Neighbours neighboursOf(const KeptPicture& kept, std::uint32_t box)
{
    Neighbours found;
    const LevelItem own { false, box };
    for (const auto index : kept.pieces.byLevel.row(kept.shown().boxGroup[box])) {
        const Piece& piece = kept.pieces.all[index];
        if (!piece.isDrawn)
            continue;
        const Rect& frame = kept.frames[piece.level];
        const Rect atTop { frame.centre().x, frame.y + Frame::titleHeight, 0, 0 };
        const Rect atBottom { frame.centre().x, frame.bottom(), 0, 0 };
        if (!piece.isToPort && piece.head == own && (piece.isFromPort || kept.isPut(piece.tail)))
            found.above.push_back(piece.isFromPort ? atTop : kept.rectOf(piece.tail));
        if (!piece.isFromPort && piece.tail == own && (piece.isToPort || kept.isPut(piece.head)))
            found.below.push_back(piece.isToPort ? atBottom : kept.rectOf(piece.head));
    }
    return found;
}

float middleOf(const std::vector<Rect>& rects)
{
    float sum = 0;
    for (const auto& rect : rects)
        sum += rect.centre().x;
    return sum / float(rects.size());
}

/// The box beside which a box without neighbours is put: the one before or after it in the order
/// of the nodes.
std::uint32_t besideInOrder(const KeptPicture& kept, std::uint32_t box)
{
    const auto level = kept.shown().boxGroup[box];
    const auto isUsable = [&](std::uint32_t other) {
        return kept.isPlaced[other] != 0 && kept.shown().boxGroup[other] == level;
    };
    for (auto other = box; other > 0; --other) {
        if (isUsable(other - 1))
            return other - 1;
    }
    for (auto other = box + 1; other < kept.boxes.size(); ++other) {
        if (isUsable(other))
            return other;
    }
    return noIndex;
}

/// Where a new box would be if nothing were in the way: between its producers and readers, or one
/// rank below or above them.
Point idealOf(const KeptPicture& kept, std::uint32_t box)
{
    Neighbours around = neighboursOf(kept, box);
    if (around.above.empty() && around.below.empty()) {
        if (const auto beside = besideInOrder(kept, box); beside != noIndex)
            around.above.push_back(kept.boxes[beside]);
    }
    const Spacing spacing;
    const float half = turned(kept.shown().sizes[box], kept.direction()).height / 2;
    const float gap = spacing.rankGap + spacing.labelGap;
    const auto isHigher = [](const Rect& a, const Rect& b) { return a.bottom() < b.bottom(); };
    const auto begin = [&] { return std::ranges::max_element(around.above, isHigher)->bottom(); };
    const auto end = [&] {
        return std::ranges::min_element(around.below, {}, [](auto& r) { return r.y; })->y;
    };
    if (around.above.empty() && around.below.empty())
        return { spacing.margin + kept.roomAt(box, {}).width / 2, spacing.margin + half };
    if (around.below.empty())
        return { middleOf(around.above), begin() + gap + half };
    if (around.above.empty())
        return { middleOf(around.below), end() - gap - half };
    return { (middleOf(around.above) + middleOf(around.below)) / 2, (begin() + end()) / 2 };
}

/// True if a box that has another size can stay where it is. Frames grow if that is needed.
bool canStay(KeptPicture& kept, std::uint32_t box)
{
    const Rect room = kept.roomOf(box);
    const Rect around = room.grown(leastGap);
    const auto level = kept.shown().boxGroup[box];
    bool isFree = true;
    kept.visitObstacles(level, around, [&](const Rect& rect) { isFree &= !rect.overlaps(around); });
    return isFree && growFrames(kept, level, room);
}

bool placeChanged(KeptPicture& kept)
{
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t box = 0; box < kept.boxes.size(); ++box) {
        if (kept.isPlaced[box] != 0)
            continue;
        if (kept.boxBefore[box] != noIndex && canStay(kept, box))
            kept.put(box, kept.boxes[box].centre());
        else
            waiting.push_back(box);
    }
    return std::ranges::all_of(waiting, [&](std::uint32_t box) {
        const bool isKnown = kept.boxBefore[box] != noIndex;
        return findRoom(kept, box, isKnown ? kept.boxes[box].centre() : idealOf(kept, box));
    });
}

/// A row of boxes, for moving along a rank by keyboard.
struct KeptRow {
    float deep = 0;
    std::uint32_t level = 0;
    std::vector<std::uint32_t> boxes;
};

class SceneWriter {
public:
    SceneWriter(const KeptPicture& kept, const Routes& routes)
        : m_kept(kept)
        , m_old(kept.old)
        , m_routes(routes)
        , m_scene(startScene(kept.drawing))
        , m_lineOf(kept.pieces.all.size(), noIndex)
        , m_lineNow(kept.old.lineCount(), noIndex)
    {
    }

    Scene run(const std::stop_token& stop)
    {
        addBoxes();
        for (const auto level : m_kept.shown().levels) {
            for (const auto piece : m_kept.pieces.byLevel.row(level)) {
                if (m_kept.pieces.all[piece].isDrawn)
                    addLine(piece);
            }
        }
        connectPieces(m_scene, m_kept.pieces, m_lineOf, m_pieceOf);
        addLabels();
        addLinks();
        listRanks();
        describeCards(m_scene, m_kept.levels.picture);
        m_scene.facts = m_old.facts;
        m_scene.facts.cutEdges
            = static_cast<std::uint32_t>(std::ranges::count(m_kept.isCut, std::uint8_t(1)));
        // The bounds do not shrink, so that the view need not move.
        m_scene.bounds = united(m_old.bounds, contentBounds(m_scene).grown(Spacing().margin));
        indexScene(m_scene, stop);
        return std::move(m_scene);
    }

private:
    void addBoxes()
    {
        const ShownGraph& shown = m_kept.shown();
        const auto& groups = m_kept.tree().groups;
        for (std::uint32_t box = 0; box < m_scene.boxCount(); ++box)
            m_scene.boxes[box] = m_kept.isChanged[box] != 0
                ? turned(m_kept.boxes[box], m_scene.direction)
                : m_old.boxes[m_kept.boxBefore[box]];
        m_scene.boxGroup = shown.boxGroup;
        m_scene.groups = m_kept.levels.picture.tree;
        for (const auto& [item, box] : shown.joined)
            m_scene.joinedTerminals.emplace_back(item, box);
        const auto root = m_kept.levels.picture.root;
        for (const auto level : shown.levels) {
            if (level != root)
                m_scene.frames.push_back({ turned(m_kept.frames[level], m_scene.direction), level,
                    groups[level].depth - groups[root].depth });
        }
        placeChips(m_scene, m_kept.drawing, m_kept.chips);
    }

    void addLine(std::uint32_t index)
    {
        const Piece& piece = m_kept.pieces.all[index];
        const auto before = m_kept.lineBefore[index];
        m_lineOf[index] = static_cast<std::uint32_t>(m_scene.lineCount());
        m_pieceOf.push_back(index);
        if (before != noIndex) {
            m_lineNow[before] = m_lineOf[index];
            const auto points = m_old.line(before);
            m_scene.points.insert(m_scene.points.end(), points.begin(), points.end());
        } else {
            for (const auto& point : m_routes.at(index))
                m_scene.points.push_back(turned(point, m_scene.direction));
        }
        const ShownEdge& edge = m_kept.shown().edges[piece.edge];
        finishLine(m_scene, piece.value, edge.tail, edge.head);
    }

    /// Keeps the labels of kept lines, except where a changed box is now.
    void addLabels()
    {
        constexpr float height = 16;
        constexpr float width = 60;
        const auto isFree = [&](Point at) {
            const Rect area { at.x - width / 2, at.y - height / 2, width, height };
            return std::ranges::none_of(m_kept.changed,
                [&](std::uint32_t box) { return m_scene.boxes[box].overlaps(area); });
        };
        for (const auto& label : m_old.labels) {
            if (const auto line = m_lineNow[label.line]; line != noIndex)
                m_scene.labels.push_back({ label.centre, m_scene.lineValue[line], line });
        }
        placeLabels(m_scene);
        std::erase_if(m_scene.labels, [&](const Label& label) { return !isFree(label.centre); });
    }

    void addLinks()
    {
        const auto& pieces = m_kept.pieces;
        std::vector<std::uint32_t> lines;
        lines.reserve(pieces.last.size());
        for (std::size_t edge = 0; edge < pieces.last.size(); ++edge) {
            const auto last = pieces.last[edge];
            lines.push_back(last != noPiece && m_kept.isCut[edge] == 0 ? m_lineOf[last] : noIndex);
        }
        linkBoxes(m_scene, m_kept.drawing, lines);
    }

    float deepOf(std::uint32_t box) const { return m_kept.boxes[box].centre().y; }
    float alongOf(std::uint32_t box) const { return m_kept.boxes[box].centre().x; }

    /// A box with a new place joins the row of its level at this depth, or makes one.
    void listRanks()
    {
        constexpr float sameRow = 12;
        std::vector<KeptRow> rows;
        std::vector<std::uint32_t> others;
        for (std::size_t rank = 0; rank < m_old.rankCount(); ++rank) {
            KeptRow row;
            for (const auto before : m_old.rank(rank)) {
                const auto box = m_kept.boxNow[before];
                if (box != noIndex && m_kept.isChanged[box] == 0)
                    row.boxes.push_back(box);
            }
            if (row.boxes.empty())
                continue;
            row.deep = deepOf(row.boxes.front());
            row.level = m_scene.groupOf(row.boxes.front());
            rows.push_back(std::move(row));
        }
        for (const auto box : m_kept.changed) {
            const auto row = std::ranges::find_if(rows, [&](const KeptRow& known) {
                return known.level == m_scene.groupOf(box)
                    && std::abs(known.deep - deepOf(box)) <= sameRow;
            });
            if (row == rows.end()) {
                rows.push_back({ deepOf(box), m_scene.groupOf(box), { box } });
                continue;
            }
            const auto at = std::ranges::upper_bound(
                row->boxes, alongOf(box), {}, [&](std::uint32_t other) { return alongOf(other); });
            row->boxes.insert(at, box);
        }
        std::ranges::stable_sort(rows, {}, &KeptRow::deep);
        m_scene.boxRank.resize(m_scene.boxCount());
        m_scene.rankStart.push_back(0);
        for (std::uint32_t rank = 0; rank < rows.size(); ++rank) {
            for (const auto box : rows[rank].boxes) {
                m_scene.boxRank[box] = rank;
                m_scene.rankBoxes.push_back(box);
            }
            m_scene.rankStart.push_back(static_cast<std::uint32_t>(m_scene.rankBoxes.size()));
        }
    }

    const KeptPicture& m_kept;
    const Scene& m_old;
    const Routes& m_routes;
    Scene m_scene;
    std::vector<std::uint32_t> m_lineOf; ///< by piece
    std::vector<std::uint32_t> m_pieceOf; ///< by line
    std::vector<std::uint32_t> m_lineNow; ///< by line of the earlier picture
};

}

std::optional<Scene> keepPlaces(
    const ShownLevels& levels, Pieces& pieces, const std::stop_token& stop)
{
    auto kept = matchEarlier(levels, pieces, stop);
    if (!kept || !placeChanged(*kept) || stop.stop_requested())
        return std::nullopt;
    const Routes routes = drawNewRoutes(*kept);
    Scene scene = SceneWriter(*kept, routes).run(stop);
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(scene));
}

}
