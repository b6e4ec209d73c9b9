#include <QTest>

#include "layout/build_drawing.h"
#include "layout/card/line_style.h"
#include "layout/compound.h"
#include "layout/layout_engine.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "tests/support/layout/big_models.h"
#include "tests/support/layout/sample_drawings.h"
#include "tests/support/layout/scene_geometry.h"
#include "tests/support/paths.h"

#include <cstdio>
#include <filesystem>
#include <span>

namespace fs = std::filesystem;

using layout::Direction;
using layout::Scene;
using testing::GeometryFaults;

namespace {

using ModelPointer = std::shared_ptr<const model::Model>;

/// Nodes up to which groups are unfolded altogether.
constexpr std::size_t maxUnfolded = 20'000;

GeometryFaults& operator+=(GeometryFaults& sum, const GeometryFaults& one)
{
    sum.cycleEdges += one.cycleEdges;
    if (sum.first.empty())
        sum.first = one.first;
    return sum;
}

/// Nothing that a person put over the graph: the scene of one graph as `draw` makes it, with labels
/// on every line.
support::Result<GeometryFaults> faultsWithoutGroups(
    const ModelPointer& model, const model::Analysis* analysis, model::GraphId graph)
{
    GeometryFaults faults;
    const auto& measurer = layout::builtinMeasurer();
    for (const auto direction : { Direction::Down, Direction::Right }) {
        layout::DrawingOptions options;
        options.direction = direction;
        const auto drawing = layout::buildDrawing(*model, analysis, { graph }, options, measurer);
        const auto scene = TRY(layout::layered(drawing));
        const auto width = [&](const layout::Label& label) {
            const auto text = layout::labelText(
                *model, analysis, scene.values[label.value], layout::LabelRule::All);
            return text.empty() ? 0 : measurer.width(layout::TextRole::Chip, text) + 6;
        };
        faults += testing::checkGeometry(scene, width);
    }
    return faults;
}

/// With groups: folded, as the window opens, and unfolded.
support::Result<GeometryFaults> faultsWithGroups(
    const ModelPointer& model, const model::Analysis* analysis, model::GraphId graph)
{
    GeometryFaults faults;
    const auto& measurer = layout::builtinMeasurer();
    const auto tree
        = std::make_shared<const layout::GroupTree>(layout::buildGroupTree(*model, graph));
    const std::pair<const char*, layout::OpenGroups> folds[]
        = { { "folded", layout::openToDepth(*tree, 0) },
              { "as it opens", layout::initiallyOpen(*tree) },
              { "two levels open", layout::openToDepth(*tree, 2) },
              { "unfolded", layout::allOpen(*tree, maxUnfolded) } };
    for (const auto& [fold, open] : folds) {
        const auto scene = TRY(layout::placeGroups(
            { *model, analysis, tree, open, layout::DrawingOptions(), measurer }));
        const auto width = [&](const layout::Label& label) {
            const auto text = layout::labelText(
                *model, analysis, scene.values[label.value], layout::LabelRule::All);
            return text.empty() ? 0 : measurer.width(layout::TextRole::Chip, text) + 6;
        };
        auto found = testing::checkGeometry(scene, width);
        if (!found.isClean())
            found.first = std::string(fold) + ": " + found.first + testing::summary(found);
        faults += found;
    }
    return faults;
}

/// Over all graphs of a model, the first fault names the graph.
support::Result<GeometryFaults> faultsOf(const ModelPointer& model)
{
    const auto analysis = model::analyse(model, {}, {});
    GeometryFaults faults;
    for (const auto& graph : model->graphs) {
        for (auto* check : { faultsWithoutGroups, faultsWithGroups }) {
            auto found = TRY(check(model, analysis.get(), graph.id));
            if (!found.isClean())
                found.first = model::graphPath(*model, graph.id) + ": " + found.first;
            faults += found;
        }
    }
    return faults;
}

void addModelsBelow(const char* folder, bool isDeep)
{
    std::error_code failure;
    const auto root = testing::dataDir() / folder;
    std::vector<fs::path> files;
    for (auto file = fs::recursive_directory_iterator(root, failure);
         file != fs::recursive_directory_iterator(); file.increment(failure)) {
        if (!isDeep && file.depth() > 1)
            file.disable_recursion_pending();
        if (file->path().extension() == ".onnx" && file.depth() <= (isDeep ? 9 : 1))
            files.push_back(file->path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files)
        QTest::newRow(fs::relative(file, testing::dataDir()).c_str())
            << QString::fromStdString(file.string());
}

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

}

/// Bar 3: a picture can be read.
class TestSceneGeometry : public QObject {
    Q_OBJECT

private:
    std::uint64_t m_cycleEdges = 0;
    std::uint64_t m_models = 0;

    void check(const support::Result<GeometryFaults>& faults)
    {
        QVERIFY2(bool(faults), faults ? "" : faults.error().message().c_str());
        m_cycleEdges += faults->cycleEdges;
        ++m_models;
        QVERIFY2(faults->isClean(), faults->first.c_str());
    }

private slots:
    void cleanupTestCase()
    {
        std::printf("models %llu, edges of cycles %llu\n",
            static_cast<unsigned long long>(m_models),
            static_cast<unsigned long long>(m_cycleEdges));
    }

    void seesWhatIsWrong_data()
    {
        QTest::addColumn<int>("fault");
        QTest::newRow("boxes overlap") << 0;
        QTest::newRow("a line through a box") << 1;
        QTest::newRow("a loose end") << 2;
        QTest::newRow("an edge upwards") << 3;
        QTest::newRow("a label on a box") << 4;
        QTest::newRow("a frame that cuts a box") << 5;
        QTest::newRow("a line through a frame") << 6;
        QTest::newRow("a box outside") << 7;
    }
    void seesWhatIsWrong()
    {
        QFETCH(int, fault);
        auto scene
            = *layout::layered(testing::drawingFromText("a -> b\nb -> c\nc -> d\na -> d\ne -> d"));
        QVERIFY2(
            testing::checkGeometry(scene).isClean(), testing::checkGeometry(scene).first.c_str());
        const auto box = scene.boxes[1];
        switch (fault) {
        case 0:
            scene.boxes[1].y = scene.boxes[0].y + 10;
            break;
        case 1:
            scene.points[scene.lineStart[0]].x = scene.boxes[0].x;
            scene.boxes[4] = { scene.boxes[0].x - 5, scene.boxes[0].bottom() + 5, 300, 20 };
            break;
        case 2:
            scene.points[0].x += 400;
            break;
        case 3:
            scene.boxRank[1] = 9;
            break;
        case 4:
            scene.labels[0].centre = box.centre();
            break;
        case 5:
            scene.frames.push_back({ { box.x + 10, box.y - 10, 400, 400 }, 0, 1 });
            break;
        case 6:
            scene.frames.push_back({ { box.x, box.bottom() + 5, box.width, 8 }, 0, 1 });
            break;
        default:
            scene.bounds.width = box.x;
            break;
        }
        // The index is of the scene as it was made.
        layout::finishScene(scene, 24);
        if (fault == 7)
            scene.bounds.width = box.x;
        const auto found = testing::checkGeometry(scene);
        const std::uint64_t counts[] = { found.overlappingBoxes, found.linesThroughBoxes,
            found.looseEnds, found.upwardEdges, found.labelsOnBoxes, found.brokenFrames,
            found.linesThroughFrames, found.outside };
        QVERIFY2(counts[fault] > 0, found.first.c_str());
        QVERIFY(!found.isClean());
    }

    void placesGeneratedDrawingsReadably_data()
    {
        QTest::addColumn<int>("boxes");
        QTest::addColumn<int>("seed");
        for (const int boxes : { 5, 20, 60, 200, 700 }) {
            for (int seed = 1; seed <= 8; ++seed)
                QTest::addRow("%d boxes, seed %d", boxes, seed) << boxes << seed;
        }
        QTest::addRow("5000 boxes") << 5000 << 3;
    }
    void placesGeneratedDrawingsReadably()
    {
        QFETCH(int, boxes);
        QFETCH(int, seed);
        auto drawing = testing::randomDrawing(
            static_cast<std::size_t>(boxes), static_cast<std::uint64_t>(seed));
        for (const auto direction : { Direction::Down, Direction::Right }) {
            drawing.direction = direction;
            const auto scene = layout::layered(drawing);
            QVERIFY(bool(scene));
            QCOMPARE(QString::fromStdString(testing::faultOf(*scene, drawing)), QString());
        }
    }

    void placesBigModelsReadably_data()
    {
        QTest::addColumn<int>("variant");
        QTest::addColumn<int>("nodes");
        for (const auto& [variant, name] : testing::bigVariants) {
            for (const int nodes : { 1000, 3500, 10'000 })
                QTest::addRow("%s %d", name.data(), nodes) << static_cast<int>(variant) << nodes;
        }
    }
    void placesBigModelsReadably()
    {
        QFETCH(int, variant);
        QFETCH(int, nodes);
        const auto file = testing::bigModel(
            static_cast<testing::BigVariant>(variant), static_cast<std::size_t>(nodes));
        const auto model = model::onnx::parseModel(bytesOf(file.bytes));
        QVERIFY2(bool(model), model ? "" : model.error().message().c_str());
        QCOMPARE((*model)->nodes.size(), file.nodes);
        check(faultsOf(*model));
    }

    void placesSharedModelsReadably_data()
    {
        QTest::addColumn<QString>("path");
        addModelsBelow("models", false);
        addModelsBelow("models/tiny", true);
        addModelsBelow("zoo", true);
        if (!fs::is_directory(testing::dataDir()))
            QTest::newRow("absent") << QString();
    }
    void placesSharedModelsReadably()
    {
        QFETCH(QString, path);
        if (path.isEmpty())
            QSKIP("the shared test material is not here");
        const auto model = model::onnx::openModel(path.toStdString());
        if (!model)
            QSKIP("not a model that can be shown");
        check(faultsOf(*model));
    }
};

QTEST_GUILESS_MAIN(TestSceneGeometry)
#include "tst_scene_geometry.moc"
