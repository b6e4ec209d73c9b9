#include "ui/canvas/export/picture_pages.h"

#include <algorithm>

namespace ui {

namespace {

/// PDF readers accept sides of at most 14,400 points.
constexpr double maxPoints = 14'000;
constexpr double sheetShort = 595;
constexpr double sheetLong = 842;
constexpr double sheetMargin = 28;

struct Span {
    float begin = 0;
    float end = 0;
};

Span spanOf(const layout::Rect& rect, CutAlong along)
{
    return along == CutAlong::X ? Span { rect.x, rect.right() } : Span { rect.y, rect.bottom() };
}

/// Returns the middles of the gaps without boxes, chips and titles, ascending.
std::vector<float> gapsOf(const layout::Scene& scene, const layout::Rect& area, CutAlong along)
{
    std::vector<Span> spans;
    layout::SceneQuery query(scene);
    for (const auto box : query.boxes(area)) {
        spans.push_back(spanOf(scene.boxes[box], along));
        for (const auto& chip : scene.chipsOf(box))
            spans.push_back(spanOf(chip.rect, along));
    }
    for (const auto& frame : scene.frames)
        spans.push_back(spanOf(frame.title(), along));
    std::sort(
        spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    std::vector<float> gaps;
    float end = spans.empty() ? 0 : spans.front().end;
    for (const auto& span : spans) {
        if (span.begin > end)
            gaps.push_back((end + span.begin) / 2);
        end = std::max(end, span.end);
    }
    return gaps;
}

layout::Rect part(const layout::Rect& area, CutAlong along, float begin, float end)
{
    return along == CutAlong::X ? layout::Rect { begin, area.y, end - begin, area.height }
                                : layout::Rect { area.x, begin, area.width, end - begin };
}

PicturePage pageAround(const layout::Rect& area, double scale)
{
    return { area, scale, 0, double(area.width) * scale, double(area.height) * scale };
}

/// Returns pages at full size, cut in both directions where needed.
std::vector<PicturePage> longPages(
    const layout::Scene& scene, const layout::Rect& area, double scale)
{
    const auto longest = static_cast<float>(maxPoints / scale);
    const auto rows = cutsOf(scene, area, CutAlong::Y, longest);
    const auto columns = cutsOf(scene, area, CutAlong::X, longest);
    std::vector<PicturePage> pages;
    for (std::size_t r = 0; r + 1 < rows.size(); ++r) {
        const auto row = part(area, CutAlong::Y, rows[r], rows[r + 1]);
        for (std::size_t c = 0; c + 1 < columns.size(); ++c)
            pages.push_back(pageAround(part(row, CutAlong::X, columns[c], columns[c + 1]), scale));
    }
    return pages;
}

/// Returns A4 sheets; the picture is scaled down to fit across the flow and cut along it.
std::vector<PicturePage> sheets(const layout::Scene& scene, const layout::Rect& area, double scale)
{
    const bool isDown = scene.direction == layout::Direction::Down;
    const double across = double(isDown ? area.width : area.height);
    scale = std::min(scale, (sheetShort - 2 * sheetMargin) / std::max(across, 1.0));
    const auto along = isDown ? CutAlong::Y : CutAlong::X;
    const auto cuts
        = cutsOf(scene, area, along, static_cast<float>((sheetLong - 2 * sheetMargin) / scale));
    std::vector<PicturePage> pages;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        pages.push_back({ part(area, along, cuts[i], cuts[i + 1]), scale, sheetMargin,
            isDown ? sheetShort : sheetLong, isDown ? sheetLong : sheetShort });
    return pages;
}

} // namespace

std::vector<float> cutsOf(
    const layout::Scene& scene, const layout::Rect& area, CutAlong along, float longest)
{
    const Span whole = spanOf(area, along);
    std::vector<float> cuts { whole.begin };
    if (whole.end - whole.begin > longest) {
        const auto gaps = gapsOf(scene, area, along);
        while (whole.end - cuts.back() > longest) {
            const float limit = cuts.back() + longest;
            auto gap = std::upper_bound(gaps.begin(), gaps.end(), limit);
            // A gap is used only if the page is then more than half full.
            const bool isGood = gap != gaps.begin() && *(gap - 1) > cuts.back() + longest / 2;
            cuts.push_back(isGood ? *(gap - 1) : limit);
        }
    }
    cuts.push_back(whole.end);
    return cuts;
}

std::vector<PicturePage> pagesOf(
    const layout::Scene& scene, const layout::Rect& area, PdfPages pages, double scale)
{
    switch (pages) {
    case PdfPages::Long:
        return longPages(scene, area, scale);
    case PdfPages::A4:
        return sheets(scene, area, scale);
    case PdfPages::One:
        break;
    }
    const double longest = std::max(1.0, double(std::max(area.width, area.height)));
    return { pageAround(area, std::min(scale, maxPoints / longest)) };
}

} // namespace ui
