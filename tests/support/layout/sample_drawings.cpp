#include "tests/support/layout/sample_drawings.h"

#include "tests/support/layout/scene_geometry.h"

#include <algorithm>
#include <map>
#include <random>
#include <sstream>

namespace testing {
namespace {

/// Builds a drawing of boxes with one output value each, and edges from these values.
class Sketch {
public:
    std::uint32_t box(float width = 140, float height = 60)
    {
        const auto index = static_cast<std::uint32_t>(m_drawing.boxes.size());
        m_drawing.boxes.push_back({ { layout::ItemKind::Node, index }, { width, height } });
        m_drawing.values.push_back({ model::ValueId(index), 40, 80 });
        return index;
    }

    std::uint32_t box(std::initializer_list<std::uint32_t> inputs)
    {
        const auto index = box();
        for (const auto input : inputs)
            edge(input, index);
        return index;
    }

    void edge(std::uint32_t tail, std::uint32_t head)
    {
        m_drawing.edges.push_back({ tail, head, tail });
    }
    layout::Drawing take() { return std::move(m_drawing); }

private:
    layout::Drawing m_drawing;
};

struct Shared {
    std::uint32_t mask;
    std::uint32_t cosine;
    std::uint32_t sine;
};

std::uint32_t norm(Sketch& s, std::uint32_t x)
{
    const auto square = s.box({ x });
    const auto root = s.box({ s.box({ s.box({ square }) }) });
    const auto inverse = s.box({ root });
    return s.box({ s.box({ x, inverse }) });
}

std::uint32_t project(Sketch& s, std::uint32_t h) { return s.box({ s.box({ s.box({ h }) }) }); }

std::uint32_t rotate(Sketch& s, std::uint32_t t, const Shared* shared)
{
    const auto a = shared ? s.box({ t, shared->cosine }) : s.box({ t });
    const auto first = s.box({ t });
    const auto second = s.box({ s.box({ t }) });
    const auto joined = s.box({ second, first });
    const auto m = shared ? s.box({ joined, shared->sine }) : s.box({ joined });
    return s.box({ a, m });
}

std::uint32_t attention(Sketch& s, std::uint32_t x, const Shared* shared)
{
    const auto h = norm(s, x);
    const auto q = rotate(s, project(s, h), shared);
    const auto k = s.box({ rotate(s, project(s, h), shared) });
    const auto v = project(s, h);
    auto scores = s.box({ s.box({ q, k }) });
    scores = shared ? s.box({ scores, shared->mask }) : s.box({ scores });
    const auto mixed = s.box({ s.box({ scores }), v });
    return s.box({ x, s.box({ s.box({ s.box({ mixed }) }) }) });
}

std::uint32_t feedForward(Sketch& s, std::uint32_t x)
{
    const auto h = norm(s, x);
    const auto gate = s.box({ h });
    const auto gated = s.box({ gate, s.box({ gate }) });
    const auto up = s.box({ h });
    return s.box({ x, s.box({ s.box({ gated, up }) }) });
}

}

layout::Drawing drawingFromText(std::string_view text)
{
    Sketch sketch;
    std::map<std::string, std::uint32_t> names;
    const auto boxOf = [&](const std::string& name) {
        const auto known = names.find(name);
        return known != names.end() ? known->second : names[name] = sketch.box();
    };
    std::istringstream lines { std::string(text) };
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string tail;
        std::string word;
        if (!(words >> tail))
            continue;
        const auto from = boxOf(tail);
        while (words >> word) {
            if (word != "->")
                sketch.edge(from, boxOf(word));
        }
    }
    return sketch.take();
}

layout::Drawing chainDrawing(std::size_t boxes)
{
    Sketch sketch;
    for (std::size_t i = 0; i < boxes; ++i) {
        const auto box = sketch.box();
        if (i > 0)
            sketch.edge(box - 1, box);
    }
    return sketch.take();
}

layout::Drawing decoderDrawing(std::size_t layers, bool isShared)
{
    Sketch sketch;
    const auto tokens = sketch.box();
    const auto positions = sketch.box();
    const auto masks = sketch.box();
    auto x = sketch.box({ tokens });
    const Shared shared { sketch.box({ sketch.box({ masks }) }), sketch.box({ positions }),
        sketch.box({ positions }) };
    for (std::size_t layer = 0; layer < layers; ++layer)
        x = feedForward(sketch, attention(sketch, x, isShared ? &shared : nullptr));
    sketch.box({ sketch.box({ x }) });
    return sketch.take();
}

layout::Drawing randomDrawing(std::size_t boxes, std::uint64_t seed)
{
    Sketch sketch;
    std::mt19937_64 random(seed);
    for (std::uint32_t i = 0; i < boxes; ++i) {
        const auto box = sketch.box(
            static_cast<float>(100 + random() % 120), static_cast<float>(30 + random() % 80));
        const auto inputs = i == 0 ? 0 : 1 + random() % 2;
        for (std::uint64_t k = 0; k < inputs; ++k)
            sketch.edge(
                box - 1 - static_cast<std::uint32_t>(random() % std::min<std::uint32_t>(box, 60)),
                box);
    }
    return sketch.take();
}

std::string faultOf(const layout::Scene& scene, const layout::Drawing& drawing)
{
    if (scene.boxCount() != drawing.boxes.size())
        return "boxes are missing";
    const auto faults = checkGeometry(scene);
    if (faults.cycleEdges != scene.facts.reversedEdges)
        return std::to_string(faults.cycleEdges) + " edges lead upwards, "
            + std::to_string(scene.facts.reversedEdges) + " were announced";
    return faults.first;
}

std::string dump(const layout::Scene& scene)
{
    std::ostringstream text;
    for (const auto& box : scene.boxes)
        text << box.x << ' ' << box.y << ' ' << box.width << ' ' << box.height << '\n';
    for (const auto& point : scene.points)
        text << point.x << ' ' << point.y << '\n';
    for (const auto& chip : scene.chips)
        text << chip.rect.x << ' ' << chip.rect.y << ' ' << chip.box << ' ' << chip.value << '\n';
    return text.str();
}

}
