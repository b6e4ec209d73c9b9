#include "engine/cpu/box_overlap.h"
#include "engine/cpu/native.h"
#include "engine/functors/boxes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

// NonMaxSuppression of float boxes. The range of x is divided into cells, and every kept box lies
// in the cells that it touches. So a box is compared only with kept boxes of its own cells, a
// vector at a time. Batch entries and classes are shared out to the threads. The selection is that
// of the reference kernel. Source: ONNX NonMaxSuppression-11.

namespace engine {

namespace {

constexpr std::int64_t maxCells = 512;

struct CellRange {
    std::uint16_t first = 0;
    std::uint16_t last = 0;
};

/// Cells of equal width along x. A coordinate x lies in cell (x - low) * scale.
struct CellGrid {
    float low = 0;
    float scale = 0;
    std::int64_t cells = 1;

    std::uint16_t cellAt(float x) const
    {
        const auto cell = cells == 1 ? 0 : static_cast<std::int64_t>((x - low) * scale);
        return static_cast<std::uint16_t>(std::clamp<std::int64_t>(cell, 0, cells - 1));
    }
};

/// Returns a grid whose cells are not narrower than the mean box, so that all boxes together touch
/// at most three cells per box. It has one cell where coordinates are not finite.
CellGrid gridOf(std::span<const functors::Box> boxes)
{
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    double widths = 0;
    bool isFinite = true;
    for (const auto& box : boxes) {
        isFinite = isFinite && std::isfinite(box.left) && std::isfinite(box.right);
        low = std::min(low, box.left);
        high = std::max(high, box.right);
        widths += std::max(box.right - box.left, 0.0f);
    }
    const float range = high - low;
    const double mean = widths / static_cast<double>(boxes.size());
    if (!isFinite || !(range > 0) || !std::isfinite(range) || !(mean > 0))
        return {};
    const auto cells = static_cast<std::int64_t>(
        std::clamp(static_cast<double>(range) / mean, 1.0, static_cast<double>(maxCells)));
    const float scale = static_cast<float>(cells) / range;
    return std::isfinite(scale) ? CellGrid { low, scale, cells } : CellGrid {};
}

/// What all classes of a batch entry share.
struct BoxEntry {
    std::span<functors::Box> boxes;
    std::span<CellRange> ranges; ///< by box
    std::span<std::int64_t> places; ///< by cell: its first place among the kept boxes; and the end
    CellGrid grid;
};

void fillEntry(const float* numbers, bool isCentred, BoxEntry& entry)
{
    for (std::size_t i = 0; i < entry.boxes.size(); ++i)
        entry.boxes[i] = functors::boxOf(numbers + 4 * i, isCentred);
    entry.grid = gridOf(entry.boxes);
    std::ranges::fill(entry.places, 0);
    for (std::size_t i = 0; i < entry.boxes.size(); ++i) {
        const auto& box = entry.boxes[i];
        entry.ranges[i] = { entry.grid.cellAt(box.left), entry.grid.cellAt(box.right) };
        for (std::int64_t cell = entry.ranges[i].first; cell <= entry.ranges[i].last; ++cell)
            ++entry.places[cell + 1];
    }
    for (std::size_t cell = 1; cell < entry.places.size(); ++cell)
        entry.places[cell] = entry.places[cell - 1]
            + (entry.places[cell] + BoxColumns::lanes - 1) / BoxColumns::lanes * BoxColumns::lanes;
}

/// The kept boxes of one class, by cell. A box lies in every cell that it touches.
class KeptBoxes {
public:
    /// `numbers` has room for five numbers per place.
    KeptBoxes(const BoxEntry& entry, float* numbers, std::span<std::int64_t> counts)
        : m_entry(entry)
        , m_numbers(numbers)
        , m_counts(counts)
    {
        std::ranges::fill(m_counts, 0);
    }

    bool overlaps(std::size_t index, const MeasuredBox& box, float threshold) const
    {
        const auto [first, last] = m_entry.ranges[index];
        for (std::int64_t cell = first; cell <= last; ++cell) {
            if (m_search(columns(cell), m_counts[cell], box, threshold))
                return true;
        }
        return false;
    }

    void add(std::size_t index, const MeasuredBox& box)
    {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const auto [first, last] = m_entry.ranges[index];
        for (std::int64_t cell = first; cell <= last; ++cell) {
            const auto room = roomOf(cell);
            const auto at = m_counts[cell]++;
            float* to = m_numbers + 5 * m_entry.places[cell] + at;
            if (at % BoxColumns::lanes == 0) {
                std::fill_n(to, BoxColumns::lanes, infinity);
                std::fill_n(to + 2 * room, BoxColumns::lanes, -infinity);
            }
            to[0] = box.left;
            to[room] = box.top;
            to[2 * room] = box.right;
            to[3 * room] = box.bottom;
            to[4 * room] = box.area;
        }
    }

private:
    std::int64_t roomOf(std::int64_t cell) const
    {
        return m_entry.places[cell + 1] - m_entry.places[cell];
    }
    BoxColumns columns(std::int64_t cell) const
    {
        const auto room = roomOf(cell);
        const float* from = m_numbers + 5 * m_entry.places[cell];
        return { from, from + room, from + 2 * room, from + 3 * room, from + 4 * room };
    }

    const BoxEntry& m_entry;
    float* m_numbers;
    std::span<std::int64_t> m_counts;
    OverlapsAny m_search = overlapsAny();
};

struct SuppressionLimits {
    std::int64_t boxes = 0; ///< per class
    float overlap = 0;
    std::optional<float> score;
};

/// Returns keys that ascend from the largest score to the smallest, and with the index in the low
/// half. NaN comes last.
std::span<std::uint64_t> sortedKeys(const float* scores, std::size_t count,
    const std::optional<float>& limit, std::span<std::uint64_t> keys)
{
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (limit && !(scores[i] > *limit))
            continue;
        const auto bits = std::bit_cast<std::uint32_t>(scores[i] + 0.0f); // -0 becomes 0
        const auto rank = std::isnan(scores[i]) ? ~0u
            : (bits >> 31) != 0                 ? bits
                                                : ~bits & 0x7fffffffu;
        keys[found++] = std::uint64_t(rank) << 32 | i;
    }
    std::ranges::sort(keys.first(found));
    return keys.first(found);
}

/// Memory of one thread.
struct SuppressionSlot {
    std::span<std::uint64_t> keys;
    float* kept = nullptr;
    std::span<std::int64_t> counts; ///< by cell
};

/// Writes the indices of the selected boxes of one class. Returns their number.
std::int64_t selectBoxes(const BoxEntry& entry, const float* scores,
    const SuppressionLimits& limits, const SuppressionSlot& slot, std::stop_token stop,
    std::uint32_t* selected)
{
    KeptBoxes kept(entry, slot.kept, slot.counts);
    std::int64_t found = 0;
    for (const auto key : sortedKeys(scores, entry.boxes.size(), limits.score, slot.keys)) {
        if (found >= limits.boxes || stop.stop_requested())
            break;
        const auto index = static_cast<std::uint32_t>(key);
        const auto& box = entry.boxes[index];
        const MeasuredBox measured { box.left, box.top, box.right, box.bottom, box.area() };
        if (measured.area > 0) { // others overlap nothing
            if (kept.overlaps(index, measured, limits.overlap))
                continue;
            kept.add(index, measured);
        }
        selected[found++] = index;
    }
    return found;
}

template <typename T>
Result<std::span<T>> scratchArray(RunContext& context, std::int64_t count)
{
    const auto bytes = TRY(checkedProduct(count, sizeof(T)));
    const auto memory = TRY(context.scratch(static_cast<std::size_t>(bytes)));
    return std::span(reinterpret_cast<T*>(memory.data()), static_cast<std::size_t>(count));
}

Result<float> numberOr(const RunContext& context, std::size_t input, float fallback)
{
    if (!context.hasInput(input) || context.tensor(input).count() == 0)
        return fallback;
    const auto value = TRY(readNumber(context.tensor(input)));
    return static_cast<float>(value);
}

Result<SuppressionLimits> readLimits(const RunContext& context)
{
    SuppressionLimits limits;
    if (context.hasInput(2) && context.tensor(2).count() > 0)
        limits.boxes = TRY(readInteger(context.tensor(2)));
    limits.overlap = TRY(numberOr(context, 3, 0.0f));
    if (context.hasInput(4) && context.tensor(4).count() > 0)
        limits.score = TRY(numberOr(context, 4, 0.0f));
    return limits;
}

Result<std::vector<BoxEntry>> boxEntries(RunContext& context, bool isCentred)
{
    const auto& boxes = context.tensor(0);
    const auto [batch, count] = std::pair(boxes.dims()[0], boxes.dims()[1]);
    const auto all = TRY(scratchArray<functors::Box>(context, batch * count));
    const auto ranges = TRY(scratchArray<CellRange>(context, batch * count));
    const auto places = TRY(scratchArray<std::int64_t>(context, batch * (maxCells + 1)));
    std::vector<BoxEntry> entries(batch);
    parallelFor(batch, 1, context.threads(), [&](std::int64_t first, std::int64_t last) {
        for (auto i = first; i < last; ++i) {
            entries[i] = { all.subspan(i * count, count), ranges.subspan(i * count, count),
                places.subspan(i * (maxCells + 1), maxCells + 1), {} };
            fillEntry(floats(boxes) + i * count * 4, isCentred, entries[i]);
        }
    });
    return entries;
}

Result<std::vector<SuppressionSlot>> suppressionSlots(
    RunContext& context, std::span<const BoxEntry> entries, std::int64_t slots)
{
    std::int64_t places = 0;
    for (const auto& entry : entries)
        places = std::max(places, entry.places.back());
    std::vector<SuppressionSlot> result(slots);
    for (auto& slot : result) {
        slot.keys = TRY(scratchArray<std::uint64_t>(context, std::ssize(entries[0].boxes)));
        slot.kept = TRY(scratchArray<float>(context, 5 * places)).data();
        slot.counts = TRY(scratchArray<std::int64_t>(context, maxCells));
    }
    return result;
}

/// Writes [batch entry, class, box] of every selected box.
Result<void> writeSelection(RunContext& context, std::int64_t classes,
    std::span<const std::int64_t> counts, std::span<const std::uint32_t> selected)
{
    std::int64_t total = 0;
    for (const auto count : counts)
        total += count;
    auto* output = TRY(context.output(0, ElementType::Int64, Dims { total, 3 }));
    auto* to = output->as<std::int64_t>().data();
    const auto room = counts.empty() ? 0 : selected.size() / counts.size();
    for (std::size_t set = 0; set < counts.size(); ++set) {
        for (std::int64_t i = 0; i < counts[set]; ++i) {
            *to++ = static_cast<std::int64_t>(set) / classes;
            *to++ = static_cast<std::int64_t>(set) % classes;
            *to++ = selected[set * room + i];
        }
    }
    return {};
}

Result<void> runSuppression(const bool& isCentred, RunContext& context)
{
    const auto& scores = context.tensor(1);
    const auto limits = TRY(readLimits(context));
    const auto [batch, classes, count]
        = std::array { scores.dims()[0], scores.dims()[1], scores.dims()[2] };
    if (scores.count() == 0 || limits.boxes < 1)
        return writeSelection(context, 1, {}, {});
    const auto sets = batch * classes;
    const auto room = std::min(count, limits.boxes);
    const auto entries = TRY(boxEntries(context, isCentred));
    const auto threads = std::min<std::int64_t>(sets, context.threads());
    const auto slots = TRY(suppressionSlots(context, entries, threads));
    const auto counts = TRY(scratchArray<std::int64_t>(context, sets));
    const auto selected = TRY(scratchArray<std::uint32_t>(context, sets * room));
    const auto stop = context.stop();
    parallelFor(threads, 1, static_cast<int>(threads), [&](std::int64_t first, std::int64_t last) {
        for (auto slot = first; slot < last; ++slot) {
            for (auto set = sets * slot / threads; set < sets * (slot + 1) / threads; ++set)
                counts[set] = selectBoxes(entries[set / classes], floats(scores) + set * count,
                    limits, slots[slot], stop, selected.data() + set * room);
        }
    });
    if (stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "stopped");
    return writeSelection(context, classes, counts, selected);
}

Result<std::unique_ptr<Kernel>> prepareSuppression(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    TRY(requireFloat(request, 1));
    const auto& boxes = request.input(0).tensor.dims;
    const auto& scores = request.input(1).tensor.dims;
    if (boxes.size() != 3 || scores.size() != 3 || boxes[2] != 4 || boxes[0] != scores[0]
        || boxes[1] != scores[2])
        return fail("boxes of ", boxes, " and scores of ", scores, " do not fit");
    if (boxes[1] > std::numeric_limits<std::uint32_t>::max())
        return fail("native NonMaxSuppression takes less than 2^32 boxes, there are ", boxes[1]);
    return nativeKernel(request.node.flag("center_point_box"), runSuppression);
}

const RegisterNative suppression("NonMaxSuppression", prepareSuppression);

} // namespace

} // namespace engine
