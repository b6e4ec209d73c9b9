#include <QTest>

#include "layout/compound.h"
#include "tests/model/edit/edit_fixture.h"
#include "tests/support/layout/big_models.h"
#include "tests/support/layout/scene_geometry.h"

#include <algorithm>
#include <map>
#include <tuple>

using layout::Scene;
using model::edit::Document;

namespace {

std::string quoted(const std::string& name) { return '"' + name + '"'; }

/// A node that reads a value and makes one, both in the middle of the main graph.
const model::Node& plainNode(const model::Model& model)
{
    const auto& nodes = model.main().nodes;
    auto at = nodes.size() / 2;
    const auto isPlain = [&](const model::Node& node) {
        return !node.name.empty() && node.inputs.size() == 1 && node.outputs.size() == 1
            && node.inputs[0].isValid() && model.value(node.inputs[0]).producer.isValid()
            && node.outputs[0].isValid() && model.value(node.outputs[0]).uses.size() == 1;
    };
    while (at + 1 < nodes.size() && !isPlain(model.node(nodes[at])))
        ++at;
    return model.node(nodes[at]);
}

/// Sets an attribute of a node in the second half of the model.
std::string attributeScript(const model::Model& model)
{
    const auto& nodes = model.main().nodes;
    for (auto i = nodes.size() / 2; i < nodes.size(); ++i)
        for (const auto& attribute : model.node(nodes[i]).attributes)
            if (std::holds_alternative<std::int64_t>(attribute.value))
                return R"({"op":"setAttribute","node":)" + quoted(model.node(nodes[i]).name)
                    + R"(,"name":)" + quoted(attribute.name) + R"(,"value":123456789})";
    return {};
}

std::string scriptOf(const std::string& edit, const model::Model& model)
{
    const auto& node = plainNode(model);
    const auto name = quoted(node.name);
    const auto output = quoted(model.value(node.outputs[0]).name);
    const auto input = quoted(model.value(node.inputs[0]).name);
    const auto first = quoted(model.value(model.main().inputs.front()).name);
    const std::map<std::string, std::string> scripts {
        { "rename node", R"({"op":"renameNode","node":)" + name + R"(,"to":"renamed"})" },
        { "rename value", R"({"op":"renameValue","value":)" + output + R"(,"to":"renamed"})" },
        { "set attribute", attributeScript(model) },
        { "insert", R"({"op":"insertNode","type":"Relu","value":)" + output + "}" },
        { "bypass", R"({"op":"bypassNode","node":)" + name + "}" },
        { "rewire", R"({"op":"setInput","node":)" + name + R"(,"index":0,"value":)" + first + "}" },
        { "add output", R"({"op":"addGraphOutput","value":)" + input + "}" },
        { "add node",
            R"({"op":"addNode","type":"Relu","name":)" + quoted(node.name + "_new")
                + R"(,"inputs":[)" + output + "]}" },
    };
    return scripts.at(edit);
}

/// A picture of the main graph of a model.
struct Picture {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const layout::GroupTree> tree;
    Scene scene;
};

class Placer {
public:
    explicit Placer(layout::Direction direction) { m_options.direction = direction; }

    support::Result<Picture> place(std::shared_ptr<const model::Model> model, bool isFolded,
        const layout::EarlierPicture* earlier = nullptr) const
    {
        Picture picture { model,
            std::make_shared<const layout::GroupTree>(
                layout::buildGroupTree(*model, model->main().id)),
            {} };
        const auto open = isFolded ? layout::openTopLevel(*picture.tree)
                                   : layout::allOpen(*picture.tree, 100'000);
        auto scene = layout::placeGroups({ *model, nullptr, picture.tree, open, m_options,
            layout::builtinMeasurer(), 0, earlier });
        if (!scene)
            return scene.error();
        picture.scene = *std::move(scene);
        return picture;
    }

private:
    layout::DrawingOptions m_options;
};

/// Boxes that exist in both pictures but have other places, and what all were compared.
struct Moved {
    std::size_t compared = 0;
    std::string first; ///< empty: none moved
    std::size_t resized = 0;
};

Moved movedBoxes(const Picture& before, const Picture& after, const model::edit::IdMap& ids)
{
    Moved moved;
    for (std::uint32_t box = 0; box < before.scene.boxCount(); ++box) {
        auto item = before.scene.items[box];
        if (item.isGroup())
            continue;
        const auto node = ids.of(item.node());
        const auto value = ids.of(item.value());
        item.id = node.isValid() ? node.value() : value.value();
        const auto now = item.id == layout::noIndex ? layout::noIndex : after.scene.find(item);
        if (now == layout::noIndex)
            continue;
        ++moved.compared;
        const auto& was = before.scene.boxes[box];
        const auto& is = after.scene.boxes[now];
        const bool isSameSize = was.width == is.width && was.height == is.height;
        moved.resized += isSameSize ? 0 : 1;
        if (isSameSize && was != is && moved.first.empty())
            moved.first = "box " + std::to_string(box) + " from " + std::to_string(was.x) + ","
                + std::to_string(was.y) + " to " + std::to_string(is.x) + ","
                + std::to_string(is.y);
    }
    return moved;
}

/// The first difference of two trees; empty if there is none.
std::string difference(const layout::GroupTree& a, const layout::GroupTree& b)
{
    if (a.groups.size() != b.groups.size())
        return "number of groups";
    for (std::size_t i = 0; i < a.groups.size(); ++i) {
        const auto facts = [](const layout::Group& group) {
            return std::tie(group.kind, group.parent, group.firstChild, group.childCount,
                group.firstNode, group.nodeCount, group.cardCount, group.totalNodes, group.graph,
                group.owner, group.key, group.structure, group.title, group.path);
        };
        if (facts(a.groups[i]) != facts(b.groups[i]))
            return "group " + a.groups[i].path;
    }
    return a.nodes != b.nodes || a.groupOfNode != b.groupOfNode ? "nodes" : "";
}

/// How often each pair of boxes is connected, by what they show.
std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> connections(const Scene& scene)
{
    const auto key = [&](std::uint32_t box) {
        return (std::uint64_t(scene.items[box].kind) << 32) | scene.items[box].id;
    };
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> found;
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box)
        for (const auto& link : scene.producersOf(box))
            ++found[{ key(link.box), key(box) }];
    return found;
}

} // namespace

/// Pictures after an edit: what did not change keeps its place.
class TestKeepPlaces : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatIsUnchanged_data();
    void keepsWhatIsUnchanged();
    void reusesTheTreeOnlyIfItIsTheSame_data();
    void reusesTheTreeOnlyIfItIsTheSame();
    void placesManyNewBoxesAnew();
    void staysReadableAfterManyEdits();

private:
    testing::EditFixture m_fixture;
};

void TestKeepPlaces::keepsWhatIsUnchanged_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("edit");
    QTest::addColumn<bool>("isFolded");
    QTest::addColumn<bool>("isRight");
    for (const auto* const model : { "scoped", "llm", "nested" })
        for (const auto* const edit : { "rename node", "rename value", "set attribute", "insert",
                 "bypass", "rewire", "add output", "add node", "delete" })
            for (const bool isFolded : { false, true })
                for (const bool isRight : { false, true })
                    QTest::addRow("%s %s%s%s", model, edit, isFolded ? " folded" : "",
                        isRight ? " right" : "")
                        << model << edit << isFolded << isRight;
}

void TestKeepPlaces::keepsWhatIsUnchanged()
{
    QFETCH(QString, model);
    QFETCH(QString, edit);
    QFETCH(bool, isFolded);
    QFETCH(bool, isRight);
    const auto variant = std::ranges::find(
        testing::bigVariants, model.toStdString(), &testing::BigVariantName::name);
    const auto document = m_fixture.openedBytes(testing::bigModel(variant->variant, 230).bytes);
    QVERIFY(document != nullptr);
    const Placer placer(isRight ? layout::Direction::Right : layout::Direction::Down);
    auto script = scriptOf(edit == "delete" ? "add node" : edit.toStdString(), *document->model());
    if (edit == "delete") { // what was added
        QVERIFY(!m_fixture.apply(*document, script).starts_with("refused"));
        const auto& nodes = document->model()->nodes;
        const auto added = std::ranges::find_if(
            nodes, [](const model::Node& node) { return node.name.ends_with("_new"); });
        QVERIFY(added != nodes.end());
        script = R"({"op":"removeNode","node":)" + quoted(added->name) + "}";
    }
    const auto before = placer.place(document->model(), isFolded);
    QVERIFY(before);
    const auto sentence = m_fixture.apply(*document, script);
    QVERIFY2(!sentence.starts_with("refused"), sentence.c_str());

    const auto& ids = document->lastIds();
    const layout::EarlierPicture earlier { before->scene, ids };
    const auto after = placer.place(document->model(), isFolded, &earlier);
    QVERIFY(after);
    const auto moved = movedBoxes(*before, *after, ids);
    QVERIFY2(moved.first.empty(), moved.first.c_str());
    QVERIFY(moved.compared > (isFolded ? 0U : 100U));
    QVERIFY(moved.resized <= 1); // the card of the edited node
    // Ranks follow each other from top to bottom. A new box joins a rank that is up to 12 away.
    for (std::size_t rank = 1; rank < after->scene.rankCount(); ++rank) {
        const auto depth = [&](std::size_t at) {
            const auto centre = after->scene.boxes[after->scene.rank(at).front()].centre();
            return isRight ? centre.x : centre.y;
        };
        QVERIFY(depth(rank - 1) <= depth(rank) + 12);
    }
    // It shows what a picture that is placed anew shows, as readably.
    const auto anew = placer.place(document->model(), isFolded);
    QVERIFY(anew);
    QVERIFY(connections(after->scene) == connections(anew->scene));
    QCOMPARE(after->scene.frames.size(), anew->scene.frames.size());
    const auto faults = testing::checkGeometry(after->scene);
    const auto text = testing::summary(faults) + " " + faults.first;
    const auto known = testing::checkGeometry(before->scene);
    QVERIFY2(faults.overlappingBoxes == 0 && faults.looseEnds == 0 && faults.brokenFrames == 0
            && faults.outside == 0 && faults.linesThroughBoxes <= known.linesThroughBoxes,
        text.c_str());
}

void TestKeepPlaces::reusesTheTreeOnlyIfItIsTheSame_data()
{
    QTest::addColumn<QString>("edit");
    QTest::addColumn<bool>("isSame");
    QTest::newRow("value") << R"({"op":"renameValue","value":"r","to":"renamed"})" << true;
    QTest::newRow("output") << R"({"op":"addGraphOutput","value":"r","type":"float[2]"})" << true;
    QTest::newRow("no output") << R"({"op":"removeGraphOutput","value":"s"})" << true;
    QTest::newRow("Constant as output")
        << R"({"op":"addGraphOutput","value":"one","type":"float[2]"})" << false;
    QTest::newRow("Identity as output")
        << R"({"op":"addGraphOutput","value":"same","type":"float[2]"})" << false;
    QTest::newRow("scope") << R"({"op":"renameNode","node":"a/act","to":"b/act"})" << false;
    QTest::newRow("last part") << R"({"op":"renameNode","node":"a/act","to":"a/other"})" << true;
    QTest::newRow("attribute")
        << R"({"op":"setAttribute","node":"a/turn","name":"perm","value":[0]})" << false;
    QTest::newRow("input") << R"({"op":"setInput","node":"a/act","index":0,"value":"x"})" << false;
}

void TestKeepPlaces::reusesTheTreeOnlyIfItIsTheSame()
{
    QFETCH(QString, edit);
    QFETCH(bool, isSame);
    const auto document = m_fixture.opened(R"(
        x: float[2]
        w: float[2] = {1,2}
        one = Constant() {value_floats: 1. 2.} "a/one"
        same = Identity(w) "a/same"
        m = Add(x, one) "a/sum"
        r = Relu(m) "a/act"
        p = Mul(r, same) "a/product"
        t = Transpose(p) "a/turn"
        s = Neg(r) "a/minus"
        t -> float[2]
        s -> float[2]
    )");
    QVERIFY(document != nullptr);
    const auto before = document->model();
    const auto sentence = m_fixture.apply(*document, edit.toStdString());
    QVERIFY2(!sentence.starts_with("refused"), sentence.c_str());
    const auto& after = *document->model();
    QCOMPARE(layout::haveSameGroups(*before, after), isSame);
    const auto found = difference(layout::buildGroupTree(*before, before->main().id),
        layout::buildGroupTree(after, after.main().id));
    QVERIFY2(found.empty() == isSame, found.c_str());
}

/// More than a few new boxes would need a second layout beside the first.
void TestKeepPlaces::placesManyNewBoxesAnew()
{
    const auto document
        = m_fixture.openedBytes(testing::bigModel(testing::BigVariant::Llm, 120).bytes);
    const Placer placer(layout::Direction::Down);
    const auto before = placer.place(document->model(), false);
    QVERIFY(before);
    std::string script;
    const auto name
        = quoted(document->model()->value(plainNode(*document->model()).outputs[0]).name);
    for (int i = 0; i < 60; ++i)
        script += R"({"op":"addNode","type":"Relu","inputs":[)" + name + "]}\n";
    QVERIFY(!m_fixture.apply(*document, script).starts_with("refused"));
    const layout::EarlierPicture earlier { before->scene, document->lastIds() };
    const auto after = placer.place(document->model(), false, &earlier);
    const auto anew = placer.place(document->model(), false);
    QVERIFY(after && anew);
    QVERIFY(after->scene.boxes == anew->scene.boxes);
}

void TestKeepPlaces::staysReadableAfterManyEdits()
{
    const auto document
        = m_fixture.openedBytes(testing::bigModel(testing::BigVariant::Scoped, 120).bytes);
    const Placer placer(layout::Direction::Down);
    auto shown = placer.place(document->model(), false);
    QVERIFY(shown);
    for (const auto* const edit : { "insert", "add output", "set attribute", "insert", "rewire",
             "bypass", "add node", "insert", "bypass" }) {
        const auto script = scriptOf(edit, *shown->model);
        if (m_fixture.apply(*document, script).starts_with("refused"))
            continue;
        const layout::EarlierPicture earlier { shown->scene, document->lastIds() };
        auto after = placer.place(document->model(), false, &earlier);
        QVERIFY(after);
        const auto moved = movedBoxes(*shown, *after, document->lastIds());
        QVERIFY2(moved.first.empty(), (std::string(edit) + ": " + moved.first).c_str());
        const auto faults = testing::checkGeometry(after->scene);
        QVERIFY2(faults.overlappingBoxes == 0 && faults.looseEnds == 0 && faults.brokenFrames == 0
                && faults.linesThroughBoxes == 0,
            (std::string(edit) + ": " + faults.first).c_str());
        shown = std::move(after);
    }
}

QTEST_GUILESS_MAIN(TestKeepPlaces)
#include "tst_keep_places.moc"
