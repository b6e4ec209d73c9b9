#include <QTest>

#include "layout/card/node_set.h"
#include "model/inference/analysis.h"
#include "tests/support/graph_text.h"
#include "tests/support/layout/sample_graphs.h"

using layout::factsOf;

namespace {

QStringList namesOf(const model::Model& model, const std::vector<model::ValueId>& values)
{
    QStringList names;
    for (const auto value : values)
        names += QString::fromStdString(model.value(value).name);
    return names;
}

}

class TestNodeSet : public QObject {
    Q_OBJECT

private slots:
    /// Two products of 2^62 multiply-adds, and weights of 2^62 and more elements.
    void sumsStayAtTheLargestNumber()
    {
        const auto model = testing::modelFromGraphText("x: float[2097152,2097152]\n"
                                                       "w: float[2097152,2097152]\n"
                                                       "a = MatMul(x, w)\n"
                                                       "b = MatMul(a, w)\n"
                                                       "c = MatMul(b, w)\n"
                                                       "c ->\n");
        const auto analysis = model::analyse(model);
        const auto nodes = std::vector<model::NodeId> { model::NodeId(0U), model::NodeId(1U),
            model::NodeId(2U) };
        QCOMPARE(analysis->costs[0].multiplyAdds, std::uint64_t(1) << 63);
        QCOMPARE(factsOf(*model, analysis.get(), nodes).cost.multiplyAdds,
            std::numeric_limits<std::uint64_t>::max());
    }

    void saysWhatEntersAndLeaves_data()
    {
        QTest::addColumn<QList<int>>("nodes");
        QTest::addColumn<QStringList>("inputs");
        QTest::addColumn<QStringList>("outputs");
        QTest::newRow("nothing") << QList<int> {} << QStringList {} << QStringList {};
        QTest::newRow("one") << QList<int> { 0 } << QStringList { "x" } << QStringList { "a" };
        QTest::newRow("two in a row")
            << QList<int> { 0, 1 } << QStringList { "x" } << QStringList { "a", "b" };
        QTest::newRow("read inside only")
            << QList<int> { 1, 2 } << QStringList { "a" } << QStringList { "y" };
        QTest::newRow("all") << QList<int> { 0, 1, 2 } << QStringList { "x" }
                             << QStringList { "y" };
    }
    void saysWhatEntersAndLeaves()
    {
        QFETCH(QList<int>, nodes);
        QFETCH(QStringList, inputs);
        QFETCH(QStringList, outputs);
        const auto model = testing::modelFromGraphText("x: float[2,3]\n"
                                                       "w: float[3,3] = {1,0,0,0,1,0,0,0,1}\n"
                                                       "a = MatMul(x, w)\n"
                                                       "b = Relu(a)\n"
                                                       "y = Add(a, b)\n"
                                                       "y -> float[2,3]\n");
        std::vector<model::NodeId> ids;
        for (const auto node : nodes)
            ids.emplace_back(static_cast<std::uint32_t>(node));
        const auto facts = factsOf(*model, nullptr, ids);
        QCOMPARE(namesOf(*model, facts.inputs), inputs);
        QCOMPARE(namesOf(*model, facts.outputs), outputs);
        QCOMPARE(facts.parameters, nodes.contains(0) ? 9U : 0U);
        QCOMPARE(facts.weightBytes, nodes.contains(0) ? 36U : 0U);
        QCOMPARE(facts.unknownCosts, ids.size()); // no analysis yet
    }

    void sumsCosts()
    {
        const auto model = testing::modelFromGraphText("x: float[2,3]\n"
                                                       "w: float[3,3] = {1,0,0,0,1,0,0,0,1}\n"
                                                       "a = MatMul(x, w)\n"
                                                       "y = MatMul(a, w)\n"
                                                       "y -> float[2,3]\n");
        const auto analysis = model::analyse(model);
        const std::vector<model::NodeId> both { model::NodeId(0U), model::NodeId(1U) };
        const auto facts = factsOf(*model, analysis.get(), both);
        QCOMPARE(facts.cost.flops(), 2U * 2 * 3 * 3 * 2);
        QCOMPARE(facts.unknownCosts, 0U);
        QCOMPARE(facts.parameters, 9U); // one weight, read twice
    }

    void leavesBodiesToTheirCalls()
    {
        auto model = testing::modelOfNodes(
            { { "/a/1", "Relu", {} }, { "/a/2", "If", { 0 } }, { "/b", "Relu", { 1 } } });
        testing::addSubgraph(model, model::NodeId(1U), "then_branch", { { "", "Add", {} } });
        testing::addSubgraph(model, model::NodeId(1U), "else_branch", { { "", "Mul", {} } });
        const auto tree = layout::buildGroupTree(model, model::GraphId(0U));
        QCOMPARE(layout::nodesInside(tree, 0).size(), 3U);
        QCOMPARE(layout::nodesInside(tree, 1).size(), 2U);
        QCOMPARE(tree.groups[2].kind, layout::GroupKind::Branches);
        QCOMPARE(layout::nodesInside(tree, 2).size(), 2U);
    }

    void findsEqualGroups()
    {
        const auto model = testing::modelOfNodes(testing::decoderNodes(5, true));
        const auto tree = layout::buildGroupTree(model, model::GraphId(0U));
        QCOMPARE(layout::groupsLike(tree, 1).size(), 5U);
        QCOMPARE(layout::groupsLike(tree, 1).front(), 1U);
    }
};

QTEST_GUILESS_MAIN(TestNodeSet)
#include "tst_node_set.moc"
