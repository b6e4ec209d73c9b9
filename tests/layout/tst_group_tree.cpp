#include <QTest>

#include "layout/group_tree.h"
#include "model/onnx/parser.h"
#include "model/scope_path.h"
#include "tests/support/layout/sample_graphs.h"
#include "tests/support/paths.h"

#include <random>

using layout::buildGroupTree;
using layout::GroupKind;
using layout::GroupTree;
using layout::OpenGroups;
using testing::SampleNode;

namespace {

const model::GraphId mainGraph(0U);

GroupTree treeOf(const std::vector<SampleNode>& nodes)
{
    return buildGroupTree(testing::modelOfNodes(nodes), mainGraph);
}

QString printed(const std::vector<SampleNode>& nodes)
{
    return QString::fromStdString(testing::print(treeOf(nodes)));
}

/// Groups with that title, in the tree's order.
std::vector<layout::Group> titled(const GroupTree& tree, std::string_view title)
{
    std::vector<layout::Group> found;
    std::ranges::copy_if(tree.groups, std::back_inserter(found),
        [&](const auto& group) { return group.title == title; });
    return found;
}

OpenGroups randomlyOpen(const GroupTree& tree, std::uint32_t seed)
{
    std::mt19937 random(seed);
    OpenGroups open;
    for (const auto& group : tree.groups) {
        if (random() % 2 == 0)
            open.insert(group.key);
    }
    return open;
}

/// Whatever is folded: nothing, everything, what a picture opens with, three random choices.
std::string faultInAnyFold(const model::Model& model, const GroupTree& tree)
{
    std::vector<OpenGroups> folds { {}, layout::allOpen(tree, model.nodes.size() * 8 + 100),
        layout::initiallyOpen(tree) };
    for (std::uint32_t seed = 0; seed < 3; ++seed)
        folds.push_back(randomlyOpen(tree, seed));
    for (const auto& open : folds) {
        if (auto fault = testing::faultOf(model, tree, open); !fault.empty())
            return fault;
    }
    return {};
}

/// Nodes in random scopes that read from random earlier ones: nearly every scope is torn.
std::vector<SampleNode> tangle(std::uint32_t seed, std::size_t count)
{
    std::mt19937 random(seed);
    std::vector<SampleNode> nodes;
    for (std::uint32_t i = 0; i < count; ++i) {
        SampleNode node { "", "Add", {} };
        for (auto depth = random() % 4; depth > 0; --depth)
            node.name += "/s" + std::to_string(random() % 5);
        node.name += "/n" + std::to_string(i);
        for (auto reads = random() % 3; i > 0 && reads > 0; --reads)
            node.reads.push_back(
                static_cast<std::uint32_t>(i - 1 - random() % std::min<std::uint32_t>(i, 12)));
        nodes.push_back(std::move(node));
    }
    return nodes;
}

}

class TestGroupTree : public QObject {
    Q_OBJECT

private slots:
    void groupsByTheScopesOfNames_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("tree");
        QTest::newRow("no nodes") << QStringList {} << "main graph 0\n";
        QTest::newRow("no names") << QStringList { "", "", "" } << "main graph 3\n";
        QTest::newRow("slashes") << QStringList { "/a/x", "/a/y", "/b/x", "/b/y" }
                                 << "main graph 4\n  a 2\n  b 2\n";
        QTest::newRow("a scope of one node is no group")
            << QStringList { "/a/x", "/a/y", "/b/x" } << "main graph 3\n  a 2\n";
        QTest::newRow("a scope around everything is no group")
            << QStringList { "/m/a/x", "/m/a/y", "/m/z" } << "main graph 3\n  a 2\n";
        QTest::newRow("a scope that only holds one takes its name along")
            << QStringList { "/a/b/x", "/a/b/y", "/c" } << "main graph 3\n  a/b 2\n";
        QTest::newRow("dots with numbers") << QStringList { "layers.0.a", "layers.0.b",
            "layers.1.a", "layers.1.b" } << "main graph 4\n  layers.0 2\n  layers.1 2\n";
        QTest::newRow("dots here and there are no scopes")
            << QStringList { "conv.1", "x", "y", "z", "w" } << "main graph 5\n";
        QTest::newRow("markup and control characters are shown as such")
            << QStringList { "/<b>\x01/x", "/<b>\x01/y", "/z" }
            << QString::fromUtf8("main graph 3\n  <b>␁ 2\n");
    }
    void groupsByTheScopesOfNames()
    {
        QFETCH(QStringList, names);
        QFETCH(QString, tree);
        std::vector<SampleNode> nodes;
        for (const auto& name : names)
            nodes.push_back({ name.toStdString(), "Relu", {} });
        QCOMPARE(printed(nodes), tree);
    }

    void takesScopesFromWhatPyTorchWritesBeside_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("name scopes")
            << "pkg.torch.onnx.name_scopes"
            << QStringList { "['', 'model', 'model.layers.0', 'relu']",
                   "['', 'model', 'model.layers.0', 'relu_1']",
                   "['', 'model', 'model.layers.1', 'relu_2']",
                   "['', 'model', 'model.layers.1', 'model.layers.1.act', 'relu_3']" };
        QTest::newRow("namespace")
            << "namespace"
            << QStringList { ": Net/model: M/model.layers.0: L/relu: aten.relu",
                   ": Net/model: M/model.layers.0: L/relu_1: aten.relu",
                   ": Net/model: M/model.layers.1: L/relu_2: aten.relu",
                   ": Net/model: M/model.layers.1: L/model.layers.1.act: R/relu_3: aten.relu" };
    }
    void takesScopesFromWhatPyTorchWritesBeside()
    {
        QFETCH(QString, key);
        QFETCH(QStringList, texts);
        auto model
            = testing::modelOfNodes({ { "node_relu", "Relu", {} }, { "node_relu_1", "Relu", { 0 } },
                { "node_relu_2", "Relu", { 1 } }, { "node_relu_3", "Relu", { 2 } } });
        for (int i = 0; i < texts.size(); ++i)
            model.nodes[static_cast<std::size_t>(i)].metadata
                = { { key.toStdString(), texts[i].toStdString() } };
        const auto tree = buildGroupTree(model, mainGraph);
        QCOMPARE(QString::fromStdString(testing::print(tree)),
            QStringLiteral("main graph 4\n  layers.0 2\n  layers.1 2\n"));
        QCOMPARE(tree.groups[2].path, std::string("model/layers.1"));
    }

    void givesNodesWithoutAScopeThatOfTheirNeighbours()
    {
        // What a quantiser inserts must not tear the layer.
        QCOMPARE(printed({ { "/a/x", "Conv", {} }, { "x_QuantizeLinear", "QuantizeLinear", { 0 } },
                     { "x_DequantizeLinear", "DequantizeLinear", { 1 } }, { "/a/y", "Conv", { 2 } },
                     { "/b/x", "Conv", { 3 } }, { "/b/y", "Conv", { 4 } } }),
            QStringLiteral("main graph 6\n  a 4\n  b 2\n"));
    }

    void keepsScopesThatAreMixedInTheFileTogether()
    {
        QCOMPARE(
            printed({ { "/a/1", "Relu", {} }, { "/b/1", "Relu", {} }, { "/a/2", "Relu", { 0 } },
                { "/b/2", "Relu", { 1 } }, { "/a/3", "Relu", { 2 } } }),
            QStringLiteral("main graph 5\n  a 3\n  b 2\n"));
    }

    void tearsOffAsLittleAsPossible()
    {
        // b needs a's first node, a's rest needs b: the first node stands alone.
        QCOMPARE(printed({ { "/a/shape", "Shape", {} }, { "/b/1", "Relu", { 0 } },
                     { "/b/2", "Relu", { 1 } }, { "/a/1", "Relu", { 2 } },
                     { "/a/2", "Relu", { 3 } }, { "/a/3", "Relu", { 4 } } }),
            QStringLiteral("main graph 6\n  b 2\n  a 3\n"));
    }

    void numbersTheStretchesOfATornScope()
    {
        const auto tree
            = treeOf({ { "/a/1", "Relu", {} }, { "/a/2", "Relu", { 0 } }, { "/b/1", "Relu", { 1 } },
                { "/b/2", "Relu", { 2 } }, { "/a/3", "Relu", { 3 } }, { "/a/4", "Relu", { 4 } } });
        QCOMPARE(QString::fromStdString(testing::print(tree)),
            QStringLiteral("main graph 6\n  a 2\n  b 2\n  a (2) 2\n"));
        QCOMPARE(tree.groups[3].path, tree.groups[1].path);
    }

    void doesNotTearForConstants()
    {
        // Folded into its readers: that b reads a's constant too closes no circle.
        const auto tree = treeOf({ { "/a/Constant", "Constant", {} }, { "/b/1", "Add", { 0 } },
            { "/b/2", "Relu", { 1 } }, { "/a/1", "Add", { 0, 2 } }, { "/a/2", "Relu", { 3 } } });
        QCOMPARE(QString::fromStdString(testing::print(tree)),
            QStringLiteral("main graph 5\n  b 3\n  a 2\n"));
        QCOMPARE(tree.groups[1].cardCount, 2U);
    }

    void anyGroupsCanBeContractedInTangledGraphs()
    {
        for (std::uint32_t seed = 0; seed < 200; ++seed) {
            const auto model = testing::modelOfNodes(tangle(seed, 20 + seed));
            const auto fault = faultInAnyFold(model, buildGroupTree(model, mainGraph));
            QVERIFY2(fault.empty(), qPrintable(QString::number(seed) + ": " + fault.c_str()));
        }
    }

    void anyGroupsCanBeContractedInEveryModel()
    {
        std::size_t models = 0;
        for (const auto* folder : { "zoo", "models" }) {
            const auto root = testing::dataDir() / folder;
            if (!std::filesystem::exists(root))
                continue;
            for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
                if (entry.path().extension() != ".onnx")
                    continue;
                const auto model = model::onnx::openModel(entry.path());
                if (!model)
                    continue;
                ++models;
                for (const auto& graph : (*model)->graphs) {
                    const auto fault = faultInAnyFold(**model, buildGroupTree(**model, graph.id));
                    QVERIFY2(fault.empty(),
                        qPrintable(QString::fromStdString(entry.path().string() + ": " + fault)));
                }
            }
        }
        if (models == 0)
            QSKIP("the shared test models are not here (OPSCOPE_TEST_DATA)");
    }

    void hasTheSameKeysWhenTheFileIsReadAgain()
    {
        const auto nodes = testing::decoderNodes(12, true);
        const auto once = treeOf(nodes);
        const auto again = treeOf(nodes);
        QCOMPARE(testing::print(again), testing::print(once));
        for (std::size_t i = 0; i < once.groups.size(); ++i)
            QCOMPARE(again.groups[i].key, once.groups[i].key);
        // One layer more: those that were there keep their keys.
        const auto longer = treeOf(testing::decoderNodes(13, true));
        QCOMPARE(titled(longer, "layers.3").front().key, titled(once, "layers.3").front().key);
    }

    void hashesEqualLayersEqually()
    {
        auto nodes = testing::decoderNodes(4, true);
        const auto tree = treeOf(nodes);
        const auto hashOf = [](const GroupTree& of, const char* title) {
            return titled(of, title).front().structure;
        };
        QCOMPARE(hashOf(tree, "layers.1"), hashOf(tree, "layers.0"));
        QCOMPARE(hashOf(tree, "layers.3"), hashOf(tree, "layers.0"));
        QVERIFY(
            titled(tree, "self_attn").front().structure != titled(tree, "mlp").front().structure);

        const auto inLayer2 = std::ranges::find(
            nodes, std::string("/model/layers.2/mlp/Sigmoid"), &SampleNode::name);
        inLayer2->type = "Tanh";
        const auto changed = treeOf(nodes);
        QVERIFY(hashOf(changed, "layers.2") != hashOf(changed, "layers.0"));
        QCOMPARE(hashOf(changed, "layers.1"), hashOf(tree, "layers.1"));
    }

    void tellsAttributesAndEdgesApart()
    {
        const std::vector<SampleNode> nodes { { "/a/1", "Relu", {} }, { "/a/2", "Add", { 0, 0 } },
            { "/b/1", "Relu", {} }, { "/b/2", "Add", { 2, 0 } }, { "/c/1", "Relu", {} },
            { "/c/2", "Add", { 4, 4 } } };
        auto model = testing::modelOfNodes(nodes);
        const auto hashes = [&model] {
            const auto tree = buildGroupTree(model, mainGraph);
            return std::array { tree.groups[1].structure, tree.groups[2].structure,
                tree.groups[3].structure };
        };
        const auto before = hashes();
        QVERIFY(before[0] != before[1]); // b reads its second operand from elsewhere
        QCOMPARE(before[2], before[0]);
        model::Attribute axis;
        axis.name = "axis";
        axis.kind = model::AttributeKind::Int;
        axis.value = std::int64_t { 1 };
        model.nodes[5].attributes = { axis };
        QVERIFY(hashes()[2] != before[2]);
    }

    void cutsNamesIntoParts_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("empty") << QString() << QStringList();
        QTest::newRow("plain") << "Conv_1" << QStringList { "Conv_1" };
        QTest::newRow("slashes") << "/model//layers.7/MatMul"
                                 << QStringList { "model", "layers.7", "MatMul" };
        QTest::newRow("only separators") << "///" << QStringList();
    }
    void cutsNamesIntoParts()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, parts);
        const auto text = name.toStdString();
        QStringList found;
        for (const auto part : model::partsOfName(text))
            found += QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size()));
        QCOMPARE(found, parts);
        const auto deep = std::string(100'000, '/') + std::string(50'000, 'a');
        QCOMPARE(model::partsOfName(deep).size(), 1U);
    }
};

QTEST_GUILESS_MAIN(TestGroupTree)
#include "tst_group_tree.moc"
