#include <QTest>

#include "layout/build_drawing.h"
#include "layout/layout_engine.h"
#include "model/onnx/parser.h"
#include "tests/support/layout/sample_drawings.h"
#include "tests/support/layout/scene_geometry.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxBoxes = 300;
/// Of dot's crossings, in total.
constexpr double allowedRatio = 1.2;

struct Named {
    std::string name;
    layout::Drawing drawing;
};

std::vector<fs::path> sharedModels()
{
    std::vector<fs::path> files;
    for (const char* folder : { "models", "models/tiny", "zoo" }) {
        std::error_code failure;
        for (const auto& entry : fs::directory_iterator(testing::dataDir() / folder, failure)) {
            if (entry.path().extension() == ".onnx")
                files.push_back(entry.path());
            else if (fs::exists(entry.path() / "model.onnx", failure))
                files.push_back(entry.path() / "model.onnx");
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

void addGraphs(std::vector<Named>& drawings, const fs::path& file)
{
    const auto model = model::onnx::openModel(file);
    if (!model)
        return;
    for (const auto& graph : (*model)->graphs) {
        auto drawing
            = layout::buildDrawing(**model, nullptr, { graph.id }, {}, layout::builtinMeasurer());
        if (drawing.boxes.size() > maxBoxes || drawing.edges.size() < 3)
            continue;
        drawings.push_back({ fs::relative(file, testing::dataDir()).string() + ' '
                + model::graphPath(**model, graph.id),
            std::move(drawing) });
    }
}

std::vector<Named> allDrawings()
{
    std::vector<Named> drawings;
    for (const auto& file : sharedModels())
        addGraphs(drawings, file);
    for (const std::size_t layers : { 1, 3, 5 }) {
        for (const bool isShared : { false, true })
            drawings.push_back({ "decoder of " + std::to_string(layers) + " layers",
                testing::decoderDrawing(layers, isShared) });
    }
    for (const std::size_t boxes : { 10, 20, 40, 60, 80, 120 }) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed)
            drawings.push_back({ "random " + std::to_string(boxes) + ", " + std::to_string(seed),
                testing::randomDrawing(boxes, seed) });
    }
    return drawings;
}

struct Sum {
    std::uint64_t graphs = 0;
    std::uint64_t ours = 0;
    std::uint64_t theirs = 0;
};

}

/// Bar 3: lines cross about as rarely as in the pictures of dot, which takes seconds for them.
class TestLayeredCrossings : public QObject {
    Q_OBJECT

private slots:
    void crossesHardlyMoreOftenThanDot()
    {
        if (!layout::hasGraphviz())
            QSKIP("this build has no Graphviz to compare with");
        const bool isVerbose = std::getenv("OPSCOPE_VERBOSE") != nullptr;
        Sum models;
        Sum random;
        for (const auto& [name, drawing] : allDrawings()) {
            const auto theirs = layout::graphviz(drawing);
            if (!theirs)
                continue; // beyond the span that dot is used for
            const auto ours = layout::layered(drawing);
            QVERIFY2(bool(ours), name.c_str());
            const auto own = testing::drawnCrossings(*ours);
            const auto other = testing::drawnCrossings(*theirs);
            Sum& sum = name.starts_with("random") ? random : models;
            ++sum.graphs;
            sum.ours += own;
            sum.theirs += other;
            if (isVerbose && (own > 0 || other > 0))
                std::printf("%6llu %6llu %6llu  %zu boxes, %s\n",
                    static_cast<unsigned long long>(own), static_cast<unsigned long long>(other),
                    static_cast<unsigned long long>(ours->facts.crossings), drawing.boxes.size(),
                    name.c_str());
        }
        for (const auto& [kind, sum] : { std::pair { "models", models }, { "random", random } }) {
            std::printf("%s: %llu graphs, crossings %llu, of dot %llu, ratio %.3f\n", kind,
                static_cast<unsigned long long>(sum.graphs),
                static_cast<unsigned long long>(sum.ours),
                static_cast<unsigned long long>(sum.theirs),
                double(sum.ours) / std::max(1.0, double(sum.theirs)));
            QVERIFY(double(sum.ours) <= allowedRatio * double(sum.theirs));
        }
    }
};

QTEST_GUILESS_MAIN(TestLayeredCrossings)
#include "tst_layered_crossings.moc"
