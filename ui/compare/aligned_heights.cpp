#include "ui/compare/aligned_heights.h"

#include "layout/scene/scene_index.h"

#include <algorithm>
#include <vector>

namespace ui {

using layout::Scene;

namespace {

/// Tolerance between the end of a line and the box that it ends on, in scene units.
constexpr float touching = 0.01F;

/// A range of heights whose boxes overlap each other vertically, and the gap to insert above it.
struct Band {
    float top = 0;
    float bottom = 0;
    float gap = 0;
    bool isFixed = false; ///< one of its boxes is aligned with its partner already
};

/// The bands of one scene.
class Bands {
public:
    explicit Bands(const Scene& scene)
    {
        std::vector<std::pair<float, float>> extents;
        for (const auto& box : scene.boxes)
            extents.emplace_back(box.y, box.bottom());
        for (const auto& chip : scene.chips)
            extents.emplace_back(chip.rect.y, chip.rect.bottom());
        for (const auto& frame : scene.frames)
            extents.emplace_back(frame.rect.y, frame.title().bottom());
        std::ranges::sort(extents);
        for (const auto& [top, bottom] : extents) {
            if (!m_bands.empty() && top < m_bands.back().bottom)
                m_bands.back().bottom = std::max(m_bands.back().bottom, bottom);
            else
                m_bands.push_back({ top, bottom });
        }
    }

    /// Index of the last band that begins at or above `y`. Each box lies in one band.
    std::size_t at(float y) const
    {
        const auto next = std::ranges::upper_bound(m_bands, y + touching, {}, &Band::top);
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, next - m_bands.begin() - 1));
    }
    Band& operator[](std::size_t index) { return m_bands[index]; }

    /// Sums up the gaps for movedBy().
    void addUp()
    {
        float sum = 0;
        for (const auto& band : m_bands)
            m_sums.push_back(sum += band.gap);
    }
    float movedBy(float y) const
    {
        return m_bands.empty() || y + touching < m_bands.front().top ? 0 : m_sums[at(y)];
    }

private:
    std::vector<Band> m_bands; ///< from top to bottom
    std::vector<float> m_sums;
};

struct Anchor {
    float a = 0; ///< y in scene A and in scene B
    float b = 0;
};

/// The longest subsequence of pairs that has the same order, top to bottom, in both scenes.
std::vector<Anchor> inOrder(std::vector<Anchor> all)
{
    std::ranges::sort(all,
        [](const Anchor& x, const Anchor& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    // By length - 1: the last pair of that chain; of several chains the one that ends highest in B.
    std::vector<std::size_t> ends;
    std::vector<std::ptrdiff_t> before(all.size(), -1);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto place = std::ranges::upper_bound(
            ends, all[i].b, {}, [&](std::size_t end) { return all[end].b; });
        if (place != ends.begin())
            before[i] = static_cast<std::ptrdiff_t>(*(place - 1));
        if (place == ends.end())
            ends.push_back(i);
        else
            *place = i;
    }
    std::vector<Anchor> chain;
    for (auto i = ends.empty() ? -1 : static_cast<std::ptrdiff_t>(ends.back()); i >= 0;
         i = before[static_cast<std::size_t>(i)])
        chain.push_back(all[static_cast<std::size_t>(i)]);
    std::ranges::reverse(chain);
    return chain;
}

/// Goes through the pairs from top to bottom and inserts a gap above the box that is higher.
void openGaps(std::span<const Anchor> anchors, Bands& a, Bands& b)
{
    float movedA = 0;
    float movedB = 0;
    for (const auto& anchor : anchors) {
        auto& bandA = a[a.at(anchor.a)];
        auto& bandB = b[b.at(anchor.b)];
        const float missing = (anchor.b + movedB) - (anchor.a + movedA);
        auto& higher = missing > 0 ? bandA : bandB;
        if (higher.isFixed)
            continue;
        higher.gap += std::abs(missing);
        (missing > 0 ? movedA : movedB) += std::abs(missing);
        bandA.isFixed = true;
        bandB.isFixed = true;
    }
}

void moveDown(Scene& scene, Bands& bands)
{
    bands.addUp();
    const auto moved = [&](float y) { return y + bands.movedBy(y); };
    for (auto& box : scene.boxes)
        box.y = moved(box.y);
    for (auto& chip : scene.chips)
        chip.rect.y = moved(chip.rect.y);
    for (auto& point : scene.points)
        point.y = moved(point.y);
    for (auto& label : scene.labels)
        label.centre.y = moved(label.centre.y);
    for (auto& frame : scene.frames) {
        const float bottom = moved(frame.rect.bottom());
        frame.rect.y = moved(frame.rect.y);
        frame.rect.height = bottom - frame.rect.y;
    }
    scene.bounds.height = moved(scene.bounds.bottom()) - scene.bounds.y;
}

} // namespace

std::array<Scene, 2> withAlignedHeights(Scene a, Scene b, std::span<const BoxPair> pairs)
{
    std::vector<Anchor> anchors;
    for (const auto& [boxA, boxB] : pairs)
        anchors.push_back({ a.boxes[boxA].y, b.boxes[boxB].y });
    Bands bandsA(a);
    Bands bandsB(b);
    const auto chain = inOrder(std::move(anchors));
    openGaps(chain, bandsA, bandsB);
    moveDown(a, bandsA);
    moveDown(b, bandsB);
    a.bounds.height = b.bounds.height = std::max(a.bounds.height, b.bounds.height);
    layout::indexScene(a);
    layout::indexScene(b);
    return { std::move(a), std::move(b) };
}

} // namespace ui
