#include <QTest>

#include "layout/compound.h"
#include "tests/support/graph_text.h"
#include "tests/support/layout/scene_geometry.h"

#include <algorithm>
#include <set>

using layout::Item;
using layout::ItemKind;

namespace {

/// Layers that read a past value each and give a present one; the first node reads `ids`.
std::shared_ptr<const model::Model> decoder(std::size_t layers)
{
    std::string text = "ids: float[2]\n";
    for (std::size_t i = 0; i < layers; ++i)
        text += "past." + std::to_string(i) + ": float[2]\n";
    text += "h0 = Relu(ids) \"/model/embed/Relu\"\n";
    for (std::size_t i = 0; i < layers; ++i) {
        const auto n = std::to_string(i);
        const auto scope = "\"/model/layers." + n + "/";
        text += "a" + n + " = Add(h" + n + ", past." + n + ") " + scope + "Add\"\n";
        text += "present." + n + " = Neg(a" + n + ") " + scope + "Neg\"\n";
        text += "h" + std::to_string(i + 1) + " = Abs(a" + n + ") " + scope + "Abs\"\n";
    }
    for (std::size_t i = 0; i < layers; ++i)
        text += "present." + std::to_string(i) + " ->\n";
    text += "logits = Tanh(h" + std::to_string(layers) + ") \"/head/Tanh\"\n";
    text += "logits ->\n";
    return testing::modelFromGraphText(text);
}

struct Picture {
    std::shared_ptr<const model::Model> model;
    layout::Scene scene;
};

Picture pictureOf(std::size_t layers, const std::vector<std::string>& openPaths)
{
    auto model = decoder(layers);
    auto tree
        = std::make_shared<layout::GroupTree>(layout::buildGroupTree(*model, model->main().id));
    layout::OpenGroups open;
    for (const auto& group : tree->groups) {
        if (std::ranges::find(openPaths, group.path) != openPaths.end())
            open.insert(group.key);
    }
    const layout::DrawingOptions options;
    auto scene
        = layout::placeGroups({ *model, nullptr, tree, open, options, layout::builtinMeasurer() });
    return { model, std::move(*scene) };
}

std::vector<Item> itemsOf(const layout::Scene& scene, ItemKind kind)
{
    std::vector<Item> found;
    std::ranges::copy_if(scene.items, std::back_inserter(found),
        [&](const Item& item) { return item.kind == kind; });
    return found;
}

Item inputNamed(const model::Model& model, std::string_view name)
{
    for (const auto value : model.main().inputs) {
        if (model.value(value).name == name)
            return { ItemKind::GraphInput, value.value() };
    }
    return {};
}

}

class TestTerminals : public QObject {
    Q_OBJECT

private slots:
    void thoseOfAFoldedGroupAreOneBox()
    {
        const auto [model, scene] = pictureOf(6, { "model" });
        const auto inputs = itemsOf(scene, ItemKind::GraphInput);
        const auto outputs = itemsOf(scene, ItemKind::GraphOutput);
        QCOMPARE(inputs.size(), 2U);
        QCOMPARE(outputs.size(), 2U);
        QVERIFY(std::ranges::any_of(inputs, [](const Item& item) { return item.count == 6; }));
        QVERIFY(std::ranges::any_of(outputs, [](const Item& item) { return item.count == 6; }));
        QCOMPARE(scene.joinedTerminals.size(), 10U);
    }

    void theyStandInTheFrameOfTheirReaders()
    {
        const auto [model, scene] = pictureOf(6, { "model" });
        QCOMPARE(scene.frames.size(), 1U);
        const auto past = scene.find(inputNamed(*model, "past.3"));
        const auto ids = scene.find(inputNamed(*model, "ids"));
        QVERIFY(past != layout::noIndex);
        QVERIFY(ids != layout::noIndex);
        QVERIFY(scene.frames[0].rect.overlaps(scene.boxes[past]));
        QVERIFY(!scene.frames[0].rect.overlaps(scene.boxes[ids]));
    }

    void anOpenLayerHasItsOwn()
    {
        const auto [model, scene] = pictureOf(6, { "model", "model/layers.2" });
        const auto own = scene.find(inputNamed(*model, "past.2"));
        QCOMPARE(scene.items[own].count, 1U);
        const auto frame = std::ranges::find_if(scene.frames, [&](const auto& candidate) {
            return scene.groups->groups[candidate.group].path == "model/layers.2";
        });
        QVERIFY(frame != scene.frames.end());
        QVERIFY(frame->rect.overlaps(scene.boxes[own]));
        // Every input is found once, whether it has a box of its own or not.
        std::size_t count = 0;
        for (const auto& item : itemsOf(scene, ItemKind::GraphInput))
            count += item.count;
        QCOMPARE(count, 7U);
    }

    void aSingleLineStandsForThoseOfAJoinedBox()
    {
        const auto [model, scene] = pictureOf(6, { "model" });
        const auto past = scene.find(inputNamed(*model, "past.0"));
        std::set<std::uint32_t> readers;
        for (const auto& link : scene.readersOf(past))
            readers.insert(link.box);
        QCOMPARE(scene.readersOf(past).size(), readers.size());
    }

    void aFewStayWhereTheyAre()
    {
        const auto [model, scene] = pictureOf(3, { "model" });
        const auto past = scene.find(inputNamed(*model, "past.1"));
        QCOMPARE(scene.items[past].count, 1U);
        QVERIFY(!scene.frames[0].rect.overlaps(scene.boxes[past]));
        QVERIFY(scene.joinedTerminals.empty());
    }

    void theCardSaysWhatItStandsFor()
    {
        const auto [model, scene] = pictureOf(6, { "model" });
        const auto past = scene.find(inputNamed(*model, "past.5"));
        const auto content = layout::cardContent(*model, nullptr, scene.items[past], {});
        QCOMPARE(QString::fromStdString(content.title), QStringLiteral("past …"));
        QCOMPARE(QString::fromStdString(content.name), QStringLiteral("6 inputs"));
    }
};

QTEST_APPLESS_MAIN(TestTerminals)
#include "tst_terminals.moc"
