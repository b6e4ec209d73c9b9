#include "layout/compound/place_levels.h"

#include "layout/card/group_card.h"
#include "layout/layered/place_ranked.h"
#include "layout/layout_engine.h"
#include "model/support/hash.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace layout {
namespace {

constexpr float framePadding = 16;
/// Space between the title of a frame and its content.
constexpr float titleGap = 10;
constexpr float widestTitle = 420;
/// Larger levels are not compared with others, because they rarely repeat.
constexpr std::size_t largestShared = 4096;

/// All numbers that determine the layout of a level. Equal fingerprints give equal layouts.
class Fingerprint {
public:
    void add(std::uint32_t number) { m_words.push_back(number); }
    void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
    const std::vector<std::uint32_t>& words() const { return m_words; }
    std::uint64_t hash() const { return support::xxh3(std::as_bytes(std::span(m_words))).low; }

private:
    std::vector<std::uint32_t> m_words;
};

/// The input of the layout of one level.
struct LevelDrawing {
    Drawing drawing;
    Ranking ranking;
    Cuts cuts;
    ChipPlan chips;
};

Fingerprint fingerprintOf(const LevelDrawing& level)
{
    Fingerprint print;
    print.add(static_cast<std::uint32_t>(level.drawing.boxes.size()));
    for (std::size_t i = 0; i < level.drawing.boxes.size(); ++i) {
        print.add(level.drawing.boxes[i].size.width);
        print.add(level.drawing.boxes[i].size.height);
        print.add(level.ranking.rank[i]);
    }
    for (const auto& value : level.drawing.values) {
        print.add(value.chipWidth);
        print.add(value.labelWidth);
    }
    print.add(static_cast<std::uint32_t>(level.drawing.edges.size()));
    for (std::size_t e = 0; e < level.drawing.edges.size(); ++e) {
        const Edge& edge = level.drawing.edges[e];
        print.add(edge.tail);
        print.add(edge.head);
        print.add(edge.value);
        print.add(edge.tailAt);
        print.add(edge.headAt);
        print.add(std::uint32_t(level.ranking.isReversed[e]));
    }
    for (const auto start : level.chips.start)
        print.add(start);
    for (const auto& chip : level.chips.entries) {
        print.add(chip.value);
        print.add(chip.readers);
        print.add(chip.count);
    }
    return print;
}

/// Cache of layouts by fingerprint. A hit on the hash is compared completely.
class LayoutCache {
public:
    std::shared_ptr<const Scene> find(const Fingerprint& print) const
    {
        const auto [begin, end] = m_known.equal_range(print.hash());
        for (auto at = begin; at != end; ++at) {
            if (at->second.words == print.words())
                return at->second.scene;
        }
        return nullptr;
    }
    void keep(const Fingerprint& print, std::shared_ptr<const Scene> scene)
    {
        m_known.emplace(print.hash(), Known { print.words(), std::move(scene) });
    }

private:
    struct Known {
        std::vector<std::uint32_t> words;
        std::shared_ptr<const Scene> scene;
    };
    std::unordered_multimap<std::uint64_t, Known> m_known;
};

class LevelPlacer {
public:
    LevelPlacer(
        const LevelRequest& request, const std::stop_token& stop, const support::Progress& progress)
        : m_request(request)
        , m_shown(request.shown)
        , m_tree(*request.picture.tree)
        , m_stop(stop)
        , m_progress(progress)
        , m_placed(m_tree.groups.size())
        , m_boxLocal(m_shown.items.size())
        , m_frameLocal(m_tree.groups.size())
        , m_valueLocal(m_shown.values.size(), noIndex)
        , m_inPort(m_shown.values.size(), noIndex)
        , m_outPort(m_shown.values.size(), noIndex)
    {
    }

    support::Result<std::vector<PlacedLevel>> run()
    {
        // Inner levels come after outer ones, so they are placed first in reverse order.
        for (std::size_t i = m_shown.levels.size(); i > 0; --i) {
            if (m_stop.stop_requested())
                return layoutCancelled();
            TRY(place(m_shown.levels[i - 1]));
        }
        return std::move(m_placed);
    }

private:
    bool isDown() const { return m_request.picture.options.direction == Direction::Down; }

    support::Result<void> place(std::uint32_t level)
    {
        PlacedLevel& placed = m_placed[level];
        const LevelDrawing drawn = draw(level, placed);
        placed.scene = TRY(layoutOf(drawn));
        const auto boxes = m_request.boxesOfLevel.row(level).size();
        m_doneBoxes += boxes;
        takeFrame(level, placed);
        return {};
    }

    support::Result<std::shared_ptr<const Scene>> layoutOf(const LevelDrawing& level)
    {
        const bool isShared = level.drawing.boxes.size() <= largestShared;
        const Fingerprint print = isShared ? fingerprintOf(level) : Fingerprint();
        if (isShared) {
            if (auto known = m_cache.find(print))
                return known;
        }
        auto scene = std::make_shared<const Scene>(TRY(placeRanked(
            { level.drawing, level.ranking, level.cuts, level.chips }, m_stop, share(level))));
        if (isShared)
            m_cache.keep(print, scene);
        return std::shared_ptr<const Scene>(std::move(scene));
    }

    /// Returns the progress callback of one level, scaled to its share of the boxes.
    support::Progress share(const LevelDrawing& level) const
    {
        if (!m_progress)
            return {};
        const std::uint64_t all = std::max<std::size_t>(m_shown.items.size(), 1);
        const std::uint64_t boxes = level.drawing.boxes.size();
        return [this, all, boxes](std::string_view, std::uint64_t done, std::uint64_t total) {
            const auto now = m_doneBoxes + boxes * done / std::max<std::uint64_t>(total, 1);
            m_progress("placing", std::min(now, all), all);
        };
    }

    LevelDrawing draw(std::uint32_t level, PlacedLevel& placed)
    {
        LevelDrawing drawn;
        drawn.drawing.direction = m_request.picture.options.direction;
        addVertices(level, drawn, placed);
        for (const auto index : m_request.pieces.byLevel.row(level)) {
            if (m_request.pieces.all[index].isDrawn)
                addPiece(m_request.pieces.all[index], index, drawn, placed);
        }
        drawn.cuts.isCut.assign(drawn.drawing.edges.size(), 0);
        addChips(level, drawn, placed);
        for (const auto value : placed.values)
            m_valueLocal[value] = m_inPort[value] = m_outPort[value] = noIndex;
        return drawn;
    }

    std::uint32_t valueLocal(std::uint32_t value, LevelDrawing& drawn, PlacedLevel& placed)
    {
        auto& local = m_valueLocal[value];
        if (local == noIndex) {
            local = static_cast<std::uint32_t>(placed.values.size());
            placed.values.push_back(value);
            drawn.drawing.values.push_back(m_shown.values[value]);
        }
        return local;
    }

    void addVertices(std::uint32_t level, LevelDrawing& drawn, PlacedLevel& placed)
    {
        auto& boxes = drawn.drawing.boxes;
        auto& rank = drawn.ranking.rank;
        std::vector<std::uint32_t> leaving;
        for (const auto index : m_request.pieces.byLevel.row(level)) {
            const Piece& piece = m_request.pieces.all[index];
            if (!piece.isDrawn)
                continue;
            valueLocal(piece.value, drawn, placed);
            if (piece.isFromPort && m_inPort[piece.value] == noIndex) {
                m_inPort[piece.value] = static_cast<std::uint32_t>(boxes.size());
                placed.in.push_back({ piece.value, 0 });
                addPort(boxes, Frame::titleHeight);
                rank.push_back(0);
            }
            if (piece.isToPort && m_outPort[piece.value] == noIndex) {
                m_outPort[piece.value] = 0;
                leaving.push_back(piece.value);
            }
        }
        placed.firstBox = static_cast<std::uint32_t>(boxes.size());
        const std::uint32_t base = placed.in.empty() ? 0 : 1;
        for (const auto box : m_request.boxesOfLevel.row(level)) {
            m_boxLocal[box] = static_cast<std::uint32_t>(boxes.size());
            boxes.push_back({ m_shown.items[box], m_shown.sizes[box] });
            rank.push_back(base + m_request.ranks.ofBox[box]);
        }
        for (const auto frame : framesIn(m_shown, m_tree, level)) {
            m_frameLocal[frame] = static_cast<std::uint32_t>(boxes.size());
            const Rect& rect = m_placed[frame].frame;
            boxes.push_back({ { ItemKind::Group, frame, 1 }, { rect.width, rect.height } });
            rank.push_back(base + m_request.ranks.ofFrame[frame]);
        }
        const auto inside = base + m_request.ranks.count[level];
        for (const auto value : leaving) {
            m_outPort[value] = static_cast<std::uint32_t>(boxes.size());
            placed.out.push_back({ value, 0 });
            addPort(boxes, 0);
            rank.push_back(inside);
        }
        drawn.ranking.rankCount = inside + (leaving.empty() ? 0 : 1);
    }

    /// Adds a port, which is a point on the border. A line from above crosses the title band
    /// straight and bends below it.
    void addPort(std::vector<Box>& boxes, float band) const
    {
        const Size size = isDown() ? Size { 1, band } : Size { 0, 1 };
        boxes.push_back({ {}, size });
    }

    void addPiece(const Piece& piece, std::uint32_t index, LevelDrawing& drawn, PlacedLevel& placed)
    {
        Edge edge;
        edge.value = m_valueLocal[piece.value];
        edge.tail = piece.isFromPort ? m_inPort[piece.value] : localOf(piece.tail);
        edge.head = piece.isToPort ? m_outPort[piece.value] : localOf(piece.head);
        if (piece.isFromPort)
            edge.tailAt = 0;
        else if (piece.tail.isFrame)
            edge.tailAt = portAt(m_placed[piece.tail.index].out, piece.tail.index, piece.value);
        if (piece.isToPort)
            edge.headAt = 0;
        else if (piece.head.isFrame)
            edge.headAt = portAt(m_placed[piece.head.index].in, piece.head.index, piece.value);
        const auto tailRank = drawn.ranking.rank[edge.tail];
        const auto headRank = drawn.ranking.rank[edge.head];
        drawn.cuts.span += tailRank < headRank ? headRank - tailRank : tailRank - headRank;
        drawn.drawing.edges.push_back(edge);
        drawn.ranking.isReversed.push_back(piece.isReversed ? 1 : 0);
        placed.pieces.push_back(index);
    }

    std::uint32_t localOf(const LevelItem& item) const
    {
        return item.isFrame ? m_frameLocal[item.index] : m_boxLocal[item.index];
    }

    /// Returns the port of a value, measured from the centre of the frame; freePort if the line
    /// ends at the border.
    float portAt(
        const std::vector<PortPlace>& ports, std::uint32_t frame, std::uint32_t value) const
    {
        const auto found = std::ranges::lower_bound(ports, value, {}, &PortPlace::value);
        if (found == ports.end() || found->value != value)
            return freePort;
        const Rect& rect = m_placed[frame].frame;
        return found->along - (isDown() ? rect.width : rect.height) / 2;
    }

    void addChips(std::uint32_t level, LevelDrawing& drawn, PlacedLevel& placed)
    {
        drawn.chips.start.assign(drawn.drawing.boxes.size() + 1, 0);
        for (const auto box : m_request.boxesOfLevel.row(level))
            drawn.chips.start[m_boxLocal[box] + 1]
                = static_cast<std::uint32_t>(m_request.chips.of(box).size());
        for (std::size_t i = 1; i < drawn.chips.start.size(); ++i)
            drawn.chips.start[i] += drawn.chips.start[i - 1];
        for (const auto box : m_request.boxesOfLevel.row(level)) {
            for (const auto& chip : m_request.chips.of(box))
                drawn.chips.entries.push_back(
                    { valueLocal(chip.value, drawn, placed), chip.readers, chip.count });
        }
    }

    // Size of the frame around the placed content.

    void takeFrame(std::uint32_t level, PlacedLevel& placed)
    {
        const Scene& scene = *placed.scene;
        const Rect content = scene.boxes.empty() ? Rect { 0, 0, CardMetrics::minimumWidth, 0 }
                                                 : contentBounds(scene);
        const float title = Frame::titleHeight + titleGap;
        float left = content.x - framePadding;
        float right = content.right() + framePadding;
        float top = content.y - title;
        float bottom = content.bottom() + framePadding;
        // Ports are the first and the last rank, and the border runs through them.
        if (!placed.in.empty())
            (isDown() ? top : left) = isDown() ? content.y : content.x;
        if (!placed.out.empty())
            (isDown() ? bottom : right) = isDown() ? content.bottom() : content.right();
        const float lacking = (titleWidth(level) - (right - left)) / 2;
        if (lacking > 0 && isDown()) {
            left -= lacking;
            right += lacking;
        } else if (lacking > 0 && placed.out.empty()) {
            right += 2 * lacking;
        }
        placed.frame = { left, top, right - left, bottom - top };
        takePorts(placed, placed.in, 0);
        takePorts(
            placed, placed.out, static_cast<std::uint32_t>(scene.boxes.size() - placed.out.size()));
    }

    void takePorts(
        const PlacedLevel& placed, std::vector<PortPlace>& ports, std::uint32_t first) const
    {
        for (auto& port : ports) {
            const Point centre = placed.scene->boxes[first++].centre();
            port.along = isDown() ? centre.x - placed.frame.x : centre.y - placed.frame.y;
        }
        std::ranges::sort(ports, {}, &PortPlace::value);
    }

    float titleWidth(std::uint32_t level) const
    {
        if (level == m_request.picture.root)
            return 0;
        const CardContent content = groupContent(m_tree, { ItemKind::Group, level, 1 });
        const auto& measurer = m_request.picture.measurer;
        return std::min(widestTitle,
            measurer.width(TextRole::Title, content.title)
                + measurer.width(TextRole::Name, content.name) + GroupCardMetrics::arrow
                + 4 * CardMetrics::side);
    }

    const LevelRequest& m_request;
    const ShownGraph& m_shown;
    const GroupTree& m_tree;
    const std::stop_token& m_stop;
    const support::Progress& m_progress;
    LayoutCache m_cache;
    std::vector<PlacedLevel> m_placed; ///< by group
    std::uint64_t m_doneBoxes = 0;
    std::vector<std::uint32_t> m_boxLocal; ///< by box: index in its level's scene
    std::vector<std::uint32_t> m_frameLocal; ///< by group
    std::vector<std::uint32_t> m_valueLocal; ///< by value, in the current level
    std::vector<std::uint32_t> m_inPort;
    std::vector<std::uint32_t> m_outPort;
};

}

ChipPlan chipsOf(const ShownGraph& shown, const LevelRanks& ranks)
{
    // Uses one drawing with all edges, so that chips are ordered by the same rules as without
    // groups.
    Drawing drawing;
    drawing.boxes.resize(shown.items.size());
    drawing.values = shown.values;
    drawing.edges.reserve(shown.edges.size());
    for (const auto& edge : shown.edges)
        drawing.edges.push_back({ edge.tail, edge.head, edge.value });
    return planChips(drawing, ranks.isCut);
}

support::Result<std::vector<PlacedLevel>> placeLevels(
    const LevelRequest& request, const std::stop_token& stop, const support::Progress& progress)
{
    return LevelPlacer(request, stop, progress).run();
}

}
