#include <QTest>

#include "layout/card/group_card.h"
#include "layout/compound.h"
#include "layout/reach.h"
#include "model/onnx/parser.h"
#include "tests/support/layout/sample_graphs.h"
#include "tests/support/layout/scene_geometry.h"
#include "tests/support/layout/svg_text.h"
#include "tests/support/paths.h"

#include <map>
#include <random>
#include <set>

using layout::OpenGroups;
using layout::Scene;

namespace {

struct Placed {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const layout::GroupTree> tree;
};

Placed grouped(model::Model model)
{
    auto shared = std::make_shared<const model::Model>(std::move(model));
    return { shared,
        std::make_shared<const layout::GroupTree>(
            layout::buildGroupTree(*shared, model::GraphId(0U))) };
}

Placed decoder(std::size_t layers)
{
    return grouped(testing::modelOfNodes(testing::decoderNodes(layers, true)));
}

Placed opened(const std::string& path)
{
    auto model = model::onnx::openModel(path);
    const auto tree = layout::buildGroupTree(**model, (*model)->main().id);
    return { *model, std::make_shared<const layout::GroupTree>(tree) };
}

support::Result<Scene> place(const Placed& placed, const OpenGroups& open,
    layout::Direction direction = layout::Direction::Down, std::stop_token stop = {})
{
    layout::DrawingOptions options;
    options.direction = direction;
    return layout::placeGroups(
        { *placed.model, nullptr, placed.tree, open, options, layout::builtinMeasurer() }, stop);
}

std::vector<OpenGroups> foldsOf(const layout::GroupTree& tree)
{
    std::vector<OpenGroups> folds { {}, layout::initiallyOpen(tree), layout::openToDepth(tree, 1),
        layout::openToDepth(tree, layout::noGroup) };
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        std::mt19937 random(seed);
        OpenGroups open;
        for (const auto& group : tree.groups) {
            if (random() % 3 != 0)
                open.insert(group.key);
            if (random() % 3 == 0)
                open.insert(layout::unstackedMark(group));
        }
        folds.push_back(std::move(open));
    }
    return folds;
}

/// A frame holds exactly the boxes and frames of the groups inside.
QString nestingFault(const Scene& scene)
{
    const auto& groups = scene.groups->groups;
    const auto isInside = [&](std::uint32_t group, std::uint32_t outer) {
        while (group != layout::noGroup && group != outer)
            group = groups[group].parent;
        return group == outer;
    };
    for (const auto& frame : scene.frames) {
        for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
            const auto& rect = scene.boxes[box];
            if (isInside(scene.groupOf(box), frame.group)
                != frame.rect.grown(0.5F).contains(rect.centre()))
                return QStringLiteral("box %1 and frame of group %2").arg(box).arg(frame.group);
        }
        if (!isInside(frame.group, 0))
            return QStringLiteral("frame of group %1").arg(frame.group);
    }
    return {};
}

/// Every drawn link leads piece by piece from the box of its producer to that of its reader.
QString linkFault(const Scene& scene)
{
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        for (const auto& link : scene.producersOf(box)) {
            if (link.line == layout::noIndex)
                continue;
            auto piece = link.line;
            if (scene.lineValue[piece] != link.value)
                return QStringLiteral("line %1 is of another value").arg(piece);
            for (auto next = piece; next != layout::noIndex; next = scene.previousPiece(next))
                piece = next;
            const auto start = scene.line(piece).front();
            const auto tail = scene.boxes[link.box].grown(1);
            const auto atFrame = std::any_of(scene.frames.begin(), scene.frames.end(),
                [&](const auto& frame) { return frame.rect.grown(1).contains(start); });
            if (!tail.contains(start) && !atFrame)
                return QStringLiteral("line %1 does not begin at box %2").arg(piece).arg(link.box);
        }
    }
    return {};
}

/// What reads what, in words that do not depend on what is folded around: node pairs.
std::set<std::pair<std::uint32_t, std::uint32_t>> nodePairs(const Scene& scene)
{
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        for (const auto& link : scene.producersOf(box)) {
            const auto tail = scene.items[link.box].node();
            const auto head = scene.items[box].node();
            if (tail.isValid() && head.isValid())
                pairs.emplace(tail.value(), head.value());
        }
    }
    return pairs;
}

const layout::Group* titled(const layout::GroupTree& tree, std::string_view title)
{
    const auto found = std::ranges::find(tree.groups, title, &layout::Group::title);
    return found == tree.groups.end() ? nullptr : &*found;
}

}

/// Pictures with groups: frames, cards, stacks, and lines across their borders.
class TestPlaceGroups : public QObject {
    Q_OBJECT

private slots:
    void placesEveryFoldWithoutFault_data()
    {
        QTest::addColumn<QString>("source");
        QTest::newRow("decoder of 6 layers") << "6";
        QTest::newRow("decoder of 40 layers, far readers") << "40";
        QTest::newRow("control flow and functions") << QString::fromStdString(
            (testing::sourceDir() / "resources/samples/control-flow/model.onnx").string());
        QTest::newRow("bert") << QString::fromStdString(
            (testing::dataDir() / "zoo/bert_base.onnx").string());
        QTest::newRow("llama") << QString::fromStdString(
            (testing::dataDir() / "zoo/llama_300m.onnx").string());
    }
    void placesEveryFoldWithoutFault()
    {
        QFETCH(QString, source);
        bool isCount = false;
        const auto layers = source.toUInt(&isCount);
        if (!isCount && !std::filesystem::exists(source.toStdString()))
            QSKIP("the model is not on this machine");
        const auto placed = isCount ? decoder(layers) : opened(source.toStdString());
        for (const auto& open : foldsOf(*placed.tree)) {
            for (const auto direction : { layout::Direction::Down, layout::Direction::Right }) {
                const auto scene = place(placed, open, direction);
                QVERIFY2(bool(scene), scene ? "" : scene.error().message().c_str());
                QCOMPARE(nestingFault(*scene), QString());
                QCOMPARE(linkFault(*scene), QString());
                const auto faults = testing::checkGeometry(*scene, [](const auto&) { return 0.F; });
                QCOMPARE(faults.overlappingBoxes + faults.brokenFrames + faults.looseEnds
                        + faults.outside + faults.upwardEdges + faults.linesThroughBoxes,
                    std::uint64_t(0));
            }
        }
    }

    void foldedEqualNeighboursAreOneStack()
    {
        const auto placed = decoder(12);
        const auto scene = place(placed, {});
        QVERIFY(bool(scene));
        std::uint32_t largest = 0;
        for (const auto& card : scene->groupCards)
            largest = std::max(largest, scene->items[card.box].count);
        QVERIFY(largest >= 10);
        const auto stack = std::ranges::find(scene->items, largest, &layout::Item::count);
        QVERIFY(layout::groupTitle(*placed.tree, *stack).find(" – ") != std::string::npos);
        QVERIFY(
            layout::groupCountText(*placed.tree, *stack).find("identical") != std::string::npos);

        const auto apart
            = place(placed, layout::withStack(*placed.tree, {}, stack->id, stack->count));
        QVERIFY(
            std::ranges::all_of(apart->items, [](const auto& item) { return item.count == 1; }));
        QCOMPARE(apart->groupCards.size(), scene->groupCards.size() + largest - 1);
    }

    void everythingUnfoldedReadsWhatTheModelReads()
    {
        const auto placed = decoder(8);
        const auto scene = place(placed, layout::openToDepth(*placed.tree, layout::noGroup));
        std::set<std::pair<std::uint32_t, std::uint32_t>> expected;
        for (const auto& node : placed.model->main().nodes) {
            for (const auto input : placed.model->node(node).inputs) {
                const auto producer = placed.model->value(input).producer;
                if (producer.isValid())
                    expected.emplace(producer.value(), node.value());
            }
        }
        QVERIFY(nodePairs(*scene) == expected);
        QCOMPARE(scene->frames.size(), placed.tree->groups.size() - 1);
    }

    void unfoldingKeepsTheOrderOfTheOthers()
    {
        const auto placed = decoder(10);
        const auto open = layout::withStack(
            *placed.tree, {}, 0, static_cast<std::uint32_t>(placed.tree->groups.size()));
        const auto before = place(placed, open);
        const auto chosen = before->items[before->groupCards[4].box];
        const auto after = place(placed, layout::withGroup(*placed.tree, open, chosen.id, true));
        std::map<std::uint32_t, float> height;
        for (const auto& card : before->groupCards)
            height[before->items[card.box].id] = before->boxes[card.box].y;
        for (const auto& a : after->groupCards) {
            for (const auto& b : after->groupCards) {
                const auto idA = after->items[a.box].id;
                const auto idB = after->items[b.box].id;
                if (height.contains(idA) && height.contains(idB) && height[idA] < height[idB])
                    QVERIFY(after->boxes[a.box].y < after->boxes[b.box].y);
            }
        }
        QVERIFY(after->findFrame(chosen.id) != layout::noIndex);
    }

    void equalLayersLieAlike()
    {
        const auto placed = decoder(30);
        const auto scene = place(placed, layout::openToDepth(*placed.tree, layout::noGroup));
        // Layers in the middle, all of which have their far values as chips.
        std::map<std::pair<int, int>, int> sizes;
        for (const auto& frame : scene->frames) {
            if (frame.depth == 1)
                ++sizes[{ int(frame.rect.width), int(frame.rect.height) }];
        }
        int most = 0;
        for (const auto& [size, count] : sizes)
            most = std::max(most, count);
        QVERIFY2(most >= 20, qPrintable(QString::number(most)));
    }

    void valuesThatAllLayersReadAreChips()
    {
        const auto placed = decoder(30);
        const auto scene = place(placed, layout::openToDepth(*placed.tree, layout::noGroup));
        std::map<std::uint32_t, std::uint32_t> readers; // by value
        std::map<std::uint32_t, std::uint32_t> read;
        for (const auto& chip : scene->chips) {
            QVERIFY(chip.rect.width > 0 && chip.value < scene->values.size());
            (chip.isProducer() ? readers[chip.value] : read[chip.value])
                += chip.isProducer() ? chip.readers : 1;
        }
        QVERIFY(!readers.empty());
        QVERIFY(readers == read);
        for (const auto& [value, count] : readers)
            QVERIFY(count >= 20); // lines lead to the first layers
    }

    void aCardIsAsWideAsItsCount()
    {
        const auto placed = decoder(300);
        const auto* group = titled(*placed.tree, "layers.2");
        const layout::Item item { layout::ItemKind::Group,
            static_cast<std::uint32_t>(group - placed.tree->groups.data()), 298 };
        const auto& measurer = layout::builtinMeasurer();
        const auto text
            = measurer.width(layout::TextRole::Name, layout::groupCountText(*placed.tree, item));
        const auto size = layout::groupCardSize(*placed.tree, item, {}, measurer);
        QVERIFY(size.width >= text + 2 * layout::CardMetrics::side);
    }

    void theTitleOfAFrameIsHit()
    {
        const auto placed = decoder(3);
        const auto scene = place(placed, layout::openToDepth(*placed.tree, 1));
        QVERIFY(!scene->frames.empty());
        const auto& frame = scene->frames.front();
        const auto hit = layout::hitTest(*scene, { frame.rect.x + 8, frame.rect.y + 8 }, 2);
        QVERIFY(hit.kind == layout::HitKind::FrameTitle);
        QCOMPARE(scene->frames[hit.index].group, frame.group);
        QCOMPARE(scene->frameAt({ frame.rect.x + 3, frame.rect.bottom() - 3 }), 0U);
    }

    void linesPassTheTitleOfAFrameStraight()
    {
        const auto placed = decoder(6);
        const auto scene = place(placed, layout::openToDepth(*placed.tree, layout::noGroup));
        int passing = 0;
        for (std::uint32_t line = 0; line < scene->lineCount(); ++line) {
            const auto points = scene->line(line);
            const auto frame = std::ranges::find_if(scene->frames, [&](const auto& candidate) {
                return std::abs(points.front().y - candidate.rect.y) < 0.1F
                    && candidate.rect.grown(0.1F).contains(points.front());
            });
            if (frame == scene->frames.end() || scene->previousPiece(line) == layout::noIndex)
                continue;
            ++passing;
            QCOMPARE(points[1].x, points[0].x);
            QVERIFY(points[1].y >= points[0].y + layout::Frame::titleHeight - 0.1F);
        }
        QVERIFY2(passing >= 12, qPrintable(QString::number(passing)));
    }

    void aWholeLineIsAllThatLeadsThereAndGoesOn()
    {
        const auto placed = decoder(6);
        const auto scene = place(placed, layout::openToDepth(*placed.tree, layout::noGroup));
        std::size_t longest = 0;
        for (std::uint32_t line = 0; line < scene->lineCount(); ++line) {
            const auto whole = layout::linePieces(*scene, line);
            const std::set<std::uint32_t> pieces(whole.begin(), whole.end());
            QVERIFY(pieces.contains(line));
            longest = std::max(longest, whole.size());
            for (std::uint32_t other = 0; other < scene->lineCount(); ++other) {
                const auto previous = scene->previousPiece(other);
                if (pieces.contains(other) && previous != layout::noIndex)
                    QVERIFY(pieces.contains(previous));
                if (previous == line)
                    QVERIFY(pieces.contains(other));
            }
        }
        QVERIFY2(longest >= 3, qPrintable(QString::number(longest)));
    }

    void drawsOnlyTheGroupThatIsAskedFor()
    {
        const auto placed = decoder(5);
        const auto* group = titled(*placed.tree, "layers.2");
        QVERIFY(group != nullptr);
        layout::DrawingOptions options;
        const auto open = layout::openToDepth(*placed.tree, layout::noGroup);
        const auto scene = layout::placeGroups(
            { *placed.model, nullptr, placed.tree, open, options, layout::builtinMeasurer(),
                static_cast<std::uint32_t>(group - placed.tree->groups.data()) });
        QVERIFY(bool(scene));
        const auto nodes
            = std::ranges::count(scene->items, layout::ItemKind::Node, &layout::Item::kind);
        QCOMPARE(std::uint64_t(nodes), group->totalNodes);
        QVERIFY(
            std::ranges::count(scene->items, layout::ItemKind::Capture, &layout::Item::kind) > 0);
        QVERIFY(std::ranges::count(scene->items, layout::ItemKind::GraphOutput, &layout::Item::kind)
            > 0);
    }

    void theSamePictureIsTheSameText()
    {
        const auto placed = decoder(9);
        for (const auto& open : foldsOf(*placed.tree)) {
            const auto once = testing::svgOf(*place(placed, open), *placed.model);
            QVERIFY(once == testing::svgOf(*place(placed, open), *placed.model));
        }
    }

    void stopsWhenAsked()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto placed = decoder(3);
        const auto scene = place(placed, {}, layout::Direction::Down, stop.get_token());
        QVERIFY(!scene);
        QVERIFY(scene.error().kind() == support::ErrorKind::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestPlaceGroups)
#include "tst_place_groups.moc"
