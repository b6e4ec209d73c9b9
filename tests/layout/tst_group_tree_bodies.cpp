#include <QTest>

#include "layout/group_tree.h"
#include "tests/support/layout/sample_graphs.h"

using layout::buildGroupTree;
using layout::Group;
using layout::GroupKind;

namespace {

const model::GraphId mainGraph(0U);

/// A node that calls a function.
testing::SampleNode call(const std::string& function, std::vector<std::uint32_t> reads = {})
{
    return { "", function, std::move(reads) };
}

/// Resolves the calls by operator type.
void connectCalls(model::Model& model)
{
    for (auto& node : model.nodes) {
        for (std::size_t i = 0; i < model.functions.size(); ++i) {
            if (model.functions[i].name == node.type)
                node.function = model::FunctionId(i);
        }
    }
}

/// If in If in If: each then_branch holds the next.
model::Model nestedIfs(std::size_t depth)
{
    auto model = testing::modelOfNodes({ { "", "If", {} } });
    for (std::size_t i = 1; i < depth; ++i)
        testing::addSubgraph(
            model, model::NodeId(model.nodes.size() - 1), "then_branch", { { "", "If", {} } });
    return model;
}

QString printed(const model::Model& model)
{
    return QString::fromStdString(testing::print(buildGroupTree(model, mainGraph)));
}

}

class TestGroupTreeBodies : public QObject {
    Q_OBJECT

private slots:
    void aLoopHoldsItsBody()
    {
        auto model
            = testing::modelOfNodes({ { "/a/x", "Relu", {} }, { "/a/loop", "Loop", { 0 } } });
        const auto body = testing::addSubgraph(
            model, model::NodeId(1U), "body", { { "", "Add", {} }, { "", "Mul", { 0 } } });
        const auto tree = buildGroupTree(model, mainGraph);
        QCOMPARE(QString::fromStdString(testing::print(tree)),
            QStringLiteral("main graph 4\n  body of Loop loop 2\n"));
        const Group& group = tree.groups[1];
        QCOMPARE(group.kind, GroupKind::Subgraph);
        QCOMPARE(group.owner, model::NodeId(1U));
        QCOMPARE(group.graph, body);
        QCOMPARE(group.path, std::string("loop/body"));
        QCOMPARE(tree.nodesOf(1).front(), model::NodeId(2U));
        QCOMPARE(tree.groupOfNode[2], 1U);
        QCOMPARE(tree.groupOfNode[1], 0U);
    }

    void anIfHoldsBothBranchesInOneGroup()
    {
        auto model = testing::modelOfNodes({ { "", "Relu", {} }, { "", "If", { 0 } } });
        testing::addSubgraph(model, model::NodeId(1U), "then_branch", { { "", "Add", {} } });
        testing::addSubgraph(model, model::NodeId(1U), "else_branch", { { "", "Mul", {} } });
        const auto tree = buildGroupTree(model, mainGraph);
        QCOMPARE(QString::fromStdString(testing::print(tree)),
            QStringLiteral("main graph 4\n  If[1] 2\n    then_branch 1\n    else_branch 1\n"));
        QCOMPARE(tree.groups[1].kind, GroupKind::Branches);
        QCOMPARE(tree.groups[1].owner, model::NodeId(1U));
        QVERIFY(tree.groups[2].structure != tree.groups[3].structure);
    }

    void bodiesAreDividedByScopesToo()
    {
        auto model = testing::modelOfNodes({ { "", "Loop", {} } });
        testing::addSubgraph(model, model::NodeId(0U), "body",
            { { "/a/1", "Add", {} }, { "/a/2", "Mul", { 0 } }, { "/b", "Mul", { 1 } } });
        QCOMPARE(printed(model), QStringLiteral("main graph 4\n  body of Loop[0] 3\n    a 2\n"));
    }

    void everyCallHasTheFunctionsBody()
    {
        auto model = testing::modelOfNodes({ call("Block"), call("Block", { 0 }) });
        testing::addFunction(model, "Block", { { "", "Add", {} }, { "", "Mul", { 0 } } });
        connectCalls(model);
        const auto tree = buildGroupTree(model, mainGraph);
        QCOMPARE(QString::fromStdString(testing::print(tree)),
            QStringLiteral("main graph 6\n  Block 2\n  Block 2\n"));
        QCOMPARE(tree.groups[1].kind, GroupKind::Function);
        QVERIFY(tree.groups[1].key != tree.groups[2].key);
        QCOMPARE(tree.groups[2].structure, tree.groups[1].structure);
        QCOMPARE(tree.groups[2].owner, model::NodeId(1U));
        QCOMPARE(tree.groupOfNode[2], 1U); // the first call
    }

    void aBodyThatReadsFromOutsideIsNoCircle()
    {
        // The loop's body captures what /a/1 gives: the loop reads it, though no input names it.
        auto model = testing::modelOfNodes({ { "/a/1", "Relu", {} }, { "/b/loop", "Loop", {} },
            { "/b/2", "Relu", { 1 } }, { "/a/2", "Relu", { 2 } }, { "/a/3", "Relu", { 3 } } });
        const auto body
            = testing::addSubgraph(model, model::NodeId(1U), "body", { { "", "Add", {} } });
        model.graphs[body.value()].captures = { model.node(model::NodeId(0U)).outputs[0] };
        const auto tree = buildGroupTree(model, mainGraph);
        const auto fault = testing::faultOf(model, tree, {});
        QVERIFY2(fault.empty(), fault.c_str());
        QCOMPARE(QString::fromStdString(testing::print(tree)),
            QStringLiteral("main graph 6\n  b 3\n    body of Loop loop 1\n  a 2\n"));
    }

    void goesAsDeepAsTheFile()
    {
        const std::size_t depth = 10'000;
        const auto model = nestedIfs(depth);
        const auto tree = buildGroupTree(model, mainGraph);
        QCOMPARE(tree.groups.size(), depth);
        QCOMPARE(tree.groups.back().depth, depth - 1);
        QCOMPARE(tree.groups.front().totalNodes, std::uint64_t { depth });
        QVERIFY(tree.groups.back().path.size() < 2000);
        const auto fault = testing::faultOf(model, tree, {});
        QVERIFY2(fault.empty(), fault.c_str());
        QCOMPARE(layout::allOpen(tree, depth * 2).size(), depth);
    }

    void leavesBodiesOutThatWouldBeTooMany()
    {
        // Each function calls the next one twice: 2^40 nodes.
        auto model = testing::modelOfNodes({ call("f0") });
        const int functions = 40;
        for (int i = 0; i < functions; ++i) {
            const auto next = "f" + std::to_string(i + 1);
            testing::addFunction(model, "f" + std::to_string(i), { call(next), call(next) });
        }
        testing::addFunction(model, "f" + std::to_string(functions), { { "", "Relu", {} } });
        connectCalls(model);
        const auto tree = buildGroupTree(model, mainGraph);
        QVERIFY(tree.groups.size() < 300'000);
        QVERIFY(tree.groups.size() > 1000);
        const auto open = layout::allOpen(tree, 500);
        QVERIFY(open.size() > 100);
        QVERIFY(open.size() <= 500);
    }

    void aFunctionThatCallsItselfEnds()
    {
        auto model = testing::modelOfNodes({ call("f") });
        testing::addFunction(model, "f", { call("f") });
        connectCalls(model);
        const auto tree = buildGroupTree(model, mainGraph);
        QCOMPARE(tree.groups.size(), 2U);
    }

    void bodiesStartFolded()
    {
        auto model = testing::modelOfNodes(
            { { "/a/1", "Relu", {} }, { "/a/2", "Loop", { 0 } }, { "/b", "Relu", { 1 } } });
        testing::addSubgraph(model, model::NodeId(1U), "body", { { "", "Add", {} } });
        const auto tree = buildGroupTree(model, mainGraph);
        const auto open = layout::initiallyOpen(tree);
        QVERIFY(open.contains(tree.groups[1].key));
        QCOMPARE(tree.groups[2].kind, GroupKind::Subgraph);
        QVERIFY(!open.contains(tree.groups[2].key));
        QVERIFY(layout::allOpen(tree, 100).contains(tree.groups[2].key));
    }

    void opensAllLayersOrNone()
    {
        const auto few
            = buildGroupTree(testing::modelOfNodes(testing::decoderNodes(40, true)), mainGraph);
        QCOMPARE(layout::initiallyOpen(few).size(), few.groups.size());
        const auto many
            = buildGroupTree(testing::modelOfNodes(testing::decoderNodes(60, true)), mainGraph);
        QCOMPARE(layout::initiallyOpen(many).size(), 1U); // the graph itself
    }
};

QTEST_GUILESS_MAIN(TestGroupTreeBodies)
#include "tst_group_tree_bodies.moc"
