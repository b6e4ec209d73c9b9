#include "tests/support/ui/sample_model.h"

#include "model/inference/analysis.h"
#include "model/support/text.h"
#include "tests/support/layout/sample_graphs.h"
#include "ui/delegates/roles.h"
#include "ui/explorer/explorer_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using ui::ExplorerModel;

namespace {

/// The tree as text, two spaces a level: `name | detail`.
QStringList print(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const auto index = model.index(row, 0, parent);
        lines += QString(2 * depth, u' ') + index.data().toString() + QStringLiteral(" | ")
            + index.siblingAtColumn(1).data().toString();
        lines += print(model, index, depth + 1);
    }
    return lines;
}

std::shared_ptr<const model::Model> twoBlocks()
{
    SampleModel sample;
    const auto x = sample.input("x", { 1, 3 });
    const auto w = sample.weight("w", { 3, 3 });
    const auto b = sample.weight("b", { 3 });
    const auto y = sample.node("/net/a/MatMul", "MatMul", { x, w });
    const auto z = sample.node("/net/a/Add", "Add", { y, b });
    const auto r = sample.node("/net/act/Relu", "Relu", { z });
    const auto s = sample.node("", "Softmax", { r });
    sample.output(s);
    return sample.share();
}

/// Nine layers; the sixth is another one.
std::shared_ptr<const model::Model> decoder()
{
    auto nodes = testing::decoderNodes(9, true);
    std::ranges::find(nodes, std::string("/model/layers.5/mlp/Sigmoid"), &testing::SampleNode::name)
        ->type
        = "Tanh";
    return std::make_shared<model::Model>(testing::modelOfNodes(nodes));
}

} // namespace

class TestExplorerModel : public QObject {
    Q_OBJECT

private slots:
    void showsGraphInputsOutputsWeightsAndMetadata()
    {
        ExplorerModel tree;
        QAbstractItemModelTester tester(
            &tree, QAbstractItemModelTester::FailureReportingMode::QtTest);
        tree.setTree(ui::buildModelTree(twoBlocks()));
        QCOMPARE(print(tree),
            QStringList({ "Graph | 4", "  net | 3", "    a | 2", "      MatMul | ", "      Add | ",
                "    act | Relu", "  Softmax [3] | ", "Inputs | 1", "  x | 1×3 fp32", "Outputs | 1",
                "  _out | 1 fp32", "Weights | 48 B", "  w | 36 B", "  b | 12 B", "Metadata | 3",
                "  opset ai.onnx | 17", "  IR version | 8", "  producer | sample" }));
    }

    void filtersByNameAndType()
    {
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(twoBlocks(), "MATM"));
        QCOMPARE(print(tree), QStringList({ "Graph | 4", "  net/a/MatMul | " }));
        tree.setTree(ui::buildModelTree(twoBlocks(), "no such thing"));
        QCOMPARE(print(tree), QStringList());
    }

    void findsTheRowOfAnItem()
    {
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(twoBlocks()));
        const ui::SelectedItem node { ui::SelectedItem::Kind::Node, 1 };
        const auto index = tree.indexOf(node, model::GraphId(0U));
        QCOMPARE(index.data().toString(), QStringLiteral("Add"));
        QCOMPARE(ui::itemOf(index.data(ui::ItemRole)), node);
        QVERIFY(!tree.indexOf({ ui::SelectedItem::Kind::Node, 99 }, model::GraphId(0U)).isValid());
    }

    void findsTheRowOfAGroup()
    {
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(decoder()));
        const auto& groups = *tree.tree()->groups[0];
        for (std::uint32_t group = 1; group < groups.groups.size(); ++group) {
            const ui::SelectedItem item { ui::SelectedItem::Kind::Group, group };
            const auto index = tree.indexOf(item, groups.graph);
            QCOMPARE(index.data().toString().toStdString(), groups.groups[group].title);
            QCOMPARE(ui::itemOf(index.data(ui::ItemRole)), item);
        }
        QVERIFY(!tree.indexOf({ ui::SelectedItem::Kind::Group, 1 }, {}).isValid());
    }

    void showsEqualNeighboursInOneRow()
    {
        ExplorerModel tree;
        QAbstractItemModelTester tester(
            &tree, QAbstractItemModelTester::FailureReportingMode::QtTest);
        tree.setTree(ui::buildModelTree(decoder()));
        const auto lines = print(tree);
        const auto run = lines.indexOf(QString::fromUtf8("  layers.0 – 4 | 5 same"));
        QVERIFY2(run > 0, qPrintable(lines.join(u'\n')));
        QCOMPARE(lines[run + 1], QStringLiteral("    layers.0 | 20"));
        QVERIFY(lines.contains(QStringLiteral("    layers.4 | 20")));
        QVERIFY(lines.contains(QStringLiteral("  layers.5 | 20"))); // differs: has a Tanh
        QVERIFY(!lines.contains(QStringLiteral("  layers.0 | 20")));
    }

    void keepsTheOrderOfTheComputation()
    {
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(decoder()));
        const auto graph = tree.index(0, 0);
        QStringList rows;
        for (int row = 0; row < tree.rowCount(graph); ++row)
            rows += tree.index(row, 0, graph).data().toString();
        QCOMPARE(rows,
            QStringList({ "Cast", "mask", "rotary_emb", "embed", QString::fromUtf8("layers.0 – 4"),
                "layers.5", QString::fromUtf8("layers.6 – 8"), "lm_head" }));
    }

    void putsBodiesBelowTheirNode()
    {
        auto model = std::make_shared<model::Model>(
            testing::modelOfNodes({ { "", "Relu", {} }, { "pick", "If", { 0 } } }));
        testing::addSubgraph(*model, model::NodeId(1U), "then_branch", { { "a", "Add", {} } });
        testing::addSubgraph(*model, model::NodeId(1U), "else_branch", { { "m", "Mul", {} } });
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(model));
        const QStringList expected { "Graph | 2", "  Relu [0] | ", "  pick | If",
            "    then_branch | 1", "      a | Add", "    else_branch | 1", "      m | Mul" };
        QCOMPARE(print(tree).mid(0, expected.size()), expected);
    }

    void saysWhatIsAskedFor()
    {
        const auto model = twoBlocks();
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(model));
        const auto detailOf = [&tree](std::uint32_t node) {
            return tree.indexOf({ ui::SelectedItem::Kind::Node, node }, model::GraphId(0U))
                .siblingAtColumn(ExplorerModel::Detail)
                .data()
                .toString();
        };
        const auto ofGraph
            = [&tree] { return tree.index(0, ExplorerModel::Detail).data().toString(); };
        tree.setMeasure(ExplorerModel::Measure::Parameters);
        QCOMPARE(detailOf(0), QStringLiteral("9"));
        QCOMPARE(detailOf(1), QStringLiteral("3"));
        QCOMPARE(detailOf(2), QString());
        QCOMPARE(ofGraph(), QStringLiteral("12"));
        tree.setMeasure(ExplorerModel::Measure::Work);
        QCOMPARE(ofGraph(), QString()); // not counted yet
        const auto analysis = model::analyse(model);
        tree.setAnalysis(analysis.get());
        QCOMPARE(detailOf(0), QString::fromStdString(support::workText(18)));
        QCOMPARE(ofGraph(),
            QString::fromStdString(
                support::workText(static_cast<double>(analysis->total.flops()))));
        tree.setMeasure(ExplorerModel::Measure::Nodes);
        QCOMPARE(ofGraph(), QStringLiteral("4"));
    }

    void countsErrorsUpToTheRoot()
    {
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(twoBlocks()));
        support::Diagnostic problem;
        problem.where.node = 1;
        tree.setProblems({ problem, problem });
        QCOMPARE(
            tree.index(0, ExplorerModel::Detail).data().toString(), QStringLiteral("2 error(s)"));
        QCOMPARE(tree.index(0, ExplorerModel::Detail).data(ui::ToneRole).toByteArray(),
            QByteArray("error"));
    }

    void takesAHundredThousandNodes()
    {
        SampleModel sample;
        auto value = sample.input("x", { 1 });
        for (int i = 0; i < 100'000; ++i)
            value = sample.node(
                "/block" + std::to_string(i / 100) + "/n" + std::to_string(i), "Relu", { value });
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(sample.share()));
        const auto run = tree.index(0, 0, tree.index(0, 0)); // all of them are equal
        QCOMPARE(run.data().toString(), QString::fromUtf8("block0 – 999"));
        QCOMPARE(tree.rowCount(run), 1000);
    }
};

QTEST_MAIN(TestExplorerModel)
#include "tst_explorer_model.moc"
