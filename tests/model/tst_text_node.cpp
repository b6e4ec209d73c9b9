#include "model/onnx/parser.h"
#include "model/text_node.h"
#include "tests/support/wire.h"

#include <QTest>

using namespace model;
namespace wire = testing::wire;

class TestTextNode : public QObject {
    Q_OBJECT

private slots:
    void writesNodesAsText_data();
    void writesNodesAsText();
};

void TestTextNode::writesNodesAsText_data()
{
    QTest::addColumn<QByteArray>("node");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& node, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(node) << expected;
    };
    const auto attribute = [](const char* name, int type, const std::string& content) {
        return wire::bytes(5, wire::bytes(1, name) + content + wire::number(20, type));
    };
    std::string strings;
    for (int i = 0; i < 1000; ++i)
        strings += wire::bytes(6, "text");
    const auto tensor = wire::tensor("", 7, { 2 }, wire::bytes(7, "\1\2"));
    row("plain", wire::nodeField("Relu", { "x" }, { "y" }), "y = Relu (x)");
    row("name, domain and overload",
        wire::nodeField("F", { "x" }, { "y" },
            wire::bytes(3, "n1") + wire::bytes(7, "a.b") + wire::bytes(8, "fast")),
        "[n1] y = a.b.F:fast (x)");
    row("names that are no identifiers",
        wire::nodeField("Add", { "0", "a/b \"c\"" }, { "y:0" }, wire::bytes(3, "/n")),
        "[\"/n\"] \"y:0\" = Add (\"0\", \"a/b \\\"c\\\"\")");
    row("left out operands", wire::nodeField("Clip", { "x", "", "m" }, { "y" }),
        "y = Clip (x, \"\", m)");
    row("no operands", wire::nodeField("Init", {}, {}), " = Init ()");
    row("numbers",
        wire::nodeField("N", {}, { "y" },
            attribute("i", 2, wire::number(3, -1)) + attribute("f", 1, wire::fixed32(2, 0x3f800000))
                + attribute("g", 1, wire::fixed32(2, 0x7f800000))),
        "y = N <i = -1, f = 1.0, g = inf> ()");
    row("lists",
        wire::nodeField("N", {}, { "y" },
            attribute("a", 7, wire::bytes(8, "\1\2")) + attribute("b", 7, "")
                + attribute("c", 8, wire::bytes(9, "x\n"))),
        "y = N <a = [1, 2], b: ints = [], c = [\"x␊\"]> ()");
    row("long list",
        wire::nodeField(
            "N", {}, { "y" }, attribute("a", 7, wire::bytes(8, std::string(1000, '\1')))),
        nullptr);
    row("tensor",
        wire::nodeField("Constant", {}, { "y" }, attribute("value", 4, wire::bytes(5, tensor))),
        "y = Constant <value = int64[2] {1, 2}> ()");
    row("large tensor",
        wire::nodeField("Constant", {}, { "y" },
            attribute("value", 4,
                wire::bytes(
                    5, wire::tensor("t", 2, { 1000 }, wire::bytes(9, std::string(1000, 'a')))))),
        "y = Constant <value = uint8[1000] t {… 1,000 elements}> ()");
    row("more strings than dims",
        wire::nodeField("Constant", {}, { "y" },
            attribute("value", 4, wire::bytes(5, wire::tensor("", 8, { 1 }, strings)))),
        nullptr);
    row("tensor without data",
        wire::nodeField("Constant", {}, { "y" },
            attribute("value", 4, wire::bytes(5, wire::tensor("", 1, { 1 })))),
        "y = Constant <value = float[1] {… not available: the file holds no data for this tensor}> "
        "()");
    row("graph",
        wire::nodeField("If", {}, { "y" },
            attribute("then_branch", 5, wire::bytes(6, wire::nodeField("Relu", {}, { "r" })))),
        "y = If <then_branch = graph {… 1 node}> ()");
    row("reference",
        wire::nodeField("N", {}, { "y" },
            wire::bytes(5, wire::bytes(1, "alpha") + wire::bytes(21, "a") + wire::number(20, 1))),
        "y = N <alpha: float = @a> ()");
}

void TestTextNode::writesNodesAsText()
{
    QFETCH(QByteArray, node);
    QFETCH(QString, expected);
    const auto file = wire::model(node.toStdString());
    const auto model = onnx::parseModel(std::as_bytes(std::span(file.data(), file.size())));
    QVERIFY(model);
    const auto text = QString::fromStdString(nodeText(**model, NodeId(0U)));
    if (expected.isNull())
        QVERIFY(text.contains("… 1,000 elements") && text.size() < 300);
    else
        QCOMPARE(text, expected);
    QCOMPARE(QString::fromStdString(nodesText(**model, (*model)->main().nodes)), text + "\n");
}

QTEST_GUILESS_MAIN(TestTextNode)
#include "tst_text_node.moc"
