#include "tests/model/edit/edit_fixture.h"

#include <QTest>

using namespace model;
using namespace model::edit;

namespace {

constexpr auto chain = R"(
    x: float[2]
    w: float[2] = {1,2}
    a = Add(x, w) "add"
    b = Relu(a) "relu"
    c = Neg(b) "neg"
    c -> float[2]
)";

/// Names of the nodes after a step that nodes before it became: `add>add relu>- neg>minus`.
std::string nodesText(const Model& before, const Model& after, const IdMap& ids)
{
    std::string text;
    for (std::size_t i = 0; i < before.nodes.size(); ++i) {
        const auto now = ids.of(NodeId(i));
        text += (text.empty() ? "" : " ") + before.nodes[i].name + ">"
            + (now.isValid() ? after.node(now).name : "-");
    }
    return text;
}

std::string valuesText(const Model& before, const Model& after, const IdMap& ids)
{
    std::string text;
    for (std::size_t i = 0; i < before.values.size(); ++i) {
        const auto now = ids.of(ValueId(i));
        text += (text.empty() ? "" : " ") + before.values[i].name + ">"
            + (now.isValid() ? after.value(now).name : "-");
    }
    return text;
}

struct Row {
    const char* name;
    const char* script;
    const char* nodes;
    const char* values;
};

constexpr Row rows[] {
    { "a renamed node", R"({"op":"renameNode","node":"relu","to":"r"})", "add>add relu>r neg>neg",
        "x>x w>w a>a b>b c>c" },
    { "a renamed value", R"({"op":"renameValue","value":"a","to":"z"})",
        "add>add relu>relu neg>neg", "x>x w>w a>z b>b c>c" },
    { "a renamed input", R"({"op":"renameValue","value":"x","to":"z"})",
        "add>add relu>relu neg>neg", "x>z w>w a>a b>b c>c" },
    { "a renamed weight", R"({"op":"renameValue","value":"w","to":"z"})",
        "add>add relu>relu neg>neg", "x>x w>z a>a b>b c>c" },
    { "a node before the others", R"({"op":"insertNode","type":"Abs","value":"x","name":"abs"})",
        "add>add relu>relu neg>neg", "x>x w>w a>a b>b c>c" },
    { "a moved node", R"({"op":"moveNode","node":"neg","to":0})", "add>add relu>relu neg>neg",
        "x>x w>w a>a b>b c>c" },
    { "a removed node", R"({"op":"bypassNode","node":"relu"})", "add>add relu>- neg>neg",
        "x>x w>w a>a b>- c>c" },
    { "a copied node", R"({"op":"duplicateNode","node":"add"})", "add>add relu>relu neg>neg",
        "x>x w>w a>a b>b c>c" },
    { "a weight that becomes an input", R"({"op":"makeInput","value":"w"})",
        "add>add relu>relu neg>neg", "x>x w>w a>a b>b c>c" },
    { "a part", R"({"op":"extract","from":"a","to":"c"})", "add>- relu>relu neg>neg",
        "x>- w>- a>a b>b c>c" },
    { "several operations at once",
        R"([{"op":"renameNode","node":"neg","to":"n"},{"op":"moveNode","node":"n","to":0},
            {"op":"bypassNode","node":"relu"}])",
        "add>add relu>- neg>n", "x>x w>w a>a b>- c>c" },
    { "no names", R"({"op":"anonymise"})", "add>n1 relu>n2 neg>n3",
        "x>input_1 w>v1 a>v2 b>v3 c>output_1" },
};

} // namespace

/// The map from the ids of a snapshot to those of the next one.
class TestIdMap : public QObject, testing::EditFixture {
    Q_OBJECT

private slots:
    void followsNodesAndValues_data();
    void followsNodesAndValues();
    void followsBodies();
    void staysWhenAnOperationIsRefused();
};

void TestIdMap::followsNodesAndValues_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("nodes");
    QTest::addColumn<QString>("values");
    for (const auto& row : rows)
        QTest::newRow(row.name) << row.script << row.nodes << row.values;
}

void TestIdMap::followsNodesAndValues()
{
    QFETCH(QString, script);
    QFETCH(QString, nodes);
    QFETCH(QString, values);
    const auto document = opened(chain);
    QVERIFY(document);
    const auto before = document->model();
    const auto said = apply(*document, script.toStdString());
    QVERIFY2(!said.starts_with("refused"), said.c_str());
    const auto after = document->model();
    QCOMPARE(QString::fromStdString(nodesText(*before, *after, document->lastIds())), nodes);
    QCOMPARE(QString::fromStdString(valuesText(*before, *after, document->lastIds())), values);
    // The way back leads to where each of them was.
    auto ids = document->lastIds();
    auto back = identityOf(*after);
    while (document->canUndo()) {
        QVERIFY(document->undo());
        back = composed(back, document->lastIds());
    }
    for (std::size_t i = 0; i < before->nodes.size(); ++i)
        if (const auto now = ids.of(NodeId(i)); now.isValid())
            QCOMPARE(back.of(now), NodeId(i));
    for (std::size_t i = 0; i < before->values.size(); ++i)
        if (const auto now = ids.of(ValueId(i)); now.isValid())
            QCOMPARE(back.of(now), ValueId(i));
}

void TestIdMap::followsBodies()
{
    const auto document = feature("loop_and_scan.onnx");
    QVERIFY(document);
    const auto before = document->model();
    // A new first node moves the ids of all others, also of those in bodies.
    const auto said = apply(*document,
        R"([{"op":"addNode","type":"Constant","outputs":["first"],"index":0,
            "attributes":{"value_int":1}}])");
    QVERIFY2(said.starts_with("added"), said.c_str());
    const auto after = document->model();
    const auto& ids = document->lastIds();
    std::size_t inBodies = 0;
    for (std::size_t i = 0; i < before->nodes.size(); ++i) {
        const auto now = ids.of(NodeId(i));
        QVERIFY(now.isValid());
        QCOMPARE(after->node(now).type, before->nodes[i].type);
        QCOMPARE(after->node(now).name, before->nodes[i].name);
        QCOMPARE(after->node(now).graph, ids.of(before->nodes[i].graph));
        inBodies += before->nodes[i].graph != before->main().id ? 1 : 0;
    }
    QVERIFY(inBodies > 0);
    for (std::size_t i = 0; i < before->values.size(); ++i) {
        const auto now = ids.of(ValueId(i));
        QVERIFY2(now.isValid(), before->values[i].name.c_str());
        QCOMPARE(after->value(now).name, before->values[i].name);
    }
}

void TestIdMap::staysWhenAnOperationIsRefused()
{
    const auto document = opened(chain);
    QVERIFY(document);
    const auto said = apply(*document,
        R"([{"op":"bypassNode","node":"relu"},{"op":"renameNode","node":"none","to":"a"}])");
    QVERIFY2(said.starts_with("refused"), said.c_str());
    QCOMPARE(nodesText(*document->model(), *document->model(), document->lastIds()),
        std::string("add>add relu>relu neg>neg"));
}

QTEST_GUILESS_MAIN(TestIdMap)
#include "tst_id_map.moc"
