#include "layout/compound/kept_picture.h"

#include "layout/compound/place_levels.h"
#include "model/support/hash.h"

#include <algorithm>
#include <unordered_map>

namespace layout {
namespace {

/// What identifies a box in both pictures: what it shows, and the group that it is in. The body of
/// a function can be shown several times.
struct BoxKey {
    ItemKind kind = ItemKind::Node;
    std::uint64_t item = 0; ///< id in the new model, or key of a group
    std::uint64_t level = 0; ///< key of the group around it
    bool operator==(const BoxKey&) const = default;
};

/// What identifies an edge: its boxes and its value, of the new picture.
struct EdgeKey {
    std::uint32_t tail = 0;
    std::uint32_t head = 0;
    std::uint32_t value = 0; ///< a ValueId
    bool operator==(const EdgeKey&) const = default;
};

struct HashOf {
    static std::uint64_t mixed(std::uint64_t a, std::uint64_t b)
    {
        constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
        const auto product = (a ^ (b * odd)) * odd;
        return product ^ (product >> 32);
    }
    std::size_t operator()(const BoxKey& key) const
    {
        return mixed(mixed(key.item, key.level), std::uint64_t(key.kind));
    }
    std::size_t operator()(const EdgeKey& key) const
    {
        return mixed((std::uint64_t(key.tail) << 32) | key.head, key.value);
    }
};

/// More new boxes than this, and one per `keptPerNew` that stay, are placed with all others.
constexpr std::size_t fewNew = 4;
constexpr std::size_t keptPerNew = 8;

class Matching {
public:
    Matching(const ShownLevels& levels, Pieces& pieces, const std::stop_token& stop)
        : m_levels(levels)
        , m_shown(levels.shown)
        , m_tree(*levels.picture.tree)
        , m_ids(levels.picture.earlier->ids)
        , m_pieces(pieces)
        , m_stop(stop)
        , m_old(levels.picture.earlier->scene)
        , m_kept { levels, pieces, m_old, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {} }
    {
    }

    std::optional<KeptPicture> run()
    {
        if (m_old.groups == nullptr || m_old.lineForm != LineForm::Curved
            || m_old.direction != m_levels.picture.options.direction || !matchFrames())
            return std::nullopt;
        matchBoxes();
        const auto fresh = static_cast<std::size_t>(std::ranges::count(m_kept.boxBefore, noIndex));
        if (m_stop.stop_requested() || fresh > fewNew + (m_shown.items.size() - fresh) / keptPerNew)
            return std::nullopt;
        makeDrawing();
        matchLines();
        takeBoxes();
        return m_stop.stop_requested() ? std::nullopt : std::optional(std::move(m_kept));
    }

private:
    std::uint64_t levelKey(const Scene& scene, std::uint32_t box) const
    {
        return scene.groups->groups[scene.groupOf(box)].key;
    }

    /// Open groups keep their frames; a group that was not open before has none.
    bool matchFrames()
    {
        std::unordered_map<std::uint64_t, Rect> known;
        for (const auto& frame : m_old.frames)
            known.emplace(m_old.groups->groups[frame.group].key, frame.rect);
        m_kept.frames.resize(m_tree.groups.size());
        return std::ranges::all_of(m_shown.levels, [&](std::uint32_t level) {
            if (level == m_levels.picture.root)
                return true;
            const auto found = known.find(m_tree.groups[level].key);
            if (found != known.end())
                m_kept.frames[level] = turned(found->second, m_old.direction);
            return found != known.end();
        });
    }

    BoxKey keyNow(Item item, std::uint32_t box) const
    {
        return { item.kind, item.isGroup() ? m_tree.groups[item.id].key : item.id,
            m_tree.groups[m_shown.boxGroup[box]].key };
    }

    /// The key, in the new picture, of something in the earlier one.
    std::optional<BoxKey> keyAfter(Item item, std::uint32_t box) const
    {
        BoxKey key { item.kind, 0, levelKey(m_old, box) };
        if (item.isGroup()) {
            key.item = m_old.groups->groups[item.id].key;
            return key;
        }
        const auto node = m_ids.of(item.node());
        const auto value = m_ids.of(item.value());
        key.item = node.isValid() ? node.value() : value.value();
        return node.isValid() || value.isValid() ? std::optional(key) : std::nullopt;
    }

    void matchBoxes()
    {
        std::unordered_map<BoxKey, std::uint32_t, HashOf> known;
        known.reserve(m_shown.items.size());
        for (std::uint32_t box = 0; box < m_shown.items.size(); ++box)
            known.emplace(keyNow(m_shown.items[box], box), box);
        for (const auto& [item, box] : m_shown.joined)
            known.emplace(keyNow(item, box), box);
        m_kept.boxBefore.assign(m_shown.items.size(), noIndex);
        m_kept.boxNow.assign(m_old.boxCount(), noIndex);
        const auto match = [&](Item item, std::uint32_t before) {
            const auto key = keyAfter(item, before);
            const auto found = key ? known.find(*key) : known.end();
            if (found == known.end() || m_kept.boxNow[before] != noIndex
                || m_kept.boxBefore[found->second] != noIndex)
                return;
            m_kept.boxNow[before] = found->second;
            m_kept.boxBefore[found->second] = before;
        };
        for (std::uint32_t before = 0; before < m_old.boxCount(); ++before)
            match(m_old.items[before], before);
        for (const auto& [item, before] : m_old.joinedTerminals)
            match(item, before);
    }

    void makeDrawing()
    {
        Drawing& drawing = m_kept.drawing;
        drawing.direction = m_levels.picture.options.direction;
        drawing.values = m_shown.values;
        drawing.boxes.reserve(m_shown.items.size());
        for (std::size_t box = 0; box < m_shown.items.size(); ++box)
            drawing.boxes.push_back({ m_shown.items[box], m_shown.sizes[box] });
        drawing.edges.reserve(m_shown.edges.size());
        for (const auto& edge : m_shown.edges)
            drawing.edges.push_back({ edge.tail, edge.head, edge.value });
    }

    /// The lines of the earlier picture by the edge that they draw now; noIndex: its edge was cut.
    std::unordered_map<EdgeKey, std::uint32_t, HashOf> knownLines() const
    {
        std::unordered_map<EdgeKey, std::uint32_t, HashOf> lines;
        lines.reserve(m_old.inLinks.size());
        for (std::size_t before = 0; before < m_old.boxCount(); ++before) {
            const auto head = m_kept.boxNow[before];
            if (head == noIndex)
                continue;
            for (const auto& link : m_old.producersOf(before)) {
                const auto tail = m_kept.boxNow[link.box];
                const auto value = m_ids.of(m_old.values[link.value]);
                if (tail != noIndex && value.isValid())
                    lines.emplace(EdgeKey { tail, head, value.value() }, link.line);
            }
        }
        return lines;
    }

    /// An edge that was cut stays so. A new edge is cut only if it leads from a value with cut
    /// edges to a new box: a box that stays has no room for another chip.
    void matchLines()
    {
        constexpr std::uint32_t unknown = noIndex - 1;
        const auto lines = knownLines();
        const auto count = m_shown.edges.size();
        std::vector<std::uint32_t> lineOf(count, unknown);
        std::vector<std::uint8_t> isCut(count, 0);
        std::vector<std::uint8_t> hasCuts(m_shown.values.size(), 0);
        for (std::size_t e = 0; e < count; ++e) {
            const ShownEdge& edge = m_shown.edges[e];
            const auto found
                = lines.find({ edge.tail, edge.head, m_shown.values[edge.value].id.value() });
            if (found == lines.end() || m_pieces.last[e] == noPiece)
                continue;
            lineOf[e] = found->second;
            isCut[e] = found->second == noIndex ? 1 : 0;
            hasCuts[edge.value] |= isCut[e];
        }
        for (std::size_t e = 0; e < count; ++e) {
            const ShownEdge& edge = m_shown.edges[e];
            if (lineOf[e] == unknown && m_pieces.last[e] != noPiece && hasCuts[edge.value] != 0
                && m_kept.boxBefore[edge.head] == noIndex)
                isCut[e] = 1;
        }
        m_kept.isCut = isCut;
        markDrawn(m_pieces, isCut);
        m_kept.chips = planChips(m_kept.drawing, isCut);
        m_kept.lineBefore.assign(m_pieces.all.size(), noIndex);
        m_kept.pieceOfOld.assign(m_old.lineCount(), noPiece);
        for (std::size_t e = 0; e < count; ++e) {
            if (lineOf[e] < unknown)
                matchPieces(m_pieces.last[e], lineOf[e]);
        }
    }

    /// Leads back along both lines, from the reader to the producer.
    void matchPieces(std::uint32_t piece, std::uint32_t line)
    {
        std::size_t pieces = 0;
        for (auto at = piece; at != noPiece; at = m_pieces.all[at].previous)
            ++pieces;
        for (auto at = line; at != noIndex; at = m_old.previousPiece(at))
            --pieces;
        if (pieces != 0)
            return;
        for (; piece != noPiece; piece = m_pieces.all[piece].previous) {
            auto& known = m_kept.lineBefore[piece];
            if (known == noIndex && m_kept.pieceOfOld[line] == noPiece) {
                known = line;
                m_kept.pieceOfOld[line] = piece;
            }
            line = m_old.previousPiece(line);
        }
    }

    /// A box whose size is unchanged has its place.
    void takeBoxes()
    {
        const auto count = m_shown.items.size();
        m_kept.boxes.resize(count);
        m_kept.isPlaced.assign(count, 0);
        m_kept.isChanged.assign(count, 1);
        for (std::size_t box = 0; box < count; ++box) {
            const auto before = m_kept.boxBefore[box];
            if (before == noIndex)
                continue;
            const Rect& rect = m_old.boxes[before];
            m_kept.boxes[box] = turned(rect, m_old.direction);
            if (Size { rect.width, rect.height } == m_shown.sizes[box]) {
                m_kept.isPlaced[box] = 1;
                m_kept.isChanged[box] = 0;
            }
        }
    }

    const ShownLevels& m_levels;
    const ShownGraph& m_shown;
    const GroupTree& m_tree;
    const model::edit::IdMap& m_ids;
    Pieces& m_pieces;
    const std::stop_token& m_stop;
    const Scene& m_old;
    KeptPicture m_kept;
};

}

bool KeptPicture::isWithin(std::uint32_t level, std::uint32_t outer) const
{
    while (level != noGroup && level != outer)
        level = tree().groups[level].parent;
    return level == outer;
}

Rect KeptPicture::roomAt(std::uint32_t box, Point centre) const
{
    const BoxRoom room = layout::roomOf(drawing, chips, box);
    return direction() == Direction::Down ? Rect { centre.x - room.left, centre.y - room.top,
        room.left + room.right, room.top + room.bottom }
                                          : Rect { centre.x - room.top, centre.y - room.left,
                                                room.top + room.bottom, room.left + room.right };
}

void KeptPicture::put(std::uint32_t box, Point centre)
{
    const Size size = turned(shown().sizes[box], direction());
    boxes[box] = { centre.x - size.width / 2, centre.y - size.height / 2, size.width, size.height };
    isPlaced[box] = isChanged[box] = 1;
    changed.push_back(box);
}

std::optional<KeptPicture> matchEarlier(
    const ShownLevels& levels, Pieces& pieces, const std::stop_token& stop)
{
    return Matching(levels, pieces, stop).run();
}

}
