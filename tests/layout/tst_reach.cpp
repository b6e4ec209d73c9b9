#include "layout/layout_engine.h"
#include "layout/reach.h"
#include "tests/support/graph_text.h"
#include "tests/support/layout/sample_drawings.h"

#include <QTest>

#include <algorithm>

using layout::Flow;
using model::NodeId;

namespace {

/// Two ways from `a` to `e`, and `f` beside them.
constexpr auto diamond = R"(
x: float[4]
a = Relu(x)
b = Exp(a)
c = Tanh(a)
d = Neg(c)
e = Add(b, d)
f = Abs(x)
e ->
f ->
)";

std::string namesOf(const model::Model& model, const std::vector<NodeId>& nodes)
{
    std::string names;
    for (const auto node : nodes)
        names += model.value(model.node(node).outputs.front()).name;
    return names;
}

NodeId nodeOf(const model::Model& model, const QString& output)
{
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        if (model.value(model.nodes[i].outputs.front()).name == output.toStdString())
            return NodeId(static_cast<std::uint32_t>(i));
    }
    return {};
}

} // namespace

class TestReach : public QObject {
    Q_OBJECT

private slots:
    void reachesByStepsAndDirection_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<int>("flow");
        QTest::addColumn<uint>("steps");
        QTest::addColumn<QString>("reached");
        QTest::newRow("nothing but itself") << "c" << int(Flow::Both) << 0U << "c";
        QTest::newRow("one reader") << "c" << int(Flow::Readers) << 1U << "cd";
        QTest::newRow("all readers") << "a" << int(Flow::Readers) << layout::anySteps << "abcde";
        QTest::newRow("all producers")
            << "e" << int(Flow::Producers) << layout::anySteps << "abcde";
        QTest::newRow("two back") << "e" << int(Flow::Producers) << 2U << "abcde";
        QTest::newRow("one back") << "e" << int(Flow::Producers) << 1U << "bde";
        QTest::newRow("both, without turning round")
            << "b" << int(Flow::Both) << layout::anySteps << "abe";
        QTest::newRow("alone") << "f" << int(Flow::Both) << layout::anySteps << "f";
    }
    void reachesByStepsAndDirection()
    {
        QFETCH(QString, from);
        QFETCH(int, flow);
        QFETCH(uint, steps);
        QFETCH(QString, reached);
        const auto model = testing::modelFromGraphText(diamond);
        const auto node = nodeOf(*model, from);
        const auto found = layout::reach(*model, std::span(&node, 1), Flow(flow), steps);
        QCOMPARE(QString::fromStdString(namesOf(*model, found)), reached);
    }

    void findsEveryNodeBetween_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("path");
        QTest::newRow("along the flow") << "a"
                                        << "e"
                                        << "abcde";
        QTest::newRow("against it") << "e"
                                    << "a"
                                    << "abcde";
        QTest::newRow("one way") << "c"
                                 << "e"
                                 << "cde";
        QTest::newRow("itself") << "c"
                                << "c"
                                << "c";
        QTest::newRow("beside each other") << "b"
                                           << "c"
                                           << "";
        QTest::newRow("not joined") << "f"
                                    << "e"
                                    << "";
    }
    void findsEveryNodeBetween()
    {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(QString, path);
        const auto model = testing::modelFromGraphText(diamond);
        const auto found = layout::between(*model, nodeOf(*model, a), nodeOf(*model, b));
        QCOMPARE(QString::fromStdString(namesOf(*model, found)), path);
    }

    void marksWhatIsDrawnAround()
    {
        const auto drawing = testing::drawingFromText("a -> b c\nb -> d\nc -> d\nd -> e\n");
        const auto scene = layout::layered(drawing);
        QVERIFY(bool(scene));
        const std::uint32_t box = 1; // b
        const auto one = layout::neighbourhood(*scene, std::span(&box, 1), 1);
        QCOMPARE(one.producers, std::vector<std::uint32_t> { 0 });
        QCOMPARE(one.readers, std::vector<std::uint32_t> { 3 });
        QCOMPARE(one.producerLines.size(), std::size_t(1));
        const auto two = layout::neighbourhood(*scene, std::span(&box, 1), 2);
        QCOMPARE(two.readers, (std::vector<std::uint32_t> { 3, 4 }));
        QCOMPARE(two.readerLines.size(), std::size_t(2));
    }

    void walksALongChainWithoutDepth()
    {
        constexpr int length = 100'000;
        std::string text = "v0: float[1]\n";
        for (int i = 1; i <= length; ++i)
            text += "v" + std::to_string(i) + " = Relu(v" + std::to_string(i - 1) + ")\n";
        const auto model
            = testing::modelFromGraphText(text + "v" + std::to_string(length) + " ->\n");
        const NodeId first(0U);
        const auto all = layout::reach(*model, std::span(&first, 1), Flow::Readers);
        QCOMPARE(all.size(), std::size_t(length));
    }
};

QTEST_GUILESS_MAIN(TestReach)
#include "tst_reach.moc"
